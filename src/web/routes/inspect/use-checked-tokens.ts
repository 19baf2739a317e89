import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { Inspection } from '#knowledge/paste/inspect.ts'
import { checkToken } from '#knowledge/token/checks.ts'
import type { FoundToken } from '#knowledge/token/find.ts'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import { tokenHeadline } from '#knowledge/token/headline.ts'
import { asReadJwt } from '#knowledge/token/jwt.ts'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import { relationsAbout } from '#knowledge/token/together.ts'
import { serverNow, useNow } from '../../clock.ts'
import { verifyByOwnKey } from '../../cryptography/own-key.ts'
import { materialOf } from '../../cryptography/published-keys.ts'
import type { KeyMaterial, SignatureOutcome } from '../../cryptography/verify.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { keysQuery, queryClient } from '../../queries.ts'
import { type InspectContext, recognisedEnvironment } from './context.ts'

/** A token with what it is taken for and what its checks came to. */
export interface CheckedToken {
  found: FoundToken
  kind: TokenKind
  /** What it is, in one line. */
  headline: string
  environment: EnvironmentConfig | undefined
  findings: TokenFinding[]
}

interface Said {
  kind?: TokenKind
  signature?: SignatureOutcome
}

/**
 * Verifies each token whose key is at hand: it is in the text, or the environment that issued the token publishes it and
 * it was fetched before.
 */
function verifyByKeysAtHand(
  { tokens, text }: { tokens: readonly FoundToken[]; text: string },
  published: (found: FoundToken) => KeyMaterial | undefined,
  tell: (at: number, signature: SignatureOutcome) => void,
): void {
  const now = Math.floor(serverNow())
  tokens.forEach(async (found, at) => {
    const { token } = found
    const own = await verifyByOwnKey(found, tokens, text, now)
    const material = own === undefined ? published(found) : undefined
    if (own !== undefined) tell(at, own)
    if (material === undefined || token.form !== 'jws') return
    const { verifySignature } = await import('../../cryptography/verify.ts')
    tell(at, await verifySignature(token.jws, token.header.value ?? {}, material, { now }))
  })
}

/** Checks every token that was found, by the clock, and keeps what the person corrected and verified. */
export function useCheckedTokens(inspection: Inspection, text: string, config: Config, context: InspectContext) {
  const now = useNow()
  // What was said about one text is never held to be said about the next.
  const [kept, setKept] = useState<{ of: Inspection; said: Record<number, Said> }>({ of: inspection, said: {} })
  const said = kept.of === inspection ? kept.said : {}
  // Keys are here only once the person has asked for them: nothing is requested for a token that was pasted.
  const published = useQueries({
    queries: config.environments.map(({ id }) => ({ ...keysQuery(id), enabled: false })),
  })
  const reads = useMemo(() => inspection.tokens.map(({ token }) => asReadJwt(token)), [inspection])
  const tokens = inspection.tokens.map((found, at): CheckedToken => {
    const kind = said[at]?.kind ?? found.recognised.kind
    const id = context.environment ?? recognisedEnvironment(found.token, config)
    const environment = config.environments.find((one) => one.id === id)
    const keys = published[config.environments.findIndex((one) => one.id === id)]?.data
    const read = reads[at] ?? asReadJwt(found.token)
    const audience = read.state === 'read' ? [read.claims.aud].flat() : []
    const findings = checkToken(read, {
      now,
      kind,
      certain: said[at]?.kind !== undefined || found.recognised.basis.kind !== 'inferred',
      environment: environment && asEnvironment(environment),
      others: config.environments.filter((one) => one.id !== id).map(asEnvironment),
      keys: keys?.state === 'known' ? keys.keys : undefined,
      clientId: environment?.clients.find(({ clientId }) => audience.includes(clientId))?.clientId,
      skewSeconds: context.skewSeconds,
      signature: said[at]?.signature,
      relations: relationsAbout(found, inspection.together),
      errors: inspection.errors,
    })
    const headline = tokenHeadline(found, {
      now,
      kind,
      environment: environment && asEnvironment(environment),
      environments: config.environments.map(asEnvironment),
      findings,
      withTime: false,
    })
    return { found, kind, headline, environment, findings }
  })
  const say = useCallback(
    (at: number, more: Said) =>
      setKept((before) => {
        const all = before.of === inspection ? before.said : {}
        return { of: inspection, said: { ...all, [at]: { ...all[at], ...more } } }
      }),
    [inspection],
  )
  useEffect(() => {
    let left = false
    const published = ({ token, recognised }: FoundToken) => {
      const environment = config.environments.find(({ id }) => id === recognisedEnvironment(token, config))
      const keys = environment && queryClient.getQueryData(keysQuery(environment.id).queryKey)
      const isIssued = tokenKinds[recognised.kind].signedBy === 'issuer'
      if (environment === undefined || keys?.state !== 'known' || !isIssued) return undefined
      const material = materialOf(keys, environment.name)
      return 'from' in material ? material : undefined
    }
    verifyByKeysAtHand({ tokens: inspection.tokens, text }, published, (at, signature) => {
      if (!left) say(at, { signature })
    })
    return () => {
      left = true
    }
  }, [inspection, text, config, say])
  return {
    tokens,
    setKind: (at: number, kind: TokenKind) => say(at, { kind }),
    setSignature: (at: number, signature: SignatureOutcome) => say(at, { signature }),
  }
}

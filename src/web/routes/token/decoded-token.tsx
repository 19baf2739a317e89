import { useSuspenseQuery } from '@tanstack/react-query'
import type { Client, EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { checkToken } from '#knowledge/token/checks.ts'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import { readJwt } from '#knowledge/token/jwt.ts'
import { useNow } from '../../clock.ts'
import { useSignature } from '../../cryptography/use-signature.ts'
import { Checks } from '../../elements/checks.tsx'
import { ClaimsTable } from '../../elements/claims-table.tsx'
import { Notice } from '../../elements/notice.tsx'
import { TabbedParts } from '../../elements/tabbed-parts.tsx'
import { decodeOwnToken } from '../../exchange/own-token.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { keysQuery } from '../../queries.ts'

interface Props {
  session: SignedIn
  environment: EnvironmentConfig | undefined
  client: Client | undefined
}

type Kind = 'access' | 'id'

/** A token of the session, read: claims, checks and header, one at a time. */
export function DecodedToken({
  session,
  environment,
  kind,
  findings,
}: Props & { kind: Kind; findings: TokenFinding[] }) {
  const token = kind === 'access' ? session.accessToken : session.idToken
  if (token === undefined)
    return (
      <Notice title="No ID token was received">
        <p>
          {environment?.foreign ? '' : 'The API guide lists one in the token response (§2.4). '}
          Identity services usually send it only when the scope <code>openid</code> was granted (OpenID Connect Core
          §3.1.2.1).
        </p>
      </Notice>
    )
  const read = decodeOwnToken(token)
  const known = environment && asEnvironment(environment)
  const failed = findings.filter(({ outcome }) => outcome === 'failed').length
  if (!read)
    return (
      <>
        <Notice title="This token cannot be read here">
          <p>
            It is not a signed JWT. An access token may be opaque (RFC 6749 §1.4): it works for calls, but only the
            service can read it.
          </p>
        </Notice>
        <Checks findings={findings} />
      </>
    )
  return (
    <TabbedParts
      inner
      label={kind === 'access' ? 'Parts of the access token' : 'Parts of the ID token'}
      start={failed > 0 ? 'checks' : 'claims'}
      parts={[
        {
          id: 'claims',
          name: 'Claims',
          content: <ClaimsTable title="Claims" owner={kind} values={read.claims} environment={known} />,
        },
        {
          id: 'checks',
          name: failed > 0 ? `Checks (${failed} failed)` : 'Checks',
          content: <Checks findings={findings} />,
        },
        {
          id: 'header',
          name: 'Header',
          content: (
            <ClaimsTable title="Header" owner={`${kind}-header`} values={read.header} environment={known} header />
          ),
        },
      ]}
    />
  )
}

/** What the checks of a token of the session come to, its signature verified here with the published keys. */
export function useFindings({ session, environment, client }: Props, kind: Kind): TokenFinding[] {
  const { data: keys } = useSuspenseQuery(keysQuery(session.environment))
  const token = (kind === 'access' ? session.accessToken : session.idToken) ?? ''
  const now = useNow()
  const read = decodeOwnToken(token)
  return checkToken(read ?? readJwt(token), {
    now,
    kind,
    environment: environment && asEnvironment(environment),
    keys: keys.state === 'known' ? keys.keys : undefined,
    clientId: client?.clientId,
    nonce: demandedNonce(session, read?.claims),
    signature: useSignature(token, keys, environment?.name ?? session.environment),
  })
}

/** The nonce that an ID token must carry. That of a renewal should carry none (OpenID Connect Core §12.2). */
function demandedNonce({ nonce, renewals }: SignedIn, claims: Record<string, unknown> | undefined): string | undefined {
  return renewals === 0 || claims?.nonce !== undefined ? nonce : undefined
}

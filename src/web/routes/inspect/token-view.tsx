import { type ReactNode, useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import { isFault } from '#knowledge/token/faults.ts'
import type { FoundToken } from '#knowledge/token/find.ts'
import type { TokenFinding } from '#knowledge/token/finding.ts'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import { notesOn, standsForClient } from '#knowledge/token/notes.ts'
import { placeInWords } from '#knowledge/token/place-words.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import { useNow } from '../../clock.ts'
import type { SignatureOutcome } from '../../cryptography/verify.ts'
import button from '../../elements/button.module.css'
import { Checks } from '../../elements/checks.tsx'
import { ClaimsTable } from '../../elements/claims-table.tsx'
import { Notice } from '../../elements/notice.tsx'
import { QuotedValues } from '../../elements/quoted-values.tsx'
import { Secret } from '../../elements/secret.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import { TabbedParts } from '../../elements/tabbed-parts.tsx'
import { TimeLine } from '../../elements/time-line.tsx'
import { verdictOf } from '../../elements/token-verdict.ts'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { DecryptForm } from './decrypt-form.tsx'
import { Defects } from './defects.tsx'
import { Disclosures } from './disclosures.tsx'
import { Encoded as EncodedToken, isThreeParts } from './encoded.tsx'
import { KindChoice } from './kind-choice.tsx'
import { isSignedOpaque, OpaqueForm } from './opaque-form.tsx'
import { ScopesOpened, scopesOf } from './scopes-opened.tsx'
import { SignatureForm } from './signature-form.tsx'
import { TokenFacts } from './token-facts.tsx'
import styles from './token-view.module.css'
import { Warnings } from './warnings.tsx'

export interface Registries {
  claims: ClaimRows
  headers: ClaimRows
}

interface Props {
  found: FoundToken
  owner: string
  kind: TokenKind
  /** What it is, in one line. */
  headline: string
  findings: TokenFinding[]
  environment: EnvironmentConfig | undefined
  registries: Registries | undefined
  /** Set for the first token of a text that was taken whole. */
  fresh: string | undefined
  /** The copy for a ticket, where it is offered with the token. */
  copy: ReactNode
  /** True below the verdict on a failure, which alone is coloured. */
  isExplained: boolean
  onKind: (kind: TokenKind) => void
  onSignature: (outcome: SignatureOutcome) => void
  /** Shows what was encrypted, once it was decrypted. */
  inside: (content: string) => ReactNode
}

/** Scopes that are told beside the other facts. */
const told = 6

/** One token: what to know of it before all else, its life drawn, and the rest part by part. */
export function TokenView({
  found,
  owner,
  kind,
  headline,
  findings,
  environment,
  registries,
  fresh,
  copy,
  isExplained,
  onKind,
  onSignature,
  inside,
}: Props) {
  const { token } = found
  const now = useNow()
  const claims = token.form === 'jws' ? token.payload.value : undefined
  const verdict = verdictOf(token, findings, now)
  const times = token.form === 'opaque' ? token.times : claims
  const scope = claims?.scope ?? claims?.scp
  const scopes = scopesOf(scope)
  const [part, setPart] = useState(claims ? 'claims' : token.form === 'jws' && token.payload.text ? 'raw' : 'header')
  const notes = kind === found.recognised.kind ? notesOn(found) : []
  const context = {
    kind,
    issuer: found.recognised.issuer,
    client: claims !== undefined && standsForClient(claims, kind),
  }
  const failed = findings.filter(({ outcome }) => outcome === 'failed')
  const faults = findings.filter(isFault)
  return (
    <div className={styles.token}>
      <VerdictCard
        tone={isExplained ? 'plain' : verdict.tone}
        label={tokenKinds[kind].name}
        title={verdict.title}
        under={headline !== tokenKinds[kind].name && headline}
        level={2}
        fresh={fresh}
        facts={
          <>
            <KindChoice kind={kind} choose={onKind} />
            <States token={token} findings={findings} />
          </>
        }
        foot={copy}
      >
        <div className={styles.body}>
          {faults
            .filter(({ check }) => check !== 'expiry')
            .map(({ check, title, why, basis }) => (
              <p key={check}>
                <b>{title}:</b> {why} <SourceChip basis={basis} />
              </p>
            ))}
          {findings
            .filter(({ check, beside }) => check === 'expiry' && beside !== undefined)
            .map(({ check, title, why, basis }) => (
              <p key={check}>
                <b>{title}:</b> {why} <SourceChip basis={basis} />
              </p>
            ))}
          {!isExplained && failed.some(({ check }) => check === 'expiry') && (
            <p className={styles.fix}>
              {kind === 'access' || kind === 'id'
                ? 'Get a new token: renew it with the refresh token, or sign in again.'
                : 'Get a new token from its issuer.'}
            </p>
          )}
          {times && <TimeLine claims={times} />}
          <TokenFacts
            found={found}
            more={
              scopes.length > told && (
                <button type="button" className={button.link} onClick={() => setPart('scopes')}>
                  Show all {scopes.length}
                </button>
              )
            }
          />
          {found.place && isWorthSaying(found) && (
            <p className={styles.why}>{placeInWords(found.place, found.from, found.again)}</p>
          )}
          <p className={styles.why}>
            {kind === found.recognised.kind ? (
              <>
                <QuotedValues text={found.recognised.why} /> <SourceChip basis={found.recognised.basis} />
              </>
            ) : (
              'As you chose.'
            )}{' '}
            {kind !== 'unknown' && tokenKinds[kind].purpose}
          </p>
          {notes.length > 0 && <p className={styles.why}>{notes.join(' ')}</p>}
        </div>
      </VerdictCard>
      <Defects token={token} />
      <Warnings token={token} />
      {token.form === 'opaque' ? (
        <>
          <Opaque token={token} owner={owner} />
          {(isSignedOpaque(found) || findings.some(({ check }) => check === 'signature')) && (
            <Checks findings={findings}>
              {isSignedOpaque(found) && <OpaqueForm found={found} onOutcome={onSignature} />}
            </Checks>
          )}
          {token.content && (
            <ClaimsTable
              title={token.encrypted ? 'What can be read without the key' : 'What can be read'}
              owner={`${owner}-content`}
              values={token.content}
              environment={undefined}
              rows={registries?.claims}
              plain={!['iss', 'sub', 'aud', 'exp'].some((name) => Object.hasOwn(token.content ?? {}, name))}
            />
          )}
        </>
      ) : (
        <TabbedParts
          label="Parts of the token"
          open={part}
          choose={setPart}
          parts={[
            claims && {
              id: 'claims',
              name: 'Claims',
              content: (
                <ClaimsTable
                  title="Claims"
                  owner={`${owner}-claims`}
                  values={claims}
                  environment={environment && asEnvironment(environment)}
                  rows={registries?.claims}
                  context={context}
                />
              ),
            },
            token.form === 'jws' &&
              token.disclosures && {
                id: 'disclosures',
                name: `Disclosures (${token.disclosures.length})`,
                content: (
                  <Disclosures
                    token={token}
                    owner={owner}
                    environment={environment && asEnvironment(environment)}
                    rows={registries?.claims}
                    context={context}
                  />
                ),
              },
            scopes.length > 0 && {
              id: 'scopes',
              name: `Scopes (${scopes.length})`,
              content: <ScopesOpened scope={scope} />,
            },
            {
              id: 'checks',
              name: failed.length > 0 ? `Checks (${failed.length} failed)` : 'Checks',
              content: (
                <Checks findings={findings}>
                  {token.form === 'jws' && (
                    <SignatureForm
                      jws={token.jws}
                      header={token.header.value ?? {}}
                      environment={environment}
                      onOutcome={onSignature}
                    />
                  )}
                </Checks>
              ),
            },
            token.header.value && {
              id: 'header',
              name: 'Header',
              content: (
                <ClaimsTable
                  title="Header"
                  owner={`${owner}-header`}
                  values={token.header.value}
                  environment={undefined}
                  header
                  rows={registries?.headers}
                  context={{ ...context, encrypted: token.form === 'jwe' }}
                />
              ),
            },
            token.form === 'jwe' && {
              id: 'decrypt',
              name: 'Decrypt',
              content: <DecryptForm token={token.text} header={token.header.value ?? {}} inside={inside} />,
            },
            {
              id: 'raw',
              name: 'Raw',
              content: (
                <>
                  {token.form === 'jwe' && <Encrypted token={token} />}
                  {token.form === 'jws' && !claims && token.payload.text && (
                    <PlainContent text={token.payload.text} owner={owner} />
                  )}
                  {isThreeParts(token) ? (
                    <EncodedToken token={token} owner={owner} />
                  ) : (
                    <Sizes token={token} owner={owner} />
                  )}
                </>
              ),
            },
          ].filter((part) => part !== undefined && part !== false)}
        />
      )}
    </div>
  )
}

/** A token that was pasted alone, as it is, stands nowhere. */
function isWorthSaying({ place, from, again }: FoundToken): boolean {
  return (
    place !== undefined && (from !== undefined || place.start > 0 || place.writing.length > 0 || again !== undefined)
  )
}

/** Whether it can be read and whether its signature was verified are two things, and neither is whether it is in time. */
function States({ token, findings }: { token: InspectedToken; findings: TokenFinding[] }) {
  if (token.form !== 'jws') return null
  const signature = findings.find(({ check }) => check === 'signature')
  const outcome = signature?.outcome ?? 'not-checked'
  // A key that is not fit made a signature that fits: then it is the key that is wrong.
  const words = outcome === 'failed' && signature?.because !== undefined ? 'signature rejected' : signatures[outcome]
  return (
    <>
      <span>
        {token.defects.length === 0
          ? 'readable'
          : token.defects.every(({ isLeftOut }) => isLeftOut)
            ? 'shortened'
            : token.defects.every(({ fault }) => fault)
              ? 'readable'
              : 'broken'}
      </span>
      <span className={styles[outcome]}>{words}</span>
    </>
  )
}

const signatures: Record<TokenFinding['outcome'], string> = {
  passed: 'signature valid',
  failed: 'signature invalid',
  'not-checked': 'signature not verified',
}

function Opaque({ token, owner }: { token: Extract<InspectedToken, { form: 'opaque' }>; owner: string }) {
  return (
    <Notice
      title={
        token.encrypted
          ? 'Only a holder of the key can read it'
          : token.content === undefined
            ? 'Nothing in it can be read here'
            : 'Not a JWT, but readable'
      }
    >
      {token.content === undefined && !token.encrypted && (
        <p>
          Its times and what it allows are not readable in it. The service that issued it may tell them, for example at
          an introspection endpoint (RFC 7662; not shown in the API guide).
        </p>
      )}
      <Secret id={`${owner}-opaque`} value={token.text} what="the opaque token" />
    </Notice>
  )
}

function Encrypted({ token }: { token: Extract<InspectedToken, { form: 'jwe' }> }) {
  return (
    <Notice title="The content is encrypted">
      <p>
        Only the header can be read. Claims, times and scopes are in the ciphertext, and only the holder of the key can
        read them ({String(token.header.value?.alg ?? 'an unknown algorithm')} protects the key of the content,{' '}
        {String(token.header.value?.enc ?? 'an unknown algorithm')} the content itself).
      </p>
      <dl className={styles.sizes}>
        {token.parts.map(({ name, length, meaning }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {length.toLocaleString('en')} characters. {meaning}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

function PlainContent({ text, owner }: { text: string; owner: string }) {
  return (
    <Notice title="The payload contains no claims">
      <p>It is other signed content (RFC 7515 §3), or too damaged to tell.</p>
      <Secret id={`${owner}-content`} value={text} what="the content" />
    </Notice>
  )
}

/** Sizes of the parts, and the token itself, masked. */
function Sizes({ token, owner }: { token: InspectedToken; owner: string }) {
  const [header = '', payload = ''] = token.text.split('.')
  const sizes: [string, number][] =
    token.form === 'jws'
      ? [
          ['Header', header.length],
          ['Payload', payload.length],
          ['Signature', token.signature.length],
        ]
      : []
  return (
    <dl className={styles.sizes}>
      {sizes.map(([name, length]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {length.toLocaleString('en')} characters, {Math.floor((length * 3) / 4).toLocaleString('en')} bytes
          </dd>
        </div>
      ))}
      <div>
        <dt>The token</dt>
        <dd>
          <Secret id={`${owner}-token`} value={token.text} what="the token" />
        </dd>
      </div>
    </dl>
  )
}

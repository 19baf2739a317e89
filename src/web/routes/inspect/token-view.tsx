import type { ReactNode } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import type { ClaimRows } from '#knowledge/service/claims.ts'
import type { TokenFinding } from '#knowledge/token/checks.ts'
import type { FoundToken } from '#knowledge/token/find.ts'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import type { SignatureOutcome } from '../../cryptography/verify.ts'
import { Checks } from '../../elements/checks.tsx'
import { ClaimsTable } from '../../elements/claims-table.tsx'
import { Notice } from '../../elements/notice.tsx'
import { Secret } from '../../elements/secret.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import { Tag } from '../../elements/tag.tsx'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { DecryptForm } from './decrypt-form.tsx'
import { Defects } from './defects.tsx'
import { ScopesOpened } from './scopes-opened.tsx'
import { SignatureForm } from './signature-form.tsx'
import { TimeLine } from './time-line.tsx'
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
  headline: string
  findings: TokenFinding[]
  environment: EnvironmentConfig | undefined
  registries: Registries | undefined
  onKind: (kind: TokenKind) => void
  onSignature: (outcome: SignatureOutcome) => void
  /** Shows what was encrypted, once it was decrypted. */
  inside: (content: string) => ReactNode
}

/** One token, understood: what it is, what is broken in it, how long it holds, what the checks say, what it tells. */
export function TokenView({
  found,
  owner,
  kind,
  headline,
  findings,
  environment,
  registries,
  onKind,
  onSignature,
  inside,
}: Props) {
  const { token } = found
  return (
    <div className={styles.token}>
      <header className={styles.head}>
        <h2>{headline}</h2>
        <label>
          <span className="visually-hidden">Kind of token</span>
          <select value={kind} onChange={(event) => onKind(event.target.value as TokenKind)}>
            {Object.entries(tokenKinds).map(([one, { name }]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <ThreeVerdicts token={token} findings={findings} />
        <p>
          {kind === found.recognised.kind ? (
            <>
              {found.recognised.why} <SourceChip basis={found.recognised.basis} />
            </>
          ) : (
            'As you chose.'
          )}{' '}
          {tokenKinds[kind].purpose}
        </p>
      </header>
      <Defects token={token} />
      <Warnings token={token} />
      {token.form === 'opaque' ? (
        <Opaque token={token} owner={owner} />
      ) : (
        <>
          {token.form === 'jwe' && <Encrypted token={token} />}
          {token.form === 'jwe' && <DecryptForm token={token.text} header={token.header.value ?? {}} inside={inside} />}
          {token.form === 'jws' && token.payload.value && <TimeLine claims={token.payload.value} />}
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
          {token.form === 'jws' && (
            <>
              <ScopesOpened scope={token.payload.value?.scope ?? token.payload.value?.scp} />
              {token.payload.value ? (
                <ClaimsTable
                  title="Claims"
                  owner={`${owner}-claims`}
                  values={token.payload.value}
                  environment={environment && asEnvironment(environment)}
                  rows={registries?.claims}
                />
              ) : (
                token.payload.text && <PlainContent text={token.payload.text} owner={owner} />
              )}
            </>
          )}
          {token.header.value && (
            <ClaimsTable
              title="Header"
              owner={`${owner}-header`}
              values={token.header.value}
              environment={undefined}
              header
              rows={registries?.headers}
            />
          )}
          <Parts token={token} owner={owner} />
        </>
      )}
    </div>
  )
}

/** Readable, signed and in time are three different things, and each is said for itself. */
function ThreeVerdicts({ token, findings }: { token: InspectedToken; findings: TokenFinding[] }) {
  if (token.form === 'opaque') return null
  const of = (check: TokenFinding['check']) => findings.find((finding) => finding.check === check)?.outcome
  const inTime = ['expiry', 'not-before'].map((check) => of(check as TokenFinding['check']))
  const time = inTime.includes('failed') ? 'failed' : inTime.includes('not-checked') ? 'not-checked' : 'passed'
  return (
    <ul className={styles.outcomes}>
      <li>
        {token.defects.length > 0 ? (
          <Tag tone="bad">broken</Tag>
        ) : (
          <Tag>{token.form === 'jwe' ? 'header readable' : 'readable'}</Tag>
        )}
      </li>
      <li>{words.signature[of('signature') ?? 'not-checked']}</li>
      <li>{words.time[time]}</li>
    </ul>
  )
}

const words = {
  signature: {
    passed: <Tag tone="good">signature valid</Tag>,
    failed: <Tag tone="bad">signature invalid</Tag>,
    'not-checked': <Tag>signature not verified</Tag>,
  },
  time: {
    passed: <Tag tone="good">in time</Tag>,
    failed: <Tag tone="bad">not in time</Tag>,
    'not-checked': <Tag>times not known</Tag>,
  },
}

function Opaque({ token, owner }: { token: InspectedToken; owner: string }) {
  return (
    <Notice title="This token is opaque, not broken">
      <p>
        It is a word that only the service that made it can look up. Neither its times nor its scopes can be read here;
        ask that service, for instance at its introspection endpoint (RFC 7662; not shown by the service’s document).
      </p>
      <Secret id={`${owner}-opaque`} value={token.text} what="the opaque token" />
    </Notice>
  )
}

function Encrypted({ token }: { token: Extract<InspectedToken, { form: 'jwe' }> }) {
  return (
    <Notice title="The content is encrypted">
      <p>
        Only the header can be read. Claims, times and scopes are in the ciphertext, and who holds the key alone can
        read them ({String(token.header.value?.alg ?? 'an unknown algorithm')} protects the key of the content,{' '}
        {String(token.header.value?.enc ?? 'an unknown algorithm')} the content itself).
      </p>
      <dl className={styles.parts}>
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
    <Notice title="The payload holds no claims">
      <p>It is signed content of another kind (RFC 7515 §3), or too broken to tell.</p>
      <Secret id={`${owner}-content`} value={text} what="the content" />
    </Notice>
  )
}

/** Sizes of the parts, and the token itself, masked. */
function Parts({ token, owner }: { token: InspectedToken; owner: string }) {
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
    <dl className={styles.parts}>
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

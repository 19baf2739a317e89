import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import { explainAuthorizationRequest } from '#knowledge/protocol/authorization-request.ts'
import button from '../../elements/button.module.css'
import { CopyButton } from '../../elements/copy-button.tsx'
import { ScopeName } from '../../elements/scope-name.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import styles from './authorization-preview.module.css'
import { madeOnDeparture } from './authorization-url.ts'
import type { Choice } from './choice.ts'

/** The authorization request parameter by parameter, and the protections that it is made without. */
export default function AuthorizationParameters({ choice, url }: { choice: Choice; url: string }) {
  const [endpoint] = url.split('?')
  return (
    <>
      <p className={styles.endpoint}>
        <span>
          <b>GET</b> {endpoint}
        </span>
        <CopyButton text={url} what="the authorization URL" leaving="own" />
      </p>
      <dl className={styles.parameters}>
        {explainAuthorizationRequest(url, choice.environment.foreign).map(({ name, value, meaning, basis }, at) => (
          <div key={name} className={styles.parameter}>
            <dt>
              <span aria-hidden>{at === 0 ? '?' : '&'}</span>
              {name}
            </dt>
            {name === 'scope' ? (
              <dd className={styles.scopes}>
                <Scopes scopes={value.split(' ').filter(Boolean)} />
              </dd>
            ) : (
              <dd className={value === madeOnDeparture ? styles.later : styles.value}>
                {value === madeOnDeparture ? 'random, created when you continue' : value}
              </dd>
            )}
            <dd className={styles.meaning}>
              {meaning} <SourceChip basis={basis} />
            </dd>
          </div>
        ))}
      </dl>
      <Lowered environment={choice.environment} />
    </>
  )
}

/** More scopes than these are folded, so that the parameters after them stay within reach. */
const scopesAtOnce = 12

function Scopes({ scopes }: { scopes: string[] }) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? scopes : scopes.slice(0, scopesAtOnce)
  return (
    <>
      <ul>
        {shown.map((scope) => (
          <li key={scope}>
            <ScopeName scope={scope} />
          </li>
        ))}
      </ul>
      {shown.length < scopes.length && (
        <button type="button" className={button.link} onClick={() => setWhole(true)}>
          Show the other {scopes.length - shown.length}
        </button>
      )}
    </>
  )
}

/** Protections that this environment is configured without, and what is lost by it. */
function Lowered({ environment }: { environment: EnvironmentConfig }) {
  const lowered = protections.filter(({ off }) => off(environment))
  if (lowered.length === 0) return null
  return (
    <ul className={styles.lowered} aria-label="Protections turned off">
      {lowered.map(({ name, lost }) => (
        <li key={name}>
          <ShieldOff size={15} aria-hidden />
          <p>
            <b>{name} is turned off for this environment.</b> {lost}
          </p>
        </li>
      ))}
    </ul>
  )
}

const protections: { name: string; off: (environment: EnvironmentConfig) => boolean; lost: string }[] = [
  {
    name: 'PKCE',
    off: ({ pkce }) => !pkce,
    lost: 'A stolen authorization code is then protected only by the client secret (RFC 7636 §1).',
  },
  {
    name: 'The nonce',
    off: ({ nonce }) => !nonce,
    lost: 'An ID token from another sign-in could then be injected (OpenID Connect Core §15.5.2), and a redirect without state cannot be accepted.',
  },
  {
    name: 'Requiring iss in the redirect',
    off: ({ issInRedirect }) => issInRedirect === 'optional',
    lost: 'A redirect from another identity service could then be mistaken for this one’s (RFC 9207 §1).',
  },
  {
    name: 'Verifying signatures of ID tokens',
    off: ({ publishesKeys }) => !publishesKeys,
    lost: 'No key set is configured, so the ID token is trusted because it was received over the connection to the token endpoint (OpenID Connect Core §3.1.3.7).',
  },
]

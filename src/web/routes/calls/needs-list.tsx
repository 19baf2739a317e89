import { Building2, Clock, KeyRound } from 'lucide-react'
import { Link, useFetcher } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Operation } from '#knowledge/protocol/apis.ts'
import { scopesInWords } from '#knowledge/protocol/scope-words.ts'
import { relativeTime } from '#knowledge/text/duration.ts'
import { useNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { ScopeName } from '../../elements/scope-name.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import { Tag } from '../../elements/tag.tsx'
import { accessTokenExpiry } from '../../session/token-times.ts'
import { signInAddress } from '../sign-in/choice.ts'
import { needsOf } from './needs.ts'
import styles from './needs-list.module.css'

const tones = {
  held: { tone: 'good', label: 'granted' },
  missing: { tone: 'bad', label: 'missing' },
  unknown: { tone: 'plain', label: 'not known' },
} as const

/** What the operation needs and whether the token has it, before anything is sent. */
export function NeedsList({
  operation,
  session,
  config,
}: {
  operation: Operation | undefined
  session: SignedIn
  config: Config
}) {
  if (!operation)
    return (
      <ul className={styles.needs} aria-label="What this call needs">
        <Expired session={session} />
      </ul>
    )
  const { scope, company } = needsOf(operation, session, config)
  return (
    <ul className={styles.needs} aria-label="What this call needs">
      <Expired session={session} />
      <li>
        <KeyRound size={15} aria-hidden />
        <span>
          Scope <b>{scopesInWords([scope.name])}</b>{' '}
          <Tag tone={tones[scope.state].tone}>{tones[scope.state].label}</Tag>{' '}
          {scope.state === 'missing' && (
            <>
              <Link to={signInFrom(session, { scopes: [scope.name] })}>Request it in a new sign-in</Link>{' '}
            </>
          )}
          <SourceChip basis={operation.basis} />
          <span className={styles.name}>
            <ScopeName scope={scope.name} />
          </span>
        </span>
      </li>
      {company && (
        <li>
          <Building2 size={15} aria-hidden />
          <span>
            A company identifier, in the audience or in the claim <code>{company.claim}</code>{' '}
            <Tag tone={tones[company.state].tone}>{tones[company.state].label}</Tag>{' '}
            <SourceChip basis={{ kind: 'documented', reference: '§5, §7.3' }} />
          </span>
        </li>
      )}
    </ul>
  )
}

/** Said before anything is sent with a token that nobody accepts any more. */
function Expired({ session }: { session: SignedIn }) {
  const renewing = useFetcher({ key: 'renew' })
  const now = useNow()
  const expiry = accessTokenExpiry(session)
  if (expiry === undefined || expiry.at > now) return null
  return (
    <li>
      <Clock size={15} aria-hidden />
      <span>
        The access token expired {relativeTime(expiry.at, now)}.{' '}
        {session.refreshToken ? (
          <button
            type="button"
            className={button.link}
            disabled={renewing.state !== 'idle'}
            onClick={({ currentTarget: { form } }) => {
              void renewing.submit({ do: 'renew' }, { method: 'post', action: '/session' })
              // This line goes once there is a new token; what follows is Send.
              form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
            }}
          >
            Renew it
          </button>
        ) : (
          <Link to={signInFrom(session)}>Sign in again</Link>
        )}
      </span>
    </li>
  )
}

/** The sign-in screen with this session's choices, with more scopes or another prompt where they are given. */
export function signInFrom(
  { environment, client, requestedScopes }: SignedIn,
  more: { scopes?: string[]; prompt?: 'login' } = {},
): string {
  return signInAddress({
    environment,
    client,
    scopes: [...new Set([...requestedScopes, ...(more.scopes ?? [])])],
    prompt: more.prompt,
    returnTo: location.pathname,
  })
}

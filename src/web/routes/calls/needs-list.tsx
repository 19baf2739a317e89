import { Building2, KeyRound } from 'lucide-react'
import { Link } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Operation } from '#knowledge/service/apis.ts'
import { BasisNote } from '../../elements/basis-note.tsx'
import { Tag } from '../../elements/tag.tsx'
import { signInAddress } from '../sign-in/choice.ts'
import { needsOf } from './needs.ts'
import styles from './needs-list.module.css'

const tones = {
  held: { tone: 'good', label: 'the token has it' },
  missing: { tone: 'bad', label: 'the token lacks it' },
  unknown: { tone: 'plain', label: 'cannot be told from here' },
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
  if (!operation) return null
  const { scope, company } = needsOf(operation, session, config)
  return (
    <ul className={styles.needs} aria-label="What this call needs">
      <li>
        <KeyRound size={15} aria-hidden />
        <span>
          Scope <code>{scope.name}</code> <Tag tone={tones[scope.state].tone}>{tones[scope.state].label}</Tag>
          {scope.state === 'missing' && (
            <>
              {' '}
              <Link to={signInFrom(session, { scopes: [scope.name] })}>Ask for it in a new sign-in</Link>
            </>
          )}
        </span>
      </li>
      {company && (
        <li>
          <Building2 size={15} aria-hidden />
          <span>
            A company identifier, in the audience or in the claim <code>{company.claim}</code>{' '}
            <Tag tone={tones[company.state].tone}>{tones[company.state].label}</Tag>{' '}
            <BasisNote basis={{ kind: 'documented', reference: '§5, §7.3' }} />
          </span>
        </li>
      )}
      <li className={styles.basis}>
        <BasisNote basis={operation.basis} />
      </li>
    </ul>
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

import { CircleCheck, CircleDashed, CircleX, Play } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import type { Demonstration } from '#contract/config.ts'
import { mostSessions } from '#contract/session.ts'
import button from '../../elements/button.module.css'
import { StatusTag } from '../../elements/status-tag.tsx'
import { useHeldSessions } from '../../session/session.ts'
import type { Ending } from './endings.ts'
import { outcomeToExpect } from './play.ts'
import styles from './story-list.module.css'

/** The stories by where they end, each with how it ends and how it ended when it was played last. */
export function StoryList({
  demonstrations,
  chosen,
  endings,
}: {
  demonstrations: Demonstration[]
  chosen: string | undefined
  endings: Partial<Record<string, Ending>>
}) {
  const leaving = useNavigation().formMethod === 'POST'
  const held = useHeldSessions()
  // With as many sessions as there can be, the story asks first which of them ends.
  const canRun = chosen === undefined && held.length < mostSessions
  return (
    <nav aria-label="Stories" className={styles.stories}>
      {groups.map(({ name, has }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ol>
            {demonstrations.filter(has).map((demonstration) => {
              const { id, title, story, ends } = demonstration
              const { Icon, label, className } = marks[endings[id] ?? 'open']
              return (
                <li key={id}>
                  <Link
                    to={`/demonstrations/${id}`}
                    aria-current={id === chosen ? 'page' : undefined}
                    preventScrollReset
                  >
                    <Icon size={16} aria-hidden className={className} />
                    <b>{title}</b>
                    <StatusTag status={ends.status} error={ends.error} outcome={outcomeToExpect(demonstration)} />
                    <span className={styles.story}>{story}</span>
                    <span className="visually-hidden"> {label}</span>
                  </Link>
                  {canRun && (
                    <Form method="post" action={`/demonstrations/${id}`}>
                      <button type="submit" className={button.icon} aria-label={`Run: ${title}`} disabled={leaving}>
                        <Play size={16} aria-hidden />
                      </button>
                    </Form>
                  )}
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </nav>
  )
}

const groups: { name: string; has: (demonstration: Demonstration) => boolean }[] = [
  { name: 'It works', has: ({ expected }) => expected === undefined },
  { name: 'The sign-in fails', has: ({ expected, call }) => expected !== undefined && call === undefined },
  {
    name: 'The call is rejected',
    has: ({ expected, call, ends }) => failedCall({ expected, call }) && ends.status < 500,
  },
  { name: 'The API fails', has: ({ expected, call, ends }) => failedCall({ expected, call }) && ends.status >= 500 },
]

function failedCall({ expected, call }: Pick<Demonstration, 'expected' | 'call'>): boolean {
  return expected !== undefined && call !== undefined
}

const marks = {
  open: { Icon: CircleDashed, label: '', className: styles.open },
  'as-expected': { Icon: CircleCheck, label: 'ended as expected', className: styles.held },
  otherwise: { Icon: CircleX, label: 'ended differently', className: styles.failed },
}

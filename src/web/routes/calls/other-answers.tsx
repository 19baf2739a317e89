import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Exchange } from '#contract/exchange.ts'
import { answerQuery } from '../../exchange/calls.ts'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import { flowAddress } from '../flow/choice.ts'
import styles from './answer.module.css'

/** Whose session it is, where there are several. */
export function useSenderAmongSessions(session: string): string | undefined {
  const labels = useSessionLabels()
  return labels.length > 1 ? labels.find(({ name }) => name === session)?.title : undefined
}

/** What the other sessions of this browser got of the same operation. */
export function OtherAnswers({
  session,
  operation,
  exchange,
}: {
  /** Name of the session that the response is of. */
  session: string
  operation: string
  exchange: Exchange
}) {
  const labels = useSessionLabels()
  const others = labels.filter(({ name }) => name !== session)
  const answers = useQueries({ queries: others.map(({ name }) => answerQuery(name, operation)) })
  if (!answers.some(({ data }) => data?.exchange)) return null
  return (
    <p className={styles.whose}>
      {others.map(({ name, title }, at) => {
        const theirs = answers[at]?.data?.exchange
        return (
          theirs && (
            <Link key={name} to={`/flow${flowAddress({ message: exchange.id, beside: theirs.id })}`}>
              Compare with {title}: {theirs.response?.status ?? 'no response'}
            </Link>
          )
        )
      })}
    </p>
  )
}

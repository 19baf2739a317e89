import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { lastOperation } from '../../exchange/calls.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { warmUpSoon } from '../../exchange/reasons.ts'
import { configQuery, keysQuery, queryClient, sessionsQuery } from '../../queries.ts'
import { currentSession, useSession } from '../../session/session.ts'
import { ScreenHead } from '../screen-head.tsx'
import { CallForm } from './call-form.tsx'
import { freePath } from './operation-choice.tsx'
import { restoreAnswers } from './restore-answers.ts'

export async function loader({ params }: LoaderFunctionArgs): Promise<Response | null> {
  warmUpSoon('calls')
  const config = await queryClient.ensureQueryData(configQuery)
  const operations = knownOperations(config)
  const session = await currentSession()
  const last = session.state === 'signed-in' ? lastOperation(session.name) : undefined
  if (params.operation === undefined) return redirect(`/calls/${last ?? operations[0]?.id ?? freePath}`)
  if (session.state === 'signed-in') {
    const held = await queryClient.ensureQueryData(sessionsQuery)
    await Promise.all([
      held.length > 1 ? restoreAnswers(held, config) : undefined,
      ...config.environments.map(({ id }) => queryClient.ensureQueryData(keysQuery(id)).catch(() => undefined)),
    ])
  }
  return null
}

/** The business APIs: which call, what it needs and what the token has, the response, and why it failed. */
export function Component() {
  const session = useSession()
  const { data: config } = useSuspenseQuery(configQuery)
  const { operation: id = freePath } = useParams()
  const operation = knownOperations(config).find((one) => one.id === id)
  if (session.state === 'signed-out') return null
  if (!operation && id !== freePath) return <UnknownOperation name={id} config={config} />
  return (
    <>
      <ScreenHead of="/calls" documentTitle={`${operation?.title ?? 'Any path'} · Calls`} />
      <CallForm key={`${session.name} ${id}`} session={session} config={config} operation={operation} />
    </>
  )
}

/** An address that names an operation which this installation does not have. */
function UnknownOperation({ name, config }: { name: string; config: Config }) {
  const [first] = knownOperations(config)
  return (
    <>
      <ScreenHead of="/calls" documentTitle="Unknown operation · Calls" />
      <Notice
        tone="warn"
        title={`No operation is named “${name}”`}
        actions={
          <Link to={`/calls/${first?.id ?? freePath}`} className={button.primary}>
            Choose an operation
          </Link>
        }
      >
        <p>The URL contains an operation that this installation does not have.</p>
      </Notice>
    </>
  )
}

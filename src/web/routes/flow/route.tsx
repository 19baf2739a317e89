import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import {
  type ActionFunctionArgs,
  Link,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useSearchParams,
} from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { sendCall } from '../../exchange/calls.ts'
import { describeFlow } from '../../exchange/describe-flow.ts'
import { configQuery, keysQuery, messagesQuery, queryClient, sessionQuery } from '../../queries.ts'
import { forgetSession, readMessages } from '../../session/session.ts'
import { filterMessages, flowAddress, readFlowChoice } from './choice.ts'
import { Filters } from './filters.tsx'
import styles from './flow.module.css'
import { HandOnFlow } from './hand-on-flow.tsx'
import { type OpenedFile, OpenFile } from './opened-file.tsx'
import { draftOf, repeatRequest } from './repeat.ts'
import { Sequence } from './sequence.tsx'
import { WebhooksPanel } from './webhooks.tsx'

export async function loader(): Promise<null> {
  const { environments } = await queryClient.ensureQueryData(configQuery)
  const keys = environments.map(({ id }) => queryClient.ensureQueryData(keysQuery(id)).catch(() => undefined))
  await Promise.all([readMessages(), ...keys])
  return null
}

/** `repeat` holds the id of a message: its call is made once more, and the new message opened. */
export async function action({ request }: ActionFunctionArgs): Promise<Response | Refusal> {
  const id = (await request.formData()).get('repeat')
  const message = queryClient.getQueryData(messagesQuery.queryKey)?.find((one) => one.id === id)
  if (!message) throw new Error('The message that was to be repeated is not here any more.')
  const { operations } = await queryClient.ensureQueryData(configQuery)
  const { operation } = draftOf(message, operations)
  try {
    const answer = await sendCall(operation, repeatRequest(message), request.signal)
    const choice = readFlowChoice(new URL(request.url).searchParams)
    return redirect(`/flow${flowAddress({ ...choice, message: answer.id, beside: message.id })}`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 401) forgetSession()
    return error.refusal
  }
}

/** Choosing another message asks for nothing anew. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined || currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
}

/** Every message of the sign-in and of each call, drawn as it happened; one of them open. */
export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: recorded } = useSuspenseQuery(messagesQuery)
  const [opened, setOpened] = useState<OpenedFile>()
  const exchanges = opened?.exchanges ?? recorded
  const [address] = useSearchParams()
  const choice = readFlowChoice(address)
  const messages = useMemo(() => describeFlow(exchanges, { config, session }), [exchanges, config, session])
  const shown = useMemo(() => filterMessages(messages, readFlowChoice(address)), [messages, address])
  return (
    <>
      <PageHead title="Flow">
        Every message of the sign-in and of each call, as it really happened. Codes, secrets and tokens stand as
        fingerprints.
      </PageHead>
      {messages.length === 0 ? (
        <NothingYet signedIn={session.state === 'signed-in'} />
      ) : (
        <div className={styles.flow}>
          <Filters messages={messages} shown={shown.length} choice={choice} config={config} />
          <Sequence messages={shown} all={messages} choice={choice} config={config} session={session} />
        </div>
      )}
      {config.webhooks && !opened && session.state === 'signed-in' && (
        <WebhooksPanel messages={messages} builtIn={config.builtIn} />
      )}
      {messages.length > 0 && <HandOnFlow messages={shown} />}
      <OpenFile opened={opened} show={setOpened} />
      {config.demonstrations && (
        <p>
          <Link to="/demonstrations">Play a demonstration</Link>, and see its messages here.
        </p>
      )}
    </>
  )
}

function NothingYet({ signedIn }: { signedIn: boolean }) {
  return (
    <Notice
      title="Nothing was recorded yet"
      actions={
        <Link to={signedIn ? '/calls' : '/?return=/flow'} className={button.primary}>
          {signedIn ? 'Call an API' : 'Sign in'}
        </Link>
      }
    >
      <p>
        Messages are recorded while you are signed in, from the sign-in on, and go with the session. At most the newest
        hundred are kept.
      </p>
    </Notice>
  )
}

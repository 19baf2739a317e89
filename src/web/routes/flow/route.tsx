import { useSuspenseQuery } from '@tanstack/react-query'
import { Columns2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useSearchParams,
} from 'react-router'
import type { Exchange } from '#contract/exchange.ts'
import type { Refusal } from '#contract/refusal.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Skeleton } from '../../elements/skeleton.tsx'
import { useWide } from '../../elements/use-wide.ts'
import { sendCall } from '../../exchange/calls.ts'
import { useDescribed } from '../../exchange/diagnoses.ts'
import { warmUpSoon } from '../../exchange/reasons.ts'
import { callInFile, callOf } from '../../exchange/recorded-call.ts'
import { useWebhooks } from '../../exchange/webhooks.ts'
import { useMasking } from '../../privacy/masking.ts'
import { configQuery, keysQuery, messagesQuery, queryClient, sessionsQuery } from '../../queries.ts'
import { readAllMessages, useAllMessages } from '../../session/all-messages.ts'
import { forgetSession, useSession } from '../../session/session.ts'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import { ScreenHead } from '../screen-head.tsx'
import type { Repetition } from './again.tsx'
import { filterMessages, flowAddress, oneMessage, readFlowChoice } from './choice.ts'
import { Compared } from './compared.tsx'
import { ComparedRuns } from './compared-runs.tsx'
import { Filters } from './filters.tsx'
import styles from './flow.module.css'
import { HandOnFlow } from './hand-on-flow.tsx'
import { MessageView } from './message-view.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { type OpenedFile, OpenFile } from './opened-file.tsx'
import { newestFrom } from './runs.ts'
import { Sequence, SequenceFrame, SequenceOutline } from './sequence.tsx'
import { WebhooksPanel } from './webhooks.tsx'

export async function loader(): Promise<null> {
  const { environments } = await queryClient.ensureQueryData(configQuery)
  const keys = environments.map(({ id }) => queryClient.ensureQueryData(keysQuery(id)).catch(() => undefined))
  const read = readAllMessages()
  // That there is nothing needs no waiting and no explanations. What is read comes where it is shown.
  if (isEmpty()) {
    read.catch(() => undefined)
    return null
  }
  warmUpSoon('calls')
  await Promise.all([read, ...keys])
  return null
}

/** Whether this browser has no session, and nothing was recorded for it when that was last known. */
const isEmpty = (): boolean =>
  queryClient.getQueryData(sessionsQuery.queryKey)?.length === 0 &&
  queryClient.getQueryData(messagesQuery(undefined).queryKey)?.messages.length === 0

/** Makes a call once more, and opens the new message beside the one that it repeats. */
export async function action({ request }: ActionFunctionArgs): Promise<Response | Refusal> {
  const repetition: Repetition = await request.json()
  const { session } = repetition
  try {
    const answer = await sendCall(session, repetition.operation, repetition.request, request.signal)
    const choice = readFlowChoice(new URL(request.url).searchParams)
    return redirect(
      `/flow${flowAddress({ ...choice, message: answer.id, beside: repetition.beside, repeated: '1', runs: undefined })}`,
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.status === 401) forgetSession(session)
    return error.refusal
  }
}

/** Choosing another message asks for nothing again. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined || currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search
}

/** Every message of the sign-in and of each call, drawn as it happened; one of them open. */
export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const { messages: recorded, owners } = useAllMessages()
  const labels = useSessionLabels()
  const whose = ({ id }: FlowMessage) =>
    labels.length > 1 ? labels.find(({ name }) => name === owners.get(id))?.title : undefined
  const [opened, setOpened] = useState<OpenedFile>()
  // What was sent since a file was opened stands among its messages, to be compared with them.
  const exchanges = useMemo(
    () => (opened ? [...opened.exchanges, ...recorded.filter(({ startedAt }) => startedAt > opened.at)] : recorded),
    [opened, recorded],
  )
  const joined = useCallback(
    (exchange: Exchange) =>
      opened?.exchanges.includes(exchange) ? callInFile(exchange, config) : callOf(exchange, { config, session }),
    [opened, config, session],
  )
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const choice = readFlowChoice(address)
  const described = useDescribed(exchanges, joined)
  const messages = described ?? undescribed
  const shown = useMemo(() => filterMessages(messages, readFlowChoice(address), owners), [messages, address, owners])
  // What Claimcheck recorded has fingerprints in the place of secrets; a file has whatever is in it.
  const masking = useMasking(opened !== undefined)
  const visible = useMemo(() => masking?.messages(messages) ?? messages, [messages, masking])
  const [whole, setWhole] = useState(false)
  const unfiltered = shown.length === messages.length
  const from = whole || opened || !unfiltered ? 0 : newestFrom(shown)
  // A message that the address names is in sight, however old it is.
  const hidden = shown.slice(0, from).some(({ id }) => id === choice.message) ? 0 : from
  const ids = new Set(shown.slice(hidden).map(({ id }) => id))
  const webhooks = useWebhooks(session, config.webhooks === true && !opened)
  const since = hidden > 0 ? (shown[hidden]?.exchange.startedAt ?? 0) : 0
  const wide = useWide(1240)
  const roomy = useWide(640)
  const open = visible.find(({ id }) => id === choice.message)
  const beside = visible.find(({ id }) => id === choice.beside)
  const openFile = <OpenFile opened={opened} config={config} show={setOpened} />
  const compared = open && beside && (
    <Compared
      open={open}
      beside={beside}
      repeated={choice.repeated !== undefined}
      whose={whose}
      close={`/flow${flowAddress({ ...choice, ...oneMessage })}`}
    />
  )
  const view = open && (
    <MessageView
      key={open.id}
      message={open}
      all={visible}
      compared={!wide && compared}
      originals={messages}
      choice={choice}
      session={session}
      owners={owners}
      whose={whose}
    />
  )
  return (
    <>
      <div className={styles.head}>
        <ScreenHead of="/flow" />
        {exchanges.length > 0 && (
          <div className={styles.tools} inert={described === undefined}>
            <HandOnFlow messages={shown} folded={!roomy}>
              <button
                type="button"
                className={button.button}
                aria-expanded={choice.runs !== undefined}
                onClick={() =>
                  void navigate(
                    `/flow${flowAddress({ ...choice, ...oneMessage, runs: choice.runs ? undefined : 'last' })}`,
                    {
                      replace: true,
                      preventScrollReset: true,
                    },
                  )
                }
              >
                <Columns2 size={15} aria-hidden />
                Compare runs
              </button>
              {!roomy && openFile}
            </HandOnFlow>
          </div>
        )}
        {(roomy || exchanges.length === 0) && openFile}
      </div>
      {exchanges.length > 0 && (
        <div className={styles.toolbar} inert={described === undefined}>
          <Filters messages={messages} shown={shown.length} choice={choice} config={config} sessions={labels} />
        </div>
      )}
      {choice.runs && messages.length > 0 && (
        <ComparedRuns messages={visible} owners={owners} choice={choice} config={config} />
      )}
      {wide && compared}
      {described === undefined ? (
        <SequenceFrame>
          <Skeleton what="Reading the messages" />
        </SequenceFrame>
      ) : messages.length === 0 ? (
        <>
          <NothingYet signedIn={session.state === 'signed-in'} demonstrations={config.demonstrations !== undefined} />
          <SequenceOutline />
        </>
      ) : (
        <div className={wide && open ? styles.beside : styles.flow}>
          <div className={styles.picture}>
            {hidden > 0 && (
              <button type="button" className={styles.earlier} onClick={() => setWhole(true)}>
                Show {hidden === 1 ? 'one earlier message' : `${hidden} earlier messages`}
              </button>
            )}
            <Sequence
              messages={visible.filter(({ id }) => ids.has(id))}
              all={visible}
              open={choice.message}
              addressOf={({ id }) =>
                `/flow${flowAddress({ ...choice, ...oneMessage, message: choice.message === id ? undefined : id })}`
              }
              opened={!wide && view}
              deliveries={unfiltered ? webhooks?.deliveries.filter(({ receivedAt }) => receivedAt >= since) : []}
              whose={whose}
            />
          </div>
          {wide && view && <Beside key={open.id}>{view}</Beside>}
        </div>
      )}
      {described && webhooks && session.state === 'signed-in' && (
        <WebhooksPanel session={session.name} webhooks={webhooks} messages={messages} builtIn={config.builtIn} />
      )}
    </>
  )
}

const undescribed: FlowMessage[] = []

/** The open message beside the picture. Where another was read far down, its top comes into view, and its row in the picture too. */
function Beside({ children }: { children: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) void pane.current?.scrollIntoView({ block: 'start' })
    const picture = pane.current?.previousElementSibling
    const row = picture?.querySelector('[aria-expanded="true"]')
    if (!picture || !row) return
    const [around, place] = [picture.getBoundingClientRect(), row.getBoundingClientRect()]
    const bottom = Math.min(around.bottom, innerHeight)
    if (place.top < around.top || place.bottom > bottom)
      picture.scrollTop += (place.top + place.bottom - around.top - bottom) / 2
    // The picture may itself reach below the window.
    void row.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={pane} className={styles.message} aria-label="Message">
      {children}
    </section>
  )
}

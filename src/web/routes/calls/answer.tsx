import { Tabs } from '@base-ui/react/tabs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import type { EvidenceSpan } from '#knowledge/diagnose/evidence-spans.ts'
import type { Operation } from '#knowledge/protocol/apis.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import { bytesOfBase64 } from '#knowledge/text/base64.ts'
import { milliseconds } from '#knowledge/text/duration.ts'
import { answerKind } from '../../elements/answer-kind.ts'
import button from '../../elements/button.module.css'
import { CodePanel } from '../../elements/code-panel.tsx'
import { CopyButton } from '../../elements/copy-button.tsx'
import { Body, Headers, RequestSide, TokenSide, useSpans } from '../../elements/exchange-view.tsx'
import { JsonPaths } from '../../elements/json-paths.tsx'
import { Notice } from '../../elements/notice.tsx'
import { StatusTag } from '../../elements/status-tag.tsx'
import tabs from '../../elements/tabs.module.css'
import { TicketCopy } from '../../elements/ticket-copy.tsx'
import { VerdictCard, VerdictSkeleton } from '../../elements/verdict-card.tsx'
import viewChoice from '../../elements/view-choice.module.css'
import type { Answered } from '../../exchange/calls.ts'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { reportOf, useShown } from '../../exchange/shown.ts'
import { eventOf, subjectOf, textAt, useWebhooks } from '../../exchange/webhooks.ts'
import { fileAddressOf } from '../../privacy/hand-over.ts'
import { keysQuery } from '../../queries.ts'
import { Verdict } from '../verdict/verdict.tsx'
import styles from './answer.module.css'
import { AnswerTable } from './answer-table.tsx'
import { broughtBy } from './brought-by.ts'
import { heldBack } from './draft.ts'
import { listInAnswer } from './list-in-answer.ts'
import { freePath } from './operation-choice.tsx'
import { OtherAnswers, useSenderAmongSessions } from './other-answers.tsx'
import { PredictedVerdict } from './predicted-verdict.tsx'
import { useWalks } from './use-walks.ts'
import { walksOfThing } from './walks.ts'

const PdfView = lazy(() => import('../../elements/pdf-view.tsx'))

interface Props {
  answered: Answered
  operation: Operation | undefined
  session: SignedIn
  config: Config
  busy: boolean
  /** Set while this is the response that was just asked for. */
  fresh: string | undefined
  sendAgain: () => void
  sendTo: (environment: string) => void
  /** Sends the call with the session's own token in the place of a test token. */
  sendOwnToken: () => void
  /** Leads to the form. */
  correct: () => void
}

/** What came back: the verdict, good or bad, and the response itself, readable. */
export function Answer({
  answered: { request, exchange },
  operation,
  session,
  config,
  fresh,
  correct,
  sendOwnToken,
  ...resend
}: Props) {
  // What the call is judged by is asked for before it is judged.
  useSuspenseQuery(keysQuery(exchange.environment))
  const call = useMemo(() => callOf(exchange, { config, session }), [exchange, config, session])
  const told = useDiagnoses(call)
  const diagnoses = told ?? untold
  const shown = useShown(exchange, call, diagnoses)
  const { response } = shown.exchange
  const spans = useSpans(shown.call, shown.diagnoses[0])
  const aboutToken = call.token && spans.some(({ at }) => at.startsWith('/token'))
  const [part, setPart] = useState<ShownPart>('body')
  const open = part === 'token' && !aboutToken ? 'body' : part
  const parts = useRef<HTMLDivElement>(null)
  const { dropped, replaced } = heldBack(request)
  const as = useSenderAmongSessions(session.name)
  const reported = () => reportOf(shown.title, exchange, call, diagnoses)
  // Whether it worked is said with why it did not, and nothing moves when that comes.
  if (told === undefined) return <VerdictSkeleton what="Reading the response" />
  return (
    <div className={styles.answer}>
      <Verdict
        diagnoses={shown.diagnoses}
        call={shown.call}
        at={exchange.at}
        fresh={fresh}
        as={as}
        inFlow={exchange.id}
        onWhole={(wanted) => {
          setPart(wanted)
          parts.current?.scrollIntoView({ block: 'nearest' })
          parts.current?.querySelector<HTMLElement>('[role="tab"]')?.focus({ preventScroll: true })
        }}
        situation={{ config, session, exchange, resend, correct, sendOwnToken }}
        reported={reported}
      />
      {diagnoses.length === 0 && (
        <Worked
          shown={shown}
          operation={operation}
          values={request.parameters ?? {}}
          session={session}
          config={config}
          fresh={fresh}
          as={as}
          reported={reported}
        />
      )}
      {request.token !== undefined && (
        <PredictedVerdict token={request.token} exchange={exchange} config={config} diagnoses={told} />
      )}
      {dropped.length > 0 && (
        <Notice tone="warn" title={`Not forwarded: ${dropped.join(', ')}`}>
          <p>Claimcheck forwards only the headers on its list.</p>
        </Notice>
      )}
      {replaced && (
        <Notice tone="warn" title="Replaced: authorization">
          <p>
            {config.builtIn
              ? 'Claimcheck sends the token that is selected under “Token to send”.'
              : 'Claimcheck sends the access token of the session.'}
          </p>
        </Notice>
      )}
      <OtherAnswers session={session.name} operation={operation?.id ?? freePath} exchange={exchange} />
      <div ref={parts} className={styles.parts}>
        <Tabs.Root value={open} onValueChange={(value) => setPart(value as ShownPart)}>
          <Tabs.List className={`${tabs.list} ${styles.tabs}`} aria-label="Parts of the exchange">
            {Object.entries(partNames).map(
              ([id, name]) =>
                (id !== 'token' || aboutToken) && (
                  <Tabs.Tab key={id} value={id} className={tabs.tab}>
                    {name}
                  </Tabs.Tab>
                ),
            )}
          </Tabs.List>
          <Tabs.Panel value="body" className={styles.panel}>
            <p className={styles.took}>{tookOf(exchange)}</p>
            <AnswerBody
              key={exchange.id}
              exchange={shown.exchange}
              spans={spans}
              operation={operation}
              config={config}
            />
          </Tabs.Panel>
          <Tabs.Panel value="headers" className={styles.panel}>
            {response ? (
              <Headers headers={response.headers} spans={spans} pointer="/response/headers" />
            ) : (
              <p>No response was received, so there are no headers.</p>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="token">
            {shown.call.token && <TokenSide token={shown.call.token} spans={spans} />}
          </Tabs.Panel>
          <Tabs.Panel value="request">
            <RequestSide call={shown.call} spans={spans} timing={exchange} />
          </Tabs.Panel>
          <Tabs.Panel value="code" className={styles.panel}>
            <CodePanel exchange={exchange} session={session} />
          </Tabs.Panel>
        </Tabs.Root>
      </div>
    </div>
  )
}

const untold: Diagnosis[] = []

const partNames = { body: 'Body', headers: 'Headers', request: 'Request', token: 'Token evidence', code: 'Code' }
type ShownPart = keyof typeof partNames

/** The same shape for a call that worked: what it brought, and where to go from there. */
function Worked({
  shown: { exchange, call },
  operation,
  values,
  session,
  config,
  fresh,
  as,
  reported,
}: {
  shown: FlowMessage
  operation: Operation | undefined
  values: Record<string, string>
  session: SignedIn
  config: Config
  fresh: string | undefined
  as: string | undefined
  reported: () => Reported
}) {
  const { response } = exchange
  const subject = textAt(response?.body ?? '', 'id')
  const told = useWebhooks(session, config.webhooks === true && subject !== undefined)?.deliveries ?? []
  if (!response) return null
  const onwards = walksOfThing(operation, values, response.body, knownOperations(config))
  return (
    <VerdictCard
      tone="good"
      label="The call worked"
      title={`${operation?.title ?? 'The call'}: ${broughtBy(response)}`}
      at={exchange.at}
      fresh={fresh}
      facts={
        <>
          <StatusTag status={response.status} />
          <span>API gateway, {call.environment?.name ?? exchange.environment}</span>
          {as !== undefined && <span>as {as}</span>}
        </>
      }
      foot={
        <>
          {onwards.map(({ title, address }) => (
            <Link key={address} to={address}>
              {title}
            </Link>
          ))}
          {told
            .filter((delivery) => subjectOf(delivery) === subject)
            .map((delivery) => (
              <Link key={delivery.id} to={`/flow#webhook-${delivery.id}`}>
                Webhook {eventOf(delivery)}
              </Link>
            ))}
          <TicketCopy reported={reported} />
          <Link to={`/flow?message=${exchange.id}`}>Show in Flow</Link>
        </>
      }
    />
  )
}

function tookOf({ durationMs, response }: Exchange): string {
  return response ? `${milliseconds(durationMs)}, ${bytes(response.size)}` : milliseconds(durationMs)
}

function AnswerBody({
  exchange: { request, response, failure },
  spans,
  ...known
}: {
  exchange: Exchange
  spans: EvidenceSpan[]
  operation: Operation | undefined
  config: Config
}) {
  if (!response) return <p>{failure?.message ?? 'No response was received, so there is no body.'}</p>
  if (response.bodyBase64 !== undefined)
    return (
      <Binary
        base64={response.bodyBase64}
        type={response.headers['content-type'] ?? ''}
        thing={thingOf(request.url) ?? 'response'}
      />
    )
  if (!response.body) return <p className={styles.empty}>The response has no body.</p>
  return (
    <>
      <Text body={response.body} spans={spans.filter(({ at }) => at === '/response/body')} {...known} />
      {response.cut && <p className={styles.empty}>The response exceeds the size limit. The rest was not read.</p>}
    </>
  )
}

/** A body that is text: as it is; where it is JSON also value by value, to be searched; a list in it as a table. */
function Text({
  body,
  spans,
  operation,
  config,
}: {
  body: string
  spans: EvidenceSpan[]
  operation: Operation | undefined
  config: Config
}) {
  const list = useMemo(() => listInAnswer(body), [body])
  const kind = useMemo(() => answerKind(body), [body])
  const operations = useMemo(() => knownOperations(config), [config])
  const walks = useWalks(operations, operation, body)
  const [view, setView] = useState<View>(list?.whole ? 'table' : 'body')
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const views: View[] = ['body', ...(list ? ['table' as const] : []), ...(kind.as === 'json' ? ['paths' as const] : [])]
  return (
    <>
      <div className={styles.tools}>
        {view === 'paths' && (
          <input
            type="search"
            className={viewChoice.search}
            value={text}
            aria-label="Search the response"
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {views.length > 1 && (
          <fieldset className={viewChoice.views}>
            <legend className="visually-hidden">View of the response</legend>
            {views.map((one) => (
              <label key={one}>
                <input type="radio" name="answer-view" checked={view === one} onChange={() => setView(one)} />
                {viewNames[one]}
              </label>
            ))}
          </fieldset>
        )}
        <CopyButton text={body} what="the body" leaving="message" />
      </div>
      {list && view === 'table' ? (
        <AnswerTable list={list} walks={walks} />
      ) : kind.as === 'json' && view === 'paths' ? (
        <JsonPaths key={wanted} values={kind.value} wanted={wanted} />
      ) : (
        <Body text={body} spans={spans} leadsTo={(value) => walks.get(value)?.[0]} />
      )}
    </>
  )
}

type View = 'body' | 'table' | 'paths'
const viewNames: Record<View, string> = { body: 'JSON', table: 'Table', paths: 'Paths' }

/** The id in a path, which names what came back: the last part of it that has a digit. */
const thingOf = (url: string): string | undefined =>
  new URL(url).pathname.split('/').findLast((part) => /^[\w-]*\d[\w-]*$/.test(part) && !/^v\d+$/.test(part))

/** A body that is not text: a PDF is drawn, anything else can be saved. */
function Binary({ base64, type, thing }: { base64: string; type: string; thing: string }) {
  const bytes = useMemo(() => bytesOfBase64(base64) ?? new Uint8Array(), [base64])
  const isPdf = type.startsWith('application/pdf')
  const name = `${thing}${isPdf ? '.pdf' : '.bin'}`
  const address = useBlobAddress(bytes)
  return (
    <div className={styles.binary}>
      <a className={button.button} href={address} download={name}>
        <Download size={15} aria-hidden />
        Save as {name}
      </a>
      {isPdf ? (
        <Suspense fallback={<p>Loading the PDF reader</p>}>
          <PdfView bytes={bytes} name="PDF of the response" />
        </Suspense>
      ) : (
        <p className={styles.empty}>This body ({type || 'of no stated type'}) is not text, so it is not shown.</p>
      )}
    </div>
  )
}

/** An address under which the bytes can be saved. They are typed as raw bytes, so that no browser shows them itself. */
function useBlobAddress(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const { address: made, free } = fileAddressOf(bytes, 'application/octet-stream')
    setAddress(made)
    return free
  }, [bytes])
  return address
}

const bytes = (size: number): string => (size < 1024 ? `${size} bytes` : `${(size / 1024).toFixed(1)} KB`)

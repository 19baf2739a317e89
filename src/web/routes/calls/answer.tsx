import { Tabs } from '@base-ui/react/tabs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import { bytesOfBase64 } from '#knowledge/text/base64.ts'
import { milliseconds } from '#knowledge/text/duration.ts'
import { answerKind } from '../../elements/answer-kind.ts'
import button from '../../elements/button.module.css'
import { CopyButton } from '../../elements/copy-button.tsx'
import { Body, Headers, RequestSide, TokenSide } from '../../elements/exchange-view.tsx'
import { JsonPaths } from '../../elements/json-paths.tsx'
import { Panel } from '../../elements/panel.tsx'
import { Report } from '../../elements/report.tsx'
import tabs from '../../elements/tabs.module.css'
import { StatusTag, Tag } from '../../elements/tag.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { reportOf, useShown } from '../../exchange/shown.ts'
import { withoutSecrets } from '../../privacy/without-secrets.ts'
import { keysQuery } from '../../queries.ts'
import { NextStep } from '../next-step.tsx'
import styles from './answer.module.css'
import { AnswerTable } from './answer-table.tsx'
import { listInAnswer } from './list-in-answer.ts'

const PdfView = lazy(() => import('../../elements/pdf-view.tsx'))

interface Props {
  exchange: Exchange
  session: SignedIn
  config: Config
  busy: boolean
  sendAgain: () => void
  sendTo: (environment: string) => void
}

/** What came back: why it failed, if it did, and the answer itself, readable. */
export function Answer({ exchange, session, config, ...next }: Props) {
  // What the call is judged by is asked for before it is judged.
  useSuspenseQuery(keysQuery(exchange.environment))
  const call = useMemo(() => callOf(exchange, { config, session }), [exchange, config, session])
  const diagnoses = useDiagnoses(call)
  const shown = useShown(exchange, call, diagnoses)
  const { response, failure } = shown.exchange
  const evidence = diagnoses[0]?.evidence ?? []
  const aboutToken = call.token && evidence.some((pointer) => pointer.startsWith('/token'))
  const environment = config.environments.find(({ id }) => id === exchange.environment)
  return (
    <div className={styles.answer}>
      <Verdict
        diagnoses={shown.diagnoses}
        actions={
          diagnoses[0] && (
            <NextStep step={diagnoses[0].next} situation={{ after: 'call', exchange, session, config, ...next }} />
          )
        }
      />
      <Panel
        title="Answer"
        note={
          <span className={styles.facts}>
            {response && <StatusTag status={response.status} />}
            {failure && <Tag tone="bad">no complete answer: {failure.kind}</Tag>}
            <span>{milliseconds(exchange.durationMs)}</span>
            {response && <span>{bytes(response.size)}</span>}
            <span>from {environment?.name ?? exchange.environment}</span>
          </span>
        }
        flush
      >
        <Tabs.Root defaultValue="body">
          <Tabs.List className={`${tabs.list} ${styles.tabs}`} aria-label="Parts of the exchange">
            <Tabs.Tab value="body" className={tabs.tab}>
              Body
            </Tabs.Tab>
            <Tabs.Tab value="headers" className={tabs.tab}>
              Headers
            </Tabs.Tab>
            <Tabs.Tab value="request" className={tabs.tab}>
              Request
            </Tabs.Tab>
            {aboutToken && (
              <Tabs.Tab value="token" className={tabs.tab}>
                Token evidence
              </Tabs.Tab>
            )}
          </Tabs.List>
          <Tabs.Panel value="body" className={styles.panel}>
            <AnswerBody key={exchange.id} exchange={shown.exchange} evidence={evidence} />
          </Tabs.Panel>
          <Tabs.Panel value="headers" className={styles.panel}>
            {response ? (
              <Headers headers={response.headers} marked={new Set(evidence)} pointer="/response/headers" />
            ) : (
              <p>No answer came, so there are no headers.</p>
            )}
          </Tabs.Panel>
          <Tabs.Panel value="token">
            {shown.call.token && <TokenSide token={shown.call.token} evidence={evidence} />}
          </Tabs.Panel>
          <Tabs.Panel value="request">
            <RequestSide call={shown.call} evidence={evidence} timing={exchange} />
          </Tabs.Panel>
        </Tabs.Root>
      </Panel>
      <Report of={exchange} reported={() => reportOf(shown.title, exchange, call, diagnoses)} />
    </div>
  )
}

function AnswerBody({ exchange: { response, failure }, evidence }: { exchange: Exchange; evidence: string[] }) {
  if (!response) return <p>{failure?.message ?? 'No answer came, so there is no body.'}</p>
  if (response.bodyBase64 !== undefined)
    return <Binary base64={response.bodyBase64} type={response.headers['content-type'] ?? ''} />
  if (!response.body) return <p className={styles.empty}>The answer has no body.</p>
  return (
    <>
      <Text body={response.body} marked={evidence.some((pointer) => pointer.startsWith('/response/body'))} />
      {response.cut && <p className={styles.empty}>The answer was longer than the limit; the rest was not read.</p>}
    </>
  )
}

/** A body that is text: as it is; where it is JSON also value by value, to be searched; a list in it as a table. */
function Text({ body, marked }: { body: string; marked: boolean }) {
  const list = useMemo(() => listInAnswer(body), [body])
  const kind = useMemo(() => answerKind(body), [body])
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
            className={styles.search}
            value={text}
            aria-label="Search the answer"
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {views.length > 1 && (
          <fieldset className={styles.views}>
            <legend className="visually-hidden">View of the answer</legend>
            {views.map((one) => (
              <label key={one}>
                <input type="radio" name="answer-view" checked={view === one} onChange={() => setView(one)} />
                {viewNames[one]}
              </label>
            ))}
          </fieldset>
        )}
        <CopyButton text={() => withoutSecrets(body)} what="the body" />
      </div>
      {list && view === 'table' ? (
        <AnswerTable list={list} />
      ) : kind.as === 'json' && view === 'paths' ? (
        <JsonPaths key={wanted} values={kind.value} wanted={wanted} />
      ) : (
        <Body text={body} marked={marked} />
      )}
    </>
  )
}

type View = 'body' | 'table' | 'paths'
const viewNames: Record<View, string> = { body: 'Body', table: 'Table', paths: 'Paths' }

/** A body that is not text: a PDF is drawn, anything else can be saved. */
function Binary({ base64, type }: { base64: string; type: string }) {
  const bytes = useMemo(() => bytesOfBase64(base64) ?? new Uint8Array(), [base64])
  const isPdf = type.startsWith('application/pdf')
  const name = isPdf ? 'answer.pdf' : 'answer.bin'
  const address = useBlobAddress(bytes)
  return (
    <div className={styles.binary}>
      <a className={button.button} href={address} download={name}>
        <Download size={15} aria-hidden />
        Save as {name}
      </a>
      {isPdf ? (
        <Suspense fallback={<p>Loading the PDF reader</p>}>
          <PdfView bytes={bytes} name="PDF of the answer" />
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
    const made = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}

const bytes = (size: number): string => (size < 1024 ? `${size} bytes` : `${(size / 1024).toFixed(1)} KB`)

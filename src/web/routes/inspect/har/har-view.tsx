import { useEffect, useState } from 'react'
import type { Config } from '#contract/config.ts'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import { stepNames } from '#knowledge/share/flow-messages.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../../elements/button.module.css'
import { Notice } from '../../../elements/notice.tsx'
import { Panel } from '../../../elements/panel.tsx'
import { StatusTag, Tag } from '../../../elements/tag.tsx'
import type { DescribedFlow, HarCounts } from '../../../exchange/har/messages.ts'
import { readHarFile } from '../../../exchange/har/read-har-file.ts'
import styles from './har.module.css'
import { HarHandOn } from './har-hand-on.tsx'
import { HarStepView } from './har-step.tsx'
import { Progress } from './progress.tsx'

type Reading =
  | { state: 'waiting' }
  | { state: 'reading'; part: number; cancel: () => void }
  | { state: 'read'; flows: DescribedFlow[]; counts: HarCounts }
  | { state: 'failed'; problem: string }
  | { state: 'cancelled' }

/** Reads a HAR file as soon as there is one. */
export function useHar(file: Blob | undefined, config: Config): Reading {
  const [reading, setReading] = useState<Reading>({ state: 'waiting' })
  useEffect(() => {
    if (!file) return setReading({ state: 'waiting' })
    const end = readHarFile(file, config, (message) => {
      if (message.state === 'progress') setReading({ state: 'reading', part: message.part, cancel })
      else if (message.state !== 'safe') setReading(message)
    })
    const cancel = () => {
      end()
      setReading({ state: 'cancelled' })
    }
    setReading({ state: 'reading', part: 0, cancel })
    return end
  }, [file, config])
  return reading
}

const flowNames: Record<DescribedFlow['kind'], string> = {
  'sign-in': 'Sign-in',
  calls: 'Calls with a token from elsewhere',
  'calls-without-token': 'Calls without a token',
}

/** The sign-ins and calls that a HAR file holds, step by step, each with its diagnosis. */
export function HarView({ reading, file, rows }: { reading: Reading; file: Blob; rows: ClaimRows }) {
  switch (reading.state) {
    case 'waiting':
      return null
    case 'reading':
      return <Progress what="Reading the HAR file" part={reading.part} onCancel={reading.cancel} />
    case 'cancelled':
      return (
        <Notice title="Reading was cancelled">
          Nothing of the file was kept. Put it into the box to read it again.
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="bad" title="The file could not be read as a HAR file" live>
          <p>{reading.problem}</p>
          <p>Save it again in the browser’s network tools (“Save all as HAR with content”), and put it into the box.</p>
        </Notice>
      )
    case 'read':
      return <Flows flows={reading.flows} counts={reading.counts} file={file} rows={rows} />
  }
}

function Flows({
  flows,
  counts,
  file,
  rows,
}: {
  flows: DescribedFlow[]
  counts: HarCounts
  file: Blob
  rows: ClaimRows
}) {
  const failed = flows.flatMap(({ messages }) => messages).filter((message) => message.failed).length
  return (
    <>
      <p role="status">
        {counts.entries.toLocaleString('en')} entries read;{' '}
        {flows.length === 0 ? 'no sign-in and no API call' : `${flows.length} ${flows.length === 1 ? 'flow' : 'flows'}`}{' '}
        found in them
        {failed > 0 && `, with something wrong in ${failed} ${failed === 1 ? 'step' : 'steps'}`}.{' '}
        {counts.others > 0 && `${counts.others.toLocaleString('en')} have to do with neither and are left out.`}
      </p>
      {(counts.unreadable > 0 || !counts.whole) && (
        <Notice tone="warn" title="Not all of the file could be read">
          <p>
            {counts.unreadable > 0 && `${counts.unreadable} entries are broken or larger than 32 MB. `}
            {!counts.whole && 'The file ends before its list of entries does: it was cut.'}
          </p>
        </Notice>
      )}
      {flows.slice(0, 60).map((flow, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: flows never change their order
        <Flow key={at} flow={flow} number={at + 1} rows={rows} />
      ))}
      {flows.length > 60 && <p>The first 60 flows of {flows.length} are shown.</p>}
      <HarHandOn file={file} />
    </>
  )
}

/** Steps that are drawn at a time. */
const page = 60

function Flow({ flow: { kind, messages }, number, rows }: { flow: DescribedFlow; number: number; rows: ClaimRows }) {
  const [count, setCount] = useState(page)
  const [open, setOpen] = useState<number>()
  const failed = messages.filter((message) => message.failed).length
  return (
    <Panel
      title={`${number}. ${flowNames[kind]}`}
      note={`${messages.length} ${messages.length === 1 ? 'step' : 'steps'}${failed > 0 ? `, something wrong in ${failed}` : ''}`}
      flush
    >
      <ol className={styles.steps}>
        {messages.slice(0, count).map((message, at) => (
          <li key={message.id} className={message.failed ? styles.failed : undefined}>
            <button
              type="button"
              className={styles.step}
              aria-expanded={open === at}
              onClick={() => setOpen(open === at ? undefined : at)}
            >
              <span className={styles.kind}>{stepNames[message.exchange.step]}</span>
              <span className={styles.time}>{utcTime(message.exchange.startedAt).slice(11, 19)}</span>
              <span className={styles.where}>
                {whereOf(message.exchange.request.url || message.exchange.response?.headers.location)}
              </span>
              {message.exchange.response && <StatusTag status={message.exchange.response.status} />}
              {message.exchange.failure && <Tag tone="bad">{message.exchange.failure.kind}</Tag>}
              {message.diagnoses[0] && <b className={styles.why}>{message.diagnoses[0].title}</b>}
            </button>
            {open === at && <HarStepView message={message} rows={rows} />}
          </li>
        ))}
      </ol>
      {messages.length > count && (
        <p className={styles.more}>
          {count} of {messages.length.toLocaleString('en')} shown
          <button type="button" className={button.quiet} onClick={() => setCount(count + page)}>
            Show {page} more
          </button>
        </p>
      )}
    </Panel>
  )
}

/** Host and path of an address, without the query, in which codes and states stand. */
function whereOf(url = ''): string {
  return url.replace(/^[a-z]+:\/\//i, '').split(/[?#]/)[0] ?? ''
}

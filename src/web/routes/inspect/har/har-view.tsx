import { startTransition, useEffect, useState } from 'react'
import type { Config } from '#contract/config.ts'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { Notice } from '../../../elements/notice.tsx'
import { VerdictCard } from '../../../elements/verdict-card.tsx'
import type { HarSummary } from '../../../exchange/har/messages.ts'
import { type HarFile, type HarReading, readHarFile } from '../../../exchange/har/read-har-file.ts'
import { HarEntries } from './har-entries.tsx'
import { HarFlows } from './har-flows.tsx'
import { HarHandOn } from './har-hand-on.tsx'
import { HarVerdict } from './har-step.tsx'
import { Progress } from './progress.tsx'

type Reading =
  | { state: 'waiting' }
  | (Extract<HarReading, { state: 'reading' }> & { cancel: () => void })
  | Exclude<HarReading, { state: 'reading' }>
  | { state: 'cancelled' }

/** Reads a HAR file as soon as there is one. */
export function useHar(file: Blob | undefined, config: Config): Reading {
  const [reading, setReading] = useState<Reading>({ state: 'waiting' })
  useEffect(() => {
    if (!file) return setReading({ state: 'waiting' })
    // What was found is drawn in slices, so that the page stays at hand.
    const end = readHarFile(file, config, (now) =>
      startTransition(() => setReading(now.state === 'reading' ? { ...now, cancel } : now)),
    )
    const cancel = () => {
      end()
      setReading({ state: 'cancelled' })
    }
    setReading({ state: 'reading', part: 0, cancel })
    return end
  }, [file, config])
  return reading
}

/** What a HAR file contains: why its first failure happened, what it lacks, copies, its flows, all its entries. */
export function HarView({
  reading,
  file,
  rows,
  fresh,
}: {
  reading: Reading
  file: Blob
  rows: ClaimRows
  /** Another value for another file, whose result takes the focus. */
  fresh: string
}) {
  switch (reading.state) {
    case 'waiting':
      return null
    case 'reading':
      return <Progress what="Reading the HAR file" part={reading.part} onCancel={reading.cancel} />
    case 'cancelled':
      return <Notice title="Reading was cancelled">Nothing from the file was kept. Paste it again to read it.</Notice>
    case 'failed':
      return (
        <Notice tone="bad" title="The file could not be read as a HAR file" live>
          <p>{reading.problem}</p>
          <p>Save it again in the browser’s network tools (“Save all as HAR with content”), and paste it.</p>
        </Notice>
      )
    case 'read':
      return <Read har={reading.har} file={file} rows={rows} fresh={fresh} />
  }
}

function Read({ har, file, rows, fresh }: { har: HarFile; file: Blob; rows: ClaimRows; fresh: string }) {
  return (
    <>
      <Found summary={har.summary} fresh={fresh} />
      <Lacking summary={har.summary} />
      <HarHandOn har={har} file={file} />
      <HarFlows har={har} rows={rows} />
      <HarEntries har={har} rows={rows} />
    </>
  )
}

/** The cause of the first failure; of a file without one, what became of its sign-ins and calls. */
function Found({ summary, fresh }: { summary: HarSummary; fresh: string }) {
  const { flows, firstFailure } = summary
  if (firstFailure)
    return <HarVerdict message={firstFailure.message} shown={firstFailure.shown} level={2} fresh={fresh} />
  return (
    <VerdictCard
      tone={flows.failed > 0 ? 'bad' : 'file'}
      label="HAR file"
      title={outcomeOfSteps(flows)}
      level={2}
      fresh={fresh}
    />
  )
}

const outcomeOfSteps = ({ failed, steps }: HarSummary['flows']): string =>
  steps === 0
    ? 'No sign-in and no API call found'
    : failed > 0
      ? `${failed.toLocaleString('en')} of ${countOf(steps, 'step')} failed`
      : `No failure found in ${countOf(steps, 'step')}`

/** What a file is, in the place of its text: how much of it failed, and when and with what it was recorded. */
export function HarFacts({ reading }: { reading: Reading }) {
  if (reading.state !== 'read')
    return <p>{reading.state === 'reading' ? 'The file is being read.' : 'Nothing in it was read.'}</p>
  const { flows, firstFailure, counts, recorder, period } = reading.har.summary
  const recorded = [
    recorder && `Recorded with ${[recorder.name, recorder.version].filter(Boolean).join(' ')}`,
    period && `${recorder ? '' : 'Recorded '}${utcTime(period.from)} to ${utcTime(period.to)}`,
  ].filter(Boolean)
  return (
    <p>
      {firstFailure && <b>{outcomeOfSteps(flows)}. </b>}
      {countOf(counts.entries, 'entry', 'entries')}
      {flows.count > 0 && `, ${countOf(flows.count, 'flow')}`}
      {counts.unanswered > 0 && `, ${counts.unanswered.toLocaleString('en')} without a response (status 0)`}.
      {recorded.length > 0 && ` ${recorded.join(', ')}.`} {recorder?.leavesOut}
    </p>
  )
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** What the file does not show, so that nobody concludes from it that it was not there. */
function Lacking({ summary: { counts, sanitized } }: { summary: HarSummary }) {
  return (
    <>
      {sanitized && (
        <Notice tone="warn" title="Tokens and cookies are missing from this file">
          <p>
            {sanitized.why} A call that has no token here may still have been sent with one, so nothing is concluded
            from it.
          </p>
          {sanitized.how === 'left-out' && (
            <p>
              If you need them, switch on “Allow to generate HAR with sensitive data” in the settings of the developer
              tools, export again, and share only a masked HAR.
            </p>
          )}
        </Notice>
      )}
      {counts.bodiesMissing > 0 && (
        <Notice title="The file lacks response bodies">
          <p>
            {counts.bodiesMissing.toLocaleString('en')} {counts.bodiesMissing === 1 ? 'response' : 'responses'} in JSON
            had a body that the file does not contain. Save it again “with content” before you leave the page.
          </p>
        </Notice>
      )}
      {counts.documents > 1 && (
        <Notice title={`This file contains ${counts.documents} HAR files`}>
          <p>They are read as one file, with consecutive entry numbers.</p>
        </Notice>
      )}
      {(counts.unreadable > 0 || !counts.whole) && (
        <Notice tone="warn" title="Not all of the file could be read">
          <p>
            {counts.unreadable > 0 && `${counts.unreadable} entries are broken or larger than 32 MB. `}
            {!counts.whole && 'The file is incomplete: it ends inside the list of entries.'}
          </p>
        </Notice>
      )}
    </>
  )
}

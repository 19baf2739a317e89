import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { succeeded } from '#knowledge/paste/succeeded.ts'
import type { LastingSecret } from '#knowledge/privacy/lasting-secrets.ts'
import type { Call } from '#knowledge/protocol/call.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import { inList } from '#knowledge/text/quote.ts'
import type { ToldReading } from '#knowledge/told.ts'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { Notice } from '../../elements/notice.tsx'
import { StatusTag } from '../../elements/status-tag.tsx'
import { TicketCopy } from '../../elements/ticket-copy.tsx'
import { VerdictCard, VerdictSkeleton } from '../../elements/verdict-card.tsx'
import type { Situation } from '../verdict/remedy.ts'
import { Verdict } from '../verdict/verdict.tsx'
import styles from './explanation.module.css'
import { ReadAs } from './read-as.tsx'
import type { Explained as Explanation } from './use-explanation.ts'

/** Why it failed, or that it went well, and how the text was read. Secrets in it come before all else. */
export function Explained({
  explained,
  chosen,
  choose,
  fresh,
  situation,
  reported,
  nothingElse,
}: {
  explained: Explanation
  chosen: number
  choose: (index: number) => void
  fresh: string | undefined
  situation: Situation
  reported: () => Reported
  /** True where the text contains no token and no field that would speak for itself. */
  nothingElse: boolean
}) {
  if (explained.state === 'failed')
    return (
      <Notice tone="bad" title="The text could not be read">
        <p>Paste a shorter part, ideally the lines around the failure.</p>
      </Notice>
    )
  if (explained.state === 'reading') return <VerdictSkeleton what="Reading the text" />
  const { outcome, readings, secrets, hasExpiredSince } = explained.told
  const reading = readings[chosen]
  const failed = reading !== undefined && reading.diagnoses.length > 0
  return (
    <>
      {secrets.length > 0 && <SecretsTold secrets={secrets} />}
      {failed ? (
        <>
          <Verdict
            diagnoses={reading.diagnoses}
            call={reading.call}
            situation={situation}
            reported={reported}
            level={2}
            fresh={fresh}
          />
          <ReadAs readings={readings} chosen={chosen} choose={choose} />
        </>
      ) : outcome === 'went-well' && reading ? (
        <VerdictCard
          tone="good"
          label="It worked"
          title="The response is a success"
          level={2}
          fresh={fresh}
          facts={reading.call.response?.status !== undefined && <StatusTag status={reading.call.response.status} />}
          foot={
            <>
              <span>
                {hasExpiredSince
                  ? 'A token in it has expired since then: get a new one for the next request.'
                  : 'If something failed later, paste the response to the next request.'}
              </span>
              <TicketCopy reported={reported} />
            </>
          }
        />
      ) : (
        nothingElse && <NoCause call={reading?.call} copy={<TicketCopy reported={reported} />} fresh={fresh} />
      )}
      {reading !== undefined && outcome !== 'went-well' && (failed || nothingElse) && (
        <p className={styles.ask}>
          <b>To narrow it down:</b> {reading.ask}
        </p>
      )}
    </>
  )
}

function SecretsTold({ secrets }: { secrets: LastingSecret[] }) {
  const isKey = secrets.includes('private key')
  return (
    <Notice
      tone={isKey ? 'bad' : 'warn'}
      title={`This text contains a ${inList(secrets.map((one, at) => (at === 0 ? one : `a ${one}`)))}`}
    >
      <p>
        {isKey
          ? 'Replace the key if the text was sent to anyone: anyone who has the key can act as its owner.'
          : 'Replace it if the text was sent to anyone: it works until you do.'}{' '}
        It is masked here and has not left this browser.
      </p>
    </Notice>
  )
}

/** The request and the response as they were understood. */
export function AsRead({ reading: { call, diagnoses } }: { reading: ToldReading }) {
  return (
    <details className={styles.asRead}>
      <summary>Request and response as read</summary>
      <ExchangeView call={call} diagnosis={diagnoses[0]} />
    </details>
  )
}

/** What to add where a text shows no cause; without a call, nothing in it was recognised. */
function NoCause({ call, copy, fresh }: { call?: Call; copy: ReactNode; fresh: string | undefined }) {
  const status = call?.response?.status
  return (
    <VerdictCard
      tone="warn"
      label="No cause"
      open
      title="No cause found"
      level={2}
      fresh={fresh}
      facts={status !== undefined && <StatusTag status={status} />}
      under={
        call ? (
          whatToAdd(call)
        ) : (
          <>
            The text contains no status, error code, URL, header or message that Claimcheck knows. Add the full response
            with its status line, or search <Link to="/errors">all errors</Link> for a word in it.
          </>
        )
      }
      foot={copy}
    />
  )
}

function whatToAdd(call: Call): string {
  const { response, request, token } = call
  const missing =
    response?.status === undefined
      ? 'the response with its status line'
      : response.body === undefined
        ? 'the response body'
        : request === undefined
          ? 'the method and URL of the request'
          : 'the response headers'
  const shown =
    token && !response
      ? 'A token by itself does not show why a call failed.'
      : succeeded(call)
        ? 'The response is a success, but other parts of the text may not be.'
        : 'The text does not show a known cause.'
  return `${shown} Add ${missing}.`
}

import { Link } from 'react-router'
import { pastedLimit } from '#knowledge/paste/read-pasted.ts'
import { succeeded } from '#knowledge/paste/succeeded.ts'
import type { LastingSecret } from '#knowledge/privacy/lasting-secrets.ts'
import type { Call } from '#knowledge/service/call.ts'
import type { Told, ToldReading } from '#knowledge/told.ts'
import { serverNow } from '../../clock.ts'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { Notice } from '../../elements/notice.tsx'
import { Report } from '../../elements/report.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import styles from './explain.module.css'
import { MarkedText } from './marked-text.tsx'
import { ReadAs } from './read-as.tsx'
import { Samples } from './samples.tsx'
import type { Explained } from './use-explanation.ts'

interface Props {
  empty: boolean
  /** The text as it was pasted, for a report. */
  pasted: string
  explained: Explained
  chosen: number
  choose: (index: number) => void
  put: (text: string) => void
}

/** Why it failed, how the text was read, and the text with what tells it marked. Secrets in it come before all else. */
export function Explanation({ empty, pasted, explained, chosen, choose, put }: Props) {
  return (
    <section className={styles.explanation} aria-label="Explanation" aria-busy={explained.state === 'reading'}>
      <p role="status" className="visually-hidden">
        {empty ? '' : heading(explained, chosen)}
      </p>
      {empty ? (
        <Samples put={put} />
      ) : explained.state === 'told' ? (
        <ToldText told={explained.told} pasted={pasted} chosen={chosen} choose={choose} put={put} />
      ) : explained.state === 'failed' ? (
        <Notice tone="bad" title="The text could not be read">
          <p>Paste a shorter part of it, best the lines around the failure.</p>
        </Notice>
      ) : (
        <p className={styles.reading}>Reading the text…</p>
      )}
    </section>
  )
}

/** What a screen reader says when the explanation changes. */
function heading(explained: Explained, chosen: number): string {
  if (explained.state === 'reading') return 'Reading the text…'
  if (explained.state === 'failed') return 'The text could not be read'
  const { outcome, readings, secrets } = explained.told
  const [first] = readings[chosen]?.diagnoses ?? []
  const found =
    first?.title ??
    (outcome === 'went-well' ? 'This went well' : readings.length > 0 ? 'No cause found' : 'Nothing was recognised')
  return secrets.length > 0 ? `This text contains a ${secrets[0]}. ${found}` : found
}

function ToldText({
  told,
  pasted,
  chosen,
  choose,
  put,
}: { told: Told } & Pick<Props, 'pasted' | 'chosen' | 'choose' | 'put'>) {
  const { outcome, readings, secrets, text } = told
  const reading = readings[chosen]
  return (
    <>
      {secrets.length > 0 && <SecretsTold secrets={secrets} />}
      {reading === undefined ? (
        <NotRecognised put={put} />
      ) : (
        <>
          <ReadAs readings={readings} chosen={chosen} choose={choose} />
          {reading.diagnoses.length > 0 ? (
            <Verdict diagnoses={reading.diagnoses} call={reading.call} level={2} />
          ) : outcome === 'went-well' ? (
            <WentWell />
          ) : (
            <NoCause call={reading.call} />
          )}
          {outcome !== 'went-well' && (
            <p className={styles.ask}>
              <b>Ask next:</b> {reading.ask}
            </p>
          )}
          {text.trim() !== '' && <MarkedText key={text} text={text} places={reading.places} />}
          {reading.source === 'structure' && <AsRead reading={reading} />}
          <Report
            of={reading}
            reported={() => ({
              at: Math.floor(serverNow()),
              title: reading.diagnoses[0]?.title ?? 'A pasted text',
              environment: reading.call.environment?.name,
              diagnoses: reading.diagnoses,
              call: reading.call,
              pasted: pasted.slice(0, pastedLimit),
              ask: outcome === 'went-well' ? undefined : reading.ask,
            })}
          />
        </>
      )}
    </>
  )
}

function SecretsTold({ secrets }: { secrets: LastingSecret[] }) {
  const isKey = secrets.includes('private key')
  return (
    <Notice
      tone={isKey ? 'bad' : 'warn'}
      title={`This text contains a ${new Intl.ListFormat('en-GB').format(secrets.map((one, at) => (at === 0 ? one : `a ${one}`)))}`}
    >
      <p>
        {isKey
          ? 'Replace the key if the text was sent to anyone: whoever has it can act in its owner’s name.'
          : 'Replace it if the text was sent to anyone: it works until then.'}{' '}
        It is masked below and never left this browser.
      </p>
    </Notice>
  )
}

/** The request and the response as they were understood; in sight where the token shows what the text hides. */
function AsRead({ reading: { call, diagnoses } }: { reading: ToldReading }) {
  const evidence = diagnoses[0]?.evidence
  if (call.request === undefined && call.response === undefined && call.failure === undefined) return null
  return (
    <details className={styles.asRead} open={evidence?.some((at) => at.startsWith('/token'))}>
      <summary>Request and response as read</summary>
      <ExchangeView call={call} evidence={evidence} />
    </details>
  )
}

function WentWell() {
  return (
    <Notice tone="good" title="This went well">
      <p>The response is a success. If something failed later, paste the response to the next request.</p>
    </Notice>
  )
}

/** What to add where a text can be read and shows no cause. */
function NoCause({ call }: { call: Call }) {
  const { response, request, token } = call
  const missing =
    response?.status === undefined
      ? 'the response with its status line'
      : response.body === undefined
        ? 'the response body'
        : request === undefined
          ? 'the request line (method and URL)'
          : 'the response headers'
  return (
    <Notice title="No cause found">
      <p>
        {token && !response
          ? 'A token alone does not show why a call failed.'
          : succeeded(call)
            ? 'The response is a success, but other parts of the text may not be.'
            : 'The text does not show a known cause.'}{' '}
        Add {missing}.
      </p>
    </Notice>
  )
}

function NotRecognised({ put }: Pick<Props, 'put'>) {
  return (
    <>
      <Notice tone="warn" title="No cause found">
        <p>
          The text contains no status, error code, URL, header or message that Claimcheck knows. Add the full response
          with its status line, or search <Link to="/errors">all errors</Link> for a word in it.
        </p>
      </Notice>
      <Samples put={put} />
    </>
  )
}

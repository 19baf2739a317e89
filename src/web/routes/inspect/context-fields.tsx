import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Reading } from '#knowledge/paste/read-pasted.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import button from '../../elements/button.module.css'
import { Field } from '../../elements/field.tsx'
import { givePastedToken } from '../../exchange/pasted.ts'
import { toggleRevealed, usePresenting, useRevealed } from '../../privacy/privacy.ts'
import { asFieldValue, type InspectContext, skews, steps } from './context.ts'
import styles from './explanation.module.css'

/** The token that was sent, environment, step and clock: each detected in the text unless it is said here. */
export function ContextFields({
  context,
  config,
  token,
  reading,
  recognised,
  withoutText,
  hidden,
  readAs,
  children,
}: {
  context: InspectContext
  config: Config
  token: string
  reading: Reading | undefined
  /** Id of the environment that a token names. */
  recognised: string | undefined
  withoutText: boolean
  /** True while nothing is known of the text yet. What was opened and typed here stays. */
  hidden: boolean
  /** What a text with tokens in it was taken for. */
  readAs: string | undefined
  /** The choice to take it for something else. */
  children: ReactNode
}) {
  const [address, setAddress] = useSearchParams()
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(address)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true, preventScrollReset: true })
  }
  const { environments } = config
  const seen = reading?.call
  const detected = seen?.environment?.name ?? environments.find(({ id }) => id === recognised)?.name
  const seenStep = steps.find(({ step }) => step === seen?.step)
  const time = typeof context.judgeAt === 'number' ? 'chosen' : (context.judgeAt ?? '')
  return (
    <details className={styles.context} hidden={hidden}>
      <summary>
        Context: <span>{withoutText ? 'detected in what you paste' : summary(context, reading, detected, readAs)}</span>
      </summary>
      {children}
      <div>
        <SentToken token={token} />
        <Field label="Environment">
          {(attributes) => (
            <select
              {...attributes}
              value={context.environment ?? ''}
              onChange={(event) => choose('environment', event.target.value)}
            >
              <option value="">
                {context.environment === undefined && detected !== undefined ? `Detected: ${detected}` : 'Detect'}
              </option>
              {environments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Step">
          {(attributes) => (
            <select {...attributes} value={context.step ?? ''} onChange={(event) => choose('step', event.target.value)}>
              <option value="">
                {context.step === undefined && seenStep ? `Detected: ${seenStep.name}` : 'Detect'}
              </option>
              {steps.map(({ step, name }) => (
                <option key={step} value={step}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Judge as of" hint={reading && `${utcTime(reading.call.at)}, ${clocks[reading.clock]}`}>
          {(attributes) => (
            <select
              {...attributes}
              value={time}
              onChange={({ target: { value } }) =>
                choose('at', value === 'chosen' ? asFieldValue(seen?.at ?? Date.now() / 1000) : value)
              }
            >
              <option value="">The time in the text, otherwise now</option>
              <option value="pasting">Now</option>
              <option value="chosen">A time of your choice</option>
            </select>
          )}
        </Field>
        <Field label="Clock tolerance">
          {(attributes) => (
            <select
              {...attributes}
              value={context.skewSeconds}
              onChange={({ target }) => choose('skew', target.value === '0' ? '' : target.value)}
            >
              {skews.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds} seconds
                </option>
              ))}
            </select>
          )}
        </Field>
        {time === 'chosen' && typeof context.judgeAt === 'number' && (
          <Field label="Time, in UTC">
            {(attributes) => (
              <input
                {...attributes}
                type="datetime-local"
                step={1}
                // The address follows a moment later, so the field keeps by itself what is typed into it.
                defaultValue={asFieldValue(context.judgeAt as number)}
                onChange={({ target: { value } }) => value !== '' && choose('at', value)}
              />
            )}
          </Field>
        )}
      </div>
    </details>
  )
}

function summary(
  context: InspectContext,
  reading: Reading | undefined,
  detected: string | undefined,
  readAs: string | undefined,
): string {
  const where = detected ?? context.environment ?? 'no environment detected'
  if (reading === undefined)
    return readAs === undefined
      ? where
      : `${readAs.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())}, ${where}`
  const { environment, step, at } = reading.call
  const what = steps.find((one) => one.step === step)?.where
  return `${environment?.name ?? where}, ${what}${context.step ? ' (chosen)' : ''}, as of ${utcTime(at)}`
}

/** Masked like every token, and shown only when asked for. */
function SentToken({ token }: { token: string }) {
  const presenting = usePresenting()
  const shown = useRevealed('sent-token')
  return (
    <Field
      label="Token that was sent"
      optional
      hint={
        <button
          type="button"
          className={button.link}
          aria-pressed={shown}
          disabled={presenting}
          onClick={() => toggleRevealed('sent-token')}
        >
          {shown ? 'Mask the sent token' : 'Reveal the sent token'}
        </button>
      }
    >
      {(attributes) => (
        <textarea
          {...attributes}
          className={`${attributes.className} ${shown ? '' : styles.masked}`}
          value={token}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={({ target }) => givePastedToken(target.value)}
        />
      )}
    </Field>
  )
}

const clocks: Record<Reading['clock'], string> = {
  chosen: 'chosen here',
  'date-header': 'from the Date header',
  text: 'from the text',
  now: 'when it was pasted',
}

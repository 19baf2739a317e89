import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reading } from '#knowledge/paste/read-pasted.ts'
import type { Environment } from '#knowledge/service/call.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { Field } from '../../elements/field.tsx'
import { asFieldValue, type ExplainContext, steps } from './context.ts'
import styles from './explain.module.css'

/** Environment, step and clock: each recognised from the text unless it is said here. */
export function ContextFields({
  context,
  environments,
  reading,
}: {
  context: ExplainContext
  environments: Environment[]
  reading: Reading | undefined
}) {
  const [address, setAddress] = useSearchParams()
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(address)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAddress(next, { replace: true, preventScrollReset: true })
  }
  const seen = reading?.call
  // Where the explanation stands below, it comes first.
  const [open, setOpen] = useState(() => matchMedia('(min-width: 1280px)').matches)
  const seenStep = steps.find(({ step }) => step === seen?.step)
  const time = typeof context.judgeAt === 'number' ? 'chosen' : (context.judgeAt ?? '')
  return (
    <details className={styles.context} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Judged by <span>{summary(context, reading)}</span>
      </summary>
      <div>
        <Field label="Environment">
          {(attributes) => (
            <select
              {...attributes}
              value={context.environment ?? ''}
              onChange={(event) => choose('environment', event.target.value)}
            >
              <option value="">
                {context.environment === undefined && seen?.environment
                  ? `Recognised: ${seen.environment.name ?? seen.environment.id}`
                  : 'As the text tells'}
              </option>
              {environments.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name ?? id}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Step">
          {(attributes) => (
            <select {...attributes} value={context.step ?? ''} onChange={(event) => choose('step', event.target.value)}>
              <option value="">
                {context.step === undefined && seenStep ? `Recognised: ${seenStep.name}` : 'As the text tells'}
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
              <option value="">The time in the text, else now</option>
              <option value="pasting">Now, when it is pasted</option>
              <option value="chosen">A time of your choice</option>
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

function summary(context: ExplainContext, reading: Reading | undefined): string {
  if (reading === undefined) return 'what the text tells'
  const { environment, step, at } = reading.call
  const where = environment?.name ?? environment?.id ?? 'no known environment'
  const what = steps.find((one) => one.step === step)?.where
  return `${where}, ${what}${context.step ? ' as chosen' : ''}, as of ${utcTime(at)}`
}

const clocks: Record<Reading['clock'], string> = {
  chosen: 'as chosen here',
  'date-header': 'from the Date of the answer',
  text: 'from the text',
  now: 'when it was pasted',
}

import { useId } from 'react'
import type { Reading } from '#knowledge/paste/read-pasted.ts'
import { SourcedText } from '../../elements/sourced-text.tsx'
import { steps } from './context.ts'
import styles from './explanation.module.css'

interface Props {
  readings: Reading[]
  chosen: number
  choose: (index: number) => void
}

/** What the text was taken for. Where it can be several things, all are in sight, and another can be chosen. */
export function ReadAs({ readings, chosen, choose }: Props) {
  const id = useId()
  const reading = readings[chosen]
  return (
    <div className={styles.readAs}>
      {readings.length === 1 && reading ? (
        <p>
          Read as{' '}
          <b>
            <SourcedText text={reading.what} />
          </b>
          , {whereOf(reading)}
          {reading.certainty !== 'certain' && ` (${reading.certainty})`}.
        </p>
      ) : (
        <fieldset>
          <legend>{readings.length === 2 ? 'Two' : readings.length} ways to read it</legend>
          {readings.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: readings have no identity but their place
            <label key={index} className={styles.option}>
              <input type="radio" name={id} checked={index === chosen} onChange={() => choose(index)} />
              <span>
                {capital(one.what)}, {whereOf(one)} <span className={styles.sure}>{one.certainty}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {reading && reading.notes.length > 0 && (
        <ul className={styles.notes}>
          {[...new Set(reading.notes)].map((note) => (
            <li key={note}>
              <SourcedText text={note} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const whereOf = ({ call }: Reading): string => `from ${steps.find(({ step }) => step === call.step)?.where}`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

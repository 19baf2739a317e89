import type { Operation } from '#knowledge/protocol/apis.ts'
import { Field } from '../../elements/field.tsx'
import { choicesOf } from './draft.ts'

/** One parameter: a choice where it takes one of a few words, else a field that offers what a list has shown. */
export function ParameterField({
  parameter,
  value,
  known,
  problem,
  change,
}: {
  parameter: Operation['parameters'][number]
  value: string
  known: string[]
  problem: string | undefined
  change: (value: string) => void
}) {
  const { name, required, meaning } = parameter
  const choices = choicesOf(parameter)
  return (
    <Field label={name} mono optional={!required} hint={meaning} problem={problem}>
      {(attributes) =>
        choices ? (
          <select {...attributes} data-value value={value} onChange={({ target }) => change(target.value)}>
            <option value="">Any</option>
            {choices.map((one) => (
              <option key={one}>{one}</option>
            ))}
            {value !== '' && !choices.includes(value) && <option>{value}</option>}
          </select>
        ) : (
          <>
            <input
              {...attributes}
              data-value
              value={value}
              list={`${attributes.id}-known`}
              spellCheck={false}
              autoCapitalize="off"
              onChange={({ target }) => change(target.value)}
            />
            <datalist id={`${attributes.id}-known`}>
              {known.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </>
        )
      }
    </Field>
  )
}

import { mostSessions } from '#contract/session.ts'
import { Field } from '../../elements/field.tsx'
import { useSessionLabels } from '../../session/use-session-labels.ts'

/**
 * Where this browser holds as many sessions as it may: which of them ends for the next. A form sends it as `instead`.
 *
 * @param chosen name of the one that is chosen before anybody chooses; without one, somebody must
 */
export default function EndOne({ chosen }: { chosen?: string }) {
  const labels = useSessionLabels()
  if (labels.length < mostSessions) return null
  return (
    <Field
      label="Session to end"
      hint={`A browser can have up to ${mostSessions} sessions. The selected one ends, unless the same user signs in again.`}
    >
      {(attributes) => (
        <select {...attributes} name="instead" required defaultValue={chosen ?? ''}>
          {chosen === undefined && <option value="">Choose one</option>}
          {labels.map(({ name, title, more }) => (
            <option key={name} value={name}>
              {title} ({more})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

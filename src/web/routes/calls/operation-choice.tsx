import { useNavigate } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import field from '../../elements/field.module.css'
import { operationsByApi } from '../../exchange/operations.ts'
import { namedByHand } from './draft.ts'
import { needsOf } from './needs.ts'
import styles from './operation-choice.module.css'

/** In the address, represents a path typed by hand. */
export const freePath = 'path'

/** The operations by API; those that the token does not open say so. */
export function OperationChoice({ session, config, open }: { session: SignedIn; config: Config; open: string }) {
  const navigate = useNavigate()
  const own = config.environments.find(({ id }) => id === session.environment)
  return (
    <label className={styles.choice}>
      <span className="visually-hidden">Operation</span>
      <select
        className={field.control}
        value={open}
        onChange={(event) => void navigate(`/calls/${event.target.value}`)}
      >
        {operationsByApi(config).map(({ id, name, members }) => (
          <optgroup key={id} label={name}>
            {members.map((operation) => (
              <option key={operation.id} value={operation.id}>
                {operation.title}
                {needsOf(operation, session, config).scope.state === 'missing' && ' (scope missing)'}
              </option>
            ))}
          </optgroup>
        ))}
        <optgroup label="By hand">
          <option value={freePath}>{namedByHand(own?.pathPrefix ?? '')}</option>
        </optgroup>
      </select>
    </label>
  )
}

import { Lock } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { operationsByApi } from '../../exchange/operations.ts'
import { namedByHand } from './draft.ts'
import { needsOf } from './needs.ts'
import styles from './operation-list.module.css'

/** In the address, represents a path typed by hand. */
export const freePath = 'path'

/** The operations by API; those that the token does not open carry a lock. */
export function OperationList({ session, config, open }: { session: SignedIn; config: Config; open: string }) {
  const navigate = useNavigate()
  const groups = operationsByApi(config)
  const own = config.environments.find(({ id }) => id === session.environment)
  const byHand = namedByHand(own?.pathPrefix ?? '')
  return (
    <>
      <nav className={styles.list} aria-label="Operations">
        {groups.map(({ id, name, members }) => (
          <div key={id}>
            <h2>{name}</h2>
            <ul>
              {members.map((operation) => {
                const { scope } = needsOf(operation, session, config)
                return (
                  <li key={operation.id}>
                    <Link to={`/calls/${operation.id}`} aria-current={open === operation.id ? 'page' : undefined}>
                      {operation.title}
                      {scope.state === 'missing' && (
                        <span className={styles.lock} title={`Missing scope: ${scope.name}`}>
                          <Lock size={13} aria-hidden />
                          <span className="visually-hidden">, scope missing</span>
                        </span>
                      )}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
        <div>
          <h2>By hand</h2>
          <ul>
            <li>
              <Link to={`/calls/${freePath}`} aria-current={open === freePath ? 'page' : undefined}>
                {byHand}
              </Link>
            </li>
          </ul>
        </div>
      </nav>
      <label className={styles.select}>
        <span>Operation</span>
        <select value={open} onChange={(event) => void navigate(`/calls/${event.target.value}`)}>
          {groups.map(({ id, name, members }) => (
            <optgroup key={id} label={name}>
              {members.map((operation) => (
                <option key={operation.id} value={operation.id}>
                  {operation.method} {operation.title}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={freePath}>{byHand}</option>
        </select>
      </label>
    </>
  )
}

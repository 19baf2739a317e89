import { useSearchParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import styles from './inspect.module.css'

/** What a token is held against; it lives in the address. */
export interface CheckContext {
  /** Id of the environment that was chosen; undefined for the one that the token names. */
  environment: string | undefined
  skewSeconds: number
}

const skews = [0, 30, 60, 120, 300]

export function useCheckContext(config: Config): CheckContext {
  const [address] = useSearchParams()
  const environment = address.get('environment') ?? undefined
  const skew = Number(address.get('skew'))
  return {
    environment: config.environments.some(({ id }) => id === environment) ? environment : undefined,
    skewSeconds: skews.includes(skew) ? skew : 0,
  }
}

/** The environment whose issuer a token names. */
export function recognisedEnvironment(token: InspectedToken, config: Config): string | undefined {
  const iss = token.form === 'jws' ? token.payload.value?.iss : undefined
  return typeof iss === 'string' ? config.environments.find(({ issuer }) => issuer === iss)?.id : undefined
}

/** The choice of what to check against. */
export function CheckedAgainst({
  config,
  context,
  recognised,
}: {
  config: Config
  context: CheckContext
  /** Id of the environment that the token names. */
  recognised: string | undefined
}) {
  const [, setAddress] = useSearchParams()
  const set = (name: string, value: string) =>
    setAddress(
      (address) => {
        if (value === '') address.delete(name)
        else address.set(name, value)
        return address
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <div className={styles.context}>
      <label>
        Check against{' '}
        <select value={context.environment ?? ''} onChange={(event) => set('environment', event.target.value)}>
          <option value="">
            {recognised === undefined
              ? 'no environment: the token names none of these'
              : `${config.environments.find(({ id }) => id === recognised)?.name}, which the token names`}
          </option>
          {config.environments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Clocks may differ by{' '}
        <select value={context.skewSeconds} onChange={(event) => set('skew', event.target.value)}>
          {skews.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds} seconds
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { Diagnosis } from '#knowledge/diagnose/diagnosis.ts'
import { Tag } from '../../elements/tag.tsx'
import { keysQuery, queryClient } from '../../queries.ts'
import { predictVerdict } from './predict-verdict.ts'
import styles from './predicted-verdict.module.css'

/** What the checks of a test token foretold, beside what the gateway said. */
export function PredictedVerdict({
  token,
  exchange,
  config,
  diagnoses,
}: {
  token: string
  exchange: Exchange
  config: Config
  /** Undefined until they are known. */
  diagnoses: Diagnosis[] | undefined
}) {
  const environment = config.environments.find(({ id }) => id === exchange.environment)
  const { data: predicted } = useQuery({
    queryKey: ['prediction', exchange.id],
    queryFn: async () =>
      predictVerdict(token, {
        environment,
        keys: environment && (await queryClient.ensureQueryData(keysQuery(environment.id))),
        now: Math.floor(exchange.at),
      }),
    gcTime: 0,
  })
  const { response } = exchange
  const refused = response?.status === 401 || response?.status === 403
  const agrees = predicted && response && refused === (predicted.outcome === 'Refused')
  return (
    <section className={styles.prediction} aria-label="Prediction for the test token">
      <dl>
        <div>
          <dt>Predicted</dt>
          <dd>{predicted?.outcome ?? 'Checking the token'}</dd>
        </div>
        <div>
          <dt>Received</dt>
          <dd>
            {response ? `${response.status}: ` : 'No response. '}
            {diagnoses && (diagnoses[0]?.title ?? 'the token was accepted')}
          </dd>
        </div>
        {agrees !== undefined && (
          <Tag tone={agrees ? 'good' : 'warn'}>{agrees ? 'as predicted' : 'not as predicted'}</Tag>
        )}
      </dl>
      {predicted && (
        <details open={predicted.reasons.length > 1}>
          <summary>{predicted.reasons.length === 1 ? '1 reason' : `${predicted.reasons.length} reasons`}</summary>
          <ul>
            {predicted.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import { Notice } from '../../elements/notice.tsx'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import { callOf } from '../../exchange/recorded-call.ts'
import { keysQuery, queryClient } from '../../queries.ts'
import { predictVerdict } from './predict-verdict.ts'

/** What the checks of a test token foretold, beside what the gateway said. */
export function PredictedVerdict({
  token,
  exchange,
  config,
  session,
}: {
  token: string
  exchange: Exchange
  config: Config
  session: SignedIn
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
  const call = useMemo(() => callOf(exchange, { config, session }), [exchange, config, session])
  const diagnoses = useDiagnoses(call)
  const { response } = exchange
  return (
    <Notice title="Predicted and real verdict">
      <dl>
        <dt>Predicted by the checks of the token</dt>
        <dd>{predicted === undefined ? 'Checking the token' : `${predicted.outcome}. ${predicted.why}`}</dd>
        <dt>Received from the gateway</dt>
        <dd>
          {response ? `Status ${response.status}. ` : 'No response. '}
          {diagnoses && (diagnoses[0]?.title ?? 'The token was accepted.')}
        </dd>
      </dl>
    </Notice>
  )
}

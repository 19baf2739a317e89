import { useSuspenseQuery } from '@tanstack/react-query'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { findTokens } from '#knowledge/token/find.ts'
import { type TokenKind, tokenKinds } from '#knowledge/token/kinds.ts'
import { ClaimsTable } from '../../../elements/claims-table.tsx'
import { ExchangeView } from '../../../elements/exchange-view.tsx'
import { Notice } from '../../../elements/notice.tsx'
import { TicketCopy } from '../../../elements/ticket-copy.tsx'
import type { HarStep } from '../../../exchange/har/messages.ts'
import { reportOf } from '../../../exchange/shown.ts'
import { useMasking } from '../../../privacy/masking.ts'
import { configQuery } from '../../../queries.ts'
import { useSession } from '../../../session/session.ts'
import { Verdict } from '../../verdict/verdict.tsx'
import styles from './har.module.css'

/** One step of a flow: why it failed, the exchange with its secrets masked, and the tokens in it decoded in place. */
export function HarStepView({ step, rows, label }: { step: HarStep; rows: ClaimRows; label?: string }) {
  const { unanswered, isSignOut } = step
  const { id, call, diagnoses, exchange, title } = step.message
  const tokens = tokensIn(call)
  const shown = useMasking(true).call(call)
  return (
    <div className={styles.detail}>
      {unanswered && (
        <Notice tone="warn" title={`No response: ${unanswered.short}`}>
          <p>{unanswered.why}</p>
        </Notice>
      )}
      {!isSignOut && (unanswered === undefined || diagnoses.length > 0) && <HarVerdict message={step.message} />}
      {(isSignOut || diagnoses.length === 0) && (
        <TicketCopy reported={() => reportOf(title, exchange, call, diagnoses)} />
      )}
      <ExchangeView call={shown} diagnosis={diagnoses[0]} timing={exchange} label={label} />
      {tokens.map(({ kind, where, claims }) => (
        <ClaimsTable
          key={where}
          title={`${tokenKinds[kind].name}, ${where}`}
          owner={`har-${id}-${where}`}
          values={claims}
          environment={call.environment}
          rows={rows}
        />
      ))}
    </div>
  )
}

/** Why a step of a file failed. */
export function HarVerdict({
  message: { call, diagnoses, exchange, title },
  shown,
  level,
  fresh,
}: {
  message: FlowMessage
  /** What is shown of it while nobody presents, where that was masked before. */
  shown?: Pick<FlowMessage, 'call' | 'diagnoses'>
  level?: 2
  fresh?: string
}) {
  const masking = useMasking(shown === undefined)
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const drawn = masking ? { call: masking.call(call), diagnoses: masking.diagnoses(diagnoses, call) } : shown
  if (drawn === undefined) return null
  return (
    <Verdict
      diagnoses={drawn.diagnoses}
      call={drawn.call}
      at={exchange.at}
      situation={{ config, session }}
      reported={() => reportOf(title, exchange, call, diagnoses)}
      level={level}
      fresh={fresh}
    />
  )
}

function tokensIn({
  request,
  response,
}: FlowMessage['call']): { kind: TokenKind; where: string; claims: Record<string, unknown> }[] {
  const places: [string, string | undefined][] = [
    ['as it was sent', request?.headers?.authorization && `authorization: ${request.headers.authorization}`],
    ['in the URL', request?.url],
    ['in the response', response?.body],
    ['in the redirect', response?.headers?.location],
  ]
  return places.flatMap(([where, text]) =>
    findTokens(text ?? '').flatMap(({ token, recognised }, at) =>
      token.form === 'jws' && token.payload.value
        ? [
            {
              kind: recognised.kind,
              where: at === 0 ? where : `${where}, number ${at + 1}`,
              claims: token.payload.value,
            },
          ]
        : [],
    ),
  )
}

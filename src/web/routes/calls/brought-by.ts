import type { Exchange } from '#contract/exchange.ts'
import { answerKind } from '../../elements/answer-kind.ts'
import { textAt } from '../../exchange/webhooks.ts'
import { listInAnswer } from './list-in-answer.ts'

/** What a call that worked brought, in a few words: `7 items`, `slip-1001 created`, `PDF received`. */
export function broughtBy({ status, body, bodyBase64, headers }: NonNullable<Exchange['response']>): string {
  if (bodyBase64 !== undefined)
    return headers['content-type']?.startsWith('application/pdf') ? 'PDF received' : 'file received'
  if (!body) return 'done, no content'
  const list = listInAnswer(body)
  if (list) return list.rows.length === 1 ? '1 item' : `${list.rows.length.toLocaleString('en')} items`
  const subject = textAt(body, 'id')
  if (subject !== undefined) return status === 201 ? `${subject} created` : subject
  return answerKind(body).as === 'json' ? 'received' : 'text received'
}

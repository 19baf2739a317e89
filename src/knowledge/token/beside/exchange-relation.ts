import { standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'

/**
 * Compares the tokens of a token exchange (RFC 8693): the one of the subject, the one of who acts, and the one that was issued
 * for them. None where the text shows no exchange.
 */
export function exchangeRelations(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const [subject, actor, issued] = ['subject_token', 'actor_token', 'access_token'].map((name) =>
    tokens.find(({ from, token }) => from === name && token.form === 'jws'),
  )
  if (subject === undefined || issued === undefined || subject === issued) return []
  if (!/token-exchange|subject_token|issued_token_type/.test(words)) return []
  const [before, after] = [claimsOf(subject), claimsOf(issued)]
  const { act } = after
  const acts = nameOf(act)
  const allowed = nameOf(before.may_act)
  const own = actor && nameOf(claimsOf(actor))
  const of = [issued.token.text]
  const basis = standard('RFC 8693 §2 and §4')
  const said = [
    `The service exchanged the token in subject_token (for ${audience(before)}) for the one in access_token (for ${audience(after)}).`,
    before.sub === after.sub
      ? `Both have the subject ${quoted(after.sub)}.`
      : `Their subjects differ: ${quoted(before.sub ?? 'none')} and ${quoted(after.sub ?? 'none')}.`,
    acts === undefined
      ? 'The new one names no actor (act) for the subject, so this is impersonation, not delegation.'
      : `In the new one, ${quoted(acts)} acts for the subject (act)${allowed === acts ? ', as may_act of the first allows' : ''}${own === acts ? ', and actor_token is of the same' : ''}.`,
  ]
  const relations: Omit<Relation, 'check'>[] = [
    { title: 'Token exchange', outcome: 'passed', why: said.join(' '), basis, of: [] },
  ]
  const misfit =
    acts !== undefined && allowed !== undefined && acts !== allowed
      ? `may_act of the token in subject_token allows ${quoted(allowed)}, and act of the new one names ${quoted(acts)}.`
      : acts !== undefined && own !== undefined && acts !== own
        ? `The subject of the token in actor_token is ${quoted(own)}, and act of the new one names ${quoted(acts)}.`
        : undefined
  return misfit === undefined
    ? relations
    : [
        ...relations,
        {
          title: 'Token exchange: who acts',
          outcome: 'failed',
          why: misfit,
          basis,
          of,
          fault: { title: 'The actor is not the allowed one', phrase: 'with an actor that was not allowed' },
        },
      ]
}

/** By its subject, and by its client where it has none. */
function nameOf(party: unknown): string | undefined {
  if (!isObject(party)) return undefined
  const name = party.sub ?? party.client_id ?? party.azp
  return typeof name === 'string' ? name : undefined
}

function audience({ aud }: Record<string, unknown>): string {
  return aud === undefined ? 'no named audience' : listed([aud].flat())
}

function claimsOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form === 'jws' && token.payload.value) || {}
}

import { inferred, standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { listed, quoted } from '../../text/quote.ts'
import { actorOf } from '../actor.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'

/**
 * Compares the tokens of a token exchange (RFC 8693): the one of the subject, the one of who acts, and the one that was issued
 * for them. None where the text shows no exchange.
 */
export function exchangeRelations(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const told = tokens.flatMap((one) => exchangedFor(one, tokens))
  if (told.length > 0) return told
  const [subject, actor, issued] = ['subject_token', 'actor_token', 'access_token'].map((name) =>
    tokens.find(({ from, token }) => from === name && token.form === 'jws'),
  )
  if (subject === undefined || issued === undefined || subject === issued) return []
  if (!/token-exchange|subject_token|issued_token_type/.test(words)) return []
  const [before, after] = [claimsOf(subject), claimsOf(issued)]
  const { act } = after
  const acts = actorOf(act)
  const allowed = actorOf(before.may_act)
  const own = actor && actorOf(claimsOf(actor))
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

/** A token whose act names no party but the audience and the time of another one of the text, as Vercel writes it. */
function exchangedFor(issued: FoundToken, tokens: readonly FoundToken[]): Omit<Relation, 'check'>[] {
  const after = claimsOf(issued)
  const { act, iss, exp } = after
  if (!isObject(act) || actorOf(act) !== undefined || act.aud === undefined || act.iat === undefined) return []
  const before = tokens
    .filter((one) => one !== issued)
    .map(claimsOf)
    .find((one) => one.iss === iss && one.aud === act.aud && one.iat === act.iat)
  return before === undefined
    ? []
    : [
        {
          title: 'Token exchange',
          outcome: 'passed',
          why: `act of the token for ${audience(after)} has the audience and the time of the token for ${audience(before)}, so the one was issued in exchange for the other.${exp === before.exp ? ' Both expire at the same time.' : ''}`,
          basis: inferred('the same values in both tokens'),
          of: [issued.token.text],
        },
      ]
}

function audience({ aud }: Record<string, unknown>): string {
  return aud === undefined ? 'no named audience' : listed([aud].flat())
}

function claimsOf({ token }: FoundToken): Record<string, unknown> {
  return (token.form === 'jws' && token.payload.value) || {}
}

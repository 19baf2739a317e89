import type { Step } from '../protocol/call.ts'

/**
 * How sure a cause is; each word means the same wherever it is shown.
 *
 * - *certain*: the call itself shows it, by a code that means one thing alone or by values that leave no other reading.
 *   The evidence can be pointed at.
 * - *likely*: it fits what is seen better than any other cause does, and another could look the same: a code that represents several causes, words that no standard fixes, a comparison with what is configured, a sign with exceptions.
 * - *possible*: nothing that is seen speaks against it, and nothing speaks for it more than for its neighbours: what a
 *   status says by itself, a code that one source alone explains.
 *
 * An entry's `when` says how sure its finding is by these words. Whatever makes that more or less is in this file.
 */
export type Certainty = (typeof certainties)[number]

/** Surest first. */
const certainties = ['certain', 'likely', 'possible'] as const

/** What rests on something is at most as sure as that: a cause as the reading of the text in which it was found. */
export function atMost(certainty: Certainty, limit: Certainty): Certainty {
  return bySureness(certainty, limit) < 0 ? limit : certainty
}

/** Sorts surer ones before others. */
export function bySureness(one: Certainty, other: Certainty): number {
  return certainties.indexOf(one) - certainties.indexOf(other)
}

/** A finding of an entry. `vague` where it says no more than the code of the response, which leaves the cause behind open. */
export function findingCertainty(found: Certainty, vague: boolean, evidence: readonly string[]): Certainty {
  // Nothing is certain that cannot be shown.
  return vague || evidence.length === 0 ? atMost(found, 'likely') : found
}

/** A check that Claimcheck made itself: it saw what it compared. */
export const ownCheckCertainty: Certainty = 'certain'

/** A cause that the other side puts into words: no standard fixes them, and they are translated and reworded. */
export const messageCertainty: Certainty = 'likely'

/**
 * An error that products are known for, by how much speaks for it (see `FoundError.weight`): with clues beside its sentence
 * less is enough. Where the call itself came to the same cause as likely, it stays so.
 */
export function knownErrorCertainty(weight: number, clues: number, same: Certainty | undefined): Certainty {
  // What the call shows for certain stays likely at least: the known error only tells it closer.
  const likely = weight >= (clues > 0 ? 1 : 1.2) || same === 'certain' || (same === 'likely' && weight >= 0.8)
  return likely ? 'likely' : 'possible'
}

/**
 * What a call without a configured environment shows by leaving something out: others read it elsewhere, such as keys in
 * headers of their own, and clients without a secret send none.
 */
export function absenceCertainty(found: Certainty, known: boolean): Certainty {
  return known ? found : atMost(found, 'likely')
}

/**
 * How sure a diagnosis is shown to be. A code, a status or a sentence of a system that is not configured here has more
 * than one cause more often than it seems: read in texts that nobody had seen before, six of ten such causes were the true
 * one. So they are possible, and what was compared keeps its certainty. What says no more than a code that has several
 * causes is possible everywhere.
 *
 * @param known whether the call belongs to a configured environment and the cause is named, or values were compared
 */
export function shownCertainty(found: Certainty, known: boolean): Certainty {
  return known ? found : atMost(found, 'possible')
}

/** What a data row says about a code. */
export function rowCertainty(confirmed: boolean): Certainty {
  return confirmed ? 'likely' : 'possible'
}

/**
 * A code that states its cause outright; undefined where it states nothing. Business APIs use the same words for what
 * they deal in (a payer's account, a card's token), so of an API a plain code counts with the statuses for who may not,
 * with 400 where `with400` says that nothing else is meant by it, and a gateway's own with any.
 */
export function statedCertainty(
  { step, status }: { step: Step; status: number | undefined },
  { code, fromMessage }: { code: string; fromMessage?: true },
  with400: boolean,
): Certainty | undefined {
  if (step !== 'api' || fromMessage || /^[a-z]+\.[\w.]+$/i.test(code)) return 'certain'
  if (status === 401 || status === 403) return 'certain'
  return status === undefined || status < 300 || (status === 400 && with400) ? 'likely' : undefined
}

/** A fault code: the gateway that the API guide shows names its policies; another one's code is read by analogy. */
export function gatewayCertainty({ code, means }: { code: string; means?: string }): Certainty {
  return means === undefined || code.includes('.') ? 'certain' : 'likely'
}

/**
 * Whether a response leaves nothing open that words of the other side could tell.
 *
 * @param plainCode the response rests on a code that means one thing alone, which is firmer than a sentence
 * @param namesCause the entry knows the cause, and not only the code
 */
export function leavesNothingOpen(certainty: Certainty, plainCode: boolean, namesCause: boolean): boolean {
  return plainCode || (certainty === 'certain' && namesCause)
}

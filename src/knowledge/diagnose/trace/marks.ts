import { addressesIn } from './addresses-in-text.ts'
import { answersOf, behindAddresses, besideAddresses } from './answers-in-text.ts'
import { authorizationIn } from './authorization-in-text.ts'
import { formsIn } from './forms-in-text.ts'
import type { Mark } from './mark.ts'
import { type ObjectInText, objectsIn } from './objects-in-text.ts'
import { pairsIn } from './pairs-in-text.ts'

/** All that is in a text of messages, in its order. Linear in the text. */
export function marksIn(text: string): Mark[] {
  const addresses = addressesIn(text)
  // What stands within an address is read with it.
  const rest = blanked(text, addresses)
  const forms = formsIn(rest)
  const objects = objectsIn(rest)
  const outside = blanked(
    rest,
    [...forms, ...objects].sort((one, other) => one.at - other.at),
  )
  const pairs = blanked(rest, forms)
  return [
    ...addresses,
    ...forms,
    ...objects.flatMap(markOf),
    ...pairsIn(outside),
    ...authorizationIn(pairs),
    ...behindAddresses(text, withoutTokens(outsideOf(answersOf(text, pairs), addresses), objects), addresses),
    ...besideAddresses(text, addresses),
  ]
    .slice(0, markLimit)
    .sort((one, other) => one.at - other.at)
}

const markLimit = 3_000

/** Answers that are no numbers within the paths of addresses. */
function outsideOf(answers: Mark[], addresses: { at: number; end: number }[]): Mark[] {
  let next = 0
  const sorted = [...answers].sort((one, other) => one.at - other.at)
  return sorted.filter(({ at }) => {
    while (next < addresses.length && (addresses[next]?.end ?? 0) <= at) next += 1
    return at <= (addresses[next]?.at ?? at)
  })
}

/** Answers that are none of those within a token response, which is one as a whole. */
function withoutTokens(answers: Mark[], objects: ObjectInText[]): Mark[] {
  const responses = objects.filter(({ is }) => is === 'token-response')
  return answers.filter(({ at }) => !responses.some((one) => one.at < at && at < one.end))
}

function markOf({ at, is, parameters, whole, json }: ObjectInText): Mark[] {
  if (is === 'claims') return []
  return is === 'token-response' ? [{ is: 'tokens', at }] : [{ is: 'form', at, kind: is, parameters, whole, json }]
}

/** A text with blanks in the place of parts, so that all else stays where it stands. */
function blanked(text: string, parts: { at: number; end: number }[]): string {
  let result = ''
  let from = 0
  for (const { at, end } of parts) {
    if (at < from) continue
    result += text.slice(from, at) + ' '.repeat(end - at)
    from = end
  }
  return result + text.slice(from)
}

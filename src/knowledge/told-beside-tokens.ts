import type { Diagnosis } from './diagnose/diagnosis.ts'
import { factsOf } from './diagnose/facts/facts.ts'
import { showsClaimsOf } from './diagnose/known-errors/claims.ts'
import { phrasesOf } from './diagnose/known-errors/phrases.ts'
import { showsProductsOf } from './diagnose/known-errors/products.ts'
import { withClaims } from './explain.ts'
import type { Reading } from './paste/read-pasted.ts'

/**
 * The diagnoses of a text with tokens in it, without those that take for granted what the text does not show: a product, a part of
 * a system, a token endpoint, a bearer. What is certain or likely was compared and stays. A sentence of a cause that is not
 * supported is left out alone; without its title or the whole of its cause, a diagnosis is. Linear in the text.
 *
 * @param now epoch seconds
 */
export function supportedBeside(
  diagnoses: readonly Diagnosis[],
  { call }: Reading,
  text: string,
  now: number,
): Diagnosis[] {
  const phrases = phrasesOf(withClaims(text))
  const facts = factsOf(text, { now })
  // What is in parentheses is an example.
  const isSupported = (sentence: string, others: readonly string[] = []) =>
    showsProductsOf(sentence.replace(/\([^()]*\)/g, ''), phrases) &&
    showsClaimsOf(sentence, phrases, facts) &&
    presumptions.every(({ said, seen }) => !said.test(sentence) || seen([text, ...others].join('\n'), call))
  return diagnoses.flatMap((one) => {
    if (one.certainty !== 'possible') return [one]
    const sentences = one.cause.split(/(?<=[.!?]) (?=[A-Z])/)
    const cause = sentences.filter((sentence) =>
      isSupported(
        sentence,
        sentences.filter((other) => other !== sentence),
      ),
    )
    if (!isSupported(one.title)) return []
    // A sentence of the text by which it was found supports it.
    if (cause.length === 0) return isSentenceOf(one.telling, text) ? [one] : []
    return [{ ...one, cause: cause.join(' ') }]
  })
}

function isSentenceOf(telling: string | undefined, text: string): boolean {
  return telling !== undefined && telling.trim().split(/\s+/).length > 2 && text.includes(telling.trim())
}

interface Presumption {
  /** The words that take it for granted. */
  said: RegExp
  /** Whether the text or the call in it shows it. */
  seen: (text: string, call: Reading['call']) => boolean
}

const presumptions: readonly Presumption[] = [
  {
    // That the token was the bearer of a call.
    said: /\btoken (?:that )?(?:was )?sent\b|\bsent to (?:the|your|an) API\b|\bA token was sent\b/,
    seen: (text, { request }) =>
      /^(?:bearer|dpop)\s/i.test(request?.headers?.authorization ?? '') || /\b(?:bearer|authorization)\b/i.test(text),
  },
  {
    said: /\btoken endpoint\b|\btoken request\b/i,
    seen: (text) =>
      /\bgrant_type\b|\/token\b|\/access_token\b|token endpoint|client_assertion|code_verifier|invalid_(?:client|grant)/i.test(
        text,
      ),
  },
  {
    said: /\bdifferent Content-Type\b/,
    seen: (text) => !/application\/x-www-form-urlencoded/i.test(text),
  },
  {
    said: /\bknows who the caller is\b|\bnew token of the same kind will not help\b/,
    seen: (text) =>
      !/\bun(?:authenticated|authorized)\b|\bnot authenticated\b|\bauthentication (?:information|failed|required|credentials)\b|\binvalid (?:or non-existent|api key|token|credential)/i.test(
        text,
      ),
  },
  {
    said: /\bdoes not say whether the user\b/,
    seen: (text) =>
      !/\b(?:user|psu|resource owner|customer|end-user|person)\b[^.\n]{0,30}\b(?:cancel|den(?:y|ied)|declin|reject|refus)/i.test(
        text,
      ),
  },
  {
    said: /\bThe gateway (?:returned|found|could)\b/,
    seen: (text, { environment }) => environment !== undefined || /gateway|kong|apigee|istio|envoy/i.test(text),
  },
  {
    said: /\bThe identity service returned\b/,
    seen: (_, { response }) => response !== undefined,
  },
]

import type { Diagnosis } from './diagnose/diagnosis.ts'
import { factsOf } from './diagnose/facts/facts.ts'
import { showsClaimsOf } from './diagnose/known-errors/claims.ts'
import { phrasesOf } from './diagnose/known-errors/phrases.ts'
import { showsProductsOf } from './diagnose/known-errors/products.ts'
import { withClaims } from './explain.ts'
import type { Inspection } from './paste/inspect.ts'
import type { Reading } from './paste/read-pasted.ts'
import { checkToken } from './token/checks.ts'
import { gravestFault } from './token/faults.ts'
import { asReadJwt } from './token/jwt.ts'
import { tokenKinds } from './token/kinds.ts'
import { relationsAbout } from './token/together.ts'

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

/**
 * The diagnoses of a request that was rejected, where nothing but its status shows why and the one JWT of the text breaks a rule
 * of its format, its standard or its vendor: then that is told as the cause. Whether it is in time and who signed it is told with
 * the token.
 *
 * @param now epoch seconds
 */
export function ledByToken(
  diagnoses: Diagnosis[],
  { call }: Reading,
  { tokens, together, errors }: Pick<Inspection, 'tokens' | 'together' | 'errors'>,
  now: number,
): Diagnosis[] {
  const [first, ...others] = diagnoses
  const signed = tokens.filter(({ token }) => token.form === 'jws')
  const [found] = signed
  if (first === undefined || found === undefined || signed.length > 1 || first.certainty !== 'possible')
    return diagnoses
  if (![400, 401, 403].includes(call.response?.status ?? 0)) return diagnoses
  const { token, recognised } = found
  const fault = gravestFault(
    checkToken(asReadJwt(token), {
      now,
      kind: recognised.kind,
      certain: recognised.basis.kind !== 'inferred',
      relations: relationsAbout(found, together),
      errors,
    }),
  )
  if (fault === undefined || fault.tone !== 'bad' || !ownFaults.has(fault.finding.check)) return diagnoses
  const { reasons: _, next: __, ...known } = first
  const [met = ''] = first.cause.split(/(?<=[.!?]) (?=[A-Z])/)
  const isIssued = tokenKinds[recognised.kind].signedBy === 'issuer'
  return [
    {
      ...known,
      certainty: 'likely',
      cause: `${met} The token in the text explains that. ${fault.finding.why}`,
      // What a product is known for names the remedy in its own terms.
      fix:
        first.telling !== undefined
          ? first.fix
          : isIssued
            ? 'Have the service that issues the token correct this; the recipient is right to reject it.'
            : 'Correct this in the program that creates the token, then send the request again with a new one.',
      who: isIssued ? 'identity-team' : 'caller',
      retry: 'after-fix',
    },
    ...others,
  ]
}

/** What a token breaks by itself, whatever the time and the key. */
const ownFaults: ReadonlySet<string> = new Set(['claims', 'form', 'lifetime', 'type', 'audience'])

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

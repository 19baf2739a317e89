import type { Call } from '../protocol/call.ts'
import { byEntries, mayHaveFailed } from './by-entries.ts'
import { type CallView, viewCall } from './call-view.ts'
import { tellingSentence } from './causes-in-messages.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { MessageCause } from './error-code.ts'
import { type FoundError, findKnownErrors } from './known-errors/find-known-errors.ts'
import { ledByKnownError, saysLittle } from './known-errors/lead.ts'
import { searchedCall } from './known-errors/searched-call.ts'
import { parseCall } from './parse-call.ts'
import type { CatalogueRows } from './registries/rows.ts'
import { brokenRule, diagnosisOfBreach } from './trace/broken-rule.ts'
import { messagesIn } from './trace/messages-in-text.ts'

/**
 * Says why a call failed: diagnoses, best first; none only for a call with nothing wrong. Never throws, whatever it is
 * given. Codes, statuses, claims and clocks decide; the other side's own words are heard where these leave the cause
 * open, and are never certain. `rows`, once loaded with `loadCatalogue`, adds the errors that have no entry of their own.
 * `around` is what was found in the text that the call
 * was read from.
 */
export function diagnose(call: Call, rows?: CatalogueRows, around?: Around): Diagnosis[] {
  const seen = parseCall(call)
  const view = viewCall(seen)
  const reasoned = byEntries(seen, view, call, rows, around?.stated)
  if (reasoned.length === 0 && !mayHaveFailed(view)) return reasoned
  const searched = around?.found === undefined ? searchedCall(seen) : undefined
  const found = around?.found ?? (searched === undefined ? [] : findKnownErrors(searched))
  const led = ledByKnownError(reasoned, found, seen, tellingSentence(view)?.text)
  return around === undefined && searched !== undefined ? ledByRule(led, seen, view, searched.text) : led
}

/** The rule of the service that the messages of a call do not keep, before what is told by codes, statuses and words. */
function ledByRule(led: Diagnosis[], seen: Call, view: CallView, text: string): Diagnosis[] {
  const [first] = led
  // Of a configured environment the entries know more than the messages show.
  const known = view.environment !== undefined
  if (view.foreign || (first?.certainty === 'certain' && (known || isOfRequest(first)))) return led
  const broken = brokenRule(messagesIn(text), known || undefined)
  if (broken === undefined) return led
  // What is missing is told where the response tells no more than that something is wrong.
  const says = tellingSentence(view)?.text
  const open = first === undefined || first.certainty === 'possible' || saysLittle(first.code)
  const silent = says === undefined || speaksOfAbsence.test(says)
  // A page of the identity service tells a person little, and a program less.
  if (broken.breach.absent && first?.code !== 'stopped-on-identity-page' && !(open && silent)) return led
  const lead = diagnosisOfBreach(broken, seen)
  // The entry of the same cause knows the call closer.
  return first?.code === lead.code && (known || isOfRequest(first))
    ? led
    : [lead, ...led.filter(({ code }) => code !== lead.code)]
}

const speaksOfAbsence = /missing|required|lack|parameter|no client|credential|malformed|falta|ausente|obrigat/i

/** Whether a diagnosis rests on what was sent, and not on the response alone. */
function isOfRequest({ evidence }: Diagnosis): boolean {
  return evidence.some((at) => /^\/(?:at|token|flow|keys|request\/(?:headers|form|body))\b/.test(at))
}

/** What is known from the text that a call was read from. */
export interface Around {
  /** A cause that a sentence of the text states. */
  stated?: MessageCause
  found?: FoundError[]
}

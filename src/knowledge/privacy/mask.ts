import type { Call } from '../protocol/call.ts'
import { parseObject } from '../text/json.ts'
import { findSensitive, type Search } from './find-sensitive.ts'
import type { Finding } from './finding.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { isSecret, type Place } from './sensitivity.ts'
import { isTrace } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What is masked on the screen beside what opens something. */
export interface MaskOptions {
  /** True where what describes a person is masked as well. */
  personal?: boolean
  /** Values that are masked wherever they stand. */
  known?: KnownValues
  /** What is known to be harmless: while personal data is masked, whatever is not is masked too. */
  vocabulary?: Vocabulary
}

/** A text with the tokens, codes, passwords and keys in it masked, each with its length beside the mask. Never throws. */
export function maskSecrets(text: string, options: MaskOptions = {}, field?: { name: string; place: Place }): string {
  return masked(text, { known: options.known, vocabulary: layerOf(options), field }, options)
}

function masked(text: string, search: Search, options: MaskOptions, isOurs?: (finding: Finding) => boolean): string {
  const pieces: string[] = []
  let at = 0
  for (const finding of findSensitive(text, search)) {
    const written = text.slice(finding.start, finding.end)
    if (!isMasked(finding, options) || isTrace(written) || isOurs?.(finding)) continue
    pieces.push(text.slice(at, finding.start), finding.bare ? `"${mask(written)}"` : mask(written))
    at = finding.end
  }
  return pieces.join('') + text.slice(at)
}

/** A call as it may be shown: the same members, with every secret in them masked. */
export function maskCall(call: Call, options: MaskOptions = {}): Call {
  const { request, response, failure } = call
  const text = (given: string) => maskSecrets(given, options)
  const headers = (given: Record<string, string> | undefined) => given && mapTexts(given, 'header', options)
  return {
    ...call,
    request: request && {
      ...request,
      url: text(request.url),
      headers: headers(request.headers),
      form: request.form && mapTexts(request.form, 'parameter', options),
      body: request.body === undefined ? undefined : text(request.body),
    },
    response: response && {
      ...response,
      headers: headers(response.headers),
      body: response.body === undefined ? undefined : text(response.body),
    },
    failure: failure && { ...failure, message: failure.message && text(failure.message) },
    token: call.token && { ...call.token, claims: maskClaims(call.token.claims, options) },
  }
}

/** Claims as they may be shown: those that describe a person are masked where that is wanted, wherever they are repeated. */
export function maskClaims(claims: Record<string, unknown>, options: MaskOptions = {}): Record<string, unknown> {
  if (!options.personal) return claims
  const known = valuesOfClaims(claims, options)
  return (
    parseObject(masked(JSON.stringify(claims), { known, vocabulary: layerOf(options), isClaims: true }, options)) ??
    claims
  )
}

/** A text that a diagnosis was made from, as it is and as it is shown. */
export interface Source {
  text: string
  masked: string
}

/**
 * The words of a diagnosis as they may be shown: they quote the call, an authorization code among other things, and the
 * text that the call was read from. `known` are the values of the call, which several diagnoses of it share.
 */
export function maskDiagnosis<Words extends { title: string; cause: string; fix: string; telling?: string }>(
  diagnosis: Words,
  call: Call,
  options: MaskOptions = {},
  source?: Source,
  known = valuesIn(call, options),
): Words {
  const values = known.all().map(([value]) => value)
  const isHidden = (value: string) =>
    values.some((one) => value === one || (one.length > 3 && value.includes(one))) ||
    (source?.text.includes(value) === true && !source.masked.includes(value))
  // A plain word that is no value of the call is one of ours, whatever is before it.
  const isWord = (value: string) => plainWords.test(value) && !values.includes(value)
  const text = (words: string) => {
    // What the other side sent is quoted in a sentence; what is not, and is nowhere hidden, is the sentence’s own.
    const isOurs = ({ value, kind, start }: Finding) =>
      isWord(value) || (isSecret(kind) && !isHidden(value) && !isWithinQuotes(words, start))
    return masked(words, { known, vocabulary: layerOf(options) }, options, isOurs)
  }
  return {
    ...diagnosis,
    title: text(diagnosis.title),
    cause: text(diagnosis.cause),
    fix: text(diagnosis.fix),
    telling:
      diagnosis.telling &&
      masked(diagnosis.telling, { known, vocabulary: layerOf(options) }, options, ({ value }) => isWord(value)),
  }
}

const plainWords = /^\p{Ll}+\d{0,2}(?:[ -]\p{Ll}+\d{0,2}){0,5}$/u

function isWithinQuotes(words: string, at: number): boolean {
  return words.lastIndexOf('“', at) > words.lastIndexOf('”', at - 1)
}

/** The values of a call that are masked, to be masked wherever they are repeated. */
export function valuesIn({ request, response, token }: Call, options: MaskOptions = {}): KnownValues {
  const known = valuesOfClaims(token?.claims ?? {}, options)
  const take = (text: string | undefined, field?: { name: string; place: Place }) => {
    for (const finding of text === undefined ? [] : findSensitive(text, { field, vocabulary: layerOf(options) }))
      collect(finding, options, known)
  }
  take(request?.url)
  take(request?.body)
  for (const [name, value] of Object.entries(request?.form ?? {})) take(value, { name, place: 'parameter' })
  for (const [name, value] of [...Object.entries(request?.headers ?? {}), ...Object.entries(response?.headers ?? {})])
    take(value, { name, place: 'header' })
  take(response?.body)
  return known
}

/** Without personal data to be masked, what is only not known to be harmless stays to be read. */
function layerOf({ personal = false, vocabulary }: MaskOptions): Vocabulary | undefined {
  return personal ? vocabulary : undefined
}

/** The values among claims that are masked. */
function valuesOfClaims(claims: Record<string, unknown>, options: MaskOptions): KnownValues {
  const known = createKnownValues(options.known?.all())
  for (const finding of findSensitive(JSON.stringify(claims), { isClaims: true })) collect(finding, options, known)
  return known
}

function collect(finding: Finding, options: MaskOptions, known: KnownValues): void {
  if (isMasked(finding, options)) known.add(finding.value, finding.kind, finding.name)
  for (const inner of [...(finding.parts ?? []), ...(finding.decoded?.findings ?? [])]) collect(inner, options, known)
}

/** A token is masked as a whole; what is encoded where something in it is. */
function isMasked(finding: Finding, { personal = false }: MaskOptions): boolean {
  if (finding.parts !== undefined) return true
  if (finding.decoded !== undefined) return finding.decoded.findings.some((inner) => isMasked(inner, { personal }))
  if (finding.kind === 'binary content' || finding.kind === 'IP address' || finding.kind === 'unknown header')
    return false
  return personal || isSecret(finding.kind)
}

function mapTexts(texts: Record<string, string>, place: Place, options: MaskOptions): Record<string, string> {
  const changed: Record<string, string> = Object.create(null)
  for (const name of Object.keys(texts)) changed[name] = maskSecrets(texts[name] ?? '', options, { name, place })
  return changed
}

/** What is in place of a secret says how long the secret was. */
function mask(value: string): string {
  return `•••••• (${value.length.toLocaleString('en')} characters)`
}

import type { Diagnosis } from '../diagnose/diagnosis.ts'
import type { Call } from '../service/call.ts'
import { parseAddress } from '../text/address.ts'

/** Fields whose value opens something, wherever they stand. */
const secretFields =
  'access_token|refresh_token|id_token|id_token_hint|client_secret|client_assertion|assertion|code_verifier|password|subject_token|actor_token|device_code|api[_-]?key'
const inJson = new RegExp(`(\\\\?"(?:${secretFields})\\\\?"\\s{0,20}:\\s{0,20}\\\\?")((?:[^"\\\\]|\\\\[^"])+)`, 'gi')
const inForm = new RegExp(`((?:^|[?&#;\\s"'])(?:code|${secretFields})=)([^&#;\\s"'<>]+)`, 'gi')
// Only where a word begins, so that a run of any length is looked at once.
const jwt = /(?<![\w-])eyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*){0,3}/g
// RFC 9110 §11.4: credentials; `Bearer realm="…"` is a challenge and holds no secret.
const credentials =
  /\b((?:Bearer|Basic|DPoP)(?:[\s:]+(?:Bearer|Basic|DPoP)\b)*)([\s:]+)(?![\w-]+\s*=\s*["\w])([\w.~+/=-]{6,})/gi
const cookiePairs = /([^=;,\s]+=)([^;,\s]+)/g
const cookieAttributes = /^(?:path|domain|expires|max-age|samesite|priority)=$/i
const wholeSecret = /^(?:(?:set-)?cookie|x-api-key|apikey)$/

/** A text with the tokens, codes, passwords and keys in it masked, each with its length beside the mask. Never throws. */
export function maskSecrets(text: string): string {
  return text
    .replace(inJson, (_whole, name: string, value: string) => `${name}${mask(value)}`)
    .replace(inForm, (whole, name: string, value: string) =>
      // A status beside the word code is no secret, and what is masked already stays as it is.
      /^\d{3}$/.test(value) || value.startsWith('•') ? whole : `${name}${mask(value)}`,
    )
    .replace(jwt, mask)
    .replace(credentials, (whole, scheme: string, space: string, value: string) =>
      /^(?:bearer|basic)$/i.test(value) ? whole : `${scheme}${space}${mask(value)}`,
    )
}

/** A call as it may be shown: the same members, with every secret in them masked. */
export function maskCall(call: Call): Call {
  const { request, response, failure } = call
  return {
    ...call,
    request: request && {
      ...request,
      url: maskSecrets(request.url),
      headers: maskHeaders(request.headers),
      form: request.form && mapTexts(request.form, (name, value) => maskField(name, value)),
      body: request.body === undefined ? undefined : maskSecrets(request.body),
    },
    response: response && {
      ...response,
      headers: maskHeaders(response.headers),
      body: response.body === undefined ? undefined : maskSecrets(response.body),
    },
    failure: failure && { ...failure, message: failure.message && maskSecrets(failure.message) },
  }
}

/** A diagnosis of a call as it may be shown: its words quote the call, an authorization code among other things. */
export function maskDiagnosis(diagnosis: Diagnosis, call: Call): Diagnosis {
  const codes = [
    call.request?.form?.code,
    ...parseAddress(call.response?.headers?.location ?? '').query.map(([name, value]) =>
      name === 'code' ? value : undefined,
    ),
  ].filter((code) => code !== undefined && code.length > 5)
  const masked = (text: string) =>
    maskSecrets(codes.reduce<string>((rest, code = '') => rest.replaceAll(code, mask(code)), text))
  return {
    ...diagnosis,
    title: masked(diagnosis.title),
    cause: masked(diagnosis.cause),
    fix: masked(diagnosis.fix),
  }
}

function maskHeaders(headers: Record<string, string> | undefined): Record<string, string> | undefined {
  if (headers === undefined) return undefined
  return mapTexts(headers, (name, value) => {
    if (/^(?:proxy-)?authorization$/.test(name)) return value.replace(/[^\s:"']{4,}/g, maskCredential)
    if (!wholeSecret.test(name)) return maskSecrets(value)
    if (!value.includes('=')) return mask(value)
    return value.replace(cookiePairs, (whole, key: string, inner: string) =>
      cookieAttributes.test(key) ? whole : `${key}${mask(inner)}`,
    )
  })
}

/** A word of an `Authorization` value: its scheme, a fingerprint or a placeholder stays, anything else may be a secret. */
function maskCredential(word: string): string {
  const harmless =
    /^(?:bearer|basic|dpop|digest|negotiate|undefined|null|fp|left-out|\$\{?\w+\}?|\{\{\w+\}\}|\[object|Object\])$/i
  return harmless.test(word) ? word : mask(word)
}

function maskField(name: string, value: string): string {
  return new RegExp(`^(?:code|${secretFields})$`, 'i').test(name) ? mask(value) : maskSecrets(value)
}

function mapTexts(
  texts: Record<string, string>,
  change: (name: string, value: string) => string,
): Record<string, string> {
  const changed: Record<string, string> = Object.create(null)
  for (const name of Object.keys(texts)) changed[name] = change(name, texts[name] ?? '')
  return changed
}

function mask(value: string): string {
  return value === '' ? '' : `•••••• (${value.length.toLocaleString('en')} characters)`
}

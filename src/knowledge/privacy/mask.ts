import type { Call } from '../service/call.ts'
import { parseAddress } from '../text/address.ts'
import { replaceCookies, replaceSecrets } from './secrets-in-text.ts'
import { type Place, sensitivityOf } from './sensitivity.ts'

/** A text with the tokens, codes, passwords and keys in it masked, each with its length beside the mask. Never throws. */
export function maskSecrets(text: string): string {
  return replaceSecrets(text, { token: mask, credentials: mask, secret: mask })
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
      form: request.form && mapTexts(request.form, (name, value) => maskField(name, value, 'parameter')),
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

/** The words of a diagnosis as they may be shown: they quote the call, an authorization code among other things. */
export function maskDiagnosis<Words extends { title: string; cause: string; fix: string }>(
  diagnosis: Words,
  { request, response }: Call,
): Words {
  const sent = Object.entries(request?.form ?? {})
  const secrets = [...sent, ...parseAddress(response?.headers?.location ?? '').query]
    .filter(([name, value]) => value.length > 5 && sensitivityOf(name, 'parameter', value) === 'secret')
    .map(([, value]) => value)
  const masked = (words: string) =>
    maskSecrets(secrets.reduce((rest, secret) => rest.replaceAll(secret, mask(secret)), words))
  return {
    ...diagnosis,
    title: masked(diagnosis.title),
    cause: masked(diagnosis.cause),
    fix: masked(diagnosis.fix),
  }
}

function maskHeaders(headers: Record<string, string> | undefined): Record<string, string> | undefined {
  return headers && mapTexts(headers, maskHeader)
}

function maskHeader(name: string, value: string): string {
  if (/^(?:proxy-)?authorization$/i.test(name)) return value.replace(/[^\s:"']{4,}/g, maskCredential)
  if (/^(?:set-)?cookie$/i.test(name) && value.includes('=')) return replaceCookies(name, value, mask)
  return maskField(name, value, 'header')
}

/** A word of an `Authorization` value: its scheme, a fingerprint or a placeholder stays, anything else may be a secret. */
function maskCredential(word: string): string {
  const harmless =
    /^(?:bearer|basic|dpop|digest|negotiate|undefined|null|fp|left-out|\$\{?\w+\}?|\{\{\w+\}\}|\[object|Object\])$/i
  return harmless.test(word) ? word : mask(word)
}

function maskField(name: string, value: string, place: Place): string {
  return sensitivityOf(name, place, value) === 'secret' ? mask(value) : maskSecrets(value)
}

function mapTexts(
  texts: Record<string, string>,
  change: (name: string, value: string) => string,
): Record<string, string> {
  const changed: Record<string, string> = Object.create(null)
  for (const name of Object.keys(texts)) changed[name] = change(name, texts[name] ?? '')
  return changed
}

/** Nothing else is masked twice: what stands in place of a secret says how long the secret was. */
function mask(value: string): string {
  return value === '' || value.startsWith('••') ? value : `•••••• (${value.length.toLocaleString('en')} characters)`
}

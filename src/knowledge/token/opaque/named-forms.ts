import { inferred, standard } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { listed } from '../../text/quote.ts'
import { codeForm } from './context-forms.ts'
import { type Form, type FormRead, objectIn } from './opaque-form.ts'

const placeholder =
  /^(?:your|my|the|some|access|token|secret|example|xxx+|\.{3}|changeme|placeholder|redacted|masked|null|undefined|none|true|false)/i

/**
 * Values that nothing but their place tells: the word Bearer, a header for keys, a field for tokens. What has a form of its
 * own is told by that, and comes before.
 */
export const namedForms: readonly Form[] = [
  codeForm,
  {
    kind: 'access',
    name: 'Opaque access token (Bearer)',
    pattern:
      /(?<from>authorization)["']?\s{0,4}[:=]\s{0,4}["']?Bearer\s{1,4}(?<value>[\w.~+/-]{8,4000}={0,2})(?![\w.~+/<>{}$-])/gi,
    why: 'It follows “Bearer” and is not a JWT.',
    basis: standard('RFC 6750 §2.1; RFC 6749 §1.4'),
    note: 'Opaque: the user, scope and times cannot be read from it. The service that issued it can provide them, for example at its introspection endpoint (RFC 7662).',
    read: real,
  },
  {
    kind: 'access',
    name: 'Opaque access token (DPoP)',
    pattern:
      /(?<from>authorization)["']?\s{0,4}[:=]\s{0,4}["']?DPoP\s{1,4}(?<value>[\w.~+/-]{8,4000}={0,2})(?![\w.~+/<>{}$-])/gi,
    why: 'It follows “DPoP” and is not a JWT.',
    basis: standard('RFC 9449 §7.1; RFC 6749 §1.4'),
    note: 'Opaque: the user, scope and times cannot be read from it. It is bound to a key: each call must have a DPoP proof made with that key in the DPoP header.',
    read: real,
  },
  {
    kind: 'secret',
    name: 'API key in a header',
    pattern:
      /(?<![\w-])(?<from>x-api-key|api-key|apikey|x-apikey|x-auth-token|x-access-token|ocp-apim-subscription-key|private-token|x-vault-token|x-goog-api-key|x-functions-key|x-rapidapi-key|x-client-secret|x-amz-security-token)["']?\s{0,4}:\s{0,4}["']?(?<value>[\w.~+/:-]{12,2000}={0,2})/gi,
    why: 'It was in a header for API keys.',
    basis: inferred('the name of the header'),
    note: 'It is sent unchanged with each request, so anyone who has seen it can use it.',
    read: (value, from = '') => (real(value) ? { name: `Key in the header ${from}` } : undefined),
  },
  {
    kind: 'secret',
    name: 'Credentials of another scheme',
    pattern:
      /(?<![\w-])authorization["']?\s{0,4}:\s{0,4}["']?(?<from>SSWS|Token|ApiKey|Api-Key|Key|GenieKey|Splunk|Bot|OAuth|PVEAPIToken=?|Zoho-oauthtoken|Discogs|Client-ID|Ghost|Klaviyo-API-Key|DeepL-Auth-Key)\s{0,4}[ =](?:token=)?(?<value>[\w.~+/:!@-]{12,2000}={0,2})/gi,
    why: 'It was in the Authorization header, after a scheme name.',
    basis: standard('RFC 9110 §11.4'),
    read: (value, from = '') =>
      real(value) ? { name: schemes.get(from.toLowerCase()) ?? `Credentials of the scheme ${from}` } : undefined,
  },
  {
    kind: 'secret',
    name: 'Secret',
    pattern:
      /(?<![\w-])(?<from>[A-Z][A-Z\d]{1,30}(?:_[A-Z\d]{1,30}){0,5}_(?:TOKEN|SECRET|API_?KEY|SECRET_KEY|SIGNING_KEY|ENCRYPTION_KEY))\s{0,2}[:=]\s{0,2}["']?(?<value>[\w.~+/-]{20,400}={0,2})(?![\w.~+/<>{}$-])/g,
    why: 'Its name says that it is a secret; its format does not say whose.',
    basis: inferred('the name of the variable'),
    note: 'Opaque: nothing about its rights or its expiry can be read from it. If others have seen it, replace it.',
    read: (value, from = '') =>
      real(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^(?:[\w-]+\.)+[a-z]{2,}$|\/\//.test(value)
        ? { name: `Secret named ${from}`, ...readable(value) }
        : undefined,
  },
  {
    kind: 'unknown',
    name: 'Opaque token',
    pattern:
      /(?<![\w-])(?<from>access_token|id_token|refresh_token|subject_token|actor_token|device_code|client_secret|registration_access_token|accessToken|refreshToken)(?:["']?\s{0,4}[:=]\s{0,4}["']?|%22%3A%22|\\":\s?\\")(?<value>[\w.~+/-]{12,4000}={0,2})(?![\w.~+/<>{}$-])/g,
    why: 'Its name says that it is a token, and it is not a JWT.',
    basis: standard('RFC 6749 §1.4 and §1.5'),
    read: (value, from = '') => {
      if (!real(value) || !/\d/.test(value)) return undefined
      const [name = 'Opaque token', why] = names.get(from.toLowerCase().replace(/_/g, '')) ?? []
      return { name, why }
    },
  },
]

/** What a value is that is JSON in base64, which anybody can read. */
function readable(value: string): Pick<FormRead, 'why' | 'note'> | undefined {
  const members = Object.keys(objectIn(textOfBase64(value)) ?? {})
  return members.length === 0
    ? undefined
    : {
        why: `Its name says that it is a secret. It is base64-encoded JSON with ${listed(members.slice(0, 8))}; its format does not say whose it is.`,
        note: 'base64 does not protect what is in it. If others have seen it, replace it.',
      }
}

const schemes = new Map([
  ['ssws', 'Okta API token (SSWS)'],
  ['geniekey', 'Opsgenie API key'],
  ['splunk', 'Splunk token'],
  ['bot', 'Discord bot token'],
  ['apikey', 'API key (ApiKey)'],
  ['api-key', 'API key (Api-Key)'],
  ['token', 'API token (Token)'],
  ['zoho-oauthtoken', 'Zoho access token'],
  ['deepl-auth-key', 'DeepL API key'],
])

/** By its field: what it is called, and why, where that is no token. */
const names = new Map<string, [name: string, why?: string]>([
  ['accesstoken', ['Opaque access token']],
  ['idtoken', ['Opaque value in place of an ID token']],
  ['refreshtoken', ['Opaque refresh token']],
  ['subjecttoken', ['Opaque subject token']],
  ['actortoken', ['Opaque actor token']],
  ['devicecode', ['Device code', 'It was named as a device code.']],
  ['clientsecret', ['Client secret', 'It was named as a client secret.']],
  ['registrationaccesstoken', ['Opaque registration access token']],
])

function real(value: string): Record<string, never> | undefined {
  return placeholder.test(value) || /^[a-z]{1,30}$|^[A-Z_]+$|(.)\1{5}/.test(value) ? undefined : {}
}

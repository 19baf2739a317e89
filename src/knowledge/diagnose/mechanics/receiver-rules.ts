import { inferred, standard } from '../../protocol/basis.ts'
import { parseAddress, parseForm } from '../../text/address.ts'
import { durationInWords } from '../../text/duration.ts'
import { momentsIn } from '../../text/moments.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a receiver requires of what it is sent, held against that: a claim, a place, a time. */
export const receiverRules: readonly CircumstanceRule[] = [
  {
    basis: inferred('the API server of Kubernetes: a username claim “email” needs email_verified'),
    find: unverifiedEmail,
  },
  { basis: standard('RFC 9126 §2.2: expires_in of a request_uri'), find: pushedTooEarly },
  { basis: inferred('the accounts server that the redirect names'), find: accountsServer },
]

/** An ID token with an unverified email for a server that takes the email as the name of the user. */
function unverifiedEmail({ text, words }: Trace): Said | undefined {
  if (!/["']?email_verified["']?\s?[:=]\s?["']?false/i.test(text)) return undefined
  const byFlag = /oidc-username-claim[= ]["']?email\b/i.test(text)
  const toServer = /\/api\/v1\/(?:namespaces|pods|nodes|services)\b|\/apis\/[a-z.]{3,60}\/v\d/.test(text)
  const rejected = /\b401\b|unauthorized|invalid bearer token|not verified|unable to authenticate/.test(words())
  if (!rejected || !(byFlag || (toServer && !/oidc-username-claim/.test(text)))) return undefined
  return {
    of: 'invalid-token',
    title: 'The email in the ID token is not verified',
    cause: `The ID token has email_verified false. ${byFlag ? 'The API server takes the user name from email (--oidc-username-claim=email), and then' : 'If the API server takes the user name from email, it'} rejects a token whose email is not verified.`,
    fix: 'Have the email address verified at the identity provider and get a new ID token, or set another username claim (such as sub or preferred_username).',
    who: 'identity-team',
    certainty: 'possible',
    telling: 'email_verified',
  }
}

/** The longest lifetime that a sign-in with a form or a second factor can outlast. */
const shortLived = 120

/** A pushed authorization request whose few seconds a sign-in in between takes up. */
function pushedTooEarly({ text, words }: Trace): Said | undefined {
  if (!/request_uri/.test(words()) || !speaksOfFailure(words())) return undefined
  const [, seconds = ''] =
    /"request_uri"[^{}]{0,400}"expires_in"\s?:\s?(\d{1,4})\b|"expires_in"\s?:\s?(\d{1,4})\b[^{}]{0,40}"request_uri"/
      .exec(text)
      ?.filter((one) => one !== undefined) ?? []
  const lifetime = Number(seconds)
  const refused = /request_uri/.test(text.slice(text.search(/invalid_request|expired|not (?:found|valid)|\b400\b/i)))
  if (seconds === '' || lifetime > shortLived || !refused) return undefined
  // The time up to which it is valid is in the request_uri of one server.
  const [, end = ''] = /request_uri(?::|%3A)[\w%=+/-]{8,200}___(\d{13})\b/i.exec(text) ?? []
  const last = momentsIn(text, 0).at(-1)?.seconds
  const late = end === '' || last === undefined ? 0 : Math.round(last - Number(end) / 1000)
  const passed = late > 0 && late < 86_400 ? ` It ended ${durationInWords(late)} before the request that failed.` : ''
  return {
    of: 'request-uri-not-accepted',
    title: `The request_uri is valid for only ${durationInWords(lifetime)}`,
    cause: `The response to the pushed request has expires_in ${lifetime}, so its request_uri ends ${durationInWords(lifetime)} after it.${passed} The time for the sign-in page, a password or a second factor counts, because the server reads the request_uri again afterwards.`,
    fix: 'Have the lifetime of the request_uri increased at the identity service to the time that a sign-in takes (several minutes). Until then push the request again and sign in within that time.',
    who: 'identity-team',
    telling: 'expires_in',
  }
}

/** A redirect that names the accounts server of the user’s region, where nothing in the text calls that server. */
function accountsServer({ text }: Trace): Said | undefined {
  const [, encoded = ''] = /[?&]accounts-server=(https?[^\s&"'<>]{8,200})/i.exec(text) ?? []
  const [, address = ''] = parseForm(`u=${encoded}`)[0] ?? []
  const server = parseAddress(address).origin.replace(/^https?:\/\//, '')
  if (server === '' || !/invalid_(?:client|code|grant)/.test(text)) return undefined
  const rest = text.replace(encoded, ' ')
  if (rest.includes(server)) return undefined
  return {
    of: 'credential-of-other-environment',
    title: `The user’s account is at ${quoted(server)}`,
    cause: `The redirect names ${quoted(server)} as the accounts server of the user’s region, and nothing in the text calls it. At the default host of another region, the client and the code are unknown.`,
    fix: `Send the token request to https://${server} (the accounts URL in the settings of the SDK), and use the API host of the same region.`,
    telling: server,
  }
}

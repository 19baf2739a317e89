import { inferred, standard } from '../../protocol/basis.ts'
import { isLocalHost, isTestHost, registeredDomain } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { findTokens } from '../../token/find.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { speaksOfFailure } from './failing.ts'

/** What the form of a value shows, whatever product it is: a token that is encrypted, a body that is no JSON, a name in the place of a value. */
export const formMechanics: readonly CircumstanceRule[] = [
  {
    basis: standard('RFC 7516 §3.1: five parts are an encrypted token'),
    find: ({ text, words }) => {
      if (!text.includes('eyJ')) return undefined
      if (
        !/malformed|not a (?:valid )?jwt|invalid|unauthor|401|decod|can't|cannot|parse|payload|incorrect/.test(words())
      )
        return undefined
      for (const { token } of findTokens(text)) {
        if (token.form !== 'jwe') continue
        const { alg, enc, iss } = (token.header.value ?? {}) as Record<string, unknown>
        if (alg !== 'dir' || typeof enc !== 'string') continue
        const auth0 = typeof iss === 'string' && /auth0\.com/.test(iss)
        return {
          of: 'token-of-other-kind',
          title: auth0 ? 'No audience requested, so the token is encrypted' : 'The access token is encrypted',
          cause: `The token has five parts (alg ${quoted(alg)}, enc ${quoted(enc)}), so it is encrypted, and only its issuer${typeof iss === 'string' ? ` (${quoted(iss)})` : ''} can read it. ${auth0 ? 'Auth0 issues such a token, only for its /userinfo endpoint, if the request names no audience.' : 'Issuers send such a token if no API (audience or resource) was requested, or if the client is configured for encrypted tokens.'}`,
          fix: auth0
            ? 'Register the API in Auth0, send its identifier as audience in the authorization request, and sign in again to get a signed JWT.'
            : 'Request a token for your API (audience or resource), or turn off encryption for it at the issuer. Otherwise, use token introspection.',
          telling: alg,
        }
      }
      return undefined
    },
  },
  {
    basis: standard('RFC 8259 §2: how JSON begins'),
    find: ({ text, words }) => {
      const sign =
        /invalid character ['‘"](\S)['’"] looking for beginning of value|Unexpected token ['"]?(\S)['"]?(?:, ["'][^\n]{0,80})? (?:in JSON at position 0|is not valid JSON)|Unexpected character \(['"](\S)['"] \(code/i
          .exec(text)
          ?.slice(1)
          .find((one) => one !== undefined)
      if (sign !== 'e' && sign !== 'a') return undefined
      const profile = /user_?info|userinfo_sign|userinfo_endpoint|profile endpoint/.test(words())
      if (sign === 'e' && profile)
        return {
          of: 'answer-not-json',
          title: 'The userinfo response is a JWT, not JSON',
          cause: `The body begins with “e”, like a JWT (eyJ…). The provider signs this client’s userinfo response${setting(text)}, but your app reads only plain JSON.`,
          fix: 'Set the signing algorithm of the userinfo response to none for this client (userinfo_signed_response_alg, userinfo_signing_algorithm), so that it is plain JSON.',
          who: 'operator',
          telling: settingIn(text) ?? 'looking for beginning of value',
        }
      return {
        of: 'answer-not-json',
        title: sign === 'a' ? 'The token response is a form, not JSON' : 'The response is a JWT or text, not JSON',
        cause:
          sign === 'a'
            ? 'The body begins with “a”, like access_token=…: the token endpoint returns form-encoded data, but your app reads JSON.'
            : 'The body begins with “e”, like a JWT (eyJ…) or text such as error=…, but your app reads JSON.',
        fix:
          sign === 'a'
            ? 'Send Accept: application/json with the token request, or read the response as a form (parse_qs, URLSearchParams).'
            : 'Log the first characters of the body. If it is a JWT, turn off signed responses for this client or decode it; if it is text, it contains the error.',
        telling: 'invalid character',
      }
    },
  },
  {
    basis: standard('RFC 6265bis §5.7: a cookie with SameSite=None must be Secure'),
    find: ({ text }) => {
      // A program that warns of a cookie is no browser, and does not need the cookie of a sign-in.
      const cookie = [
        ...text.matchAll(/(?<!invalid cookie header: ?["'])set-cookie["']?\s{0,2}[:=]\s{0,2}["']?([^\n"']{3,600})/gi),
      ]
        .map(([, one = '']) => one)
        .find((one) => /samesite=none/i.test(one) && !/;\s{0,2}secure\b/i.test(one))
      if (cookie === undefined) return undefined
      const name = cookie.slice(0, Math.max(0, cookie.indexOf('='))).slice(0, 80)
      return {
        of: 'sign-in-cookie-lost',
        title: 'SameSite=None cookie is missing Secure',
        cause: `The response sets ${quoted(name)} with SameSite=None but without Secure. Browsers reject such a cookie, so it is missing at the callback (no session, unknown state).`,
        fix: 'Use https and add Secure. Over plain http, as in development, set SameSite=Lax for this cookie.',
        who: 'operator',
        telling: 'SameSite=None',
      }
    },
  },
  {
    basis: inferred('the scheme that the proxy names'),
    find: ({ text, words }) =>
      /x-forwarded-proto["']?\s{0,2}[:=]\s{0,2}["']?wss?\b/i.test(text) && /origin|403|websocket/.test(words())
        ? {
            of: 'https-expected',
            title: 'Proxy sends scheme “wss”; “https” is expected',
            cause:
              'For WebSocket requests the proxy sends X-Forwarded-Proto: wss (or ws). The page’s Origin is https, so an origin check built from X-Forwarded-Proto rejects the right origin.',
            fix: 'Make the proxy set X-Forwarded-Proto: https for this route, or make your app treat wss as https and ws as http.',
            who: 'operator',
            telling: 'wss',
          }
        : undefined,
  },
  {
    basis: standard('RFC 7523 §3: the audience of the assertion is the server that receives it'),
    find: ({ text }) => {
      const assertion =
        /\b(?:client_)?assertion["']?\s{0,3}[:=]\s{0,3}["']?(eyJ[\w-]{8,4000}\.[\w-]{8,8000}\.[\w-]{0,2000})/.exec(
          text,
        )?.[1]
      const called = /\bPOST\s{1,4}https?:\/\/([\w.-]{4,200})/.exec(text)?.[1]?.toLowerCase()
      const [found] = assertion === undefined || called === undefined ? [] : findTokens(assertion)
      const audience = found?.token.form === 'jws' ? found.token.payload.value?.aud : undefined
      const host =
        typeof audience === 'string' ? /^(?:https?:\/\/)?([\w.-]{4,200})/.exec(audience)?.[1]?.toLowerCase() : undefined
      if (host === undefined || called === undefined || host === called) return undefined
      if (isTestHost(host) === isTestHost(called) || registeredDomain(host) !== registeredDomain(called))
        return undefined
      return {
        of: 'client-assertion-refused',
        title: 'The assertion is for another environment',
        cause: `The assertion’s aud is ${quoted(String(audience))}, but the request goes to ${quoted(called)}. One is a test environment and the other is not.`,
        fix: `Set aud to ${quoted(called)}, and sign a new assertion. Check that the key ID and client ID belong to the same environment.`,
        telling: host,
      }
    },
  },
  {
    basis: inferred('the mode that the event names'),
    find: ({ text, words }) => {
      if (!/["']?livemode["']?\s{0,3}:\s{0,3}false/i.test(text) || !/signature|webhook/.test(words())) return undefined
      const host = /\bPOST\s{1,4}https?:\/\/([\w.-]{4,200})/.exec(text)?.[1] ?? ''
      const live = /\b(?:production|prod|live (?:mode|secret|key|endpoint)|producao)\b/.test(words())
      if (!speaksOfFailure(words()) || !(live || (host !== '' && !isTestHost(host) && !isLocalHost(host))))
        return undefined
      return {
        of: 'webhook-signature-refused',
        title: 'Test-mode event is checked with the live secret',
        cause:
          'The event contains livemode false, so a test-mode webhook sent it to production. It is signed with the test endpoint’s secret, so verification with the live secret fails.',
        fix: 'Remove or redirect the test-mode webhook that points to production, or choose the secret by livemode.',
        certainty: 'possible',
        telling: 'livemode',
      }
    },
  },
  {
    basis: standard('RFC 2104: a signature covers the bytes that were sent'),
    find: ({ text }) => {
      const header =
        /^((?:x-[\w-]{0,40}(?:hmac|signature)[\w-]{0,20}|(?:stripe|svix|webhook|paypal|sentry)-[\w-]{0,20}signature)[\w-]{0,10}): \S/im.exec(
          text,
        )?.[1]
      const answer = /^HTTP\/1\.1 (40[013])\s{0,9}$/m.exec(text)
      if (header === undefined || answer === null || !/^POST /m.test(text)) return undefined
      // What the body of the response says tells more.
      const body = text.slice(answer.index).split(/\n\n/)[1] ?? ''
      if (/^authorization:/im.test(text) || (/\S/.test(body) && !/signature|assinatura|\bfirma\b|hmac/i.test(body)))
        return undefined
      const [, status] = answer
      const beyond = /\\u[0-9a-f]{4}|[\u0080-\uffff]/i.test(text)
      return {
        of: 'webhook-signature-refused',
        title: 'The receiver rejected the webhook’s signature',
        cause: `The request is signed in ${quoted(header)}, and the receiver returned ${status}${/\S/.test(body) ? ` (${quoted(body.trim(), 80)})` : ''}. It probably computes a different signature (from a re-serialized body or with another secret) or reads another header.${beyond ? ' The body contains non-ASCII characters, which can change when it is parsed and serialized again.' : ''}`,
        fix: 'Compute the HMAC over the raw body before parsing it, and compare it with the header. Then check that the receiver uses this endpoint’s secret and this header.',
        certainty: 'possible',
        telling: header,
      }
    },
  },
  {
    basis: inferred('the value in the configuration'),
    find: ({ text, words }) => {
      const left = instruction.exec(/%5B|%3C/i.test(text) ? decoded(text) : text)
      if (left === null || !speaksOfFailure(words())) return undefined
      const [, name, value] = left
      return {
        of: 'client-credentials-malformed',
        title: `${name} still contains the sample’s placeholder`,
        cause: `The value of ${quoted(name)} is ${quoted(value)}, the sample’s placeholder text, which was not replaced.`,
        fix: `Set ${quoted(name)} to the real value, and restart your app.`,
        telling: value,
      }
    },
  },
  {
    basis: standard('RFC 6749 §5.2: unauthorized_client'),
    find: ({ text }) => {
      if (!/unauthorized_client|unsupported_grant_type/.test(text)) return undefined
      const registered = /grant[ -]types?["']?\s{0,3}[:=]\s{0,3}["'[]{0,2}([a-z]{4,20}[ _-][a-z]{4,20})\b/i.exec(
        text.replace(/grant_types?/g, ' '),
      )?.[1]
      const sent = /\bgrant_type["']?\s{0,3}(?:=|:|=>)\s{0,3}["']?([a-z_]{4,30})\b/.exec(text)?.[1]
      const plain = (grant: string) => grant.toLowerCase().replace(/[ -]/g, '_')
      if (registered === undefined || sent === undefined || plain(registered) === sent || !/_/.test(plain(registered)))
        return undefined
      return {
        of: 'client-may-not-use-grant',
        title: `The client may not use ${sent}`,
        cause: `The client is registered for ${quoted(registered)}, but the request has grant_type=${sent}.`,
        fix: `Register the client or a second one for ${quoted(sent)}, or use the registered flow.`,
        telling: sent,
      }
    },
  },
  {
    basis: inferred('the name that the message gives'),
    find: ({ text }) => {
      const value =
        /\bclaims? ["'“]([^"'”\s]{2,80}@[\w.-]{3,80}|https?:\/\/[^"'”\s]{4,120}\/users?\/[^"'”\s]{1,60})["'”][^\n]{0,30}(?:not present|missing|not found|does not exist)/i.exec(
          text,
        )?.[1]
      return value === undefined
        ? undefined
        : {
            of: 'claim-missing',
            title: `The claim name setting is ${quoted(value)}`,
            cause: `The server looks for a claim called ${quoted(value)}, which is one user’s value, not a claim name.`,
            fix: 'Set the option to the name of the claim, such as email, preferred_username or sub (for the Kubernetes API server --oidc-username-claim), and restart the server.',
            who: 'operator',
            telling: value,
          }
    },
  },
  {
    basis: standard('RFC 952 and RFC 1123: host names have letters, digits and hyphens'),
    find: ({ text, words }) => {
      const host = /https?:\/\/([a-z\d-]{0,40}_[a-z\d_-]{0,40})(?=[:/])/i.exec(text)?.[1]
      if (host === undefined || !speaksOfFailure(words()) || !/host|null|invalid|uri|400|500/.test(words()))
        return undefined
      return {
        of: 'gateway-name-unknown',
        title: `The host name ${quoted(host)} contains an underscore`,
        cause: `Host names can contain only letters, digits and hyphens. Java and some other runtimes find no host in ${quoted(`http://${host}`)} and fail with an empty host, 400 or 500.`,
        fix: `Rename the container or service, for example to ${quoted(host.replaceAll('_', '-'))}, and use that name in all URLs.`,
        who: 'operator',
        certainty: 'possible',
        telling: host,
      }
    },
  },
]

/** What a sample tells the reader to put in, left as the value. */
const instruction =
  /["']?\b([A-Za-z][\w.-]{2,40}(?:id|secret|key|token|tenant|domain|authority|issuer|password|uri|url))["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?([[<](?:copy|enter|insert|paste|put|add|replace|fill in|obtain|cole|insira|coloque|informe|copie|pegue)\s[\w ,.'’()/-]{6,140}[\]>])(?=["'&\s,;]|$)/i

const userinfoSetting =
  /\buserinfo_(?:signed_response_alg|signing_algorithm|signing_alg)["']?\s{0,2}[:=]\s{0,2}["']?[A-Z]{2}\d{3}/i

function settingIn(text: string): string | undefined {
  return userinfoSetting.exec(text)?.[0]
}

function setting(text: string): string {
  const found = settingIn(text)
  return found === undefined ? '' : ` (${quoted(found)})`
}

/** A text with the values of its forms as they were before they were encoded. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2}){1,2000}/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

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
          title: auth0
            ? 'No audience was requested: the token is encrypted for Auth0'
            : 'The access token is encrypted for its issuer',
          cause: `The token has five parts and alg ${quoted(alg)}, enc ${quoted(enc)}: it is encrypted with a key that only its issuer${typeof iss === 'string' ? `, ${quoted(iss)},` : ''} has, so nobody else can decode or verify it. ${auth0 ? 'Auth0 issues such a token where the request names no audience: it is for its own /userinfo alone.' : 'Issuers send such a token where no API (audience, resource) was requested, or where the client is set to encrypted tokens.'}`,
          fix: auth0
            ? 'Register the API in Auth0, pass its identifier as audience in the authorization request, and sign in again: the access token is then a signed JWT.'
            : 'Request a token for your API (audience or resource), or turn off encryption for it at the issuer. Otherwise ask the issuer about the token by introspection.',
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
          title: 'The userinfo response is a signed JWT, and the app reads JSON',
          cause: `The body begins with “e”, as a JWT does (eyJ…). The provider signs the userinfo response of this client${setting(text)}, and the app can read only plain JSON there.`,
          fix: 'Set the signing algorithm of the userinfo response to none for this client (userinfo_signed_response_alg, userinfo_signing_algorithm), so that it is plain JSON.',
          who: 'operator',
          telling: settingIn(text) ?? 'looking for beginning of value',
        }
      return {
        of: 'answer-not-json',
        title: sign === 'a' ? 'The token response is a form, not JSON' : 'A JWT or plain text came where JSON is read',
        cause:
          sign === 'a'
            ? 'The body begins with “a”, as access_token=… does: the token endpoint answers in the form of a query, and your app reads JSON.'
            : 'The body begins with “e”: a JWT (eyJ…) or a plain text such as error=… came, and your app reads JSON.',
        fix:
          sign === 'a'
            ? 'Send Accept: application/json with the token request, or read the response as a form (parse_qs, URLSearchParams).'
            : 'Log the first characters of the body. If it is a JWT, turn off signed responses for this client or decode it; if it is text, it names the error.',
        telling: 'invalid character',
      }
    },
  },
  {
    basis: standard('RFC 6265bis §5.7: a cookie with SameSite=None must be Secure'),
    find: ({ text }) => {
      const cookie = [...text.matchAll(/set-cookie["']?\s{0,2}[:=]\s{0,2}["']?([^\n"']{3,600})/gi)]
        .map(([, one = '']) => one)
        .find((one) => /samesite=none/i.test(one) && !/;\s{0,2}secure\b/i.test(one))
      if (cookie === undefined) return undefined
      const name = cookie.slice(0, Math.max(0, cookie.indexOf('='))).slice(0, 80)
      return {
        of: 'sign-in-cookie-lost',
        title: 'The cookie is SameSite=None without Secure, so browsers drop it',
        cause: `The response sets ${quoted(name)} with SameSite=None and without Secure. Browsers keep no such cookie, so it is missing when the sign-in comes back (no CSRF value, no session, unknown state).`,
        fix: 'Serve it over https with Secure. Over plain http, as in development, set SameSite=Lax for this cookie.',
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
            title: 'The proxy names “wss” as the scheme, and the origin check expects “https”',
            cause:
              'For WebSocket requests the proxy sends X-Forwarded-Proto: wss (or ws). The page’s Origin is https, so a check that puts scheme and host together refuses the right origin. Sign-in and token are not involved.',
            fix: 'Have the proxy set X-Forwarded-Proto: https for this route, or let the app take wss for https and ws for http.',
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
        title: 'The assertion is made for the other environment',
        cause: `The aud of the signed assertion is ${quoted(String(audience))}. The request goes to ${quoted(called)}: one is a test environment and the other is not, so the server does not take the assertion as meant for it.`,
        fix: `Set aud to the value of the environment that is called, ${quoted(called)}, and sign a new assertion. Check that key ID and client ID belong to that environment too.`,
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
        title: 'The event is from test mode; the live secret does not fit it',
        cause:
          'The event has livemode false: a webhook of test mode sends it to the address of production. It is signed with the secret of the test endpoint, so the check with the live secret fails for it, and passes for live events. The body is intact.',
        fix: 'Remove or redirect the test-mode webhook that points to production, or choose the secret by livemode. Compare one event that passes: its livemode is true.',
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
        title: 'The receiver refused the signature of the webhook',
        cause: `The request is signed with ${quoted(header)}, and the receiver answers ${status}${/\S/.test(body) ? `, ${quoted(body.trim(), 80)}` : ' without a word'}. Receivers do so where the signature that they compute differs (over a body that was parsed and written again, or with another secret), or where they look for it under another name.${beyond ? ' The body has characters outside ASCII, which come out differently when it is parsed and written again.' : ''}`,
        fix: 'Compute the HMAC over the raw bytes of the body, before any parser, and compare it with the header. Then check that the secret is the one of this endpoint, and that the receiver reads the header of this name.',
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
        title: `${name} still has the instruction of the sample as its value`,
        cause: `The value of ${quoted(name)} is ${quoted(value)}: the text of the sample, which was never replaced. The server gets it as it is and refuses it. What else the message lists as possible causes does not matter until then.`,
        fix: `Put the real value into ${quoted(name)}, where this program reads it, and restart your app.`,
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
        title: `The client is registered for ${registered}; the request uses ${sent}`,
        cause: `The text gives ${quoted(registered)} as the grant type of the client. The request has grant_type=${sent}, another one, which this client may not use.`,
        fix: `Register the client for ${quoted(sent)}, or a second client for it, or use the flow for which it is registered.`,
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
            title: `The setting has the value ${quoted(value)} where the name of a claim belongs`,
            cause: `The server looks for a claim called ${quoted(value)}. That is what such a claim contains for one user, not its name, so no token has it.`,
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
        title: `The host name ${quoted(host)} has an underscore`,
        cause: `A host name consists of letters, digits and hyphens. Programs in Java and others read no host from ${quoted(`http://${host}`)}, because of the underscore, and fail with an empty host, status 400 or 500.`,
        fix: `Rename the container or service, ${quoted(host.replaceAll('_', '-'))} for example, and use that name in all URLs.`,
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

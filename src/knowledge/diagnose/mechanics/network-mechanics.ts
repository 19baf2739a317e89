import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { findTokens } from '../../token/find.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { losesCookie, speaksOfFailure } from './failing.ts'

/** Hosts, headers and formats that do not fit each other, whatever product it is. */
export const networkMechanics: readonly CircumstanceRule[] = [
  {
    basis: standard('RFC 6265 §5.1.3: a cookie belongs to one host'),
    find: ({ text, words }) => {
      if (!losesCookie(words())) return undefined
      const callback = /redirect_?ur[il]["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?(https?(?::\/\/|%3A%2F%2F)[\w.-]{1,80})/i
        .exec(text)?.[1]
        ?.replace(/%3A%2F%2F/i, '://')
      if (callback === undefined) return undefined
      const target = callback.replace(/^https?:\/\//, '')
      if (!local.test(target)) return undefined
      const others = [...text.matchAll(/https?:\/\/([\w.-]{1,80})/g)].slice(0, 200).map(([, host = '']) => host)
      const start = others.find((host) => host !== target && local.test(host))
      return start === undefined
        ? undefined
        : {
            of: 'sign-in-cookie-lost',
            title: `The sign-in starts on ${quoted(start)} and returns to ${quoted(target)}`,
            cause: `For a browser these are two hosts, even on one machine. The cookie with state or session is set on ${quoted(start)} and not sent to ${quoted(target)}, so the callback does not find it.`,
            fix: `Open the app under ${quoted(target)}, or register and send a redirect URI with ${quoted(start)}; use one name throughout.`,
            telling: callback,
          }
    },
  },
  {
    basis: standard('RFC 7519 §2: NumericDate is in seconds'),
    find: ({ text, words }) => {
      if (!text.includes('eyJ') || !speaksOfFailure(words())) return undefined
      for (const { token } of findTokens(text)) {
        const claims = token.form === 'jws' ? (token.payload.value ?? {}) : {}
        const odd = ['exp', 'iat', 'nbf'].find(
          (name) => typeof claims[name] === 'number' && (claims[name] as number) > 100_000_000_000,
        )
        if (odd !== undefined)
          return {
            of: 'client-assertion-time',
            title: `${quoted(odd)} of the token is in milliseconds`,
            cause: `${quoted(odd)} is ${quoted(claims[odd])}. Times in a JWT are seconds since 1970; as seconds this is tens of thousands of years from now, so the token counts as not valid yet or as valid far too long.`,
            fix: `Divide by 1000 and round before signing: Math.floor(Date.now() / 1000).`,
            telling: odd,
          }
      }
      return undefined
    },
  },
  {
    basis: inferred('the address that the name resolved to'),
    find: ({ text }) => {
      const refused =
        /ECONNREFUSED[^\n]{0,12}::1:(\d{2,5})|\[::1\]:(\d{2,5})[^\n]{0,60}(?:refused|recusad)|refused[^\n]{0,60}\[::1\]:(\d{2,5})/i.exec(
          text,
        )
      const port = refused?.slice(1).find((one) => one !== undefined)
      // Where the same port is refused on the IPv4 address too, nothing listens there.
      if (
        port === undefined ||
        new RegExp(
          `127\\.0\\.0\\.1:${port}[^\\n]{0,40}refused|ECONNREFUSED[^\\n]{0,12}127\\.0\\.0\\.1:${port}`,
          'i',
        ).test(text)
      )
        return undefined
      return {
        of: 'identity-service-connection-refused',
        title: 'localhost resolved to IPv6, where nothing listens',
        cause: `Your app connects to ${quoted(`[::1]:${port}`)}. localhost can mean ::1 or 127.0.0.1, and newer runtimes (Node.js 17 and later) take the first that is found. The server listens on IPv4 alone, in a container on another host, or is not started.`,
        fix: `Write 127.0.0.1 instead of localhost (in a container the service name), or have the server listen on ::. See that something listens on port ${port}.`,
        who: 'operator',
        telling: '::1',
      }
    },
  },
  {
    basis: inferred('the form of the access key'),
    find: ({ text, words }) => {
      if (!/\bASIA[A-Z0-9*….]{2,20}/.test(text) || !speaksOfFailure(words())) return undefined
      if (/x-amz-security-token|session_?token|AWS_SESSION_TOKEN|sessionToken/i.test(text)) return undefined
      return {
        of: 'client-credentials-missing',
        title: 'A temporary AWS key lacks its session token',
        cause:
          'A key that begins with ASIA is temporary and valid only together with its session token. The text shows none, so AWS does not know the key.',
        fix: 'Set AWS_SESSION_TOKEN (sessionToken) beside key and secret, or use a long-term key (AKIA).',
        telling: 'ASIA',
      }
    },
  },
]

const local =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|[\w-]{1,40}\.localhost|host\.docker\.internal|192\.168\.\d{1,3}\.\d{1,3})$/

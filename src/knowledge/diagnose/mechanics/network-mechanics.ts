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
            title: `Sign-in starts and ends on different hosts`,
            cause: `The cookie with the state or session is set on ${quoted(start)}, so browsers do not send it to ${quoted(target)}, even on the same machine.`,
            fix: `Open the app under ${quoted(target)}, or register and send a redirect URI with ${quoted(start)}.`,
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
            title: `The token’s ${odd} is in milliseconds`,
            cause: `${quoted(odd)} is ${quoted(claims[odd])}. JWT times are in seconds since 1970; read as seconds, this is tens of thousands of years from now.`,
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
        title: 'localhost resolved to IPv6; nothing is listening',
        cause: `Your app connects to ${quoted(`[::1]:${port}`)}. localhost can resolve to ::1 or 127.0.0.1, and Node.js 17 and later use the first result. The server probably listens only on IPv4, runs in a container, or is not running.`,
        fix: `Use 127.0.0.1 instead of localhost (in a container, the service name), or make the server listen on ::. Check that something is listening on port ${port}.`,
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
          'A key that begins with ASIA is temporary and works only with its session token. The text contains none.',
        fix: 'Set AWS_SESSION_TOKEN (sessionToken) together with the key and secret, or use a long-term key (AKIA).',
        telling: 'ASIA',
      }
    },
  },
]

const local =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|[\w-]{1,40}\.localhost|host\.docker\.internal|192\.168\.\d{1,3}\.\d{1,3})$/

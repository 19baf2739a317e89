import { documented, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { isPlaceholder } from './credentials.ts'
import { type Message, valueIn } from './message.ts'
import { answeredBy, type Rule, type Said } from './rule.ts'
import { type Event, eventsIn, secondsBetween } from './timeline.ts'

const grantRefused = answeredBy(['invalid_grant', 'invalid_request', 'redirect_uri_mismatch'], [400, 401, 403])

/** What happens to an authorization code between the redirect and its exchange (§1, §2.3; RFC 6749 §4.1.2). */
export const codeRules: readonly Rule[] = [
  {
    kind: 'token-request',
    basis: standard('RFC 6749 §4.1.2'),
    explains: grantRefused,
    find: (message, { text }, { callback }) => spoiltCode(message, callback, text),
  },
  {
    kind: 'token-request',
    basis: documented('§1: the code is a one-time code', standard('RFC 6749 §4.1.2')),
    explains: answeredBy(['invalid_grant', 'invalid_request'], [400]),
    find: (message, { messages }, { siblings }) => {
      const code = codeOf(message, messages)
      const before = siblings.find(
        (one) =>
          one.at < message.at &&
          code !== undefined &&
          !isPlaceholder(code) &&
          codeOf(one, messages) === code &&
          one.answer !== undefined &&
          (one.answer.status ?? 500) < 300,
      )
      return before === undefined
        ? undefined
        : {
            of: 'code-already-used',
            title: 'The same code was exchanged twice',
            cause: `The code ${quoted(code)} was already exchanged before this request. A code works only once, so the second exchange is rejected.`,
            fix: 'Exchange each code only once. Look for a handler or effect that runs twice, a reload of the callback page, or a retry.',
            telling: code,
          }
    },
  },
  {
    kind: 'token-request',
    basis: standard('RFC 9700 §4.14.2: rotation of refresh tokens'),
    explains: answeredBy(['invalid_grant', 'invalid_request'], [400, 401]),
    find: (message, { text }) => {
      const again = sentTwice(text)
      if (again === undefined || valueIn(message, 'code') !== undefined) return undefined
      return {
        of: 'refresh-token-dead',
        title: 'The same refresh token was sent twice',
        cause: `Two requests sent the refresh token ${quoted(`${again.slice(0, 10)}…`)}. If refresh tokens rotate, the server treats the second use as theft: it rejects the token and may revoke all tokens from this sign-in.`,
        fix: 'Sign in again. Renew in only one process at a time (use a lock across tabs and workers), and store the new refresh token before using it.',
        telling: again,
      }
    },
  },
]

/** A challenge that is the verifier itself, though the request says that it is its SHA-256 (RFC 7636 §4.2). */
export const challengeRule: Rule = {
  kind: 'token-request',
  basis: standard('RFC 7636 §4.2'),
  explains: grantRefused,
  find: (message, _trace, { authorization }) => {
    const verifier = valueIn(message, 'code_verifier')
    const challenge = authorization && valueIn(authorization, 'code_challenge')
    const hashed = authorization && valueIn(authorization, 'code_challenge_method') === 'S256'
    return verifier === undefined || verifier !== challenge || !hashed || /[*…]|\.{3}/.test(verifier)
      ? undefined
      : {
          of: 'pkce-verifier-differs',
          title: 'The code_challenge is the verifier, not its SHA-256',
          cause: `The authorization request sends code_challenge_method=S256 and the challenge ${quoted(challenge)}, and the token request sends the same value as code_verifier. With S256, the challenge must be the base64url-encoded SHA-256 hash of the verifier.`,
          fix: 'Send base64url(SHA-256(code_verifier)) as code_challenge, and keep the verifier for the token request.',
          telling: challenge,
        }
  },
}

/** A refresh token that two requests of a log sent, each on a line with its own time. */
function sentTwice(text: string): string | undefined {
  const sent = new Map<string, string>()
  for (const [, time = '', value = ''] of text.matchAll(
    /^[^\n]{0,60}?(\d\d:\d\d:\d\d(?:[.,]\d{1,6})?)[^\n]{0,200}\brefresh_token["']?\s{0,2}[:=]\s{0,2}["']?([\w.~+/…-]{8,400})/gm,
  )) {
    const before = sent.get(value)
    if (before !== undefined && before !== time && !isPlaceholder(value)) return value
    sent.set(value, time)
  }
  return undefined
}

/** The code that a token request has, or that the redirect before it brought where the request is not shown. */
function codeOf(message: Message, messages: Message[]): string | undefined {
  const own = valueIn(message, 'code')
  if (own !== undefined || message.whole) return own
  const came = messages.findLast(({ kind, at }) => kind === 'callback' && at < message.at)
  return came && valueIn(came, 'code')
}

/** What the clock shows of an exchange. Asked after what the request itself shows. */
export const codeTimeRules: readonly Rule[] = [
  {
    kind: 'token-request',
    basis: documented('§2.4, where the lifetime of the code is not shown', inferred('the times in the text')),
    explains: answeredBy(['invalid_grant'], []),
    find: (message, { text }, { callback, siblings }) => {
      if (siblings.length > 0 || valueIn(message, 'grant_type') === 'refresh_token' || renewalFailed.test(text))
        return undefined
      const [came, sent] = momentsAround(text, callback?.at ?? message.at, message.answer?.at ?? message.at)
      if (came === undefined || sent === undefined) return undefined
      const seconds = secondsBetween(came, sent)
      if (seconds === undefined || seconds < 120 || seconds > 43_200) return undefined
      const lasted = seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
      return late(
        `${lasted} after it was received`,
        `The code was received at ${came.written} and exchanged at ${sent.written}`,
        sent.written,
      )
    },
  },
]

/** What servers and apps log of a renewal: it is not the code that was refused. */
const renewalFailed =
  /REFRESH_TOKEN_ERROR|(?:refresh|renew)\w{0,4}[ _-]?(?:the )?(?:access )?token[^\n]{0,40}(?:fail|error|invalid|reuse)|fail\w*[^\n]{0,30}refresh[ _]?token/i

/** A code that was exchanged late, told in words alone. */
export function lateByWords(words: string): Said | undefined {
  if (
    !/\b(?:code|codigo)\b/.test(words) ||
    !/invalid_grant|(?:code|codigo)[^.\n]{0,30}(?:expir|venc|inval)/.test(words)
  )
    return undefined
  const said =
    /\b(?:uns |umas |about |some )?(?:\d{1,3}|meia|half an|an|one|uma?|duas|dois|tres|seis) ?(?:minut\w*|min|hours?|horas?|h)\b[^.\n]{0,12}\b(?:depois|later|after|mais tarde|despues)\b/.exec(
      words,
    )?.[0]
  const waits = /\b(?:troc\w+|exchang\w+|redeem\w*|canje\w*|intercambi\w*)\b/.test(words)
  return said === undefined || !waits
    ? undefined
    : late('long after it was received', `According to the text, the code was exchanged ${quoted(said)}`, said)
}

function late(when: string, cause: string, telling: string): Said {
  return {
    of: 'code-expired',
    title: `Code exchanged ${when}`,
    cause: `${cause}, so it had probably expired. The API guide does not give its lifetime; other services use 30 seconds to 10 minutes.`,
    fix: 'Start the sign-in again, and exchange the code directly in the callback, not in a queue or background job. Ask the identity team for the exact lifetime if you need it.',
    telling,
  }
}

/** The first time on the lines from one place of a text to another, and the last one. */
function momentsAround(text: string, from: number, to: number): [came?: Event, sent?: Event] {
  const start = text.lastIndexOf('\n', from) + 1
  const end = text.indexOf('\n', to)
  const between = text.slice(start, end < 0 ? text.length : end).slice(0, 20_000)
  // The second of two times in one line belongs to what the message reports.
  const found = between.includes('\n') ? eventsIn(between) : []
  return found.length < 2 ? [] : [found[0], found.at(-1)]
}

/** A code that is not the one of the redirect. */
function spoiltCode(message: Message, callback: Message | undefined, text: string): Said | undefined {
  const sent = valueIn(message, 'code')
  // Logs show the beginning of a code, with dots in place of the rest.
  if (sent === undefined || text.includes(`${sent}...`) || text.includes(`${sent}…`)) return undefined
  if (/^https?:\/\/[^?]{3,300}\?[^#]{0,1000}\bcode=/.test(sent))
    return {
      of: 'code-not-taken-whole',
      title: 'The whole redirect URL was sent as the code',
      cause: `The code that was sent is ${quoted(sent, 80)}: the whole redirect URL. The code is only the value of its code parameter.`,
      fix: 'Sign in again for a new code. Parse the redirect’s query with a library, and send only the value of code.',
      telling: 'code=',
    }
  const rest = /[&?](?:iss|state|session_state|scope)=/.exec(sent)
  if (rest !== null)
    return {
      of: 'code-not-taken-whole',
      title: 'The code contains other redirect parameters',
      cause: `The code that was sent is ${quoted(sent)}. Everything from ${quoted(/^.[^=]{0,40}=?/.exec(sent.slice(rest.index))?.[0] ?? '')} onward is other parameters of the redirect, copied along with the code.`,
      fix: 'Sign in again for a new code. Parse the redirect’s query with a library, and send only the value of code.',
      telling: sent.slice(0, rest.index),
    }
  const came = callback && valueIn(callback, 'code')
  const whole = came !== undefined && came.length >= 4 && !/[*….]{2,}|…/.test(came + sent)
  // In a form + means a space, which no code has.
  if ((whole && came !== sent && came.replaceAll('+', ' ') === sent) || /^[\w/=-]+(?: [\w/=-]+)+$/.test(sent))
    return {
      of: 'code-encoded-twice',
      title: 'The + in the code was not encoded',
      cause: `The code contains a “+” that is not encoded in the token request. In a form, “+” means a space, so the service receives another code.`,
      fix: 'Sign in again for a new code, and form-encode it (“+” becomes %2B), for example with URLSearchParams, urlencode or your HTTP library.',
      telling: 'code=',
    }
  if (!whole || came === sent) return undefined
  const of = 'code-not-taken-whole'
  const fix =
    'Sign in again for a new code. Decode it once from the redirect, and encode it once in the token request (+ becomes %2B).'
  if (came.startsWith(sent) || came.endsWith(sent))
    return {
      of,
      title: 'The code was truncated before it was sent',
      cause: `The redirect contained a code of ${came.length} characters, but the token request sent only ${sent.length}.`,
      fix,
      telling: sent,
    }
  if (came.toLowerCase() === sent.toLowerCase() || tryDecode(sent) === came)
    return {
      of: 'code-encoded-twice',
      title: 'The code was changed before it was sent',
      cause: `The redirect contained ${quoted(came)}, and the token request sent ${quoted(sent)}: ${came.toLowerCase() === sent.toLowerCase() ? 'uppercase letters became lowercase' : 'it was encoded once too often'}.`,
      fix,
      telling: sent,
    }
  return undefined
}

function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { documented, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'

/** What the reader's own program, pasted with its failure, does with what the service sent. */
export const programRules: readonly CircumstanceRule[] = [
  {
    basis: standard('RFC 6749 §5.1, where expires_in is in seconds', '§2.4, where its unit is not shown'),
    find: ({ text }) => {
      const line = lineOf(text, millisecondsPlusSeconds) ?? lineOf(text, asMilliseconds)
      if (
        line === undefined ||
        /expires?_?in\w{0,3}["'\])]{0,3}(?:\(\))?\s{0,2}\*\s{0,2}(?:1000|1e3|1_000)/i.test(line)
      )
        return undefined
      return {
        of: 'access-token-expired',
        title: 'Your app reads expires_in as milliseconds',
        cause: `The line ${quoted(line.trim(), 160)} reads expires_in as milliseconds, so your app treats a one-hour token as expired after 3.6 seconds. OAuth defines seconds; the API guide does not give the unit.`,
        fix: 'Multiply expires_in by 1000 before adding it to a time in milliseconds. Ask the identity team to confirm that the unit is seconds.',
        telling: line.trim().slice(0, 120),
      }
    },
  },
  {
    basis: standard('RFC 6749 §5.1, where expires_in is in seconds', '§2.4, where its unit is not shown'),
    find: ({ text }) => {
      const line = lineOf(text, secondsPlusMilliseconds) ?? lineOf(text, inLargerUnit)
      return line === undefined
        ? undefined
        : {
            of: 'access-token-expired',
            title: 'Your app calculates too long a token lifetime',
            cause: `The line ${quoted(line.trim(), 160)} adds expires_in in a unit larger than seconds, so your app uses tokens long after they expire. OAuth defines seconds; the API guide does not give the unit.`,
            fix: 'Add expires_in as seconds, and treat the token as expired then. Ask the identity team to confirm the unit.',
            telling: line.trim().slice(0, 120),
          }
    },
  },
  {
    own: 'unless-named',
    basis: standard('RFC 6749 §5.1: expires_in', 'the program in the text'),
    find: ({ text, words }) => {
      if (!/tokenexpired|token expired|expired token|token has expired|(?<![\d.])401(?![\d.])/.test(words()))
        return undefined
      const line = lineOf(text, fetchedOnce)
      if (line === undefined || /expire|ttl|refresh|renew|maxAge|timeout/i.test(line)) return undefined
      return {
        of: 'access-token-expired',
        title: 'Your app fetches the token only once',
        cause: `The line ${quoted(line.trim(), 160)} gets the token once and keeps it while the process runs. An access token has a limited lifetime (expires_in), so later calls send an expired one.`,
        fix: 'Store when the token expires (the time of the response plus expires_in), and get a new one shortly before, or once after a 401.',
        telling: line.trim().slice(0, 120),
      }
    },
  },
  {
    basis: documented('§2.4: granted scopes are separated by single spaces'),
    find: ({ text, words }) => {
      const split = splitElsewhere.exec(text)
      if (split === null || !ofScopes.test(lineOf(text, splitElsewhere) ?? '')) return undefined
      const listed = /["'“](\w[\w./:-]{1,80}(?: \w[\w./:-]{1,80}){1,30})["'”]/g
      const scopes = [...text.matchAll(listed)].map(([, value = '']) => value).find(isScopes)
      const missed = /scope|escopo|not grant|nao (?:autoriz|conced|permit)|false|permission|missing/.test(words())
      if (scopes === undefined || !missed) return undefined
      const separator = split[1] ?? split[2] ?? ','
      return {
        of: 'token-response-field',
        title: `Your app splits the scopes at ${quoted(separator)}`,
        cause: `The granted scopes are ${quoted(scopes)}, separated by single spaces. Your app splits them at ${quoted(separator)}, so it gets one long name and finds no scope.`,
        fix: 'Split the scope value at spaces: split(" ").',
        telling: split[0],
      }
    },
  },
  {
    basis: documented('§2.4: the claims inside the ID token are not shown', inferred('the claims in the text')),
    own: 'unless-named',
    find: ({ text }) => {
      const claims = claimsIn(text)
      if (claims === undefined || !/id_?token|id_claims|idtoken|user/i.test(text)) return undefined
      const name = missedKey
        .map((pattern) => pattern.exec(text)?.[1])
        .find((one) => one !== undefined && !new RegExp(`["']?\\b${one}\\b["']?\\s{0,2}(?:=>|[:=])`).test(claims))
      return name === undefined
        ? undefined
        : {
            of: 'claim-missing',
            title: `The ID token contains no ${quoted(name)} claim`,
            cause: `Your app reads ${quoted(name)} from the ID token, but its claims in the text do not include it. The API guide does not list the ID token’s claims.`,
            fix: `Ask the identity team whether ${quoted(name)} can be in the ID token, and with which scope. Until then, identify the user by sub, and handle a token without ${quoted(name)}.`,
            who: 'identity-team',
            telling: name,
          }
    },
  },
  {
    basis: documented('§2.2: iss is URL-encoded', inferred('the two values')),
    find: ({ text }) => {
      for (const [, encoded = ''] of text.matchAll(
        /(?:["'\s:]|(?<![?&]\w{1,30})=)(https?%3A%2F%2F[\w.%-]{3,300}?)(?=["'\s,;)]|$)/gi,
      )) {
        const plain = encoded.replace(/%3A/gi, ':').replace(/%2F/gi, '/')
        if (!new RegExp(`["'\\s:=]${plain.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}/?(?=["'\\s,;)]|$)`).test(text)) continue
        if (!/\biss(?:uer)?\b|emissor/i.test(text)) return undefined
        return {
          of: 'issuer-mismatch-in-redirect',
          title: 'Your app compares an encoded iss',
          cause: `Your app compares ${quoted(encoded)} with ${quoted(plain)}. They are the same URL, but the first is still URL-encoded.`,
          fix: 'Read iss with a query parser, which decodes it once, then compare.',
          telling: encoded,
        }
      }
      return undefined
    },
  },
]

/** The first object in a text that has iss and sub. */
function claimsIn(text: string): string | undefined {
  return [...text.matchAll(/[{([]\s{0,6}["']?(?:iss|sub|aud)["']?\s{0,2}(?:=>|[:=])/g)]
    .slice(0, 20)
    .map(({ index }) => text.slice(index, index + 2_000).replace(/[}][\s\S]*$/, ''))
    .find((one) => /\biss["']?\s{0,2}(?:=>|[:=])/.test(one) && /\bsub["']?\s{0,2}(?:=>|[:=])/.test(one))
}

/** The line in which a pattern is found. */
function lineOf(text: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(text)
  if (found === null) return undefined
  const end = text.indexOf('\n', found.index + found[0].length)
  return text.slice(text.lastIndexOf('\n', found.index) + 1, end < 0 ? undefined : end).slice(0, 400)
}

const lifetime = String.raw`[\w.$>()\[\]"'-]{0,40}expires?_?in\w{0,8}["'\])(]{0,4}`
const nowInMilliseconds = String.raw`(?:Date\.now\(\)|new Date\(\)\.getTime\(\)|\+new Date\(\)|(?:System\.)?currentTimeMillis\(\)|time\.time\(\)\s{0,2}\*\s{0,2}1000\)?|microtime\(true\)\s{0,2}\*\s{0,2}1000|UnixMilli\(\)|ToUnixTimeMilliseconds\(\))`
const millisecondsPlusSeconds = new RegExp(
  String.raw`(?:${nowInMilliseconds}\s{0,3}(?:[<>]=?\s{0,3}\(?[\w.]{1,40}\s{0,3})?\+\s{0,3}(?:parseInt\(|Number\(|int\()?${lifetime}|${lifetime}\s{0,3}\+\s{0,3}${nowInMilliseconds})`,
  'i',
)
const asMilliseconds = new RegExp(
  String.raw`(?:plusMillis|addMilliseconds|AddMilliseconds|ofMillis|FromMilliseconds|time\.Millisecond\s{0,2}\*\s{0,2}time\.Duration|milliseconds\s{0,2}=)\(?\s{0,2}${lifetime}`,
  'i',
)
const secondsPlusMilliseconds = new RegExp(
  String.raw`(?:(?:\/\s{0,2}1000\)?|time\.time\(\)|\btime\(\)|Unix\(\)|getEpochSecond\(\))\s{0,3}\+\s{0,3}${lifetime}\s{0,2}\*\s{0,2}(?:1000|60)\b|${lifetime}\s{0,2}\*\s{0,2}(?:60|3600)L?(?![\d.])|(?:plusMinutes|plusHours|addMinutes|addHours|AddMinutes|AddHours)\(\s{0,2}${lifetime})`,
  'i',
)
/** What makes of a number of seconds one of minutes or hours, as the libraries of several languages write it. */
const inLargerUnit = new RegExp(
  [
    String.raw`(?:minutes|hours)["']?\s{0,2}(?:\(|=>|[=:])\s{0,2}(?:\w{1,12}\(\s{0,2})?${lifetime}`,
    String.raw`${lifetime}\s{0,2}\*\s{0,2}(?:time\.(?:Minute|Hour)|60_000\b|60000\b)`,
    String.raw`time\.(?:Minute|Hour)\s{0,2}\*\s{0,2}(?:time\.Duration\()?${lifetime}`,
    String.raw`${lifetime}\.(?:minutes?|hours?)\b`,
    String.raw`${lifetime}\s{0,2},\s{0,2}(?:\w{1,20}\.)?(?:MINUTES|HOURS|'(?:minutes?|hours?)')(?!\w)`,
    String.raw`\+\s?["'\`{$.\s]{0,6}${lifetime}[\s"'\`}.]{1,6}(?:minutes?|hours?)\b`,
  ].join('|'),
  'i',
)

/** How programs compute a value at the first use and keep it. */
const fetchedOnce =
  /\bonce\.Do\([^\n]{0,80}tok|tok\w{0,12}[^\n]{0,40}\bonce\.Do\(|\bby lazy\b[^\n]{0,60}tok|\blazy (?:var|val)\b[^\n]{0,40}tok|@(?:lru_cache|cache|cached_property|functools\.cache)\b[^\n]{0,40}\n[^\n]{0,60}tok|\bstatic (?:readonly |final )?[^\n=]{0,40}tok\w{0,20} ?= ?[^\n;]{0,40}\(|\btok\w{0,20}\s?(?:\?\?=|\|\|=)\s?[^\n]{0,40}\(/i

const splitElsewhere =
  /\.split\(\s{0,2}(?:["'`]([,;|+])["'`]|\/([,;|+])\/)|(?:explode|preg_split|strsplit|strings\.Split)\([^)\n]{0,60}["'`]([,;|+])["'`]/

/** A line that splits what is called scope. */
const ofScopes =
  /(?:scope|escopo|granted|permiss)\w{0,12}["'\])(]{0,5}\??\.split\(|(?:explode|preg_split|strsplit|strings\.Split)\([^\n)]{0,60}(?:scope|escopo|granted|permiss)/i

/** Whether words are a list of scopes: at least half of them are of §2.5 or of a business API. */
function isScopes(words: string): boolean {
  const all = words.split(' ')
  return all.filter((one) => knownScope.test(one)).length * 2 >= all.length
}

const knownScope = /^(?:apps|email|openid|profile|webhooks|[\w.-]+\/[\w-]+\.\w+)$/

const missedKey = [
  /KeyError: ["'](\w{2,40})["']/,
  /Cannot read propert(?:y|ies) (?:["']\w+["'] )?of undefined[^\n]{0,80}\n[^\n]{0,200}?\bclaims?(?:\(\))?[.[]["']?(\w{2,40})/,
  /Undefined (?:array key|index):? ["'](\w{2,40})["']/,
  /(?:claim|campo) ["'`“]?(\w{2,40})["'`”]? (?:is missing|missing|not found|ausente|n[aã]o (?:existe|vem|veio|encontrad))/i,
  /(?:missing|no|sem) (?:the )?claim ["'`“]?(\w{2,40})/i,
]

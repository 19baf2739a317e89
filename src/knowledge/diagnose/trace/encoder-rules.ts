import { documented, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'

/** How programs encode credentials, and what becomes wrong by it. */
const encoders: readonly { shows: RegExp; wrong: string; instead: string; of: 'wrapped' | 'ended' }[] = [
  {
    of: 'wrapped',
    shows: /\bbase64\.(?:encodebytes|encodestring)\(/,
    wrong: 'splits the output into lines of 76 characters and ends it with a line break',
    instead: 'base64.b64encode',
  },
  {
    of: 'wrapped',
    shows: /\bBase64\.encode64\(/,
    wrong: 'breaks the text into lines of 60 characters and ends it with a line break',
    instead: 'Base64.strict_encode64',
  },
  {
    of: 'wrapped',
    shows: /\bopenssl (?:base64|enc -(?:a|base64))\b(?![^\n|;)]{0,40} -A\b)/,
    wrong: 'breaks the text into lines of 64 characters',
    instead: 'openssl base64 -A',
  },
  {
    of: 'wrapped',
    shows:
      /\bgetMimeEncoder\(\)|\bencodeBase64Chunked\(|\bBase64FormattingOptions\.InsertLineBreaks\b|\bchunk_split\(\s{0,3}base64_encode\(|\bBase64\.(?:DEFAULT|CRLF)\b/,
    wrong: 'breaks the text into lines',
    instead: 'an encoder without line breaks (getEncoder, NO_WRAP, plain base64_encode)',
  },
  {
    of: 'wrapped',
    shows: /\bencode_base64\((?!["']{2})[^,()\n]{1,80}\)/,
    wrong: 'breaks the text into lines of 76 characters and ends it with a line break',
    instead: "encode_base64($text, '')",
  },
  {
    of: 'ended',
    shows: /\becho (?!-n\b|-ne\b|-en\b)["']?[^\n|]{0,120}:[^\n|]{0,120}\|\s{0,3}(?:base64|openssl base64)\b/,
    wrong: 'adds a line break after the secret before it is encoded',
    instead: 'printf %s, or echo -n',
  },
]

const decoder = String.raw`(?:decodeURIComponent|unescape|(?:urllib\.(?:parse\.)?)?unquote(?:_plus)?|urldecode|rawurldecode|URLDecoder\.decode|url\.QueryUnescape|(?:CGI|URI)\.(?:unescape|decode_www_form_component)|(?:Uri\.UnescapeDataString|WebUtility\.UrlDecode|HttpUtility\.UrlDecode))`
const decodedTwice = new RegExp(String.raw`\b${decoder}\(\s{0,3}${decoder}\(`)
/** What frameworks have decoded already when they hand a parameter over, and programs decode once more. */
const decodedAgain = new RegExp(
  String.raw`\b${decoder}\(\s{0,3}(?:\$_(?:GET|REQUEST)\[|req(?:uest)?\.(?:query|args|params|GET|getParameter|QueryString|Query)\b|(?:searchParams|params|query|URLSearchParams\([^)\n]{0,60}\))\.get\(|r\.URL\.Query\(\)|params\[)[^\n]{0,20}code\b`,
)

/** A code that the program decodes although it is decoded: a “+” in it becomes a space (§2.2; RFC 3986 §2.4). */
const decodedCodeRule: CircumstanceRule = {
  own: 'unless-named',
  basis: documented('§2.2 and §2.3', standard('RFC 3986 §2.4')),
  find: ({ text }) => {
    const shown = [...text.matchAll(/[?&]code=([^&\s"'<>]{4,400})/g)].map(([, code = '']) => code)
    // A code without signs stays what it is, however often it is decoded.
    if (!/invalid_grant/.test(text) || (shown.length > 0 && !shown.some((code) => /[+%]/.test(code)))) return undefined
    const line = (decodedTwice.exec(text) ?? decodedAgain.exec(text))?.[0]
    return line === undefined
      ? undefined
      : {
          of: 'code-encoded-twice',
          title: 'Your app decodes the code twice',
          cause: `The line with ${quoted(line.trim(), 80)} decodes a value that is already decoded. A code with “+” or “%” in it is changed by that, so another code is sent; a code without them works.`,
          fix: 'Decode the redirect’s query once, with the framework or a query parser, and form-encode the code in the token request. Sign in again for a new code.',
          telling: line.trim(),
        }
  },
}

/** Credentials that are encoded by something that adds line breaks (§5.2; RFC 7617 §2), and codes that are decoded twice. */
export const encoderRules: readonly CircumstanceRule[] = [
  decodedCodeRule,
  ...encoders.map(
    ({ shows, wrong, instead, of }): CircumstanceRule => ({
      own: 'unless-named',
      basis: documented('§5.2', standard('RFC 7617 §2')),
      find: ({ text }) => {
        const line = shows.exec(text)?.[0]
        if (line === undefined || !/\bBasic\b|\bauthorization\b/i.test(text) || !refused.test(text)) return undefined
        return {
          of: of === 'wrapped' ? 'client-credentials-malformed' : 'client-credentials-stray-whitespace',
          title: of === 'wrapped' ? 'The Basic credentials contain line breaks' : 'The secret ends with a line break',
          cause: `${quoted(line.trim().replace(/\($/, ''), 80)} ${wrong}. ${of === 'wrapped' ? 'A header must not contain a line break, so it is rejected or truncated.' : 'The secret that is sent therefore has one extra character.'}`,
          fix: `Use ${instead}, and send Authorization: Basic with the base64 of client_id:client_secret in one line.`,
          telling: line.trim(),
        }
      },
    }),
  ),
]

const refused =
  /\binvalid_?(?:client|header)|\bInvalidHeader|(?<![\d.])40[01](?![\d.])|client_not_found|\b(?:line break|newline|CR\/?LF|illegal character|return character|quebra de linha)|unauthori[sz]ed|n[aã]o autorizad/i

import { inList } from '../text/quote.ts'
import type { TokenPlace } from './find.ts'
import type { Writing } from './run.ts'

/** Where a token was found, in a sentence: `Found on line 3, character 12, in the cookie “session”; it was percent-encoded.` */
export function placeInWords(place: TokenPlace, from: string | undefined, again: readonly TokenPlace[] = []): string {
  const name = from === undefined ? '' : ` “${from}”`
  const within = {
    header: `the header${name}`,
    cookie: `the cookie${name}`,
    query: `the parameter${name}`,
    field: name.trim(),
  }
  const where =
    place.in === 'text'
      ? ''
      : `, in ${place.in in within && name !== '' ? within[place.in as keyof typeof within] : places[place.in]}`
  const written = place.writing.map((one) => writings[one])
  const how = written.length > 0 ? `; ${inList(written)}` : ''
  const more =
    again.length > 0
      ? ` It is also in ${again
          .slice(0, 5)
          .map(({ line, column }) => `line ${line}, character ${column}`)
          .join('; ')}.`
      : ''
  const seen =
    place.in === 'query'
      ? ' URLs, with everything they contain, end up in logs and browser histories (RFC 6750 §5.3).'
      : ''
  return `Found on line ${place.line.toLocaleString('en')}, character ${place.column.toLocaleString('en')}${where}${how}.${more}${seen}`
}

const places: Record<TokenPlace['in'], string> = {
  cookie: 'a cookie',
  header: 'a header',
  query: 'a query',
  path: 'a path',
  field: 'a field',
  claim: 'a claim of another token',
  'key binding': 'the key binding of an SD-JWT',
  text: 'the text',
}

const writings: Record<Writing, string> = {
  wrapped: 'its lines were joined',
  'percent-encoded': 'it was percent-encoded',
  'quoted-printable': 'it was in quoted-printable',
  escaped: 'escapes were removed',
  'joined in code': 'it was joined from strings in source code',
  'invisible marks': 'invisible characters were removed',
  base64: 'it was base64-encoded again',
  'in chunks': 'its chunks were joined in order',
}

import { withoutEnd, withoutStart } from '../../text/ends.ts'
import { folded, unaccented } from './folded.ts'
import type { Parameter } from './parameters.ts'
import { type Subject, subjectOf } from './subjects.ts'

/** What a program or a person says of two values, or of the one that should have been. */
export interface Stated {
  about: Subject | undefined
  expected?: string
  received?: string
  at: number
}

const value = `(?:"([^"\\n]{1,400})"|'([^'\\n]{1,400})'|\`([^\`\\n]{1,400})\`|\\[([^\\]\\n]{1,400})\\]|<([^<>\\n]{1,300})>|([^\\s"'\`,;<>()[\\]]{2,400}))`
const mark = `(?:\\s{0,3}[:=]\\s{0,3}|\\s{1,3})`
const wanted =
  '(?:expect(?:ed|ing|s)|should (?:be|have been|equal)|must (?:be|equal|match)|wanted|required|needs to be|se esperaba|esperado|esperada|esperava(?:-se)?|esperaba|deveria ser|deve ser|debe ser|deberia ser)'
const had =
  '(?:but )?(?:got|received|has|was|were|is|found|actual(?:ly)?|contains|contained|instead of|came|saw|mas (?:foi )?(?:recebid|encontrad|obtid)[oa]|mas (?:veio|recebeu|chegou)|recebid[oa]|obtid[oa]|encontrad[oa]|veio|pero (?:se )?(?:recibi\\w+|obtuv\\w+|fue|es|encontr\\w+)|recibi\\w+|obtuv\\w+|se recibio)'
const filler =
  '(?: (?:the|an?|o|el|la|one of|value|values|claim|to be|any of|issuers?|audiences?|aud|iss|redirect[_ ]ur[il]s?|scopes?|valor|um dos|uno de|is|was|era|es|e|algorithm|client[_ ]id|url|uri)){0,4}'
const differs =
  "(?:does(?:n't| not) (?:match|equal|correspond)|did(?:n't| not) match|do not match|not (?:equal|match\\w*|the same as)|differs? from|is not|is different from|mismatch(?:es)?|!=|!==|≠|<>|nao (?:corresponde|confere|bate|e igual|coincide|combina|casa)|difere de|diferente d[eao]|e diferente de|no (?:coincide|corresponde|es igual)|distint[oa] (?:de|a)|vs\\.?|versus)"

type Order = 'expected-first' | 'received-first'

/** How statements of two values begin, how they go on from there, and which of the two is the one that was expected. */
const patterns: [order: Order, begins: RegExp, whole: RegExp][] = [
  [
    'expected-first',
    new RegExp(`\\b${wanted}`, 'gi'),
    new RegExp(
      `${wanted}${filler}${mark}${value}[,;.]?[^\\n"']{0,40}?[\\s,;(]{1,3}${had}${filler}${mark}${value}`,
      'iy',
    ),
  ],
  [
    'received-first',
    /\b(?:got|received|actual|recebid[oa]|recebeu|recibi\w+|obtid[oa]|invalid|unexpected)\b/gi,
    new RegExp(
      `(?:got|received|actual|recebid[oa]|recebeu|recibi\\w{1,10}|obtid[oa]|(?:invalid|unexpected) \\w{2,12})${filler}${mark}${value}[,;.]?[^\\n"']{0,40}?[\\s,;(]{1,3}(?:but |mas |pero )?${wanted}${filler}${mark}${value}`,
      'iy',
    ),
  ],
  // What .NET says of issuers (IDX10205) and audiences (IDX10214), of one valid value or of several.
  [
    'received-first',
    /\b(?:Issuer|Audience)s?: '/g,
    new RegExp(
      `(?:Issuer|Audience)s?: ${value}\\. Did not match: [^\\n]{0,80}?Valid(?:Issuer|Audience)s?: (?!'null')${value}`,
      'y',
    ),
  ],
]

const differing = new RegExp(`[\\s,]{1,3}(?:and |e |y )?${differs}(?![\\w])`, 'gi')
const onlyExpectedBegins = /\b(?:issuer|audience|aud|iss|redirect_uri|nonce|algorithms?)\b/gi
const onlyExpected = new RegExp(`\\w{3,12}\\b[^\\n]{0,60}?\\b${wanted}${mark}${value}`, 'iy')

const onlyReceived = new RegExp(
  `\\w{3,12}s?:?\\s{1,2}${value},? (?:is|was|are|e|es|does|nao|no) (?:not )?(?:invalid|valid|trusted|allowed|accepted|recogni[sz]ed|unknown|match|e valid|confiavel|inval)`,
  'iy',
)

/** Places of each kind that are looked at, and how far. */
const placeLimit = 120
const reach = 500

/** Statements of values in a text. */
export function statedIn(text: string): Stated[] {
  const plain = unaccented(text)
  const found: Stated[] = []
  const note = (
    order: Order,
    first: string | undefined,
    second: string | undefined,
    at: number,
    about: Subject | undefined,
  ) => {
    if (first === undefined || second === undefined || first === second) return
    const [expected, received] = order === 'expected-first' ? [first, second] : [second, first]
    found.push({ about, expected, received, at })
  }
  for (const [order, begins, whole] of patterns)
    for (const { index } of first(plain.matchAll(begins))) {
      whole.lastIndex = 0
      const match = whole.exec(plain.slice(index, index + 2 * reach))
      if (match !== null)
        note(
          order,
          valueIn(match.slice(1, 7)),
          valueIn(match.slice(7)),
          index,
          subjectNear(match[0]) ?? subjectNear(lineBefore(plain, index)),
        )
    }
  for (const { index, 0: phrase } of first(plain.matchAll(differing))) {
    const before =
      plain
        .slice(Math.max(0, index - reach), index)
        .split('\n')
        .at(-1) ?? ''
    const from = index + phrase.length
    const after = plain.slice(from, from + reach).split('\n')[0] ?? ''
    const one = wordsOf(before).slice(-8).findLast(isValue)
    const other = wordsOf(after).slice(0, 12).find(isValue)
    const about = subjectNear(before.slice(-160)) ?? subjectNear(`${phrase}${after.slice(0, 160)}`)
    note('received-first', valueIn([one]), valueIn([other]), index, about)
  }
  for (const { index } of first(plain.matchAll(/\b(?:issuer|audience|audiencia|emissor)\b/gi))) {
    onlyReceived.lastIndex = 0
    const match = onlyReceived.exec(plain.slice(index, index + reach))
    const received = match === null ? undefined : valueIn(match.slice(1))
    if (match !== null && received !== undefined)
      found.push({ about: subjectOf(folded(match[0])), received, at: index })
  }
  for (const { index } of first(plain.matchAll(onlyExpectedBegins))) {
    onlyExpected.lastIndex = 0
    const match = onlyExpected.exec(plain.slice(index, index + reach))
    const expected = match === null ? undefined : valueIn(match.slice(1))
    if (match !== null && expected !== undefined)
      found.push({ about: subjectOf(folded(match[0])), expected, at: index })
  }
  return found
}

/** The words of a piece of a sentence; what is in quotes or brackets is one, with its marks. */
function wordsOf(text: string): string[] {
  return (
    text.match(/"[^"]{1,400}"|'[^']{1,400}'|`[^`]{1,400}`|\[[^\]]{1,400}\]|<[^<>]{1,300}>|[^\s"'`,;<>()[\]]{1,400}/g) ??
    []
  )
}

/** Whether a word of a sentence is a value: in marks, an address, an identifier. */
function isValue(word: string): boolean {
  return (
    /^["'`[<]|:\/\/|^[\w-]{1,60}(?:[.:/_][\w-]{1,100})+\/?|^[\w-]{0,40}\d[\w-]{3,80}/.test(word) &&
    !/^(?:redirect_ur[il]s?|client_id|grant_type|code_verifier|response_type|error_description|id_token|access_token|refresh_token|invalid_\w+)[:.]?$/i.test(
      word,
    )
  )
}

const expectedName = /^(?:expected|want|wanted|esperad[oa]|should_be|required)(?:_([a-z_]{2,30}))?$/
const receivedName = /^(?:got|actual|received|found|recebid[oa]|obtid[oa]|recibid[oa]|given)(?:_([a-z_]{2,30}))?$/

/** Values that a log has under names for what was expected and what came: `got=a want=b`. */
export function statedByName(parameters: readonly Parameter[]): Stated[] {
  const found: Stated[] = []
  for (const { name, value: expected, at } of parameters) {
    const match = expectedName.exec(name)
    if (match === null || found.length >= placeLimit) continue
    const near = parameters.find((other) => receivedName.test(other.name) && Math.abs(other.at - at) < reach)
    const about = subjectOf((match[1] ?? '').replaceAll('_', ' '))
    if (near !== undefined && near.value !== expected && !/\s/.test(expected.trim()))
      found.push({ about, expected, received: near.value, at })
  }
  return found
}

function* first<Item>(items: Iterable<Item>): Generator<Item> {
  let left = placeLimit
  for (const item of items) {
    if (left-- === 0) return
    yield item
  }
}

const marks = '"\'`[]<>'

function valueIn(groups: (string | undefined)[]): string | undefined {
  const found = groups.find((one) => one !== undefined && one !== '')
  const clean = found === undefined ? '' : withoutEnd(withoutStart(found.trim(), marks), `${marks}.,;:!?`)
  // What is a word of the sentence is no value.
  return clean.length < 2 ||
    /^(?:the|an?|to|be|one|of|value|claim|not|any|null|in|valid|from|match|set|o|os|as|el|la|um|uma|with|and|equal|this|that|it)$/i.test(
      clean,
    )
    ? undefined
    : clean
}

function lineBefore(text: string, at: number): string {
  return (
    text
      .slice(Math.max(0, at - 120), at)
      .split('\n')
      .at(-1) ?? ''
  )
}

/** What some words are about, less the values in them. */
function subjectNear(words: string): Subject | undefined {
  return subjectOf(folded(words.replace(/"[^"]*"|'[^']*'|`[^`]*`|https?:\S+/g, ' ')))
}

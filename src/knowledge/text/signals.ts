import { withoutEnd } from './ends.ts'

/** What is in a text, whatever its syntax; each with the place where it stands. */
export interface Signals {
  /** Names with their values: JSON, logfmt, forms, headers, XML, and what programs print of their maps. */
  pairs: Pair[]
  /** HTTP statuses that a response had, first to last. */
  statuses: { status: number; at: number }[]
  /** Addresses with the method before them, where one is there. */
  addresses: { url: string; method?: string; at: number }[]
  /** Sentences and words between the syntax, to be held against known messages. */
  pieces: string[]
}

export interface Pair {
  /** As it is written. */
  name: string
  value: string
  at: number
}

/** Characters that are read. */
export const signalLimit = 200_000
const pairLimit = 2_000
const pieceLimit = 900

/** Reads a text in one pass for each kind of signal; linear in its length, whatever it holds. Never throws. */
export function readSignals(text: string): Signals {
  const plain = unwrapped(text.slice(0, signalLimit))
  return { pairs: pairsIn(plain), statuses: statusesIn(plain), addresses: addressesIn(plain), pieces: piecesOf(plain) }
}

/** The text without the layers that programs put around a message: escapes of strings, entities, tags, terminal colours. */
export function unwrapped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
      .replace(/\u001b\[[\d;]{0,20}[A-Za-z]/g, '')
      .replace(/[\ufeff\u200b-\u200d\u2060]/g, '')
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\{1,8}[rn]/g, '\n')
      .replace(/\\{1,8}t/g, ' ')
      .replace(/\\{1,8}(["'/])/g, '$1')
      .replace(/&quot;/g, '"')
      .replace(/&#0?39;|&apos;/g, "'")
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&')
      .replace(/[“”„]/g, '"')
      .replace(/[‘’]/g, "'")
  )
}

// A name, then what divides it from its value: `: "`, ` = `, ` => `, `] => `, `["name"]=> string(3) "`, `>value</name>`.
const pair =
  /(?<![\w$\u00c0-\u024f-])["'[]{0,2}([A-Za-z_][\w.-]{0,60})["'\]]{0,2}[ \t]{0,4}(?:=>|[:=])(?!\/\/)\s{0,12}(?:[a-z]{3,8}\(\d{1,6}\)\s{0,3})?(?:"([^"\n]{0,2000})"|'([^'\n]{0,2000})'|([^\s"'{[(](?:(?:earer|PoP)[ \t]{1,4}[\w.-]{1,20000})?[^\n"'{}<>]{0,600}))/g
const element = /<(?:[\w-]{1,40}:)?([A-Za-z_][\w.-]{0,60})(?: [^<>]{0,300})?>([^<>]{1,1000})<\//g

function pairsIn(text: string): Pair[] {
  const found: Pair[] = []
  for (const match of text.matchAll(element))
    if (found.length < pairLimit && match[2]?.trim())
      found.push({ name: match[1] ?? '', value: match[2].trim(), at: match.index })
  pair.lastIndex = 0
  for (let match = pair.exec(text); match !== null && found.length < pairLimit; match = pair.exec(text)) {
    const [whole, name = '', double, single, bare] = match
    const quoted = double ?? single
    const value = quoted ?? bareValue(bare ?? '')
    // What is behind a bare value is read on its own; a quoted one may hold pairs too.
    pair.lastIndex =
      match.index +
      whole.length -
      (quoted === undefined
        ? (bare ?? '').length - value.length
        : quoted.length > 20 && /[=:]/.test(quoted)
          ? quoted.length + 1
          : 0)
    if (value !== '') found.push({ name, value, at: match.index })
  }
  return found
}

/** A value without quotes ends where the next pair or the list does. */
function bareValue(text: string): string {
  const end = /,\s|[;,&](?=\S)|\s+[\w.-]{2,40}(?:=|: )|\)\s|\]|\s{2,}/.exec(text)
  return withoutEnd(end === null ? text : text.slice(0, end.index), ',;)] \t\r\n\u00a0')
}

const statusPatterns = [
  /\bHTTP\/\d(?:\.\d)?"?[ \t]+(\d{3})\b/gi,
  /\b(?:http[ _-]?)?(?:status|statut|estado)(?:[ _-]?code)?["'\]]{0,2}[ \t]{0,3}(?:of|is|was|=>|[:=])?[ \t]{0,3}(?:HTTP[ \t])?["'[(]?(?:int\()?([1-5]\d\d)\b(?![.\d])/gi,
  /\b(?:code|error|erro|return(?:s|ed|ing)?|retornou|retorna(?:ndo)?|dá|deu|devolve|devuelve|volta|veio|vem|vuelve|responded(?: with)?|response|resposta|gets?|got|getting|recebo|recebemos|received|gives?|HTTP|HttpError|failed with)[ \t]{0,2}[:=([]?[ \t]{0,3}(?:an? |um |un |de |foi |fue |is |was |(?:the )?(?:error|erro|status) )?["'`]?([1-5]\d\d)\b(?![.\d%])/gi,
  /(?<![\d.#/:-])([45]\d\d)[ \t]{0,3}[-:(]?[ \t]{0,2}(?:unauthori[sz]ed|forbidden|bad[ _]request|not[ _]found|method[ _]not|conflict|too many|internal|bad[ _]gateway|service|gateway|proxy|unprocessable|unsupported|gone|request|payload|precondition|client error|server error|não autorizado|proibido|solicita[cç][aã]o|requisi[cç][aã]o|n[aã]o encontrad|acesso negado|erro interno|solicitud|no encontrad|acceso denegado|no autorizado)/gi,
  /\((?:HTTP )?([45]\d\d)(?:\)|, )/g,
  /"(?:error_?)?code"[ \t]{0,2}:[ \t]{0,2}"?([45]\d\d)\b(?![\d.])/gi,
  /^[ \t]{0,8}(?:=>|>>|<<)[ \t]{0,3}([1-5]\d\d)(?![\w.])/gm,
  /^[ \t"'`]{0,4}([45]\d\d)[ \t"'`.:]{0,4}$/gm,
  // What logs and terminals write: the request or an arrow before it, the size or a body after it.
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]{1,3}["']?[/\w][^\s"']{0,400}["']?(?:[ \t]HTTP\/[\d.]{1,3}"?)?[ \t]{0,3}(?:->|→|=>|➜|[:-])?[ \t]{0,3}(?<=[ \t"'>→➜])([1-5]\d\d)(?![\w.])/g,
  /(?:->|→|➜|<-)[ \t]{0,3}(?:HTTP[ \t])?([1-5]\d\d)(?![\w.])/g,
  /(?:^[ \t"'`]{0,4}|[ \t]:[ \t])([45]\d\d)[ \t]{1,3}(?=\{"|\[\{|:[ \t]")/gm,
  // How people begin a sentence about it, and what HAProxy writes after its timers.
  /^[ \t"'`]{0,4}([45]\d\d)[ \t](?=(?:ao|no|na|em|when|on|in|from|for|para|al|en|cuando|quando|trying|calling|tentando)\b)/gim,
  /(?<![\d.#/:-])([45]\d\d)[ \t](?:(?:ao|no|na|em|when|on|in|from|for|at|para|al|en)[ \t])(?:calling |chamar )?(?=(?:GET|POST|PUT|PATCH|DELETE|https?:)\b)/g,
  /(?:\/-?\d{1,7}){3,4} ([1-5]\d\d) \d/g,
  // The columns of a browser’s list of requests.
  /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)[ \t]{2,40}([1-5]\d\d)(?=[ \t]{2}|\t|$)/gm,
]

/** Every status that a response had, where its digits stand, first to last. */
export function answersIn(text: string): Signals['statuses'] {
  const found = new Map<number, number>()
  for (const { status, at, written } of statusMarks(text)) found.set(at + written.lastIndexOf(String(status)), status)
  for (const match of toldOfAnswers.flatMap((pattern) => [...text.matchAll(pattern)]))
    found.set(match.index + match[0].length - 3, Number(match[1]))
  return [...found].map(([at, status]) => ({ status, at })).sort((one, other) => one.at - other.at)
}

/** What people and logs write before what came back, where the request is beside it. */
const toldOfAnswers = [
  /(?:\b(?:d[aá]|deu|dava|voltou|volta|abre|aparece|tomando|tomei|plain|tela de) (?:com |um |erro |error |status |HTTP ){0,2}|\b(?:answer(?:s|ed)?|repl(?:y|ies|ied)|back|respuesta|result(?:s|ado)?|respond(?:e|eu|i[oó]))(?: is| was| es| fue| com| con| with)?[ \t:]{1,3})([1-5]\d\d)(?![\w.])/gi,
  /(?:←|⇐|⇒|<--|=>)[ \t]{1,3}([1-5]\d\d)(?!\w|\.\w)/gi,
  // At the start of a line or behind its time, before the body.
  /(?:^[ \t]{0,8}|[\])|>][ \t]{1,3}|:\d\d(?:[.,]\d{1,6})?Z?[ \t]{1,3})([1-5]\d\d)(?=[ \t]{1,3}[{[]["'{])/gm,
]

function statusMarks(text: string): { status: number; at: number; written: string; rank: number }[] {
  return statusPatterns.flatMap((pattern, rank) =>
    [...text.matchAll(pattern)]
      .slice(0, 200)
      .map((match) => ({ status: Number(match[1]), at: match.index, written: match[0], rank })),
  )
}

function statusesIn(text: string): Signals['statuses'] {
  return statusMarks(text)
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .filter(({ status }, index, all) => all.findIndex((one) => one.status === status) === index)
    .map(({ status, at }) => ({ status, at }))
}

function addressesIn(text: string): Signals['addresses'] {
  return [...text.matchAll(/(?:\b(GET|POST|PUT|PATCH|DELETE)\b["'\s:]{1,4})?(https?:\/\/[^\s"'<>`\\)\]},]{3,4000})/g)]
    .slice(0, 100)
    .map((match) => ({ url: withoutEnd(match[2] ?? '', '.,;:'), method: match[1], at: match.index }))
}

function piecesOf(text: string): string[] {
  const decoded = withoutForms(text).replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return ' '
    }
  })
  const bare = decoded.replace(/<(?!\w{1,40} \d{3} )[^<>]{0,300}>/g, '\n').replace(/\beyJ[\w.-]{10,}/g, ' ')
  const lines = bare.split('\n').filter((line) => ![headerLine, stackFrame, bareMember].some((one) => one.test(line)))
  const parts = lines.flatMap((line) => line.split(/(?<=[.!?])\s+|["{}[\];,&|]+|=>|=(?=\S)|: (?=\S)/))
  return [
    ...new Set([...parts, ...lines.map((line) => line.slice(0, 500))].map((part) => part.replaceAll('+', ' ').trim())),
  ]
    .filter((part) => /\p{L}{3}/u.test(part))
    .slice(0, pieceLimit)
}

const form = /(?<![^\s"'?#`])(?:[\w.%[\]-]{1,60}=[^\s&?"'<>]{0,2000}&){1,60}[\w.%[\]-]{1,60}=[^\s&?"'<>]{0,2000}/g

/** The text without forms and queries, whose names would read like words; what they say of an error stays. */
function withoutForms(text: string): string {
  return text.replace(form, (run) =>
    run
      .split('&')
      .filter((part) => /^(?:error|message|reason|desc)\w*=/i.test(part))
      .map((part) => part.slice(part.indexOf('=') + 1))
      .join('\n'),
  )
}

// Headers that say nothing of a failure, as a line of their own; a challenge does.
const headerLine =
  /^[ \t]{0,8}[<>*|]?[ \t]{0,4}(?:-H ['"])?["']?(?:(?:accept|age|allow|authorization|cache-control|connection|cookie|date|etag|expires|host|keep-alive|location|origin|pragma|referer|referrer|server|set-cookie|strict-transport|transfer-encoding|user-agent|vary|via)(?:-[\w-]{0,60})?|(?:access-control-(?!allow-origin)|cf-|content-|dpop-|sec-|x-)[\w-]{0,60})["']?[ \t]{0,2}[:=]/i

/** A member of JSON on a line of its own, whose value is a number, a literal or empty: no sentence, whatever its name. */
const bareMember =
  /^\s{0,80}"[\w$.-]{1,60}"\s{0,4}:\s{0,4}(?:-?[\d.]{1,30}|true|false|null|\[\s{0,4}\]|\{\s{0,4}\}|"")\s{0,4},?\s{0,80}$/

const stackFrame = /^\s*(?:at\s+[\w.$<>/@-]+\s*\(|File "|#\d+ |from \/|\.{3} \d+ more)/

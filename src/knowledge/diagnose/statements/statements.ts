import { withoutEnd } from '../../text/ends.ts'
import { unwrapped } from '../../text/signals.ts'
import { saysNothing, withoutDefinitions } from '../causes-in-messages.ts'
import { type Problem, problems } from './problems.ts'
import { type Topic, topicsOf } from './topics.ts'

/** The sentence of an error that says most of its cause. */
export interface Statement {
  /** As the text has it, without the layers that programs put around a message. */
  sentence: string
  /** What it is about, none of them broad. */
  topics: readonly Topic[]
  problem: Problem | undefined
  /** What it says to do, as a sentence of its own. */
  advice: string | undefined
}

/**
 * The sentence of a text that says most of why something failed: one that a program wrote and that names a parameter, a
 * claim, a setting or a condition. Undefined where none names one. Linear in the length of the text.
 */
export function statementIn(text: string): Statement | undefined {
  return bestOf(writtenByPrograms(unwrapped(text.slice(0, textLimit))))
}

/** The one of several messages that says most of why something failed. */
export function statementOf(messages: readonly string[]): Statement | undefined {
  return bestOf(messages.slice(0, messagesRead))
}

const textLimit = 200_000
const messagesRead = 60
const sentenceLimit = 400

function bestOf(messages: readonly string[]): Statement | undefined {
  let best: (Statement & { weight: number }) | undefined
  for (const message of messages) {
    const sentences = sentencesOf(message)
    const advice = sentences.find((one) => advises.test(one) && one.length > 24)
    for (const sentence of sentences) {
      const read = readSentence(sentence)
      if (read !== undefined && (best === undefined || read.weight > best.weight))
        best = { ...read, advice: advice === read.sentence ? undefined : advice }
    }
  }
  return best
}

/** What messages say to do: `Ensure the secret being sent is the value`. */
const advises =
  /^(?:please )?(?:ensure|make sure|you (?:must|should|need to|have to)|use |set |add |enable |specify |configure |register |verify that|check (?:that|if|whether)|did you )/i

function sentencesOf(message: string): string[] {
  return withoutDefinitions(message)
    .replace(examples, ' ')
    .split(
      /"[,)}\]]|[({[:,]\s?"(?=\p{L}[^"\s]{0,40}\s)|(?<=[.!?。])\s+(?=["'(\p{Lu}])|[\n\r|]+|\s-\s(?=\p{Lu})|(?<=。)/u,
    )
    .map((one) => withoutEnd(one.trim().replace(traceOfVendor, ''), '"}]').slice(0, sentenceLimit))
    .filter((one) => one.length > 7 && /\p{L}{3}/u.test(one))
    .slice(0, 12)
}

/** What a message lists as examples says nothing of this failure. */
const examples = /\((?:e\.g\.|i\.e\.|for example|such as|ex\.:?)[^()]{0,300}\)/gi
/** What vendors put behind their sentence to find the request again. */
const traceOfVendor = /[\s·]{1,4}(?:Trace ID|Correlation ID|Request ID|Timestamp): [\s\S]*$/

/** What a sentence states: the clause behind its last colon that names a topic and a problem, since what is before it is what failed of it. */
function readSentence(sentence: string): (Statement & { weight: number }) | undefined {
  const clauses = sentence.split(/: (?=[\p{L}"'])/u)
  for (let at = Math.min(clauses.length - 1, 12); at > 0; at -= 1) {
    const read = readClause(clauses.slice(at).join(': '))
    if (read !== undefined) return { ...read, weight: read.weight + (numbered.test(clauses[at - 1] ?? '') ? 0.7 : 0.1) }
  }
  return readClause(sentence)
}

function readClause(clause: string): (Statement & { weight: number }) | undefined {
  const plain = clause.normalize('NFC')
  if (saysNothing.test(plain) || open.test(plain)) return undefined
  const all = topicsOf(plain.replace(addresses, ' '))
  const topics = all.filter(({ broad }) => !broad)
  if (topics.length === 0) return undefined
  const problem =
    problems.find(({ words }) => words.test(plain))?.problem ?? (says.test(plain) ? topics[0]?.problem : undefined)
  if (problem === undefined) return undefined
  const weight =
    2 +
    (problem === 'failed' || problem === 'invalid' ? 0.5 : 1) +
    (values.test(plain) ? 1 : 0) +
    (numbered.test(plain) ? 0.7 : 0) +
    (compares.test(plain) ? 1 : 0) -
    (lists.test(plain) ? 1.5 : 0) -
    (cut.test(plain) ? 1 : 0) -
    (/["']\s?[:=]\s?["'{[]/.test(plain) ? 1 : 0) -
    (asks.test(plain) ? 3 : 0)
  return weight < leastWeight ? undefined : { sentence: plain, topics, problem, advice: undefined, weight }
}

const leastWeight = 2.4
/** A value, a name of a parameter or a product's number for the error. */
const values = /["'`][^"'`]{2,200}["'`]|\b[a-z]+_[a-z_]+\b|https?:\/\//
const numbered = /\b[A-Z]{2,12}[-_]?\d{3,8}\b/
/** What was expected and what came. */
const compares =
  /\bexpect\w*|\bbut (?:got|was|is|received|method|found)|\binstead\b|\bgot\b|\bdid not match:|\besperad[oa]\b|\bactual\b|\bis not in\b|\bnot one of\b/i
/** What offers several causes to choose from. */
const lists =
  /,[^,.]{3,80},? (?:or|ou|oder|o) |,? (?:or|ou|oder|o) (?:the |an? |o |a |is |has |was |it |das |der )?[^,.]{0,60}\b(?:invalid|expired|revoked|missing|unknown|wrong|expirad|ausente|inv[aá]lid)|\/(?:invalid|expired|missing)/i
/** What a person asks or says of what they did. */
const asks =
  /\?\s*$|\byou (?:have not|haven['’]t|may|might|can|could)\b|\bdeprecat|\brecommend|^(?:I|we|my|our|eu|nós|yo|ich|wir|je|nous)\b|\b(?:I|we|I['’](?:m|ve))\b (?:am|have|get|got|tried|use|think|can|do|did)|\b(?:works?|funciona) (?:fine|well|bem|with|in|on|com)\b/i
/** What says what is, and no more: a sentence without a word for a problem names it by its topic alone. */
const says = /\b(?:required|must|only|may only|error|exception)\b/i
const addresses = /https?:\/\/[^\s"'<>)]{1,2000}/g
const cut = /(?:\.\.\.|…)["')]?$/
/** What names no cause but lets the reader choose. */
const open = /\b(?:either|one of the following|any of the following|possible (?:causes|reasons))\b/i

const reasonNames =
  'error_?description|error_?msg|error_?message|message|mensagem|msg|detail|details|detalhe|descricao|description|faultstring|reason|cause|causa|error|err'

/** Where programs write why something failed: a member for it, an exception, a line that is marked as an error. */
const marks: readonly RegExp[] = [
  new RegExp(
    `(?<![\\w.-])["']?(?:${reasonNames})["']?\\s{0,2}(?:=>|[:=])\\s{0,2}(?:"([^"\\n]{8,1200})"|'([^'\\n]{8,1200})')`,
    'gi',
  ),
  new RegExp(`(?<![\\w.-])(?:${reasonNames})=([^&"'\\n]{8,600})`, 'gi'),
  /<(?:\w{1,20}:)?(?:faultstring|message|description|detail|error_description|Message)>([^<>]{8,1000})<\//g,
  /\b[A-Z]\w{0,60}(?:Exception|Error|Failure|Fault)\b(?:\([\w ,.-]{0,60}\))?["'\])]{0,2}:\s{1,2}([^\n]{8,1200})/g,
  /(?:^|[\s[|(<"=✗])(?:ERROR|ERRO|WARN(?:ING)?|FATAL|SEVERE|CRITICAL|[Ee]rror|[Ww]arn(?:ing)?|fail|erro|Erro|[Ff]ehler|[Ee]rreur|[Ff]out|[Ee]rrore|エラー|错误|오류)[\])|>"]{0,3}(?:\[[^\]\n]{1,60}\])?[:\s|-]{1,4}([^\n]{8,1200})/gm,
  /\b[EWF]\/[\w.]{2,40} {0,3}\( {0,4}\d{1,6}\): ([^\n]{8,1000})/g,
  /\b((?:[A-Z]{3,12}[-_]?\d{3,8})[:：]\s[^\n]{8,1200})/g,
  /\b(?:Caused by|---> ?|nested exception is|reason|because|due to|cause)[: ]{1,3}([^\n]{8,1000})/gi,
  /"(\p{L}[^"\n]{3,60} [^"\n]{2,60} [^"\n]{3,300})"/gu,
  /(?:^|[\]:>|] )((?:Failed|Unable|Could not|Invalid|Missing|Unknown|Unsupported|Unexpected)\b [^\n]{8,600})/gm,
]

/** What programs wrote in a text of why something failed. */
function writtenByPrograms(text: string): string[] {
  const found = marks.flatMap((mark) =>
    [...text.matchAll(mark)]
      .slice(0, messagesRead)
      .map((match) => match.slice(1).find((one) => one !== undefined) ?? ''),
  )
  return [...new Set(found)].map((one) => one.replaceAll('+', ' ').trim())
}

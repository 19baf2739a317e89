import type { CallView } from './call-view.ts'
import { type MessageCause, wasSent } from './error-code.ts'
import { type ErrorName, traitsOf } from './error-names.ts'
import { knownMessages, valueNamed } from './known-messages.ts'

/** Sentences that offer several causes at once, as the standards' own definitions do: they tell none of them. */
const definitions = [
  /the provided (?:authorization grant|access grant)[\s\S]{0,300}?another client\.?/gi,
  /client authentication failed \(e\.g\.[^)]{0,300}\)\.?/gi,
  /client authentication failed due to unknown client,[^.]*\.?/gi,
  /the request is missing a required parameter,[\s\S]{0,300}?malformed\.?/gi,
  /the access token (?:provided )?is (?:missing, )?(?:expired, revoked|invalid, expired|expired|missing|invalid),? [^.]*(?:other reasons|invalid|malformed|revoked)\.?/gi,
  /the (?:authenticated )?client is not authorized to (?:use this|request an?)[^.]*\.?/gi,
  /the resource owner or authorization server denied the request\.?/gi,
  /the authorization server encountered an unexpected condition[^.]*\.?/gi,
  /the request requires higher privileges than provided by the access token\.?/gi,
]

/** A text without the sentences that offer several causes at once. */
export function withoutDefinitions(text: string): string {
  return definitions.reduce((rest, definition) => rest.replace(definition, ' '), text).trim()
}

const several =
  /\b(?:invalid|incorrect|wrong|malformed|missing|used|revoked|unknown|expired|not found|already)\b[^.]{0,25}(?:\bor\b|\/)[^.]{0,35}\b(?:invalid|incorrect|wrong|malformed|missing|used|revoked|unknown|expired|not found|not yet|does not|inactive)|\b(?:inv[aá]lid[oa]s?|expirad[oa]s?|vencid[oa]s?|revogad[oa]s?|ausentes?|caducad[oa]s?)\b[^.]{0,12}(?: ou | o |\/)[^.]{0,20}(?:inv[aá]lid[oa]|expirad[oa]|vencid[oa]|revogad[oa]|ausente|caducad[oa]|inexistente)/i

const namesToken =
  /\b(?:access[ _-]?token|auth\w* token|id[ _-]token|jwt|jws|jwks?|bearer token|authori[sz]ation|oauth)\b/i

/** Statuses for who may not; with others an API's own affairs may be meant. */
const refusals = [401, 403]

// Longer texts are documents, not sentences about one request.
const textLimit = 600
const textsLimit = 8

/** The causes that the response puts into words, likeliest first; none of a sentence that offers several to choose from. */
export function causesInMessages(view: CallView): MessageCause[] {
  if (failedItself(view)) return []
  const heard = responseTexts(view).flatMap((text) => likest(view, text) ?? [])
  // A known sentence that is met word by word is heard before one that is like what stands nearer to the code.
  return heard.sort((one, other) => Number(other.verbatim) - Number(one.verbatim)).map(({ cause }) => cause)
}

/** The cause of the known message that a sentence is like, where enough of its words tell. */
function likest(view: CallView, { text, at }: Said): { cause: MessageCause; verbatim: boolean } | undefined {
  const own = withoutDefinitions(text)
  if (own === '' || saysNothing.test(own)) return undefined
  // A page that names another status than its own only looks like what it names.
  const named = Number(/^[45]\d\d\b/.exec(own)?.[0] ?? view.status)
  if (view.status !== undefined && named !== view.status) return undefined
  const open = offersSeveral(own)
  const { step, status } = view
  const ofOther = step === 'api' && !(status === undefined || refusals.includes(status)) && !namesToken.test(own)
  const [known, next] = knownMessages(own).filter(
    ({ row, likeness, recall, told, distinctive }) =>
      likeness >= (distinctive > 0.5 && recall >= 0.5 ? 0.6 : 0.72) &&
      (told > 9 || likeness > 0.97 || (recall > 0.97 && told > 6)) &&
      row.steps.includes(step) &&
      (status === undefined || row.statuses?.includes(status) !== false) &&
      row.means !== 'nothing_wrong' &&
      !(traitsOf(row.means).ofToken && namesOtherThan(own, row.sentence)) &&
      !saysNothing.test(row.says) &&
      (!open ||
        traitsOf(row.means).evenWithOr ||
        traitsOf(row.means).ofToken ||
        // A long known sentence that offers several itself is known for its cause.
        (likeness > 0.97 && told > 40 && offersSeveral(row.sentence))),
  )
  if (known === undefined || (ofOther && traitsOf(known.row.means).ofToken)) return undefined
  // What is as like a message of another cause tells neither.
  if (known.likeness < 0.9 && next !== undefined && next.likeness > 0.94 * known.likeness) return undefined
  const { row, likeness } = known
  return {
    cause: { means: meant(row.means, own), text: own, at, subject: valueNamed(row, own) },
    verbatim: likeness >= 0.9,
  }
}

/** What a sentence amounts to: of one that offers several causes of a refused token, that the token was refused. */
export function meant(means: ErrorName, sentence: string): ErrorName {
  const { ofToken, evenWithOr } = traitsOf(means)
  return ofToken && !evenWithOr && offersSeveral(sentence) ? 'invalid_token' : means
}

/** Whether a sentence offers several causes to choose from: “invalid or expired”. */
export function offersSeveral(sentence: string): boolean {
  // Only a dot at the end of a sentence parts what belongs together, not one in an address or a number.
  return several.test(sentence.replace(/\.(?=\S)/g, '·'))
}

/** Whether a sentence is about a thing that a known sentence about the access token does not name. */
function namesOtherThan(text: string, known: string): boolean {
  const thing = otherThings.exec(text)?.[0]
  return thing !== undefined && !otherThings.test(known)
}

const otherThings =
  /\b(?:refresh[ _-]?token|renewal token|client[ _-]?secret|certificate|certificado|password|senha|contrase[nñ]a|license|licen[cç]a|subscription|assinatura|assertion|authorization[ _-]code)/i

/** An identity service that failed by its own word, or names no code beside its status: what it says blames nobody. */
function failedItself(view: CallView): boolean {
  const code = (view.oauthError ?? view.gatewayFault)?.code
  if (view.step === 'api') return false
  if (code === 'server_error' || code === 'temporarily_unavailable') return true
  return (view.status ?? 0) >= 500 && code === undefined
}

/** A sentence of a response, and where it is in the call. */
export interface Said {
  text: string
  at: string
}

/** All sentences of a response, those beside its code first. */
export function responseTexts(view: CallView): Said[] {
  const beside = [view.gatewayFault, view.oauthError].flatMap((error) =>
    error?.text === undefined ? [] : [{ text: error.text, at: error.at }],
  )
  const header = view.responseHeader('www-authenticate')
  const challenged = view.challenges.flatMap(({ parameters }) =>
    [parameters.error_description, parameters.error, parameters.message].flatMap((text) =>
      text?.includes(' ') && header ? [{ text, at: header.at }] : [],
    ),
  )
  const inBody = bodyTexts(view).map((text) => ({ text, at: '/response/body' }))
  const all = [...beside, ...challenged, ...inBody].filter(
    ({ text }) => text.length <= textLimit && /[a-z]/i.test(text) && !wasSent(view.call, text),
  )
  // What is beside a code is met once more in the body that holds both.
  return all.filter(({ text }, index) => all.findIndex((one) => one.text === text) === index).slice(0, textsLimit)
}

function bodyTexts({ body, call }: CallView): string[] {
  if (body.kind === 'text') return body.text.startsWith('<') ? pageTexts(body.text) : [body.text]
  if (body.kind === 'json') return sentencesIn(body.value, 4)
  return body.kind === 'html' ? pageTexts(call.response?.body ?? '') : []
}

/** What a short error page shows: its text between the tags. */
function pageTexts(page: string): string[] {
  if (page.length > 20_000) return []
  const text = page
    .replace(stockParagraph, ' ')
    .replace(/<(?:script|style)\b[^<]*</gi, '<')
    .replace(/<[^<>]*>/g, '\n')
    .replaceAll('&nbsp;', ' ')
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(
    (line) => line.includes(' ') && !stockTitle.test(line),
  )
}

/** What Apache's page for 401 says to everybody (httpd, modules/http/http_protocol.c). */
const stockParagraph = /This server could not verify that you\s[\s\S]{0,300}?credentials required\.?/g
/** Titles of the pages that nginx, Apache and others have for a status: they say no more than it does. */
const stockTitle =
  /^[45]\d\d (Authorization Required|Unauthorized|Forbidden|Bad Request|Not Found|Method Not Allowed|Internal Server Error|Bad Gateway|Service (Temporarily )?Unavailable|Gateway Time-?out)$/i

/** Strings with a space in them, from the outer members of a JSON value to the inner ones. */
function sentencesIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.includes(' ') ? [value] : []
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  const members = Object.values(value).slice(0, 20)
  const own = members.filter((one) => typeof one === 'string')
  const nested = members.filter((one) => typeof one === 'object')
  return [...own, ...nested].flatMap((one) => sentencesIn(one, depth - 1)).slice(0, textsLimit)
}

/** The sentence of a response that tells most of why it failed; undefined where none says more than its status does. */
export function tellingSentence(view: CallView): Pick<MessageCause, 'text' | 'at'> | undefined {
  if (view.body.kind === 'html') return undefined
  const telling = responseTexts(view).filter(
    ({ text }) => (text.split(/\s+/).length > 2 || /^[a-z]+(?:_[a-z]+)+$/.test(text)) && !saysNothing.test(text.trim()),
  )
  return telling.find(({ text }) => !ofTheClient.test(text)) ?? telling[0]
}

/** The reasons that a response lists as codes beside its sentence, at most six: `"cause": ["address_pending"]`. */
export function listedReasons({ body }: CallView): string[] {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return []
  const lists = Object.entries(body.value).filter(([name]) => namesReasons.test(name))
  const codes = lists
    .flatMap(([, value]) => (Array.isArray(value) ? value : []))
    .map((one) => (typeof one === 'object' && one !== null ? (one.code ?? one.codigo ?? one.reason) : one))
  return codes.filter((one): one is string => typeof one === 'string' && /^[\w.:-]{3,80}$/.test(one)).slice(0, 6)
}

const namesReasons = /^(?:causes?|reasons?|details?|errors?|violations?|motivos?|causas?|erros?|violacoes)$/i

/** How HTTP clients print that a request failed, before what the response says itself. */
const ofTheClient =
  /\b(?:resulted in (?:an? )?[`'"]?[45]\d\d|(?:failed|error|responded|returned|request) (?:with )?(?:an? )?(?:HTTP )?(?:status(?: code)?|response) |(?:status|response) code(?: of)?:? [45]\d\d|HTTP (?:request|error)|https?:\/\/\S+ (?:failed|returned))/i

/** What responses say when they say no more than their status. */
export const saysNothing =
  /^(?:[<>*] |HTTP\/[\d.]{1,3} |you are |you're |access is |the |this |user |your |http |error:? |erro:? |status:? |\d{3} |[-–:] )*(?:acesso negado|nao autorizado|não autorizado|proibido|acceso denegado|no autorizado|(?:request )?(?:un)?authori[sz]ed|not authori[sz]ed|forbidden|bad request|not found|access denied|permission denied|access forbidden|invalid request|internal (?:server )?error|(?:an? )?(?:unknown |unexpected |internal )?error (?:has )?occur+ed|something went wrong|authentication (?:is )?(?:failed|required)|authorization (?:failed|required)|service unavailable|bad gateway|gateway time-?out|request failed|(?:token|code) exchange(?: has)? failed|log-?in failed|sign-?in failed|operation failed|resource not found|we are sorry|full authentication is required)(?:[^.]{0,60}\b(?:to (?:access|view|perform|use)|this|status code|resource|page|again)\b[^.]*)?[.!\s]*$/i

import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** A failure that was got over. */
export const sequence = family(['recovered', 'as-expected'], (evidence) => {
  const events = eventsIn(evidence)
  const last = events.at(-1)
  return {
    facts: those({
      recovered:
        (last?.well && events.some(({ well }) => !well) && expectedFirst(evidence, events)) ||
        challengedFirst(evidence, events) ||
        signInBegun(evidence, events) ||
        (overInWords.test(evidence.words()) && events.every(({ well }) => well)),
      'as-expected': asExpected.test(evidence.words()) && !complaint.test(evidence.words()),
    }),
  }
})

/** Whether each 401 is a challenge (RFC 4559 and RFC 7616) after which the same request succeeds at once. */
function challengedFirst(evidence: Evidence, events: Event[]): boolean {
  const refused = events.filter(({ well }) => !well)
  if (refused.length === 0 || !/\b(?:Negotiate|NTLM|Digest|Kerberos)\b/i.test(evidence.text())) return false
  return refused.every((one) => {
    const next = events[events.indexOf(one) + 1]
    return one.status === 401 && next?.well === true && next.request === one.request
  })
}

/** Whether a log shows visitors without a session who are sent to the sign-in, and nobody refused after coming back from it. */
function signInBegun(evidence: Evidence, events: Event[]): boolean {
  const refused = events.filter(({ well }) => !well)
  const lines = evidence.text().trim().split('\n', lineLimit)
  if (refused.length === 0 || !lines.every((line) => /\d\d:\d\d:\d\d/.test(line.slice(0, 200)))) return false
  const back = events.findIndex(({ request = '' }) => /callback|[?&]code=/.test(request))
  return refused.every((one) => {
    const at = events.indexOf(one)
    const next = events[at + 1]
    const starts =
      next?.status === 302 && /\/(?:oauth2?\/start|login|signin|sign_in|auth(?:orize)?)\b/.test(next.request ?? '')
    return (one.status === 401 || one.status === 403) && starts && (back < 0 || at < back)
  })
}

/** What a person says of a failure that is over. */
const overInWords =
  /\b(?:problem (?:is )?(?:solved|gone)|(?:is|was|been) (?:solved|resolved|fixed) (?:now|since|by)|(?:can|may) be closed|esta resolvid[oa]|foi resolvid[oa]|nao (?:apareceu|ocorreu|aconteceu|aparece) mais|pode(?:m)? fechar|quedo resuelto|(?:tudo certo|todo bien|tudo ok|all (?:good|fine|well)) (?:hoje|agora|hoy|ahora|now|today|since)|(?:job|rotina|proceso|script|it|we) (?:repetiu|retried|reintento) e?(?:and |y )? ?(?:baixou|funcionou|passou|succeeded|worked|got|funciono|bajo)|ya no (?:aparece|ocurre))\b(?![^.\n]{0,60}\b(?:but|mas|pero|however|porem|except|only|so em|apenas)\b)/

/** Who says that a refusal is what was to come. */
const asExpected =
  /(?:^|[,.;\n(]\s{0,3}|\b(?:is|was|exactly) )as (?:expected|intended|designed|it should(?: be)?)\b|\b(?:that|which|this) is (?:what we want|how it should be|intended|by design)\b|\bpor design\b|\b(?:e|era) o esperado\b|\bcomo (?:esperado|previsto|esperabamos)\b|\bwie erwartet\b|\bcomme prevu\b/
const complaint =
  /\b(?:but|however|why|except|still|instead|unfortunately|not as|mas|pero|porem|por que|aber|mais)\b|n't\b|\?/

interface Event {
  well: boolean
  at: number
  /** Method and path, or the status alone where none stands on its line. */
  request?: string
  status?: number
}

const lineLimit = 4_000
const statusOnLine =
  /\bHTTP\/\d(?:\.\d)?"?\s{1,3}([1-5]\d\d)\b|\bstatus(?:_?code)?["']?\s{0,2}[:=]?\s{0,2}([1-5]\d\d)\b|(?:->|→|=>|<-|←|<)\s{0,2}([1-5]\d\d)\b|"\s([1-5]\d\d)\s|\s([1-5]\d\d)(?=[,;)])|\s([1-5]\d\d)(?= (?:steps|messaging|policies)\.[a-z]| \(\d)|\s([1-5]\d\d)(?: (?:OK|Created|No Content|Bad Request|(?:application|text)\/[\w.+-]{2,40}|Unauthorized|Forbidden|[\d.]{1,8}\s?ms|-|[a-z]{3,20}_\w{2,24}(?:=\S{1,40})?)\b|\s*$)|\b(?:returned|responded(?: with)?|got|retornou|respondeu|devolvio)\s([1-5]\d\d)\b/i
const requestOnLine = /\b(GET|POST|PUT|PATCH|DELETE)\b["'\s:-]{1,5}(?:https?:\/\/[^/\s"']{1,200})?(\/[^\s"'?]{0,300})/

const again = /\bretr(?:y|ies|ied|ying)\b|\b(?:nova tentativa|tentando de novo|repetindo|repete|reintent\w+)\b/i

/** Requests with their outcomes, line by line; a request line counts for the status lines that follow it. */
function eventsIn(evidence: Evidence): Event[] {
  const events: Event[] = []
  let request: string | undefined
  let at = 0
  for (const line of evidence.text().split('\n').slice(0, lineLimit)) {
    const short = line.slice(0, 2_000)
    const asked = requestOnLine.exec(short)
    if (asked !== null) request = `${asked[1]} ${asked[2]}`
    // What is tried again is the request that failed.
    else if (again.test(short)) request = events.findLast(({ well }) => !well)?.request ?? request
    const status = Number(
      statusOnLine
        .exec(short)
        ?.slice(1)
        .find((one) => one !== undefined),
    )
    if (status >= 200) events.push({ well: status < 400, at, request, status })
    else if (
      /"access_token"\s{0,2}:|\b(?:access )?token (?:received|obtained|issued|recebido|obtido)\b|\b(?:retry|retried) (?:succeeded|ok)|login ok\b/i.test(
        short,
      )
    )
      events.push({ well: true, at, request })
    else if (/"error"\s{0,2}:|\b(?:error|code)=[a-z]+_[a-z_]+|\bERROR\b|\bException\b/.test(short))
      events.push({ well: false, at, request })
    at += line.length + 1
  }
  return events
}

/** Failures that belong to a flow that goes well: waiting for a person, a nonce that is asked for, a token that is renewed. */
function expectedFirst(evidence: Evidence, events: Event[]): boolean {
  const text = evidence.text()
  const codes = new Set(
    [
      ...text.matchAll(
        /\b(?:authorization_pending|slow_down|use_dpop_nonce|invalid_\w{3,20}|unauthorized_client|access_denied|expired_token|server_error|insufficient_scope)\b/g,
      ),
    ].map(([code]) => code),
  )
  for (const expected of ['authorization_pending', 'slow_down', 'use_dpop_nonce']) codes.delete(expected)
  const waited =
    /authorization_pending|slow_down|use_dpop_nonce|DPoP-Nonce:/i.test(text) ||
    // OpenID Connect Core 1.0 §3.1.2.6: the response to a silent sign-in of somebody who is not signed in.
    (/prompt=none/.test(text) && /\b(?:login|interaction|consent)_required\b/.test(text))
  if (waited && codes.size === 0) return true
  // RFC 6750 §3.1: a client that gets invalid_token renews and asks again.
  codes.delete('invalid_token')
  const renewed = /grant_type=refresh_token|refresh(?:ing|ed)?\b|renov/i.test(text)
  const retried = /\bretr(?:y|ied|ying)\b|nova tentativa|reintent/i.test(text)
  const failed = new Set(events.flatMap(({ well, request, status }) => (well ? [] : [`${request} ${status}`])))
  const sameSucceeded = [...failed].every((one) => {
    const request = one.slice(0, one.lastIndexOf(' '))
    return events.some((event) => event.well && event.request === request)
  })
  const content = asksAfterSuccess.test(evidence.words())
  // RFC 9110 §11.6.1: the first request without credentials is challenged, and the next one has them.
  const challenged = content && events.every(({ well, status }) => well || status === 401)
  return (renewed || retried || content) && codes.size === 0 && (sameSucceeded || challenged)
}

/** Who says that all works, or asks whether a line is as it should be, met no failure that lasted. */
const asksAfterSuccess =
  /\b(?:everything (?:still )?works|all works|tudo (?:funciona|funcionou|certo)|todo funciona)\b|\b(?:is|are|works?|runs?|esta|funciona) (?:just |still |all )?(?:fine|ok|well|bem|normal\w*),? (?:btw|by the way|anyway|though|alias|mesmo assim)\b|\b(?:is|are) (?:that|this|these|it)(?: [a-z]{1,12}){0,4} (?:normal|ok|right|expected|intended)\b[^.\n]{0,12}\?|\b(?:ta|esta|isso e|e) (?:certo|correto|normal|ok|bien)\b ?\?/

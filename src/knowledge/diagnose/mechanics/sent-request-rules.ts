import { inferred, standard } from '../../protocol/basis.ts'
import { parseAddress } from '../../text/address.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** What a request that a text shows contains, and what its receiver cannot do with it. */
export const sentRequestRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 8259 §4 and §5: no comma after the last member'), find: trailingComma },
  { basis: standard('RFC 6749 §4.1.3: the parameters are in the body'), find: withoutBody },
  { basis: standard('RFC 3986 §3.5: # begins the fragment, which is not sent'), find: cutAtHash },
  { basis: standard('RFC 9449 §4.3: htu is the URI of the request'), find: mountPathLost },
  { basis: inferred('the two paths in the text'), find: middlewareElsewhere },
  { basis: inferred('the two IDs in the text'), find: otherClient },
]

/** The bodies of requests that a text shows: of curl commands, and of messages as they go over the wire. */
const bodies: readonly RegExp[] = [
  /\s(?:-d|--data(?:-raw|-binary|-ascii)?|--json)[ =]{1,3}'(\s{0,40}[{[][^']{4,8000})'/g,
  /\b(?:POST|PUT|PATCH) \S{1,2000}(?: HTTP\/[\d.]{1,3})?\n(?:[\w-]{2,60}: ?[^\n]{0,4000}\n){0,40}\n(\{[\s\S]{4,8000}?\n?\})\s{0,9}(?=\n\s{0,9}\n|\n?HTTP\/|$)/g,
]

/** A body of JSON with a comma behind its last member, which most parsers reject. */
function trailingComma({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  const sent = bodies.flatMap((body) => [...text.matchAll(body)].slice(0, 10).map(([, own = '']) => own))
  for (const body of sent) {
    const [, member = '', close = ''] = /([^\n,{}[\]]{1,120}),(?=\s{0,200}([}\]]))/.exec(body) ?? []
    if (close === '' || parses(body) || !parses(body.replace(/,(?=\s{0,200}[}\]])/g, ''))) continue
    return {
      of: 'body-not-json',
      title: 'The JSON body has a comma after the last member',
      cause: `A comma follows the last member (${quoted(member.trim(), 80)}) before ${quoted(close)}. JSON does not allow that, so the server cannot parse the body; its response does not say so.`,
      fix: 'Remove the comma, or build the body with a JSON library.',
      telling: member.trim().slice(0, 80),
    }
  }
  return undefined
}

function parses(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

/** A request to a token endpoint that went out without the form that it needs. */
function withoutBody({ text }: Trace): Said | undefined {
  const found =
    /\bPOST\s{1,4}(\S{0,200}\/(?:oauth2?|connect|auth)?\/?(?:v\d\/)?tokens?)(?=[\s?"'])[^{}]{0,400}?content-length: ?0\b/i.exec(
      text,
    )
  if (found === null || /\bPOST\s{1,4}\S{0,300}[?&]grant_type=/.test(text)) return undefined
  const bodyOption = /["']body["']\s{0,3}=>\s{0,3}(?:\[|array)/.test(text)
  return {
    of: 'token-request-incomplete',
    title: 'The token request was sent without a body',
    cause: `The request to ${quoted(found[1], 120)} has Content-Length 0: no grant_type, code or refresh token reached the server.${bodyOption ? ' The parameters are an array in “body”, which the HTTP client does not encode.' : ''}`,
    fix: bodyOption
      ? 'Pass the parameters as form_params (Guzzle) or as an encoded string, and check that the request has a body.'
      : 'Send the parameters as a form (application/x-www-form-urlencoded), and check with the client’s log that the request has a body.',
    telling: 'Content-Length',
  }
}

/** A value of a query that ends where the real one has a #, from which on a URL is not sent. */
function cutAtHash({ text, words }: Trace): Said | undefined {
  if (!speaksOfFailure(words())) return undefined
  for (const [, name = '', value = ''] of [
    ...text.matchAll(/[?&](pass(?:word|wd)?|pwd|senha|secret|token|key|api_?key|user(?:name)?)=([^&\s"'<>#]{3,120})/gi),
  ].slice(0, 20)) {
    const at = text.indexOf(`${value}#`)
    // In the URL itself the rest is written behind the sign.
    if (at < 0 || /[=&]$/.test(text.slice(Math.max(0, at - 1), at))) continue
    return {
      of: 'client-credentials-encoding',
      title: `The # in ${quoted(name, 30)} is not encoded`,
      cause: `The value contains a #, but the request has only what is before it. In a URL, # begins the fragment, which clients do not send, so the server received a shortened ${name}.`,
      fix: `Percent-encode the value (# as %23), or change ${name} to one without #, &, + and %. Better, send it in a header or in the body.`,
      telling: `${name}=`,
    }
  }
  return undefined
}

const labelled = (label: string) =>
  new RegExp(
    `\\b(?:${label})(?: (?:value|htu|url|uri))?["']?\\s{0,3}[:=]\\s{0,4}["']?(https?://[^\\s"'<>,]{4,300})`,
    'i',
  )
const given = labelled('provided(?: htu)?|received(?: htu)?|proof(?: htu)?|actual(?: htu)?|got|sent(?: htu)?')
const computed = labelled(
  'computed(?: htu)?|expected(?: htu)?|calculated(?: htu)?|required(?: htu)?|request(?:ed)? ur[il]',
)

/** The URL of a proof that is right, held against one from which the server has lost the path that it is mounted under. */
function mountPathLost({ text, words }: Trace): Said | undefined {
  if (!/\bhtu\b|dpop/.test(words())) return undefined
  const [one, other] = [given, computed].map((label) => label.exec(text)?.[1])
  if (one === undefined || other === undefined) return undefined
  const [sent, own] = [parseAddress(one), parseAddress(other)]
  if (sent.origin !== own.origin || sent.path === own.path || !sent.path.endsWith(own.path)) return undefined
  const lost = sent.path.slice(0, -own.path.length)
  return {
    of: 'dpop-proof-invalid',
    title: `The server computes the URL without ${quoted(lost, 40)}`,
    cause: `The proof names ${quoted(one, 160)}, which is the URL of the request. The server computes ${quoted(other, 160)}: it leaves out the path under which it is mounted, or that a proxy removes.`,
    fix: `Configure the server with its public URL including ${quoted(lost, 40)} (mount path, base path or X-Forwarded-Prefix), or update it. The client’s proof is right.`,
    who: 'identity-team',
    telling: other,
  }
}

/** Middleware for the raw body that is bound to a path, and a request to that path with a prefix or a version in it. */
function middlewareElsewhere({ text, words }: Trace): Said | undefined {
  if (!/\braw ?body|signature|hmac|webhook/.test(words()) || !speaksOfFailure(words())) return undefined
  const bound =
    /\.(?:use|post|all)\(\s{0,4}["'`](\/[\w./-]{3,160})["'`]\s{0,4},\s{0,4}[^\n]{0,60}(?:\braw\(|rawBody|bodyParser\.raw|express\.raw|text\()/.exec(
      text,
    )?.[1]
  if (bound === undefined) return undefined
  const called = [...text.matchAll(/\b(?:POST|PUT|PATCH) (?:https?:\/\/[\w.:-]{3,120})?(\/[\w./-]{3,200})/g)]
    .slice(0, 20)
    .map(([, path = '']) => path)
    .find((path) => path !== bound && lastPart(path) === lastPart(bound) && !path.startsWith(bound))
  if (called === undefined) return undefined
  const more = called.split('/').find((part) => part !== '' && !bound.split('/').includes(part))
  return {
    of: 'webhook-signature-refused',
    title: 'The raw-body middleware is on another path',
    cause: `The middleware is bound to ${quoted(bound)}, but the request goes to ${quoted(called)}${more === undefined ? '' : `: ${quoted(more)} is added to the path`}. So the JSON parser reads the body first, and the signature check has no raw bytes.`,
    fix: `Bind the middleware to ${quoted(called)}, before the JSON parser, or keep the raw body for all routes (verify of express.json, rawBody of the framework). Secret and signature can be right.`,
    who: 'api-team',
    telling: bound,
  }
}

function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? ''
}

/** An ID that a person names as their client, channel or app, and another of the same form that the request has. */
function otherClient({ text, words }: Trace): Said | undefined {
  if (!/redirect|client|unauthori[sz]ed|not registered|invalid/.test(words()) || !speaksOfFailure(words()))
    return undefined
  const sent = /[?&]client_id=([\w.-]{6,100})/.exec(text)?.[1]
  if (sent === undefined) return undefined
  const [, kind = '', own = ''] =
    /\b(?:my|our|the|meu|nosso|mi|nuestro)(?: \w{2,20})? (channel|client|app(?:lication)?|project)(?: id)?[ :#=]{1,3}["'`]?((?=[\w-]{0,40}\d)[\w-]{6,60})(?![\w.@/-])/i.exec(
      text,
    ) ?? []
  if (own === '' || own === sent || own.length !== sent.length || shapeOf(own) !== shapeOf(sent)) return undefined
  if (text.split(sent).length > 2 && !text.includes(`client_id=${sent}`)) return undefined
  return {
    of: 'redirect-uri-not-registered',
    title: `The request names another ${kind.toLowerCase()} than yours`,
    cause: `The request has client_id ${quoted(sent)}, but the ${kind.toLowerCase()} that you describe is ${quoted(own)}. What is registered there does not hold for ${quoted(sent)}.`,
    fix: `Set the client ID of your app to ${quoted(own)} (an old value may be in the build or in a setting), or register the redirect URI at ${quoted(sent)}.`,
    telling: sent,
  }
}

/** Digits, letters or hexadecimal groups: IDs of one issuer have the same form. */
function shapeOf(id: string): string {
  return id.replace(/\d/g, '0').replace(/[a-f]/gi, '0').replace(/[g-z]/gi, 'x')
}

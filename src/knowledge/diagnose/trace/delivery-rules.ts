import { documented, inferred } from '../../protocol/basis.ts'
import { isLocalHost, isTestHost } from '../../text/hosts.ts'
import { listed, quoted } from '../../text/quote.ts'
import { parsedBodyRule } from '../mechanics/program-mechanics.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Webhooks that do not arrive, held against what the reader's own server logged and what was registered where (§6). */
export const deliveryRules: readonly CircumstanceRule[] = [
  parsedBodyRule,
  { own: 'unless-named', basis: documented('§6', inferred('the log of the receiver')), find: refusedByReceiver },
  { own: true, basis: documented('§1 and §6', inferred('the hosts in the text')), find: otherEnvironment },
  { own: true, basis: documented('§6', inferred('the URL that was registered')), find: unreachableUrl },
  { own: 'unless-named', basis: documented('§6', inferred('the events that were registered')), find: notSubscribed },
  { own: 'unless-named', basis: inferred('the certificate file in the server’s settings'), find: leafAlone },
]

/** A receiver whose settings name the file with its own certificate alone, and a sender that finds no way to a known authority. */
function leafAlone({ text }: Trace): Said | undefined {
  if (!noPath.test(text)) return undefined
  const [setting, file = ''] = leafFile.exec(text) ?? []
  if (setting === undefined || /SSLCertificateChainFile|fullchain|chain\.pem|ca[-_]?bundle/i.test(text))
    return undefined
  return {
    of: 'gateway-certificate-not-trusted',
    title: 'Your server sends its certificate without the chain',
    cause: `The setting ${quoted(setting.trim(), 140)} names a file with only the server’s own certificate. Browsers get the intermediate certificate elsewhere; the sender of the webhooks does not, so it finds no path to a known authority.`,
    fix: `Set the file with the whole chain (${quoted(file.replace(/\bcert(?=\.)|[\w-]+(?=\.(?:pem|crt|cer)$)/, 'fullchain'))}), reload the server, and check with openssl s_client -showcerts that it sends two certificates.`,
    who: 'operator',
    telling: file,
  }
}

/** What senders say of a certificate that no known authority leads to. */
const noPath =
  /PKIX path building failed|unable to find valid certification path|unable to (?:verify the first|get (?:local )?issuer) certificate|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|incomplete (?:certificate )?chain|signed by unknown authority/i

/** A server’s setting of its certificate, as nginx, Apache, HAProxy, Node, Python and others have it. */
const leafFile =
  /\b(?:ssl_certificate|SSLCertificateFile|ssl_certfile|certfile|tls_cert\w*|cert|certificate|crt|--cert(?:file)?)["']?[ \t]{0,20}[ :=(]{1,3}(?:(?:fs\.)?readFileSync\()?["']?([\w/.-]{0,200}\b(?:cert|server|domain|site|tls|www[\w.-]{0,60})\.(?:pem|crt|cer))\b/i

/** What a receiver's log shows of a delivery. */
interface Delivery {
  method: string
  path: string
  status: number
  at: number
}

/** Deliveries that reach the reader's own server, and which it turns away. */
function refusedByReceiver({ text, words }: Trace): Said | undefined {
  if (!hooks.test(words())) return undefined
  const all = deliveriesIn(text)
  const posted = all.filter(({ method }) => method === 'POST')
  const first = posted.find(({ status }) => status >= 300)
  // What is delivered in the end was tried again.
  if (first === undefined || posted.at(-1)?.status === undefined || (posted.at(-1)?.status ?? 0) < 300) return undefined
  const { status, path } = first
  const registered = registeredUrl(text)
  const plain = registered?.startsWith('http://') === true
  const asGet = all.some(({ method, at }) => method === 'GET' && at > first.at)
  const before = 'The webhooks arrive, but your server '
  if (status < 400)
    return {
      of: 'item-not-found',
      title: 'Your server redirects the webhooks',
      cause: `${before}responds to POST ${quoted(path)} with ${status}, a redirect.${plain ? ` The registered URL, ${quoted(registered)}, is an http address, which your server redirects to https.` : ''}${asGet ? ' HTTP clients usually follow a 301 or 302 with GET, so the body is lost.' : ' Webhook senders often do not follow redirects.'}`,
      fix: `Register the final URL${plain ? ` (${quoted(registered?.replace(/^http:/, 'https:'))})` : ''}, or accept the POST at ${quoted(path)} without a redirect.`,
      telling: String(status),
    }
  return {
    of: 'item-not-found',
    title: `Your server returns ${status} for the webhooks`,
    cause: `${before}responds to POST ${quoted(path)} with ${status}. ${csrf.test(text) ? 'Its CSRF check rejects requests without the cookie of a session, and webhooks have none.' : receiverCause(status)}`,
    fix: csrf.test(text)
      ? `Exempt ${quoted(path)} from the CSRF check (csrf_exempt, VerifyCsrfToken $except, csrf().ignoringRequestMatchers). The API guide does not describe how webhooks are signed: ask the API team how to verify them.`
      : receiverFix(status, path),
    telling: String(status),
  }
}

function receiverCause(status: number): string {
  if (status === 401 || status === 403)
    return 'Something in front of the handler requires a sign-in, key, signature or CSRF token that webhooks do not contain.'
  if (status === 404) return 'Your app has no route for that path.'
  if (status === 405) return 'The route does not accept POST.'
  if (status === 413 || status === 415) return 'The server does not accept a body of this size or type.'
  return status === 400 || status === 422
    ? 'Your app does not accept the body.'
    : 'Your app failed or did not respond in time.'
}

function receiverFix(status: number, path: string): string {
  if (status === 401 || status === 403)
    return `Exempt ${quoted(path)} from the sign-in, CSRF check and address filter of your server, and protect it in a way that the API team confirms.`
  if (status === 404) return `Add a route for ${quoted(path)}, or register a URL that has one.`
  if (status === 405) return `Have the route ${quoted(path)} accept POST.`
  return `Check your app’s log for these times. Return 200 as soon as the event is stored, and process it afterwards.`
}

const csrf = /\bCSRF\b|InvalidAuthenticityToken|TokenMismatchException|\b419\b/i

/** The requests that a receiver's log shows, in the forms of access logs, of JSON logs and of people. */
function deliveriesIn(text: string): Delivery[] {
  return [...text.matchAll(delivery), ...text.matchAll(rawDelivery)].slice(0, 200).flatMap((match): Delivery[] => {
    const [whole, method = '', path = '', status = ''] = match
    const end = text.indexOf('\n', match.index + whole.length)
    const line = text.slice(text.lastIndexOf('\n', match.index) + 1, end < 0 ? undefined : end)
    // What the reader calls is no delivery.
    return /https?:\/\/[\w.-]+\/(?:v1|oauth2)\//.test(line) ||
      /^\/(?:v1|oauth2)\//.test(path) ||
      !(hookPath.test(path) || /hook|aurora|bank|banco/i.test(line))
      ? []
      : [{ method, path, status: Number(status), at: match.index }]
  })
}

const delivery =
  /\b(GET|POST)\b["',:\s]{1,4}(?:["']?(?:ur[il]|path)["']?\s?[:=]\s?["']?)?(?:https?:\/\/[\w.-]{4,200}(?::\d{1,5})?)?(\/[\w/.-]{1,200})[^\n]{0,400}?(?:HTTP\/[\d.]{1,3}"?\s|["']?status(?:_?code)?["']?\s?[:=]\s?|(?:->|=>|→|-)\s?|(?<=\/[\w-]{1,200}"?)\s)([1-5]\d\d)(?![\d.])/g

/** A delivery with its response as they go over the wire. */
const rawDelivery =
  /^[ \t>]{0,4}(GET|POST) (\/[\w/.-]{1,200}) HTTP\/[\d.]{1,3}\n(?:(?!HTTP\/)[^\n]{0,2000}\n){1,40}[ \t<]{0,4}HTTP\/[\d.]{1,3} ([1-5]\d\d)/gm

const hookPath = /hook|callback|notif|event|aurora|in$/i

const hooks = /\b(?:(?:web)?hooks?|notifica\w+|notifications?|avisos?)\b|-webhooks\//

/** A webhook that was registered in one environment, and an event that happened in the other. */
function otherEnvironment({ messages, text, words }: Trace): Said | undefined {
  if (!hooks.test(words()) || !missedOrAsked.test(words())) return undefined
  const calls = messages.filter(({ kind, host }) => kind === 'api-request' && host !== '')
  const hook = calls.find(({ path }) => /\/webhooks\b/.test(path))
  const event = calls.find(
    ({ path, host }) => !/\/webhooks\b/.test(path) && hook !== undefined && isTestHost(host) !== isTestHost(hook.host),
  )
  const same = calls.some(
    ({ path, host }) => !/\/webhooks\b/.test(path) && hook !== undefined && isTestHost(host) === isTestHost(hook.host),
  )
  if (hook === undefined || event === undefined || same || /(?<![\d.])[45]\d\d(?![\d.])/.test(text)) return undefined
  const [there, here] = isTestHost(hook.host) ? ['the sandbox', 'production'] : ['production', 'the sandbox']
  return {
    of: 'item-not-found',
    title: `Webhook and event are in different environments`,
    cause: `The webhook was registered at ${quoted(hook.host)}, and ${quoted(event.path)} is at ${quoted(event.host)}. Each environment has its own data and its own webhooks, so ${here} has no webhook to call.`,
    fix: `Register the webhook at ${quoted(event.host)} too, with a token of ${here}, or make the test event in ${there}.`,
    telling: hook.host,
  }
}

const missedOrAsked =
  /\b(?:nao|no|not|never|nunca|nothing|nada|zero|0|nenhum\w*|ningun\w*|without|sem|sin|missing|delay\w*|when|quando|cuando|demora\w*|atras\w*)\b/

/** A URL for webhooks that the service cannot reach from outside. */
function unreachableUrl({ text, words, messages }: Trace): Said | undefined {
  if (!hooks.test(words()) || !missedOrAsked.test(words())) return undefined
  const url = registeredUrl(text)
  const host = /^https?:\/\/([^/:?#]+)/.exec(url ?? '')?.[1]
  if (
    url === undefined ||
    host === undefined ||
    (!messages.some(({ kind }) => kind === 'api-request') && !/regist|cadastr|portal|alta/.test(words()))
  )
    return undefined
  const inside =
    isLocalHost(host) ||
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d|^[\w-]+$|\.(?:local|internal|lan|intra|corp|svc|cluster\.local)$/.test(
      host,
    )
  if (!inside) return undefined
  return {
    of: 'item-not-found',
    title: 'The webhook URL cannot be reached from outside',
    cause: `The webhook is registered with ${quoted(url)}. ${quoted(host)} is a local name or address, so the sender cannot reach it.`,
    fix: 'Register an https URL with a public host. To test on your machine, use a tunnel.',
    telling: host,
  }
}

/** The URL that is registered for webhooks. */
function registeredUrl(text: string): string | undefined {
  const found = [
    /["']?(?:callback(?:_?url)?|webhook(?:_?url)?|hook(?:_?url)?|notification_?url|target|destino|endpoint|url)["']?\s{0,3}(?:=>|[:=])?\s{0,3}["'`]?(https?:\/\/[^\s"'`,;)}]{4,300})/gi,
    /(?:registered|cadastrad\w+|registrad\w+|cadastro|portal)[^\n]{0,60}?(https?:\/\/[^\s"'`,;)}]{4,300})/gi,
  ].flatMap((pattern) => [...text.matchAll(pattern)].slice(0, 20).map(([, url = '']) => url))
  return found.find((url) => !/\/v1\/|\/oauth2\//.test(url))
}

/** A webhook that is registered for some events, and an awaited one that is not among them. */
function notSubscribed({ text, words }: Trace): Said | undefined {
  const told = words()
  if (!hooks.test(told) || !notReceived.test(told) || /(?<![\d.])[45]\d\d(?![\d.])/.test(text)) return undefined
  const list = [...text.matchAll(registeredEvents)].at(-1)?.[1]
  const events = list === undefined ? [] : [...new Set(list.match(/[a-z][\w-]*(?:[.:/][\w-]+)+/gi) ?? [])].slice(0, 20)
  if (events.length === 0) return undefined
  // An event that the text names by the same family, or by what happened.
  const families = new Set(events.map((one) => one.split(/[.:/]/)[0]))
  const named = [...text.matchAll(/(?<![\w.@/-])([a-z][a-z-]{2,40}[.:][a-z][\w-]{2,40})(?![\w@/]|\.\w)/g)]
    .map(([, one = '']) => one)
    .find((one) => !events.includes(one) && families.has(one.split(/[.:/]/)[0]))
  const happened = happenings.find(
    ([words, stem]) => words.test(told) && !events.some((one) => stem.test(one.toLowerCase())),
  )
  if (named === undefined && happened === undefined) return undefined
  return {
    of: 'item-not-found',
    title: `The webhook is registered only for ${listed(events)}`,
    cause: `The registration lists ${listed(events)}${named === undefined ? `, and none of them is the event that is missing (${happened?.[2]})` : `, and ${quoted(named)} is not among them`}. Events that are not listed are not sent; those that are listed arrive, so URL and receiver work.`,
    fix: `Add ${named === undefined ? 'the event' : quoted(named)} to the events of the webhook, and read the state of what happened until then through the API.`,
    telling: events[0],
  }
}

/** What people say of an event that did not come. */
const notReceived =
  /(?:->|=>|→)\s{0,3}(?:nothing|nada|no event)\b|\b(?:nao|no|not|never|nunca|nothing|nada|nenhum\w*|ningun\w*|zero|sem|without|did ?n.?t|does ?n.?t)\b[^.\n]{0,40}\b(?:cheg\w+|receb\w+|receiv\w+|arriv\w+|lleg\w+|recib\w+|vem|veio|vino|viene|come|came|gets?|got|webhooks?|events?|notif\w+)\b/

const registeredEvents =
  /["']?(?:events|event_types|eventos|topics|subscri(?:bed|ptions?)(?:_to)?|assinad[oa]s?|inscrit[oa]s?)["']?\s{0,3}(?:=>|[:=])\s{0,3}\[?((?:\s{0,3}["'`]?[a-z][\w-]*(?:[.:/][\w-]+)+["'`]?\s{0,3},?){1,20})\]?/gi

/** What happens to a thing, in three languages, and how names of events have it. */
const happenings: readonly (readonly [words: RegExp, stem: RegExp, said: string])[] = [
  [
    /\b(?:pag[oau]s?|paguei|pagamos|pagamentos?|paid|payments?|settled|liquidad\w*)\b/,
    /paid|pay|pag|settle|liquid/,
    'payment',
  ],
  [/\b(?:cancel\w+)\b/, /cancel/, 'cancellation'],
  [/\b(?:expir\w+|vencid\w+|vencimentos?|overdue)\b/, /expir|venc|overdue/, 'expiry'],
  [/\b(?:refund\w*|estorn\w+|devoluc\w+|reembols\w+)\b/, /refund|estorn|devol|reembols/, 'refund'],
  [/\b(?:criad\w+|created|creation|emitid\w+|registrad\w+)\b/, /creat|criad|issued|emit|regist/, 'creation'],
]

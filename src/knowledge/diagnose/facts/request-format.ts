import { nearly } from '../../text/nearly.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** How a token request or its parts are written, where that is not as OAuth has it. */
export const requestFormat = family(
  [
    'request:json',
    'request:get',
    'request:no-grant',
    'request:misspelt',
    'grant:misspelt',
    'request:repeated',
    'bearer:doubled',
    'bearer:no-scheme',
    'value:quoted',
    'value:line-break',
    'authorize:posted',
    'authorize:fetched',
    'prompt:none',
  ],
  (evidence) => {
    const text = evidence.text()
    const token = requestToTokenEndpoint.test(text)
    const misspelt =
      token || sendsGrant(evidence) || /[?&]?response_type=/.test(text) ? misspeltName(evidence) : undefined
    const grant = misspeltGrant(evidence)
    const repeated = repeatedName(evidence)
    return {
      facts: those({
        'request:json': jsonRequest(text),
        'request:get': getsToken.test(text),
        'request:no-grant': token && sendsFormWithoutGrant(evidence),
        'request:misspelt': misspelt,
        'grant:misspelt': grant,
        'request:repeated': repeated,
        'bearer:doubled': /\bBearer\s+["']?Bearer\b/i.test(text),
        'bearer:no-scheme':
          /^[ \t]{0,8}(?:-H\s?["'])?[<>]?[ \t]{0,4}["']?Authorization["']?\s{0,2}:\s{0,2}["']?(?:eyJ|[A-Za-z0-9_-]{24,}["'\s]*$)/im.test(
            text,
          ),
        'value:quoted':
          /[?&](?:client_id|client_secret|code|redirect_uri|scope|refresh_token|grant_type)=(?:%22|["'][^&\s"']+["'](?=&|$))|\bBearer\s+(?:%22|\\?"ey|'ey)/im.test(
            text,
          ),
        'authorize:posted':
          /\bPOST\b["'\s:]{1,4}(?:https?:\/\/[^\s"'?]{1,300})?\/(?:[\w.-]{1,40}\/){0,4}authorize(?![\w/-])/i.test(text),
        'authorize:fetched':
          /\b(?:Access to|blocked loading of|request to|at) (?:fetch |XMLHttpRequest )?(?:at )?['"]?https?:\/\/[^\s'"?]{1,300}\/(?:authorize|auth)\?[^\n]{0,2000}(?:CORS|Access-Control)/i.test(
            text,
          ),
        'prompt:none': evidence.valuesOf('prompt').includes('none'),
        'value:line-break':
          /[?&](?:client_id|client_secret|code|refresh_token|redirect_uri|client_assertion)=[^&\s]{0,3000}%0(?:A|D)/i.test(
            text,
          ),
      }),
      values: {
        parameter_misspelt: misspelt?.name,
        parameter_meant: misspelt?.meant,
        parameter_repeated: repeated,
        grant_sent: grant?.sent,
        grant_meant: grant?.meant,
      },
    }
  },
)

const requestToTokenEndpoint = /\bPOST\b[^\n]{0,300}\/(?:[\w.-]{0,20}_?)tokens?\b|curl[^\n]{0,300}\/tokens?\b/i
// The metadata service of a cloud hands out tokens of its machines with GET.
const getsToken =
  /\bGET\b["'\s:]{1,4}(?!https?:\/\/(?:169\.254\.|metadata\.))(?:https?:\/\/[^\s"'?]{1,300}|\/[^\s"'?]{0,200})?\/(?:oauth2?\/)?(?:v\d(?:\.\d)?\/)?(?:access_)?token(?![\w/])/i

function jsonRequest(text: string): boolean {
  if (/\bgrant_type["']?\s{0,4}:\s{0,4}["']/.test(text) && /JSON\.stringify\(|\bjson=/.test(text)) return true
  if (
    /\bgrant_type["']\s{0,4}:\s{0,4}["']/.test(text) &&
    /application\/json|JSON\.stringify|json=|\{\s{0,6}["'](?:grant_type|client_id|code)/.test(text)
  )
    return true
  const to = /\bPOST\b[^\n]{0,300}\/tokens?\b/i.exec(text)
  if (to === null) return false
  const head = text.slice(to.index, to.index + 1_500).split(/\n\s{0,4}\n|\bHTTP\/\d(?:\.\d)? \d{3}/)[0] ?? ''
  return /content-type["']?\s{0,2}[:=]\s{0,2}["']?application\/json/i.test(head)
}

/** A form with the parameters of a token request that names no grant. */
function sendsFormWithoutGrant(evidence: Evidence): boolean {
  if (evidence.parameters().some(({ name, value }) => /^grant_?type$/.test(name) && /^[a-z]/i.test(value))) return false
  const sent = evidence.parameters().filter(({ in: place }) => place === 'form')
  return [...Map.groupBy(sent, ({ at }) => at).values()].some((form) => {
    const has = (...names: string[]) => form.some(({ name }) => names.includes(name))
    return (
      has('client_id', 'redirect_uri', 'scope') &&
      has('client_secret', 'code', 'refresh_token', 'client_assertion') &&
      !has('response_type', 'state')
    )
  })
}

function sendsGrant(evidence: Evidence): boolean {
  return evidence.parameters().some(({ name }) => name === 'grant_type')
}

/** The parameters of token and authorization requests that are most used. */
const parameterNames = [
  'grant_type',
  'client_id',
  'client_secret',
  'redirect_uri',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'refresh_token',
  'response_type',
  'scope',
  'username',
  'password',
  'audience',
  'assertion',
  'client_assertion',
  'client_assertion_type',
  'device_code',
]

/** A parameter that was sent under a name that is nearly one of OAuth's. */
function misspeltName(evidence: Evidence): { name: string; meant: string } | undefined {
  const sent = new Set(evidence.parameters().map(({ name }) => name))
  for (const { name, written, in: place } of evidence.parameters()) {
    if (place === 'form' && written !== name && parameterNames.includes(name)) return { name: written, meant: name }
    if (place !== 'form' || name.length < 4 || name.length > 30 || parameterNames.includes(name)) continue
    const meant = parameterNames.find((known) => !sent.has(known) && known.length > 4 && nearly(name, known))
    if (meant !== undefined) return { name, meant }
  }
  return undefined
}

/** A grant_type that is none, and the one that it is nearly. */
function misspeltGrant(evidence: Evidence): { sent: string; meant: string } | undefined {
  for (const sent of evidence.valuesOf('grant_type')) {
    if (sent.length > 40 || grantTypes.includes(sent)) continue
    const bare = (name: string) =>
      name
        .toLowerCase()
        .replaceAll(/[_\s-]/g, '')
        .replaceAll('s', 'z')
    const meant = grantTypes.find((known) => bare(known) === bare(sent) || nearly(sent.toLowerCase(), known))
    if (meant !== undefined) return { sent, meant }
  }
  return undefined
}

const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', 'password']

/** A parameter that is there twice in one form or query. */
function repeatedName(evidence: Evidence): string | undefined {
  const seen = new Set<string>()
  for (const { name, at, in: place } of evidence.parameters()) {
    if (place !== 'form' || !parameterNames.includes(name)) continue
    const key = `${at} ${name}`
    if (seen.has(key)) return name
    seen.add(key)
  }
  return undefined
}

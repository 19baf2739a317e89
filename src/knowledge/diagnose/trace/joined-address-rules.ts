import { documented, inferred, standard } from '../../protocol/basis.ts'
import type { Environment } from '../../protocol/call.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Where a program’s base URL and path lead once they are joined (§9; RFC 3986 §5.2). */
export const joinedAddressRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§9', inferred('the path in the text')), find: versionTwice },
  { own: true, basis: documented('§9', standard('RFC 3986 §5.2.3')), find: versionDropped },
  { own: true, basis: documented('§4.2', standard('RFC 3986 §5.2', 'the settings in the text')), find: endpointAtApi },
]

/**
 * An endpoint of the identity service that ends up at the host of the APIs: a client resolves a relative one against its
 * base URL, or the gateway says for which path it was asked.
 */
function endpointAtApi({ text, messages, places = [] }: Trace): Said | undefined {
  if (!notThere.test(text)) return undefined
  const asked = /\burl: ?(\/oauth2\/\w{1,20})/.exec(text)?.[1]
  const relative =
    /\b(token_?(?:url|ur[il]|(?:end)?_?point|path)|access_token_(?:url|path))\b["']?\s{0,3}(?:=>|[:=])\s{0,3}["'`]?(\/[\w/.-]{1,80})/i.exec(
      text,
    )
  const base =
    /\b(?:site|base_?ur[il]|host|server|domain|root_?url|authority|prefix_?url)\b["']?\s{0,3}(?:=>|[:=])\s{0,3}["'`]?(https?:\/\/[\w.-]{4,200}(?::\d{1,5})?)/i.exec(
      text,
    )?.[1]
  const isApi = (url: string) => {
    const host = hostOf(url)
    return places.some(({ baseUrl }) => hostOf(baseUrl) === host) || /^api\./i.test(host)
  }
  const led = relative !== null && base !== undefined && isApi(base)
  // Where the request itself is shown, its own address says more.
  if (!led && (asked === undefined || messages.some(({ kind, host }) => kind === 'token-request' && host !== '')))
    return undefined
  const path = asked ?? relative?.[2] ?? ''
  const why = led
    ? `${quoted(relative[0].trim(), 100)} is relative, so your app resolves it against ${quoted(base)} and sends the request to ${quoted(`${base}${path}`)}`
    : `The gateway was asked for ${quoted(path)}: your app sends the request to the host of the APIs`
  return {
    of: 'token-endpoint-not-there',
    title: 'The token request was sent to the APIs',
    cause: `${why}. The token endpoint is at the identity service, so the gateway of the APIs knows no such path.`,
    fix: `Set ${led ? quoted(relative[1]) : 'the token endpoint'} to the whole URL, /oauth2/token at the host of the identity service${identityHost(text, places)}.`,
    telling: led ? relative[0].trim().slice(0, 80) : path,
  }
}

/** The address of the identity service, where the text shows where the sign-in begins. */
function identityHost(text: string, places: readonly Environment[]): string {
  const shown = /https?:\/\/[\w.-]{4,200}(?=\/oauth2\/authorize\b)/.exec(text)?.[0]
  const place = places.find(({ baseUrl }) => text.includes(baseUrl))
  const at = shown ?? place?.authUrl
  return at === undefined ? '' : ` (${quoted(`${at}/oauth2/token`)})`
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? ''
}

/** The version segment of a base URL once more in the path behind it, as sent or as the program joins them. */
function versionTwice({ text }: Trace): Said | undefined {
  if (!notThere.test(text)) return undefined
  const called = /\/(v\d{1,2})\/\1(?=\/)[\w./-]{0,200}/.exec(text)
  const base = [...text.matchAll(versionedBase)][0]?.[1]
  const joined = base === undefined || !baseName.test(text) ? undefined : appended.exec(text)?.[1]
  const version = /\/(v\d{1,2})\/?$/.exec(base ?? '')?.[1]
  const shown =
    called?.[0] ?? (joined?.startsWith(`/${version}/`) && version !== undefined ? `/${version}${joined}` : undefined)
  if (shown === undefined) return undefined
  const right = shown.replace(/^\/v\d{1,2}(?=\/v\d)/, '')
  return {
    of: 'path-unknown',
    title: 'The path contains the version twice',
    cause: `The call goes to ${quoted(shown)}: the base URL already ends with the version, and the path begins with it again. No API has that path.`,
    fix: `Call ${quoted(right)}: keep the version in either the base URL or the path.`,
    telling: called?.[0] ?? joined,
  }
}

/** A base URL with a version that the path replaces when the two are resolved as references. */
function versionDropped({ text }: Trace): Said | undefined {
  if (!notThere.test(text)) return undefined
  const base = [...text.matchAll(versionedBase)][0]?.[1]
  if (base === undefined) return undefined
  const [call, path = ''] =
    resolvers
      .map(({ within, call: form }) => (within?.test(text) === false ? undefined : (form.exec(text) ?? undefined)))
      .find((one) => one !== undefined) ?? []
  if (call === undefined) return undefined
  const slash = path.startsWith('/')
  // A relative path stays below a base that ends with a slash.
  if (/^\/?v\d{1,2}\//.test(path) || (!slash && base.endsWith('/'))) return undefined
  const version = /\/(v\d{1,2})\/?$/.exec(base)?.[1] ?? 'v1'
  const origin = /^https?:\/\/[^/]+/.exec(base)?.[0] ?? ''
  const target = `/${path.replace(/^\//, '')}`
  return {
    of: 'version-segment-missing',
    title: 'The path has no version segment',
    cause: `${quoted(call.trim(), 100)} with the base ${quoted(base)} leads to ${quoted(`${origin}${target}`)}: ${
      slash
        ? 'a path that begins with a slash replaces the path of the base URL'
        : 'without a slash at its end, the last segment of the base URL is replaced'
    }. Business API paths begin with /${version}/.`,
    fix: `Call ${quoted(`/${version}${target}`)}: end the base URL with a slash (${quoted(`${base.replace(/\/$/, '')}/`)}), and begin the path without one.`,
    telling: call.trim().slice(0, 100),
  }
}

const notThere =
  /(?<![\d.])40[45](?![\d.])|ApplicationNotFound|UnknownAPIProxy|not found|n[aã]o encontrad|no encontrad/i

/** A base URL in a program or a setting that ends with a version. */
const versionedBase =
  /["'`(=:]\s{0,3}(https?:\/\/[\w.-]{4,200}(?::\d{1,5})?(?:\/[\w-]{1,40}){0,3}\/v\d{1,2}\/?)(?=["'`)\s,;]|$)/gm

const literal = String.raw`\$?["'\`](?!https?:)([\w/{$][^"'\`\s]{1,200})["'\`]`

/** Calls that resolve a path against a base as RFC 3986 says; `within` must be in the text, where the call alone does not tell. */
const resolvers: readonly { within?: RegExp; call: RegExp }[] = [
  { call: new RegExp(String.raw`\bnew URL\(\s{0,4}${literal}\s{0,3},[^\n)]{1,80}\)?`) },
  { call: new RegExp(String.raw`\b(?:urljoin|URI\.join|url\.resolve|Url::join)\([^\n,]{1,80},\s{0,4}${literal}`) },
  { within: /\bURI\b/, call: new RegExp(String.raw`\.resolve\(\s{0,4}(?:URI\.create\()?${literal}`) },
  { within: /\burl\.Parse\(/, call: new RegExp(String.raw`\.(?:Parse|ResolveReference)\(\s{0,4}${literal}`) },
  {
    within: /\bBaseAddress\b/,
    call: new RegExp(
      String.raw`\b(?:Get|Post|Put|Delete|Patch|Send)\w{0,20}Async(?:<[\w<>.]{1,40}>)?\(\s{0,4}${literal}`,
    ),
  },
  {
    within: /\bbase_uri\b/,
    call: new RegExp(
      String.raw`->(?:get|post|put|delete|request)\(\s{0,4}(?:["'][A-Z]{3,7}["']\s{0,2},\s{0,2})?${literal}`,
    ),
  },
]

/** What clients call a base URL before which they put no path of their own. */
const baseName = /\b(?:baseURL|base_url|baseUrl|prefixUrl|rootUri|BASE_URL|API_BASE|apiBase|BASE)\b/

/** A path that a client puts behind its base URL. */
const appended =
  /(?:\.(?:get|post|put|delete|patch|request|uri|url)\(|\$\{\w{1,40}\}|\{\w{1,40}\}|\+ ?)\s{0,4}["'`]?(\/v\d{1,2}\/[\w/.{}$-]{1,200})/

import { parseAddress } from '../text/address.ts'
import { member } from '../text/member.ts'
import type { ReadEntry } from './read.ts'

/** What an entry is, in a word or two: its step of a sign-in, the endpoint by its path, or what the browser took it for. */
export function labelEntry(entry: unknown, kind: ReadEntry['kind'] | undefined): string {
  if (kind !== undefined) return kindNames[kind]
  const method = String(member(entry, 'request', 'method')).toUpperCase()
  if (method === 'OPTIONS') return 'Preflight'
  const { path } = parseAddress(String(member(entry, 'request', 'url') ?? ''))
  const endpoint = endpoints.find(([pattern]) => pattern.test(path))
  if (endpoint) return endpoint[1]
  const type = member(entry, '_resourceType')
  if (typeof type === 'string' && type !== '' && type.length < 20) return resourceNames.get(type) ?? type
  const mime = String(member(entry, 'response', 'content', 'mimeType') ?? '')
  return contents.find(([pattern]) => pattern.test(mime))?.[1] ?? ''
}

const kindNames: Record<ReadEntry['kind'], string> = {
  authorize: 'Sign-in',
  callback: 'Back at the app',
  token: 'Token request',
  refresh: 'Renewal',
  api: 'API call',
  'sign-out': 'Sign-out',
}

const endpoints: [path: RegExp, name: string][] = [
  [/\/\.well-known\/(?:openid-configuration|oauth-authorization-server)/, 'Discovery'],
  [/\/(?:jwks(?:\.json)?|jwk|certs|discovery\/(?:v2\.0\/)?keys|oauth2\/v\d\/(?:keys|certs))\/?$/, 'Key set'],
  [/\/(?:par|as\/par|pushed[_-]authorization[_-]request)\/?$/, 'Pushed request'],
  [/\/(?:device_authorization|device_authorize|devicecode|device\/code|auth\/device)\/?$/, 'Device code'],
  [/\/user_?info\/?$/i, 'UserInfo'],
  [/\/introspect(?:ion)?\/?$/i, 'Introspection'],
  [/\/revo(?:ke|cation)\/?$/i, 'Revocation'],
]

const resourceNames: ReadonlyMap<string, string> = new Map([
  ['xhr', 'Fetch'],
  ['fetch', 'Fetch'],
  ['document', 'Page'],
  ['script', 'Script'],
  ['stylesheet', 'Style sheet'],
  ['image', 'Image'],
  ['font', 'Font'],
  ['websocket', 'WebSocket'],
  ['preflight', 'Preflight'],
  ['other', ''],
])

const contents: [type: RegExp, name: string][] = [
  [/html/i, 'Page'],
  [/javascript|ecmascript/i, 'Script'],
  [/css/i, 'Style sheet'],
  [/^image\//i, 'Image'],
  [/font/i, 'Font'],
  [/json|xml/i, 'Fetch'],
]

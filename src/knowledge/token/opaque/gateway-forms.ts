import { inferred } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { isObject } from '../../text/json.ts'
import { type Form, type FormRead, objectIn, timesOf } from './opaque-form.ts'

const unsigned =
  'It is base64-encoded JSON without a signature. Trust it only behind a proxy that removes such headers from requests that come from outside.'

/** Headers in which proxies and platforms tell the app behind them who called, without a signature. */
export const gatewayForms: readonly Form[] = [
  {
    kind: 'proxy-claims',
    name: 'Client principal from Azure (X-MS-CLIENT-PRINCIPAL)',
    pattern: /(?<![\w-])(?<from>x-ms-client-principal)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[\w+/-]{24,60000}={0,2})/gi,
    why: 'It was in the header in which the authentication of Azure App Service and Static Web Apps hands on the claims.',
    basis: inferred('the documentation of Azure App Service'),
    read: (value) => {
      const read = objectIn(textOfBase64(value))
      return read && (principalOf(read) ?? staticPrincipalOf(read))
    },
  },
  {
    kind: 'proxy-claims',
    name: 'Claims from an API gateway',
    pattern:
      /(?<![\w-])(?<from>x-apigateway-api-userinfo|x-endpoint-api-userinfo|x-userinfo)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[\w+/-]{24,60000}={0,2})/gi,
    why: 'It was in a header in which gateways hand on the claims of a token that they verified.',
    basis: inferred('the documentation of Google Cloud API Gateway and of OpenID Connect plug-ins for Kong and APISIX'),
    read: (value) => {
      const read = objectIn(textOfBase64(value))
      const times = { iat: secondsIn(read?.iat), exp: secondsIn(read?.exp) }
      return read && { content: read, times: timesOf(times), note: unsigned }
    },
  },
]

/** What App Service writes: the type of the sign-in, and a list of claims with the address of their type. */
function principalOf({ auth_typ: way, claims, name_typ, role_typ }: Record<string, unknown>): FormRead | undefined {
  if (!Array.isArray(claims)) return undefined
  const content: Record<string, unknown> = {}
  for (const one of claims.filter(isObject)) {
    const type = String(one.typ)
    const name = type === role_typ ? 'roles' : (type.split('/').at(-1) ?? type)
    const held = content[name]
    content[name] = held === undefined ? one.val : [...[held].flat(), one.val]
  }
  const times = timesOf({ iat: secondsIn(content.iat), nbf: secondsIn(content.nbf), exp: secondsIn(content.exp) })
  return {
    content,
    times,
    note: `${unsigned} App Service does so. The sign-in was through ${String(way)} (auth_typ); name_typ and role_typ say which claims are the name and the roles: ${String(name_typ)} and ${String(role_typ)}. The times are those of the token from which the claims were taken.`,
  }
}

/** What Static Web Apps writes: the user and their roles. */
function staticPrincipalOf(read: Record<string, unknown>): FormRead | undefined {
  const { identityProvider, userId, userRoles } = read
  return identityProvider === undefined || userId === undefined
    ? undefined
    : {
        content: { ...read, sub: userId, roles: userRoles },
        name: 'Client principal from Azure Static Web Apps',
        note: unsigned,
      }
}

function secondsIn(value: unknown): number | undefined {
  const at = Number(value)
  return Number.isFinite(at) && at > 1e9 && at < 1e11 ? at : undefined
}

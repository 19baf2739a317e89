import { utcTime } from '../text/duration.ts'
import { isObject } from '../text/json.ts'
import { listed, quoted } from '../text/quote.ts'
import type { TokenKind } from './kinds.ts'
import { readTime } from './times.ts'

/** What a value of a claim means by the documents of its issuer, or by its standard. */
export interface ValueNote {
  /** As the issuer is called; any where left out. */
  issuer?: RegExp
  kinds?: readonly TokenKind[]
  says: (claims: Record<string, unknown>, header: Record<string, unknown>) => string | undefined
}

/** In the order in which they are told. */
export const valueNotes: readonly ValueNote[] = [
  {
    issuer: /^PingOne/,
    kinds: ['access'],
    says: ({ sub, client_id: client }) =>
      sub === undefined && typeof client === 'string'
        ? `It has no sub: no user is involved, and it acts as the application ${quoted(client)}.`
        : undefined,
  },
  {
    issuer: /^Cloudflare Access/,
    says: ({ sub, common_name: name }) =>
      sub === '' && typeof name === 'string'
        ? `No user is involved: sub is empty, and common_name names the service token ${quoted(name)}.`
        : undefined,
  },
  {
    issuer: /^Zitadel/,
    says: (claims) => {
      const audience = [claims.aud].flat()
      const projects = Object.keys(claims).flatMap(
        (name) => /^urn:zitadel:iam:org:project:(\d+):/.exec(name)?.[1] ?? [],
      )
      const meant = projects.filter((id) => audience.includes(id))
      return meant.length === 0
        ? undefined
        : `In its audience, ${listed(meant)} is the project whose roles it contains.`
    },
  },
  {
    issuer: /^Azure Pipelines/,
    says: ({ sub }) => {
      const [, organization, project, connection] = /^sc:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(String(sub)) ?? []
      return connection === undefined
        ? undefined
        : `It belongs to the service connection ${quoted(connection)} in the project ${quoted(project)} of the organization ${quoted(organization)}.`
    },
  },
  {
    issuer: /^Stytch/,
    says: (claims) => {
      const session = claims['https://stytch.com/session']
      const end = isObject(session) ? readTime(session.expires_at)?.at : undefined
      return end === undefined
        ? undefined
        : `The session itself lasts until ${utcTime(end)}. Until then, a new JWT can be requested for it.`
    },
  },
  {
    says: (claims) => {
      const inner = innerTimes(claims)
      return inner.length === 0
        ? undefined
        : `Times inside it: ${inner.map(({ path, at }) => `${path} is ${utcTime(at)}`).join('; ')}.`
    },
  },
  {
    issuer: /^Okta/,
    says: ({ iss }) => {
      const server = /\/oauth2\/(\w+)\/?$/.exec(String(iss))?.[1]
      return server === undefined
        ? undefined
        : `It is from the custom authorization server ${quoted(server)}, not from the org server, so your own APIs may verify it.`
    },
  },
  {
    issuer: /^Amazon Cognito/,
    says: ({ scope }) =>
      scopesOf(scope).includes('aws.cognito.signin.user.admin')
        ? 'aws.cognito.signin.user.admin lets the app read and change the user’s own profile through the Cognito API.'
        : undefined,
  },
  {
    issuer: /^Amazon Cognito/,
    says: ({ identities }) => {
      const providers = (Array.isArray(identities) ? identities : []).filter(isObject).map((one) => one.providerName)
      return providers.length === 0
        ? undefined
        : `The user signed in through ${listed(providers)}, and is linked to the user pool (identities). The times there are in milliseconds by design.`
    },
  },
  {
    issuer: /^Keycloak/,
    says: ({ acr }) =>
      acr === '0'
        ? 'acr 0: the user did not sign in now but already had a session (single sign-on).'
        : acr === '1'
          ? 'acr 1: the user signed in with this request.'
          : undefined,
  },
  {
    issuer: /^Singpass/,
    says: ({ sub, iss }) => {
      const [, nric, uuid] = /^s=([STFGM]\d{7}[A-Z]),u=([\da-f-]{36})$/.exec(String(sub)) ?? []
      const stage = /^https:\/\/stg-/.test(String(iss)) ? 'It is from the staging environment of Singpass. ' : ''
      return uuid === undefined
        ? stage.trim() || undefined
        : `${stage}In sub, s is the user’s NRIC or FIN (${quoted(nric)}), and u the user’s ID at Singpass for this client (${quoted(uuid)}): both are personal data.`
    },
  },
  {
    says: (_, header) => {
      const moments = Object.entries(header).flatMap(([name, value]) => {
        const at =
          /(?:^|[/:])(?:iat|exp|nbf)$/.test(name) && typeof value === 'number' ? readTime(value)?.at : undefined
        return at === undefined ? [] : [`${name} is ${utcTime(at)}`]
      })
      return moments.length === 0 ? undefined : `Times in its header: ${moments.join('; ')}.`
    },
  },
  {
    issuer: /^Salesforce/,
    kinds: ['grant'],
    says: ({ aud }) =>
      /\/\/test\.salesforce\.com/.test(String(aud))
        ? 'Its audience is test.salesforce.com: it is for a Salesforce sandbox.'
        : /\/\/login\.salesforce\.com/.test(String(aud))
          ? 'Its audience is login.salesforce.com: it is for production, not for a sandbox.'
          : undefined,
  },
  {
    says: ({ scope }) => {
      const consents = scopesOf(scope).filter((one) => /^(?:recurring-)?consents?:/.test(one))
      return consents.length === 0
        ? undefined
        : `It is for the consent ${listed(consents.map((one) => one.replace(/^[\w-]+:/, '')))}, as in Open Finance Brasil: a user agreed only to that.`
    },
  },
  {
    issuer: /^Kubernetes/,
    says: ({ iss }) => {
      const [, region] = /^https:\/\/oidc\.eks\.([\w-]+)\.amazonaws\.com(?:\.cn)?\/id\//.exec(String(iss)) ?? []
      return region === undefined ? undefined : `Its cluster is an Amazon EKS cluster in ${region}.`
    },
  },
  {
    issuer: /^AWS load balancer/,
    says: (_, { signer, kid }) => {
      const region = /^arn:aws[\w-]*:elasticloadbalancing:([\w-]+):/.exec(String(signer))?.[1]
      return region === undefined || typeof kid !== 'string'
        ? undefined
        : `Its key is at https://public-keys.auth.elb.${region}.amazonaws.com/${kid}. Accept the token only if signer is your own load balancer.`
    },
  },
  {
    issuer: /^Entra/,
    says: ({ idp, iss, acct }) => {
      const home = /^https:\/\/sts\.windows\.net\/([\da-f-]{36})\/?$/.exec(String(idp))?.[1]
      return home === undefined || String(iss).includes(home)
        ? acct === 1
          ? 'The user is a guest in this tenant (acct).'
          : undefined
        : `The user is a guest: they signed in at their own tenant ${quoted(home)} (idp).`
    },
  },
  {
    issuer: /^Google IAP/,
    says: ({ aud }) => {
      const [, project, service, app] =
        /^\/projects\/(\d+)\/(?:global|regions\/[\w-]+)\/backendServices\/(\d+)$|^\/projects\/\d+\/apps\/([\w-]+)$/.exec(
          String(aud),
        ) ?? []
      const meant =
        service !== undefined
          ? ` Its audience is the backend service ${service} of the project number ${project}.`
          : app !== undefined
            ? ` Its audience is the App Engine app ${quoted(app)}.`
            : ''
      return `Its keys are at https://www.gstatic.com/iap/verify/public_key-jwk; it is signed with ES256.${meant}`
    },
  },
  {
    says: ({ scope, scp, sub }, { alg, kid }) =>
      /^HS\d/.test(String(alg)) &&
      typeof kid === 'string' &&
      scope === undefined &&
      scp === undefined &&
      sub !== undefined
        ? `kid ${quoted(kid)} names a key, but ${alg} signs with a shared secret, which no key set publishes.`
        : undefined,
  },
  {
    issuer: /^Keycloak/,
    says: ({ authorization }) => {
      const { permissions } = isObject(authorization) ? authorization : {}
      const granted = (Array.isArray(permissions) ? permissions : [])
        .filter(isObject)
        .map(({ rsname, rsid, scopes }) => {
          const may = Array.isArray(scopes) ? ` (${scopes.join(', ')})` : ''
          return `${String(rsname ?? rsid)}${may}`
        })
      return granted.length === 0
        ? undefined
        : `It is a requesting party token (RPT, UMA): Keycloak’s authorization services grant it ${listed(granted)}.`
    },
  },
  {
    issuer: /^Entra/,
    says: ({ tid }) =>
      tid === '9188040d-6c67-4c5b-b112-36a304b66dad'
        ? 'Its tenant is the one for personal Microsoft accounts.'
        : tid === 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'
          ? 'Its tenant is Microsoft’s own.'
          : undefined,
  },
  {
    issuer: /^Entra/,
    says: ({ aud }) =>
      aud === '00000003-0000-0000-c000-000000000000' || aud === 'https://graph.microsoft.com'
        ? 'It is for Microsoft Graph, and only Graph can validate it.'
        : undefined,
  },
  {
    issuer: /^Google$/,
    says: ({ hd }) =>
      typeof hd === 'string' ? `The user belongs to the Google Workspace domain ${quoted(hd)}.` : undefined,
  },
  {
    issuer: /^Apple/,
    kinds: ['id'],
    says: ({ is_private_email: hidden }) =>
      hidden === true || hidden === 'true'
        ? 'The user hides their email address. Apple forwards messages sent to the address in the email claim.'
        : undefined,
  },
  {
    kinds: ['request'],
    says: ({ client_notification_token: token, login_hint, login_hint_token, id_token_hint, binding_message }) =>
      [login_hint, login_hint_token, id_token_hint, binding_message].every((one) => one === undefined)
        ? undefined
        : token === undefined
          ? 'It has no client_notification_token, so the client polls for the tokens.'
          : 'It has a client_notification_token: the service notifies the client (ping mode) or sends the tokens to it (push mode).',
  },
  {
    kinds: ['response'],
    says: ({ error, code, access_token }) =>
      error !== undefined && code === undefined && access_token === undefined
        ? 'It has no code, so there is nothing to exchange for tokens.'
        : undefined,
  },
  {
    says: ({ act }) =>
      isObject(act) && isObject(act.act)
        ? 'The act inside act is an earlier actor. It is for information only, never for access decisions (RFC 8693 §4.1).'
        : undefined,
  },
  {
    kinds: ['introspection'],
    says: ({ token_introspection: told }) => {
      const end = isObject(told) ? readTime(told.exp)?.at : undefined
      return end === undefined ? undefined : `The token in question expires at ${utcTime(end)}.`
    },
  },
  {
    says: ({ iss }) =>
      typeof iss === 'string' && /^did:(?:jwk|key):/.test(iss)
        ? `Its issuer is an identifier that contains its own key (${iss.slice(0, 7)}), so nothing needs to be fetched to verify it. It does not show who has that key.`
        : undefined,
  },
]

/** Numbers deep inside claims whose names and sizes are those of moments, in seconds or milliseconds. */
function innerTimes(claims: Record<string, unknown>): { path: string; at: number }[] {
  const found: { path: string; at: number }[] = []
  const search = (value: unknown, path: string, depth: number): void => {
    if (!isObject(value) || depth > 5) return
    for (const [name, one] of Object.entries(value)) {
      const read = typeof one === 'number' && momentName.test(name) && one > 1e9 ? readTime(one) : undefined
      if (read !== undefined && depth > 0 && found.length < 6) found.push({ path: `${path}${name}`, at: read.at })
      search(one, `${path}${name}.`, depth + 1)
    }
  }
  search(claims, '', 0)
  return found
}

const momentName = /(?:after|before|_at|At|[dD]ate|exp|expiry|expires|iat|nbf|time|Time|updated|until|since)$/

function scopesOf(scope: unknown): string[] {
  return typeof scope === 'string'
    ? scope.split(' ')
    : Array.isArray(scope)
      ? scope.filter((one) => typeof one === 'string')
      : []
}

import { isObject } from '../text/json.ts'

/** A document that is told by its members, as a reading of a pasted text. */
export type DocumentKind =
  | 'discovery'
  | 'introspection'
  | 'service-account'
  | 'registration'
  | 'device'
  | 'pushed'
  | 'instance'
  | 'userinfo'

/** Objects of JSON that an identity service or a cloud responds with, told by their members. */
export const documents: readonly {
  as: DocumentKind
  shows: (json: Record<string, unknown>) => boolean
  why: string
}[] = [
  {
    as: 'discovery',
    shows: ({ issuer, authorization_endpoint, token_endpoint, jwks_uri, resource, authorization_servers }) =>
      (typeof issuer === 'string' &&
        [authorization_endpoint, token_endpoint, jwks_uri].some((one) => typeof one === 'string')) ||
      (typeof resource === 'string' && Array.isArray(authorization_servers)),
    why: 'It states the endpoints and capabilities of an identity service (OpenID Connect Discovery §3, RFC 8414 §2, RFC 9728 §2).',
  },
  {
    as: 'introspection',
    shows: ({ active }) => active === false,
    why: 'Its member active is false: the token in question is expired, revoked, or unknown to the caller. This is the response of an introspection endpoint (RFC 7662 §2.2), not a token.',
  },
  {
    as: 'introspection',
    shows: ({ active }) => active === true,
    why: 'Its member active is true: the token in question is valid, according to its service. This is the response of an introspection endpoint (RFC 7662 §2.2), not a token.',
  },
  {
    as: 'service-account',
    shows: ({ type, private_key }) => typeof private_key === 'string' && typeof type === 'string',
    why: 'It contains the private key of a service account: anyone who has it can act as that account.',
  },
  {
    as: 'registration',
    shows: ({ client_id, redirect_uris, client_secret, registration_access_token }) =>
      typeof client_id === 'string' &&
      [redirect_uris, registration_access_token].some((one) => one !== undefined) &&
      [client_secret, registration_access_token, redirect_uris].some((one) => one !== undefined),
    why: 'It describes a registered client (RFC 7591 §3.2.1).',
  },
  {
    as: 'device',
    shows: ({ device_code, user_code }) => typeof device_code === 'string' && typeof user_code === 'string',
    why: 'It contains a code for a device and one for its user (RFC 8628 §3.2).',
  },
  {
    as: 'pushed',
    shows: ({ request_uri }) => typeof request_uri === 'string' && request_uri.startsWith('urn:'),
    why: 'It names a pushed authorization request (RFC 9126 §2.2).',
  },
  {
    as: 'instance',
    shows: ({ instanceId, imageId, accountId, compute, vmId }) =>
      (instanceId !== undefined && (imageId !== undefined || accountId !== undefined)) ||
      (isObject(compute) && vmId === undefined && compute.vmId !== undefined),
    why: 'It describes a virtual machine, as returned by a cloud’s metadata service. The signature, if there is one, is separate.',
  },
  {
    as: 'userinfo',
    shows: (json) =>
      typeof json.sub === 'string' &&
      !['exp', 'iat', 'aud', 'iss', 'scope', 'client_id', 'nbf', 'jti'].some((name) => Object.hasOwn(json, name)) &&
      userNames.some((name) => Object.hasOwn(json, name)),
    why: 'It describes a user (sub) and has none of the claims of a token: this is the response of a UserInfo endpoint (OpenID Connect Core §5.3.2).',
  },
]
const userNames = [
  'name',
  'email',
  'given_name',
  'family_name',
  'preferred_username',
  'email_verified',
  'picture',
  'nickname',
]

import { isObject } from '../../text/json.ts'
import { any, both, has, is, issuer, lacks, text } from '../claim-signs.ts'
import type { IssuerRow } from './issuer-row.ts'

const sharedSecret: IssuerRow['shows'] = (_, { alg }) => /^HS\d/.test(text(alg))

/** What applications make for their own users with a library, told by the claims that the library writes. */
export const ownApps: readonly IssuerRow[] = [
  {
    // https://api.onlyoffice.com/docs/docs-api/additional-api/signature/
    name: 'ONLYOFFICE',
    isFormat: true,
    shows: any(has('document', 'editorConfig'), has('document', 'documentType')),
    kinds: [
      {
        kind: 'app',
        when: both(({ document }) => isObject(document)),
        sign: 'it is the configuration of an editor (document, editorConfig)',
        name: 'ONLYOFFICE editor configuration',
        note: 'The server of the document storage signs it with the secret that it shares with the document server.',
      },
    ],
  },
  {
    // https://django-rest-framework-simplejwt.readthedocs.io/en/latest/settings.html
    name: 'Simple JWT (Django)',
    isFormat: true,
    shows: both(is('token_type', 'access', 'refresh', 'sliding'), has('jti', 'exp'), lacks('scope', 'typ')),
    kinds: [
      {
        kind: 'refresh',
        when: is('token_type', 'refresh'),
        sign: 'token_type is “refresh”',
        name: 'Refresh token in the Simple JWT format (Django)',
        note: 'It is only for the refresh endpoint: an API responds with token_not_valid to it.',
      },
      {
        kind: 'access',
        when: has('token_type'),
        sign: 'it has token_type and jti',
        name: 'Access token in the Simple JWT format (Django)',
        note: 'By default, user_id is the user’s ID in the application’s database.',
      },
    ],
  },
  {
    // https://flask-jwt-extended.readthedocs.io/en/stable/options.html
    name: 'Flask-JWT-Extended',
    isFormat: true,
    shows: both(is('type', 'access', 'refresh'), has('fresh', 'jti')),
    kinds: [
      {
        kind: 'refresh',
        when: is('type', 'refresh'),
        sign: 'type is “refresh”',
        name: 'Refresh token in the Flask-JWT-Extended format',
        note: 'It is only for the refresh endpoint: other endpoints respond “Only non-refresh tokens are allowed”.',
      },
      {
        kind: 'access',
        when: has('fresh'),
        sign: 'it has type and fresh',
        name: 'Access token in the Flask-JWT-Extended format',
        note: 'fresh shows whether the user has just signed in; csrf, if present, must also be sent in a header.',
      },
    ],
  },
  {
    // https://laravel.com/docs/passport and the claims of league/oauth2-server
    name: 'Laravel Passport',
    isFormat: true,
    shows: both(has('aud', 'jti', 'scopes', 'sub'), lacks('iss', 'scope'), ({ scopes }) => Array.isArray(scopes)),
    kinds: [
      {
        kind: 'access',
        when: has('scopes'),
        sign: 'it has aud, jti, sub and a list of scopes, and no issuer',
        name: 'Access token in the Laravel Passport format (league/oauth2-server)',
        note: 'aud is the ID of the client and sub that of the user; sub is empty if the client acts for itself. Times can have fractions of a second. jti identifies it for revocation.',
      },
    ],
  },
  {
    // https://github.com/PHP-Open-Source-Saver/jwt-auth and tymon/jwt-auth: prv is the hash of the model’s class
    name: 'Laravel jwt-auth',
    isFormat: true,
    shows: both(has('prv', 'jti', 'sub'), sharedSecret),
    kinds: [
      {
        kind: 'session',
        when: has('prv'),
        sign: 'it has prv, the hash of the class of its user',
        name: 'JWT in the Laravel jwt-auth format',
        note: 'iss is the URL at which it was requested, and prv keeps it from being used for another kind of user.',
      },
    ],
  },
  {
    // https://github.com/waiting-for-dev/warden-jwt_auth
    name: 'devise-jwt',
    isFormat: true,
    shows: both(has('sub', 'scp', 'jti'), lacks('iss'), sharedSecret),
    kinds: [
      {
        kind: 'session',
        when: has('scp'),
        sign: 'it has sub, jti and the name of a Warden scope (scp)',
        name: 'JWT in the devise-jwt format (Rails)',
        note: 'scp is the Warden scope (the user model), not an OAuth scope. aud is null if the app sets none, and signing out revokes the jti.',
      },
    ],
  },
  {
    // https://wordpress.org/plugins/jwt-authentication-for-wp-rest-api
    name: 'WordPress JWT plug-in',
    isFormat: true,
    shows: both(
      ({ data }) => isObject(data) && isObject(data.user) && data.user.id !== undefined,
      issuer(/^https?:/),
      sharedSecret,
    ),
    kinds: [
      {
        kind: 'session',
        when: has('data'),
        sign: 'it has a user’s ID in data.user.id',
        name: 'JWT of a WordPress site (plug-in for its REST API)',
        note: 'iss is the address of the site, and data.user.id the user there.',
      },
    ],
  },
  {
    // https://fastapi-users.github.io/fastapi-users
    name: 'FastAPI Users',
    isFormat: true,
    shows: ({ aud }) => [aud].flat().some((one) => /^fastapi-users:/.test(text(one))),
    kinds: [
      {
        kind: 'action',
        when: ({ aud }) => [aud].flat().some((one) => /^fastapi-users:(?:reset|verify)$/.test(text(one))),
        sign: 'its audience is “fastapi-users:reset” or “fastapi-users:verify”',
        name: 'Action token in the FastAPI Users format',
      },
      {
        kind: 'session',
        when: has('aud'),
        sign: 'its audience is “fastapi-users:auth”',
        name: 'JWT in the FastAPI Users format',
      },
    ],
  },
  {
    // https://www.jhipster.tech/security: the authorities of Spring Security, joined by spaces or commas
    name: 'JHipster',
    isFormat: true,
    shows: both(({ auth }) => /^ROLE_\w+(?:[ ,]+ROLE_\w+)*$/.test(text(auth)), has('sub')),
    kinds: [
      {
        kind: 'session',
        when: has('auth'),
        sign: 'it lists authorities in auth',
        name: 'JWT in the JHipster format',
        note: 'auth lists the user’s authorities (roles of Spring Security).',
      },
    ],
  },
  {
    // ClaimTypes of .NET, as JwtSecurityTokenHandler writes them where nothing maps them
    name: 'ASP.NET',
    isFormat: true,
    shows: (claims) => Object.keys(claims).some((name) => dotNetClaims.test(name)) && !Object.hasOwn(claims, 'scp'),
    kinds: [
      {
        kind: 'session',
        when: any(sharedSecret, lacks('scope')),
        sign: 'its claims have the long names of .NET (ClaimTypes)',
        name: 'JWT in the ASP.NET format',
        note: 'The app uses .NET claim types: nameidentifier is the user’s ID, and role is a role.',
      },
    ],
  },
]

const dotNetClaims =
  /^http:\/\/schemas\.(?:xmlsoap\.org\/ws\/2005\/05|microsoft\.com\/ws\/2008\/06)\/identity\/claims\/(?:name|nameidentifier|emailaddress|role)$/

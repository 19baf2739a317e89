import { expect, it } from 'vitest'
import { base64UrlOf } from '../../text/base64.ts'
import { type FactName, factsOf } from './facts.ts'

const now = 1_777_900_000
const jwt = (header: object, claims: object) =>
  `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.c2lnbmF0dXJlc2lnbmF0dXJl`

it.each<[string, FactName[], FactName[], string]>([
  [
    'a signed client secret without kid',
    ['header:no-kid', 'token:for-apple'],
    ['lifetime:over'],
    `client_secret=${jwt({ alg: 'ES256' }, { iss: 'T', iat: now, exp: now + 3600, aud: 'https://appleid.apple.com' })}&grant_type=authorization_code`,
  ],
  [
    'a client secret of six months that is over',
    ['lifetime:over'],
    ['header:no-kid'],
    `SECRET=${jwt({ alg: 'ES256', kid: 'k' }, { iss: 'T', iat: now - 20_000_000, exp: now - 5_000_000, aud: 'https://appleid.apple.com' })}`,
  ],
  [
    'a token bound to a key that is sent as Bearer',
    ['token:bound-as-bearer'],
    [],
    `Authorization: Bearer ${jwt({ alg: 'ES256', kid: 'k' }, { iss: 'https://a.example', cnf: { jkt: 'x' } })}`,
  ],
  [
    'a token for Microsoft Graph',
    ['token:for-graph'],
    [],
    `Bearer ${jwt({ alg: 'RS256', nonce: 'n' }, { iss: 'https://sts.windows.net/t/', aud: 'https://graph.microsoft.com' })}`,
  ],
  [
    'a token of Microsoft for an API of somebody else',
    [],
    ['token:for-graph'],
    `Bearer ${jwt({ alg: 'RS256' }, { iss: 'https://sts.windows.net/t/', aud: 'api://a' })}`,
  ],
  [
    'a wildcard under StringEquals',
    ['subject:wildcard-in-equals'],
    [],
    '"Condition": {"StringEquals": {"token.actions.githubusercontent.com:sub": "repo:acme/*"}}',
  ],
  [
    'a wildcard under StringLike',
    [],
    ['subject:wildcard-in-equals', 'subject:differs'],
    '"Condition": {"StringLike": {"token.actions.githubusercontent.com:sub": "repo:acme/*"}}\nsub: repo:acme/site:ref:refs/heads/main',
  ],
  [
    'a subject with the numbers of owner and repository',
    ['subject:numbered'],
    [],
    '{"sub":"repo:acme@12/site@34:ref:refs/heads/main"} subjects = ["repo:acme/site:ref:refs/heads/main"]',
  ],
  ['two values that differ in line breaks', ['value:differs-in-space'], [], 'Expected "\nacme\n" but got "acme".'],
  ['two values that differ', [], ['value:differs-in-space'], 'Expected "acme" but got "other".'],
  ['a path that a # cuts', ['address:fragment'], [], 'GET https://api.example/items/A#1/ -> 403'],
  ['the fragment of a sign-in', [], ['address:fragment'], 'GET https://app.example/cb#access_token=x'],
  [
    'a redirect to another host with a refusal behind it',
    ['redirected:then-refused', 'redirected:other-host'],
    ['redirected:scheme'],
    'GET https://a.example/x\nHTTP/1.1 302 Found\nLocation: https://b.example/x\n\nGET https://b.example/x\nHTTP/1.1 401 Unauthorized',
  ],
  [
    'a failure between successes',
    ['comes-and-goes'],
    [],
    '09:00:01 token ok (200)\n09:05:01 ERROR 401 invalid_client\n09:05:03 token ok (200)',
  ],
  [
    'requests of which each has its own outcome',
    [],
    ['comes-and-goes'],
    '09:00:01 GET /a 200\n09:00:02 GET /b 401\n09:00:03 GET /c 200',
  ],
  ['a path that is closed to all', ['fails:without-token'], [], 'Without a token I also get 403.'],
  ['one of two replicas', ['fails:one-replica'], [], 'Only one of the two replicas rejects the token.'],
  ['another certificate that is accepted', ['works:other-certificate'], [], 'com um A1 da Certisign funciona'],
])('%s', (_, has, hasNot, text) => {
  const facts = factsOf(text, { now })
  expect(has.filter((name) => !facts.has(name))).toEqual([])
  expect(hasNot.filter((name) => facts.has(name))).toEqual([])
})

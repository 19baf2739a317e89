import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const now = 1_795_392_000
const made = (claims: object, header: object = {}) =>
  `${base64UrlOf(JSON.stringify({ alg: 'RS256', kid: 'k', ...header }))}.${base64UrlOf(JSON.stringify({ iat: now, exp: now + 600, ...claims }))}.${'A'.repeat(342)}`
const token = made({ iss: 'https://id.dock.example', aud: 'dock', sub: 'u', scope: 'read', ref_protected: 'false' })
const failed = (text: string) => inspect(text).together.filter(({ outcome }) => outcome === 'failed')

test.each([
  ['An error occurred (InvalidIdentityToken): Incorrect token audience', 'audience (aud), which is “dock”'],
  ['The audience in ID Token [dock] does not match the expected audience.', 'audience (aud), which is “dock”'],
  ['fault: The issuer is not trusted', 'issuer (iss), which is “https://id.dock.example”'],
  [
    'error validating claims: claim "ref_protected" does not match any associated bound claim values',
    'ref_protected, which is “false”',
  ],
  ['400 token lifetime exceeds the permitted maximum', 'lifetime, which is 10 minutes from iat to exp'],
])('a claim that an error names is told with its value: %s', (error, says) => {
  expect(failed(`token=${token}\n\n${error}`).map(({ why }) => why)).toEqual([expect.stringContaining(says)])
})

test.each([
  ['an error of something else', `${token}\n401 the user is not allowed`],
  ['a value that is expected, which is compared', `${token}\njwt audience invalid. expected: dock`],
  ['a claim that the token lacks', `${token}\nInvalid nonce`],
  [
    'two tokens, either of which may be meant',
    `${token}\n${made({ iss: 'https://b.example', aud: 'x', sub: 'v' })}\ninvalid audience`,
  ],
])('nothing is said of %s', (_, text) => {
  expect(failed(text).filter(({ title }) => title.endsWith('the error in the text'))).toEqual([])
})

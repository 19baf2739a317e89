import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const made = (claims: object) =>
  `${base64UrlOf('{"alg":"RS256","kid":"k"}')}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(342)}`
const token = made({
  iss: 'https://id.dock.example',
  sub: 'u',
  aud: 'api',
  exp: 2e9,
  repository_owner: 'acme',
  ref: 'main',
  roles: ['a', 'b'],
})
const told = (text: string) =>
  inspect(`${text}\ntoken: ${token}`).together.map(({ title, outcome }) => `${title}: ${outcome}`)

test.each([
  [
    "attributeCondition: assertion.repository_owner == 'acme-inc'",
    'repository_owner and the condition in the text: failed',
  ],
  [
    "attributeCondition: assertion.repository_owner == 'acme'",
    'repository_owner and the condition in the text: passed',
  ],
  [
    "if (payload.iss !== 'https://id.dock.example/') throw new Error('issuer')",
    'iss and the condition in the text: failed',
  ],
  ["if claims['ref'] != 'prod':\n    abort(403)", 'ref and the condition in the text: failed'],
  ["assert decoded.get('ref') == 'main'", 'ref and the condition in the text: passed'],
  ["allow if token.roles in ['b', 'c']", 'roles and the condition in the text: passed'],
  ['bound_claims = {\n  ref = "prod"\n}', 'ref and the condition in the text: failed'],
  ['"bound_claims": {"ref": ["prod", "ma*"]}', 'ref and the condition in the text: passed'],
  ['bound_claims   map[ref:prod]', 'ref and the condition in the text: failed'],
])('what %s demands is compared with the claim', (text, said) => {
  expect(told(text)).toEqual([said])
})

test.each([
  "if (payload.ref === 'prod') deploy()",
  "if (payload.ref !== 'prod') { skipTheSlowPart() }",
  "assertion.environment == 'prod'",
  'labels = { ref = "prod" }',
])('%s demands nothing of the token', (text) => {
  expect(told(text)).toEqual([])
})

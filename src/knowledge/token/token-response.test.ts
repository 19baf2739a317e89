import { expect, it } from 'vitest'
import { explainAuthorizationRequest } from '../protocol/authorization-request.ts'
import { explainTokenResponse } from './token-response.ts'

it('the fields of a token response come in the documented order, unknown ones last', () => {
  const fields = explainTokenResponse({ custom: 1, expires_in: 300, access_token: 'a', scope: 'openid email' })
  expect(fields.map(({ name }) => name)).toEqual(['access_token', 'scope', 'expires_in', 'custom'])
})

it('expires_in is told beside what the token’s own times say', () => {
  const token = (exp: number) => `e30.${Buffer.from(JSON.stringify({ iat: 1000, exp })).toString('base64url')}.x`
  const note = (exp: number) => explainTokenResponse({ access_token: token(exp), expires_in: 300 })[1]?.note
  expect(note(1300)).toBe('300 seconds are 5 minutes, the same as exp − iat.')
  expect(note(4600)).toBe('300 seconds are 5 minutes. The token’s own times (exp − iat) give 1 hour.')
})

it('each parameter of an authorization URL is explained, documented ones as such', () => {
  const url = 'https://id.example/oauth2/authorize?client_id=demo&scope=openid+email&state=s&__proto__=x'
  expect(explainAuthorizationRequest(url).map(({ name, value, basis }) => [name, value, basis.kind])).toEqual([
    ['client_id', 'demo', 'documented'],
    ['scope', 'openid email', 'documented'],
    ['state', 's', 'standard'],
    ['__proto__', 'x', 'inferred'],
  ])
})

import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const token = `${base64UrlOf('{"alg":"RS256","kid":"k"}')}.${base64UrlOf('{"sub":"e79e192b-3374","aud":"dock-web-7","name":"orders"}')}.${'A'.repeat(342)}`
const told = (text: string) => inspect(`${text}\nx-data: ${token}`).together.map(({ why }) => why)

test('values of a token that are in the text under other names are told', () => {
  expect(told('X-Identity: e79e192b-3374\nclientKey=dock-web-7')).toEqual([
    'The text has values of the token under other names: “X-Identity” is sub; “clientKey” is aud.',
  ])
})

test.each([
  'sub: e79e192b-3374',
  'X-Identity: e79e192b-33745',
  'https://dock.example/e79e192b-3374',
  'kind: orders',
  'clientKey=dock-web-7/b/411',
])('of %s nothing is told', (text) => {
  expect(told(text)).toEqual([])
})

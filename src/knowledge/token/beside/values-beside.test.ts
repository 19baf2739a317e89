import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const token = `${base64UrlOf('{"alg":"RS256","kid":"k"}')}.${base64UrlOf('{"sub":"e79e192b-3374","aud":"dock-web-7","name":"orders"}')}.${'A'.repeat(342)}`
const told = (text: string) => inspect(`${text}\nx-data: ${token}`).together.map(({ why }) => why)

test('values of a token that are in the text under other names are told', () => {
  expect(told('X-Identity: e79e192b-3374\nclientKey=dock-web-7')).toEqual([
    'Values of the token appear in the text under other names: “X-Identity” is sub; “clientKey” is aud.',
  ])
})

test('a value that is a part of a host is told with its address', () => {
  const key = `${base64UrlOf('{"alg":"HS256","kid":"key-7781"}')}.${base64UrlOf('{"iss":"supabase","ref":"qhzvkwmxrtlbcyadoepn"}')}.${'A'.repeat(43)}`
  const text = `KEY_ID=key-7781\nconst url = 'https://qhzvkwmxrtlbcyadoepn.supabase.co'\nconst key = '${key}'`
  expect(inspect(text).together.map(({ why }) => why)).toEqual([
    'Values of the token appear in the text under other names: “KEY_ID” is kid of the header. ref appears in the host of “https://qhzvkwmxrtlbcyadoepn.supabase.co”.',
  ])
})

test.each([
  'services:\n  e79e192b-3374:\n',
  'sub: e79e192b-3374',
  'X-Identity: e79e192b-33745',
  'https://dock.example/e79e192b-3374',
  'kind: orders',
  'clientKey=dock-web-7/b/411',
])('of %s nothing is told', (text) => {
  expect(told(text)).toEqual([])
})

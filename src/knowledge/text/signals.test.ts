import { expect, it } from 'vitest'
import { readSignals } from './signals.ts'

it.each([
  ['the server returns "401". Token payload below', [401]],
  ['recebemos um 403 na chamada', [403]],
  ['a API devolve erro 422', [422]],
  ['obtive erro de 403', [403]],
  ['403 ao cadastrar webhook', [403]],
  ['401 when calling /userinfo', [401]],
  ['haproxy[2211]: https-in~ idp/idp2 0/0/1/-1/30002 504 218 - - sH-- "POST /token HTTP/1.1"', [504]],
  ['"GET /error-401.css HTTP/1.1" 200 403', [200]],
  ['port 443, 500 ms, version 4.01, 404 items', []],
])('reads the statuses of “%s”', (text, statuses) => {
  expect(readSignals(text).statuses.map(({ status }) => status)).toEqual(statuses)
})

it('hears an error whose name begins like that of a header', () => {
  const said = 'One or more scopes are not configured for the authorization server resource.'
  expect(
    readSignals(`AuthorizationError: ${said}\n    at Strategy.authenticate (/app/strategy.js:86:25)`).pieces,
  ).toContain(said)
  expect(readSignals('ConnectionError: the peer went away').pieces).toContain('the peer went away')
  expect(readSignals('Cache-Control: no-store, max-age').pieces).toEqual([])
})

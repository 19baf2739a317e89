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

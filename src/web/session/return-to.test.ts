import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

const origin = 'http://localhost:8700'

test.each([
  ['/calls', '/calls'],
  ['/calls/get-receipt?receipt_id=rcp-5001', '/calls/get-receipt?receipt_id=rcp-5001'],
  ['/errors/403#top', '/errors/403'],
  ['/errors/callback', '/errors/callback'],
  ['/errors/%E0%A4%A', '/errors/%E0%A4%A'],
])('%s is a path of this app', (wish, expected) => expect(safeReturnTo(wish, origin)).toBe(expected))

test.each([
  null,
  '',
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'https://evil.example/',
  'token',
  '/callback?code=of-somebody-else&iss=http://localhost:8710',
  '/Callback/?code=of-somebody-else',
  '/c%61llback?code=of-somebody-else',
  '/errors/../callback?code=of-somebody-else',
  '/session',
  '/session?do=sign-out',
])('%j leads to the fallback', (wish) => expect(safeReturnTo(wish, origin)).toBe('/token'))

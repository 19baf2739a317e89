import { expect, it } from 'vitest'
import { failingPart } from './failing-part.ts'

const authorize =
  '1) https://id.example/oauth2/authorize?response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb'
const exchange = '2) POST https://id.example/oauth2/token  grant_type=authorization_code&code=c'

it('is the last request that failed, without the steps before it', () => {
  const text = `${authorize}\n${exchange}\n3) 400 {"error":"invalid_grant"}`
  expect(failingPart(text)).toBe(`${exchange}\n3) 400 {"error":"invalid_grant"}`)
})

it('ends where the next request begins', () => {
  const text = `${exchange}\n-> 401 {"error":"invalid_client"}\nGET https://id.example/health -> 200`
  expect(failingPart(text)).toBe(`${exchange}\n-> 401 {"error":"invalid_client"}\n`)
})

it('keeps together a request that a log and an exception both name', () => {
  const log = 'GET https://api.example/v1/slips -> 403\nClientException: GET https://api.example/v1/slips status 403'
  expect(failingPart(`${authorize}\n${log}`)).toBe(log)
})

it.each([
  ['a single request', `${exchange}\n400 {"error":"invalid_grant"}`],
  ['requests that all went well', `${exchange} -> 200\nGET https://api.example/v1/slips -> 200`],
  ['the same request twice', `${exchange} -> 200\n${exchange} -> 400 {"error":"invalid_grant"}`],
  ['a failure before the first request', `status: 500\n${exchange}\nGET https://api.example/v1/slips`],
  ['nothing', ''],
])('is none of %s', (_, text) => {
  expect(failingPart(text)).toBeUndefined()
})

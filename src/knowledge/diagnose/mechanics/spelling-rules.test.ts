import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

const first = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).diagnoses[0]

it('sees a + in a state that came back as it is', () => {
  const flow = (back: string) =>
    `State does not match\nGET https://id.acme.example/authorize?response_type=code&client_id=a&state=6QadZ5%2BOuQi%3D\nlocation: http://127.0.0.1:3000/?code=k9&state=${back}`
  expect(first(flow('6QadZ5+OuQi%3D'))?.title).toBe('The + in the state came back unencoded')
  expect(first(flow('6QadZ5%2BOuQi%3D'))?.title).not.toMatch(/unencoded/)
})

it.each([
  ["error: nonce mismatch, expected 'ab+cd/ef12', got 'ab cd/ef12'", 'a + that became a space'],
  ["error: invalid state: expected 'a/b c==' but got 'a%2Fb%20c%3D%3D'", 'URL encoding'],
  ["error: audience invalid. Expected 'Api-Orders', received 'api-orders'", 'upper and lower case'],
  ["error: signature mismatch: expected 'abc-def_ghi', got 'abc+def/ghi='", 'base64'],
])('says in what two spellings differ: %s', (text, how) => {
  expect(first(text)?.title).toContain(how)
})

it('says nothing of two values that are not one', () => {
  expect(first("error: invalid audience, expected 'api-orders', got 'api-billing'")?.title).not.toMatch(/differs only/)
})

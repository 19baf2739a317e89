import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'
import { diagnose } from '../diagnose.ts'

const first = (text: string) => explain(text, { now: 1_760_000_000, environments: [] }).diagnoses[0]?.title

const create = (end: string) =>
  `curl -X POST http://localhost:4445/clients -d '{\n  "name": "a",\n  "scope": "openid"${end}\n}'\nHTTP/1.1 400 Bad Request\n{"error":"error","error_description":"The error is unrecognizable"}`
const token = (length: number) =>
  `> POST /oauth/token  Host: api.example  Content-Length: ${length}\njson_decode error: Syntax error, got an HTML page`
const proof = (computed: string) =>
  `DPoP fails\nProvided htu: http://id.example/oidc/token\nComputed htu: ${computed}\n{"error":"invalid_dpop_proof"}`
const hook = (bound: string) =>
  `PUT /api/v1/hooks/paid HTTP/1.1\n\n{"id":1}\n\nHTTP/1.1 400 Bad Request\n{"message":"Raw body unavailable"}\n\napp.use('${bound}', express.raw({ type: '*/*' }))`
const channel = (id: string) =>
  `400 Bad Request: Invalid redirect_uri value\nhttps://id.example/authorize?response_type=code&redirect_uri=a%3A%2F%2Fb&client_id=1656102233\nIt is set in the console of my channel ${id}`

it.each([
  ['The JSON body has a comma after the last member', create(','), create('')],
  ['The token request was sent without a body', token(0), token(120)],
  [
    'The # in “pass” is not encoded',
    'GET /state?user=admin&pass=House-7 401 Invalid password\nThe password is House-7#',
    'GET /state?user=admin&pass=House-7 401 Invalid password\nThe password is House-7',
  ],
  [
    'The server computes the URL without “/oidc”',
    proof('http://id.example/token'),
    proof('http://other.example/oidc/token'),
  ],
  ['The raw-body middleware is on another path', hook('/api/hooks/paid'), hook('/api/v1/hooks/paid')],
  ['The request names another channel than yours', channel('1656609584'), channel('1656102233')],
])('names “%s”, and not where it is in order', (title, wrong, right) => {
  expect(first(wrong)).toBe(title)
  expect(first(right)).not.toBe(title)
})

it('says the same of a call', () => {
  const [lead] = diagnose({
    at: 1_760_000_000,
    step: 'api',
    request: {
      method: 'POST',
      url: 'http://localhost:4445/clients',
      headers: { 'content-type': 'application/json' },
      body: '{\n  "name": "a",\n}',
    },
    response: { status: 500, body: '{"error":"error","error_description":"The error is unrecognizable"}' },
  })
  expect(lead?.title).toBe('The JSON body has a comma after the last member')
})

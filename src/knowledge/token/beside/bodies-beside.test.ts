import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'
import { sha256 } from '../../text/sha256.ts'

const hex = (text: string) => Array.from(sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
const made = (claims: object) =>
  `${base64UrlOf('{"alg":"ES256","kid":"k"}')}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(86)}`
const relations = (text: string) => inspect(text).together.map(({ outcome, why }) => `${outcome} ${why}`)

const body = '{"webhook_code":"ERROR","item_id":"abc"}'
const hook = (sent: string) =>
  `POST /hooks HTTP/1.1\nHost: a.example\nPlaid-Verification: ${made({ iat: 2e9, request_body_sha256: hex(body) })}\n\n${sent}`

test('the hash of a body is compared with the body beside it', () => {
  expect(relations(hook(body))).toEqual([
    expect.stringContaining('passed request_body_sha256 is the SHA-256 hash of the body'),
  ])
  expect(relations(hook(`${body}\n`))).toEqual([expect.stringContaining('passed')])
  expect(relations(hook(JSON.stringify(JSON.parse(body), null, 2)))).toEqual([
    expect.stringContaining(
      'failed request_body_sha256 is the SHA-256 hash of the same JSON with different whitespace',
    ),
  ])
  expect(relations(hook('{"webhook_code":"DONE"}'))).toEqual([expect.stringContaining('the body was changed')])
  expect(relations(hook(''))).toEqual([])
})

// The canonical request of Atlassian's documentation, with the parameters of a search.
const asked = (query: string, qsh: string) =>
  `GET https://dock.example/jira/rest/api/3/search?${query}\nAuthorization: JWT ${made({ iss: 'a', iat: 2e9, exp: 2e9, qsh })}`

test('the query hash is compared with the request beside it', () => {
  const qsh = hex('GET&/rest/api/3/search&jql=a%20%3D%20%22b%22&maxResults=5')
  expect(relations(asked('maxResults=5&jql=a%20%3D%20%22b%22&jwt=x', qsh))).toEqual([expect.stringContaining('passed')])
  expect(relations(asked('maxResults=6&jql=a%20%3D%20%22b%22', qsh))).toEqual([expect.stringContaining('failed')])
})

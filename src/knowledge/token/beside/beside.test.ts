import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'
import { checkToken } from '../checks.ts'
import { asReadJwt } from '../jwt.ts'

const now = 1_790_000_000
const jwt = (claims: object) =>
  `${[{ alg: 'RS256' }, claims].map((part) => base64UrlOf(JSON.stringify(part))).join('.')}.${'A'.repeat(342)}`
const told = (text: string) => inspect(text).together.map(({ outcome, why }) => `${outcome}: ${why}`)
const vercel = jwt({
  iss: 'https://oidc.vercel.com/a',
  sub: 'owner:a:project:b:environment:preview',
  aud: 'x',
  exp: now,
})
const docker = jwt({ sub: 'ci', access: [{ type: 'repository', name: 'ops/gateway', actions: ['pull'] }] })
const zoom = jwt({ app_key: 'k', tpc: 'retro', iat: now, exp: now + 3_600 })
const access = (more: object) => jwt({ sub: 'u|5', scope: 'a', iss: 'https://i.example', ...more })

test.each([
  [
    'a policy that asks for another environment',
    `${vercel}\ntrust policy wants environment:production.`,
    '“environment:production”',
  ],
  [
    'an action that was not granted',
    `${docker}\ndenied: requested access to the resource is denied (push ops/gateway)`,
    'the text is about “push”',
  ],
  ['a call that joins another room', `client.join('standup', '${zoom}', 'sam')`, 'joins “standup”'],
  [
    'a token that was renewed',
    `${access({ iat: now - 9_000, exp: now - 5_400 })} ${access({ iat: now, exp: now + 3_600 })}`,
    'the second of the two',
  ],
  [
    'a token that is bound to a key and sent as one that is not',
    `Authorization: Bearer ${access({ cnf: { jkt: 'a'.repeat(43) } })}`,
    'is sent as Bearer',
  ],
  [
    'a log that says that local time was taken for UTC',
    `2026-09-21T10:13:20-04:00 made ${access({ iat: now - 4 * 3_600, exp: now - 3 * 3_600 })}`,
    'used local time as UTC',
  ],
  [
    'a setting with a slash more',
    `OAUTH2_PROXY_OIDC_ISSUER_URL=https://i.example/\n${access({ iat: now })}`,
    'differ only in the trailing slash',
  ],
  [
    'the audiences of an API server',
    `${access({ aud: 'vault' })} token audiences ["vault"] is invalid for the target audiences ["https://kubernetes.default.svc"]`,
    'expects “https://kubernetes.default.svc” as audience',
  ],
])('%s is told', (_, text, words) => {
  expect(told(text).join(' ')).toContain(words)
})

test('a token for another user than the call connects is said to be so', () => {
  const chat = jwt({ user_id: 'kimberly', iat: now })
  expect(told(`client.connectUser({ id: 'kim' }, '${chat}')`).join(' ')).toContain('connects the user “kim”')
  expect(told(`client.connectUser({ id: 'kimberly' }, '${chat}')`)).toEqual([])
})

test.each([
  ['a policy that fits', `${vercel}\nStringLike sub owner:a:project:*:environment:preview`],
  ['an action that was granted', `${docker}\ndenied: pull ops/gateway`],
  ['the room that it is for', `client.join('retro', '${zoom}')`],
  ['a log line of the moment when it was made', `2026-09-21T10:13:20-04:00 made ${access({ iat: now })}`],
  ['a token that is bound to a key and sent so', `Authorization: DPoP ${access({ cnf: { jkt: 'a'.repeat(43) } })}`],
  ['tokens of two users', `${access({ iat: 1 })} ${access({ iat: 2, sub: 'u|6' })}`],
])('of %s nothing is said', (_, text) => {
  expect(told(text)).toEqual([])
})

function checked(text: string, check: string, kind: 'access' | 'assertion' = 'access') {
  const { tokens, errors } = inspect(text)
  const read = asReadJwt((tokens[0] as (typeof tokens)[0]).token)
  return checkToken(read, { now, kind, errors }).find((one) => one.check === check)?.why
}

test('an error beside a token is explained by it, or said not to fit it', () => {
  expect(checked(`${access({ exp: now - 60 })} error: jwt expired`, 'expiry')).toContain(
    'That explains “jwt expired” in the text.',
  )
  expect(checked(`${access({ exp: now + 60 })} Twilio.Error 20104 AccessTokenExpired`, 'expiry')).toContain(
    'contradicts this',
  )
  expect(checked(`${access({ exp: now + 60 })} no error here`, 'expiry')).not.toContain('beside')
  const assertion = jwt({ iss: 'c', sub: 'c', aud: 'https://i.example', exp: now - 60 })
  expect(checked(`client_assertion=${assertion}\n{"error":"invalid_client"}`, 'expiry', 'assertion')).toContain(
    '“invalid_client”',
  )
})

test('with several tokens no error is put to one of them', () => {
  expect(inspect(`${access({ iat: 1 })} ${access({ iat: 2 })} jwt expired`).errors).toEqual([])
})

test('a nonce of which the token has the hash, as native libraries send it, is that of its sign-in', () => {
  const nonce = 'bef53b3c45cc1de4b7ef424e18831896dc04065c79b42250431fa69cd123e1e3'
  const id = jwt({ iss: 'https://appleid.apple.com', sub: 'u', aud: 'a', exp: now, iat: 1, nonce })
  expect(told(`nonce: "raw-nonce-1"\nid_token=${id}`).join(' ')).toContain('passed')
  expect(told(`nonce: "raw-nonce-2"\nid_token=${id}`).join(' ')).toContain('failed')
})

import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findOpaqueForms } from '../opaque-forms.ts'

const small = (value: number) => Buffer.from([value & 255, value >> 8])
const large = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const text = (value: string) => Buffer.concat([small(value.length), Buffer.from(value)])
const app = '970ca35de60c44645bbae8a215061b33'

test('an Agora token shows its app, channel, user, privileges and end', () => {
  const packed = Buffer.concat([
    text('s'.repeat(32)),
    ...[text(app), large(1_795_392_000), large(3_600), large(7), small(1)],
    ...[small(1), small(2), small(1), large(3_600), small(2), large(600), text('lesson-7'), text('2882341273')],
  ])
  const [found] = findOpaqueForms(`rtcToken: 007${deflateSync(packed).toString('base64')}`)
  expect(found).toMatchObject({
    name: 'Agora token (version 007)',
    content: {
      'app ID': app,
      channel: 'lesson-7',
      user: '2882341273',
      privileges: ['join the channel for 3600 seconds', 'publish audio for 600 seconds'],
    },
    times: { iat: 1_795_392_000, exp: 1_795_395_600 },
  })
})

test('a signed request of Meta is told by its own form, in the dump of a program too', () => {
  const content = (algorithm: string) => Buffer.from(JSON.stringify({ user_id: '1', algorithm })).toString('base64url')
  const dumped = (value: string) => findOpaqueForms(`["signed_request"]=>\n  string(147) "${'a'.repeat(43)}.${value}"`)
  expect(dumped(content('HMAC-SHA256'))).toMatchObject([{ name: 'Meta signed request', content: { user_id: '1' } }])
  expect(dumped(content('none'))).toEqual([])
})

test('a ticket of Proxmox shows its user and ends after two hours, and a Nostr event its request', () => {
  const ticket = `PVE%3Aroot%40pam%3A6B03A0D0%3A%3A${'A'.repeat(344)}`
  expect(findOpaqueForms(`PVEAuthCookie=${ticket}; path=/`)).toMatchObject([
    { name: 'Proxmox ticket', content: { user: 'root@pam' }, times: { iat: 0x6b03a0d0, exp: 0x6b03a0d0 + 7_200 } },
  ])
  const event = (kind: number) =>
    Buffer.from(
      JSON.stringify({
        kind,
        created_at: 9,
        tags: [
          ['u', 'https://a.example/'],
          ['method', 'PUT'],
        ],
        sig: 'a'.repeat(128),
      }),
    ).toString('base64')
  expect(findOpaqueForms(`Authorization: Nostr ${event(27_235)}`)).toMatchObject([
    { name: 'Nostr HTTP Auth event', content: { method: 'PUT', u: 'https://a.example/' }, times: { iat: 9 } },
  ])
  expect(findOpaqueForms(`Authorization: Nostr ${event(1)}`)).toEqual([])
})

test('what only begins like an Agora token is none', () => {
  expect(findOpaqueForms(`id: 007eJ${'x'.repeat(90)}`)).toEqual([])
})

test('a token of an EKS cluster is good for a quarter of an hour, by its date', () => {
  const address =
    'https://sts.eu-west-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAQZEXAMPLEEXAMPLE%2F20261123%2Feu-west-1%2Fsts%2Faws4_request&X-Amz-Date=20261123T000000Z&X-Amz-Expires=60&X-Amz-SignedHeaders=host%3Bx-k8s-aws-id&X-Amz-Signature=00'
  const [found] = findOpaqueForms(`"token":"k8s-aws-v1.${Buffer.from(address).toString('base64url')}"`)
  expect(found).toMatchObject({
    name: 'Amazon EKS cluster token',
    content: { action: 'GetCallerIdentity', region: 'eu-west-1' },
    times: { iat: 1_795_392_000, exp: 1_795_392_900 },
  })
})

test('the first message of NTLM is no secret, and says that the client fell back from Kerberos', () => {
  const message = Buffer.concat([
    Buffer.from('NTLMSSP\0'),
    ...[large(1), large(0xe2088297), Buffer.alloc(16), Buffer.from([10, 0]), small(19_045), Buffer.from([0, 0, 0, 15])],
  ])
  const [found] = findOpaqueForms(`Authorization: Negotiate ${message.toString('base64')}`)
  expect(found).toMatchObject({ kind: 'handshake', content: { 'Windows version': '10.0, build 19045' } })
  expect(found?.note).toContain('fell back from Kerberos')
  expect(found?.note).not.toContain('Treat it as a secret')
})

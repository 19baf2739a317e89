import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it.each([
  ['PKCS #8', privateKey.export({ type: 'pkcs8', format: 'der' })],
  ['PKCS #1', privateKey.export({ type: 'pkcs1', format: 'der' })],
  ['SEC 1', curve.privateKey.export({ type: 'sec1', format: 'der' })],
  ['PKCS #8 of a curve', curve.privateKey.export({ type: 'pkcs8', format: 'der' })],
  ['an encrypted PKCS #8', privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'x' })],
  ['JKS', Buffer.from([0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2, ...Array.from({ length: 60 }, (_, at) => (at * 37) % 251)])],
  [
    'PKCS #12',
    Buffer.from([
      0x30,
      0x82,
      0x09,
      0x51,
      2,
      1,
      3,
      0x30,
      0x82,
      9,
      0x17,
      ...Array.from({ length: 60 }, (_, at) => (at * 41) % 251),
    ]),
  ],
])('a key in %s goes wherever its base64 stands, whatever it is called', (_, bytes) => {
  const written = bytes.toString('base64')
  for (const text of [written, `blob = ${written}\nnext: 1`, JSON.stringify({ file: written, name: 'a.p12' })]) {
    const copy = safe(text)
    expect(copy).not.toContain(written.slice(10, 60))
    expect(copy).not.toContain(written.slice(-40))
    expect(copy).toContain('private_key')
  }
})

it('a public key and an image stay', () => {
  const open = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  for (const text of [
    open,
    `spki: ${open}`,
    'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  ])
    expect(safe(text)).toBe(text)
})

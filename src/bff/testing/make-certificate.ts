import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'

/** A certificate with its private key, in PEM, and the key to sign others with. */
export interface Certificate {
  cert: string
  key: string
  fingerprint: string
  subject: string
  privateKey: KeyObject
}

/**
 * Makes a certificate (RFC 5280 §4.1) for a fresh P-256 key, valid from 2020 to 2120.
 *
 * @param subject its common name
 * @param issuer who signs it; itself where left out
 */
export function makeCertificate(subject: string, issuer?: Certificate): Certificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = issuer ?? { subject, privateKey }
  const ecdsaWithSha256 = sequence(object('2a8648ce3d040302'))
  const signed = sequence(
    // Version 3.
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name(signer.subject),
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name(subject),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    // Basic constraints: anyone who signs itself may sign others.
    ...(issuer ? [] : [der(0xa3, sequence(sequence(object('551d13'), der(4, sequence(der(1, Buffer.from([255])))))))]),
  )
  const signature = sign('sha256', signed, signer.privateKey)
  const body = sequence(signed, ecdsaWithSha256, der(3, Buffer.from([0]), signature)).toString('base64')
  const cert = `-----BEGIN CERTIFICATE-----\n${body.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return {
    cert,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: new X509Certificate(cert).fingerprint256,
    subject,
    privateKey,
  }
}

/** A value with its tag and length (X.690 §8.1). */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (bytes: Buffer) => der(2, bytes)
const object = (hex: string) => der(6, Buffer.from(hex, 'hex'))
const time = (text: string) => der(0x18, Buffer.from(text))
const name = (common: string) => sequence(der(0x31, sequence(object('550403'), der(12, Buffer.from(common)))))

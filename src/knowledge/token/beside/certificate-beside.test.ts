import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64Of, base64UrlOf } from '../../text/base64.ts'

// Made with `openssl req -x509` for this test, and its fingerprint as `openssl x509 -fingerprint -sha256` prints it.
const pem = `-----BEGIN CERTIFICATE-----
MIIBhjCCAS2gAwIBAgIUbPauGpEKTrzUm0erTnPngTAgbuUwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOY2xpZW50LmV4YW1wbGUwHhcNMjYxMTIzMTIyNTAwWhcNNDYx
MTE4MTIyNTAwWjAZMRcwFQYDVQQDDA5jbGllbnQuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABOFTU2H37WiZpnkRLEc0eCIHdgaW79d+vVDPY7we3YUk
69SFBn+8Qn9Mg19On1O+V6euPxLJEi9i9NU/1s67vEKjUzBRMB0GA1UdDgQWBBTA
OQ8P3klT/w+NxKxhXwsXkEisvTAfBgNVHSMEGDAWgBTAOQ8P3klT/w+NxKxhXwsX
kEisvTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIGiUSxPiYHzB
n3e+b2tv0jBZMAQ+wjGOiz/hJ5+xuWRPAiARa8+YopdnveJB2q5DXorwuyhPVTpr
76nk5FFZmY6eRg==
-----END CERTIFICATE-----`
const printed =
  'sha256 Fingerprint=F9:93:96:43:FE:0A:7E:A7:33:1E:8B:AD:76:7E:3D:E6:A8:35:69:DC:34:B1:04:9A:AE:CD:E2:AF:71:9C:AC:34'
const own = '-ZOWQ_4KfqczHoutdn495qg1adw0sQSars3ir3GcrDQ'
const ownOld = '1pkinzRhu5awQ8-bid2qL2WFWMA'

const made = (claims: object, header: object = {}) =>
  `${base64UrlOf(JSON.stringify({ alg: 'RS256', kid: 'k', ...header }))}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(342)}`
const bound = (thumbprint: string) => made({ sub: 'u', exp: 2e9, scope: 'a', cnf: { 'x5t#S256': thumbprint } })
const outcomes = (text: string) => inspect(text).together.map(({ title, outcome }) => `${title}: ${outcome}`)

test.each([
  ['as PEM', pem],
  ['as nginx logs it', `ssl_client_escaped_cert="${encodeURIComponent(pem)}"`],
  ['with its line breaks escaped', JSON.stringify({ clientCert: pem })],
  ['in base64', `tls.crt: ${base64Of(pem)}`],
  ['by its fingerprint', printed],
  [
    'by its hash in the header of Envoy',
    `x-forwarded-client-cert: By=spiffe://a;Hash=${printed.slice(-95).replaceAll(':', '').toLowerCase()};Subject=""`,
  ],
])('a token that is bound to a certificate is compared with the one beside it %s', (_, certificate) => {
  expect(outcomes(`${certificate}\nAuthorization: Bearer ${bound(own)}`)).toEqual(['Certificate in the text: passed'])
  expect(outcomes(`${certificate}\nAuthorization: Bearer ${bound('A'.repeat(43))}`)).toEqual([
    'Certificate in the text: failed',
  ])
})

test('without a certificate beside it, nothing is compared', () => {
  expect(outcomes(`Authorization: Bearer ${bound('A'.repeat(43))}`)).toEqual([])
})

test.each([
  ['x5t#S256', own, 'passed'],
  ['x5t#S256', 'A'.repeat(43), 'failed'],
  ['x5t', ownOld, 'passed'],
  ['x5t', 'A'.repeat(27), 'failed'],
])('the certificate that %s of the header names is compared with the one beside it', (name, value, outcome) => {
  const assertion = made({ iss: 'c', sub: 'c', aud: 'https://id.example/token', exp: 2e9 }, { [name]: value })
  expect(outcomes(`${pem}\nclient_assertion=${assertion}`)).toEqual([`Signing certificate: ${outcome}`])
})

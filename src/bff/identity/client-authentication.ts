import { type ClientAuth, ClientSecretPost, modifyAssertion, None, PrivateKeyJwt, TlsClientAuth } from 'oauth4webapi'
import type { ClientSettings, EnvironmentSettings } from '../config/configuration.ts'
import { keyOf, signingAlgorithms } from '../config/key-files.ts'
import type { OutboundRequest } from '../http/outbound.ts'

/** How a client proves itself in a request to the token endpoint. */
export function clientAuthentication(environment: EnvironmentSettings, client: ClientSettings): ClientAuth {
  switch (client.authMethod) {
    case 'client_secret_basic':
      return basic(environment.clientSecretEncoding, client.secret)
    case 'client_secret_post':
      return ClientSecretPost(client.secret)
    case 'private_key_jwt':
      return byAssertion(environment, client)
    case 'tls_client_auth':
    case 'self_signed_tls_client_auth':
      return TlsClientAuth()
    case 'none':
      return None()
  }
}

/**
 * The certificate that a client shows for itself at the token endpoint (RFC 8705 §2), and to the APIs that take tokens
 * bound to it (§3); undefined for a client that proves itself otherwise.
 */
export function certificateOf({ authMethod, certificate, key }: ClientSettings): OutboundRequest['certificate'] {
  const byCertificate = authMethod === 'tls_client_auth' || authMethod === 'self_signed_tls_client_auth'
  return byCertificate && certificate && key ? { cert: certificate, key: key.pem } : undefined
}

/**
 * Basic credentials, joined plainly, as the API guide says (§4.2), or form-encoded first, as RFC 6749 §2.3.1 says. The
 * library would encode `-`, `.` and `_` as well, and a server that decodes nothing would then refuse almost every secret.
 */
function basic(encoding: 'plain' | 'form', secret: string): ClientAuth {
  const spelled = (text: string) => (encoding === 'form' ? formEncoded(text) : text)
  return (_, { client_id }, __, headers) => {
    const credentials = `${spelled(client_id)}:${spelled(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

/** Whether it matters for a secret in which of the two ways Basic joins it. */
export function isSpelledDifferently(secret: string): boolean {
  return formEncoded(secret) !== secret
}

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

/** RFC 7523 §2.2, with the first algorithm of the key that the service takes. */
function byAssertion({ assertionAlgorithms }: EnvironmentSettings, client: ClientSettings): ClientAuth {
  const key = keyOf(client.key?.pem ?? '')
  if (!key) throw new Error('a client that signs has a private key')
  const [usual = ''] = signingAlgorithms(key)
  const algorithm = signingAlgorithms(key).find((one) => assertionAlgorithms?.includes(one)) ?? usual
  const cryptoKey = key.toCryptoKey(subtle[algorithm] ?? algorithm, false, ['sign'])
  const audience = client.assertionAudience
  return PrivateKeyJwt(
    { key: cryptoKey, kid: client.key?.id },
    {
      [modifyAssertion]: (_, payload) => {
        if (audience !== undefined) payload.aud = audience
      },
    },
  )
}

const subtle: Record<string, { name: string; hash?: string; namedCurve?: string }> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521' },
}

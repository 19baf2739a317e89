import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { exportJWK, generateKeyPair, importSPKI, jwtVerify, SignJWT } from 'jose'
import { json } from './hostile-server.ts'

/** What sets an identity service apart from others, as its public documents show it. */
export interface StandInShape {
  /** Below the address of the server. */
  issuer: string
  authorize: string
  token: string
  keys: string
  /** Members of its metadata beside issuer and addresses; where they are published by RFC 8414 alone, `oauth2`. */
  metadata: Record<string, unknown>
  /** Where a person signs out of the service. */
  logout?: string
  publishedBy?: 'oidc' | 'oauth2'
  /** The host under which the token endpoint is named. */
  tokenHost?: string
  issInRedirect?: boolean
  /** Parameters that its redirect has beside code and state. */
  redirect?: Record<string, string>
  /** Whether it reads Basic credentials as RFC 6749 §2.3.1 says; some take them as they are. */
  decodesBasic?: boolean
  opaqueAccessToken?: boolean
  /** The error that every authorization request ends with. */
  refuses?: string
  /** The error with which it refuses a client; `invalid_client` where none is given. */
  refusedError?: string
  /** What it says of a client that it does not take. */
  refusedClient?: string
  /** What an authorization request needs for a refresh token to come. */
  refreshNeeds?: { parameter: string; value: string }
  /** Fields of its token response beside those of RFC 6749 §5.1. */
  response?: Record<string, unknown>
}

export interface StandInClient {
  id: string
  secret?: string
  /** Public key in PEM, with its algorithm. */
  publicKey?: { pem: string; alg: string }
  /** The certificate that it shows: one of a trusted authority by its subject, or one by its SHA-256 fingerprint. */
  certificate?: { subject: string } | { fingerprint: string }
  redirectUri: string
}

/** What a stand-in shows in the TLS handshake, and the authority whose client certificates it trusts, in PEM. */
export interface StandInTls {
  cert: string
  key: string
  ca: string
}

/** An identity service of a given shape with a business API, on a port of its own. */
export interface StandIn {
  address: string
  issuer: string
  metadata: Record<string, unknown>
  /** Paths that were asked for, each with how the client proved itself there. */
  seen: { path: string; by?: string }[]
  close(): Promise<void>
}

const signing = await generateKeyPair('RS256')
const publicKey = { ...(await exportJWK(signing.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }

/**
 * @param clock epoch milliseconds
 * @param tls where it is reached over https; it then binds tokens to the client's certificate (RFC 8705 §3)
 */
export async function standIn(
  shape: StandInShape,
  client: StandInClient,
  clock: () => number,
  tls?: StandInTls,
): Promise<StandIn> {
  const seen: StandIn['seen'] = []
  const codes = new Map<string, URLSearchParams>()
  const refreshTokens = new Map<string, URLSearchParams>()
  /** With the fingerprint of the certificate that each is bound to. */
  const accessTokens = new Map<string, string | undefined>()
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const url = new URL(request.url ?? '', address)
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      const peer = request.socket instanceof TLSSocket ? peerOf(request.socket) : undefined
      const by =
        url.pathname === shape.token ? await authenticated(request.headers.authorization, form, peer) : undefined
      seen.push({ path: url.pathname, by })
      if (url.pathname === published) json(response, metadata)
      else if (url.pathname === shape.keys) json(response, { keys: [publicKey] })
      else if (url.pathname === shape.authorize) authorize(url.searchParams, response)
      else if (url.pathname === shape.token) await giveTokens(form, by, peer, response)
      else if (url.pathname === shape.logout) response.setHeader('content-type', 'text/html').end('<h1>Sign out?</h1>')
      else if (url.pathname === '/things') answerCall(request.headers.authorization, peer, response)
      else json(response, { error: 'not_found' }, 404)
    })
  }
  const server = tls
    ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: false }, listener)
    : createServer(listener)
  // Without a host it listens on both addresses of localhost.
  await new Promise<void>((done) => server.listen(0, done))
  const { port } = server.address() as AddressInfo
  const scheme = tls ? 'https' : 'http'
  const address = `${scheme}://127.0.0.1:${port}`
  const issuer = address + shape.issuer
  const { pathname } = new URL(issuer)
  const root = pathname.replace(/\/$/, '')
  const published =
    shape.publishedBy === 'oauth2'
      ? `/.well-known/oauth-authorization-server${root}`
      : `${root}/.well-known/openid-configuration`
  const metadata = {
    issuer,
    authorization_endpoint: address + shape.authorize,
    token_endpoint: `${scheme}://${shape.tokenHost ?? '127.0.0.1'}:${port}${shape.token}`,
    jwks_uri: address + shape.keys,
    ...(shape.logout && { end_session_endpoint: address + shape.logout }),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...shape.metadata,
  }

  function authorize(query: URLSearchParams, response: ServerResponse) {
    if (query.get('client_id') !== client.id || query.get('redirect_uri') !== client.redirectUri) {
      response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>We are sorry...</h1><p>Client not found.</p>')
      return
    }
    const refused = shape.refuses ?? (query.get('prompt') === 'none' ? 'login_required' : undefined)
    const back = new URLSearchParams({ state: query.get('state') ?? '', ...shape.redirect })
    if (shape.issInRedirect) back.set('iss', issuer)
    if (refused) back.set('error', refused)
    else back.set('code', keep(query))
    response.writeHead(302, { location: `${client.redirectUri}?${back}` }).end()
  }

  function keep(query: URLSearchParams): string {
    const code = randomBytes(12).toString('base64url')
    codes.set(code, query)
    return code
  }

  /** How the client proved itself; undefined where it did not. */
  async function authenticated(
    authorization: string | undefined,
    form: URLSearchParams,
    peer: Peer | undefined,
  ): Promise<string | undefined> {
    if (authorization?.startsWith('Basic ')) {
      const pair = Buffer.from(authorization.slice(6), 'base64').toString('utf8')
      const [id = '', secret = ''] = [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]
      const read = (text: string) => (shape.decodesBasic ? (new URLSearchParams(`a=${text}`).get('a') ?? '') : text)
      return read(id) === client.id && read(secret) === client.secret ? 'client_secret_basic' : undefined
    }
    if (form.get('client_id') !== client.id) return undefined
    const assertion = form.get('client_assertion')
    if (assertion && client.publicKey) {
      const key = await importSPKI(client.publicKey.pem, client.publicKey.alg)
      const expected = { issuer: client.id, subject: client.id, audience: issuer, currentDate: new Date() }
      return jwtVerify(assertion, key, expected).then(
        () => 'private_key_jwt',
        () => undefined,
      )
    }
    const { certificate } = client
    if (certificate && 'subject' in certificate)
      return peer?.trusted && peer.subject === certificate.subject ? 'tls_client_auth' : undefined
    if (certificate) return peer?.fingerprint === certificate.fingerprint ? 'self_signed_tls_client_auth' : undefined
    if (form.has('client_secret')) return form.get('client_secret') === client.secret ? 'client_secret_post' : undefined
    return client.secret === undefined && client.publicKey === undefined ? 'none' : undefined
  }

  async function giveTokens(
    form: URLSearchParams,
    by: string | undefined,
    peer: Peer | undefined,
    response: ServerResponse,
  ) {
    if (!by)
      return json(
        response,
        { error: shape.refusedError ?? 'invalid_client', error_description: shape.refusedClient },
        401,
      )
    const asked = form.get('grant_type') === 'refresh_token' ? refreshed(form) : exchanged(form)
    if (!asked) return json(response, { error: 'invalid_grant' }, 400)
    const now = Math.floor(clock() / 1000)
    const claims = { iss: issuer, aud: client.id, sub: 'person-1', iat: now, exp: now + 300 }
    const sign = (more: object) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(signing.privateKey)
    const accessToken = shape.opaqueAccessToken ? randomBytes(24).toString('base64url') : await sign({ typ: 'Bearer' })
    accessTokens.set(accessToken, peer?.fingerprint)
    const needs = shape.refreshNeeds
    const renewable = !needs || (asked.get(needs.parameter) ?? '').split(' ').includes(needs.value)
    const refreshToken = randomBytes(24).toString('base64url')
    if (renewable) refreshTokens.set(refreshToken, asked)
    json(response, {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await sign({ nonce: asked.get('nonce') }),
      ...(renewable && { refresh_token: refreshToken }),
      ...shape.response,
    })
  }

  function exchanged(form: URLSearchParams): URLSearchParams | undefined {
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const proven = asked?.get('code_challenge') === challenge
    return proven && form.get('redirect_uri') === client.redirectUri ? asked : undefined
  }

  function refreshed(form: URLSearchParams): URLSearchParams | undefined {
    const asked = refreshTokens.get(form.get('refresh_token') ?? '')
    refreshTokens.delete(form.get('refresh_token') ?? '')
    return asked
  }

  function answerCall(authorization: string | undefined, peer: Peer | undefined, response: ServerResponse) {
    const token = authorization?.replace('Bearer ', '') ?? ''
    const known = accessTokens.has(token) && accessTokens.get(token) === peer?.fingerprint
    json(response, known ? { items: [] } : { error: 'invalid_token' }, known ? 200 : 401)
  }

  return {
    address,
    issuer,
    metadata,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Who is at the other end of a connection, by the certificate that was shown. */
interface Peer {
  subject: string
  fingerprint: string
  /** Whether an authority that the server trusts has signed it. */
  trusted: boolean
}

function peerOf(socket: TLSSocket): Peer | undefined {
  const { subject, fingerprint256 } = socket.getPeerCertificate()
  if (fingerprint256 === undefined) return undefined
  return { subject: [subject.CN].flat().join(), fingerprint: fingerprint256, trusted: socket.authorized }
}

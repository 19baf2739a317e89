import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

/** A request as it reached the server. */
export interface SeenRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
  form: URLSearchParams
}

export type Behaviour = (request: SeenRequest, response: ServerResponse) => void | Promise<void>

/**
 * An identity service with its API that behaves well until it is told otherwise, path by path, and that remembers every
 * request that it got.
 */
export interface HostileServer {
  address: string
  requests: SeenRequest[]
  /** Requests to one path, query left aside. */
  at(path: string): SeenRequest[]
  behave(path: string, behaviour: Behaviour): void
  /** The nonce that the ID token for a code carries. */
  nonces: Map<string, string>
  /** Who the tokens for a code are of; one and the same person when it is not said. */
  persons: Map<string, string>
  idToken(claims: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** A token response for a request, as a well-behaved service would give it. */
  tokens(request: SeenRequest, changes?: Record<string, unknown>): Promise<Record<string, unknown>>
  publicKey: Record<string, unknown>
  close(): Promise<void>
}

const signing = await generateKeyPair('RS256')

export async function hostileServer(clock: () => number): Promise<HostileServer> {
  const requests: SeenRequest[] = []
  const behaviours = new Map<string, Behaviour>()
  const nonces = new Map<string, string>()
  const persons = new Map<string, string>()
  const publicKey = { ...(await exportJWK(signing.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (chunk) => chunks.push(chunk))
    incoming.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const url = incoming.url ?? ''
      const seen = {
        method: incoming.method ?? '',
        url,
        headers: incoming.headers,
        body,
        form: new URLSearchParams(body),
      }
      requests.push(seen)
      const behaviour = behaviours.get(url.split('?', 1)[0] ?? '') ?? well
      await behaviour(seen, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function tokens(request: SeenRequest, changes: Record<string, unknown> = {}) {
    const count = requests.length
    const code = request.form.get('code') ?? ''
    // A refresh token tells whose it is.
    const sub = persons.get(code) ?? /-of-([\w-]+)-canary$/.exec(request.form.get('refresh_token') ?? '')?.[1]
    const of = sub === undefined ? '' : `-of-${sub}`
    return {
      access_token: `access-${count}${of}-canary`,
      refresh_token: `refresh-${count}${of}-canary`,
      scope: 'openid apps',
      id_token: await idToken({ nonce: nonces.get(code), ...(sub !== undefined && { sub }) }),
      token_type: 'Bearer',
      expires_in: 300,
      ...changes,
    }
  }

  function idToken(claims: Record<string, unknown>, header: Partial<JWTHeaderParameters> = {}) {
    const now = Math.floor(clock() / 1000)
    const usual = { iss: address, aud: 'client-1', sub: 'person-1', iat: now, exp: now + 300 }
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(signing.privateKey)
  }

  async function well(request: SeenRequest, response: ServerResponse) {
    if (request.url === '/oauth2/token') return json(response, await tokens(request))
    if (request.url === '/keys') return json(response, { keys: [publicKey] })
    json(response, { path: request.url })
  }

  return {
    address,
    requests,
    at: (path) => requests.filter(({ url }) => url.split('?', 1)[0] === path),
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    nonces,
    persons,
    idToken,
    tokens,
    publicKey,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export function json(response: ServerResponse, body: unknown, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { homeEnvironments } from '../environments.ts'
import { identityService } from './identity-service.ts'
import { openIdentityStorage } from './storage.ts'

const clientId = 'ledger-desk-sandbox'
const secret = 'a:b%+é-_.~ %41'
const redirectUri = 'http://localhost:8700/callback'
const cleanUp: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

async function serve() {
  const server = createServer()
  const storage = openIdentityStorage(undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(() => server.closeAllConnections())
  cleanUp.push(() => new Promise((resolve) => server.close(resolve)))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const unexpected: unknown[] = []
  const service = identityService({
    environment: homeEnvironments.sandbox,
    issuer,
    redirectUri,
    storage,
    signingKey: { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256' },
    cookieKey: 'cookie key of the test',
    secrets: { [clientId]: secret },
    onUnexpectedError: (error) => unexpected.push(error),
  })
  server.on('request', service)
  return { issuer, storage, unexpected }
}

function exchange(issuer: string, credentials: string): Promise<Response> {
  return fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code: 'no-such-code', redirect_uri: redirectUri }),
  })
}

/** The client is known by now when the code is what is refused. */
test.each([
  ['joined plainly, as documented', `${clientId}:${secret}`, 'invalid_grant'],
  ['form-encoded first', `${clientId}:${encodeURIComponent(secret)}`, 'invalid_client'],
  ['cut at its own colon', `${clientId}:a`, 'invalid_client'],
  ['empty', `${clientId}:`, 'invalid_request'],
  ['of a client that nobody registered', `nobody:${secret}`, 'client_not_found'],
])('a secret with special characters, %s', async (_how, credentials, error) => {
  const { issuer, unexpected } = await serve()
  expect(await (await exchange(issuer, credentials)).json()).toMatchObject({ error })
  expect(unexpected).toEqual([])
})

test('when the storage fails, both endpoints say so, and tell nothing of the inside', async () => {
  const { issuer, storage, unexpected } = await serve()
  storage.close()
  const token = await exchange(issuer, `${clientId}:${secret}`)
  expect(token.status).toBe(500)
  expect(await token.json()).toEqual({
    error: 'server_error',
    error_description: 'An unexpected error stopped the identity service.',
  })
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
  })
  const page = await fetch(`${issuer}/oauth2/authorize?${query}`, { redirect: 'manual' })
  expect(page.status).toBe(500)
  const text = await page.text()
  expect(text).toContain('The stand-in failed')
  expect(text).not.toMatch(/sqlite|database|node:| at /i)
  expect(unexpected.length).toBeGreaterThanOrEqual(2)
})

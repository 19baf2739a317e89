import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'
import { obtainTokens, signIn, tokenRequest } from './testing/visitor.ts'

const anyPorts = { sandboxIdentity: 0, sandboxGateway: 0, productionIdentity: 0, productionGateway: 0 }
const options: SandboxOptions = { appUrl: 'http://localhost:8700', ports: anyPorts }
const cleanUp: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function start(more: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const running = await startSandbox({ ...options, ...more })
  cleanUp.push(() => running.close())
  return running
}

function environmentOf(running: Sandbox, id: string) {
  const environment = running.configuration.environments.find((candidate) => candidate.id === id)
  const client = environment?.clients[0]
  if (!environment || !client) throw new Error(`there is no environment ${id} with a client`)
  return { environment, client, secret: running.secrets[client.secret_variable] ?? '' }
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'claimcheck-sandbox-'))
  cleanUp.push(() => rmSync(directory, { recursive: true }))
  return directory
}

test('the configuration names three environments, and a secret for each of their clients', async () => {
  const { configuration, secrets } = await start()
  expect(configuration.environments.map(({ id }) => id)).toEqual(['sandbox', 'production', 'mixed'])
  for (const { clients } of configuration.environments) {
    for (const client of clients) {
      expect(secrets[client.secret_variable]).toMatch(/^[\w-]{40,}$/)
      expect(client.redirect_uri).toBe('http://localhost:8700/callback')
    }
  }
  expect(JSON.parse(JSON.stringify(configuration))).toEqual(configuration)
})

test('the two identity services share no key, no client, no resource domain and no address', async () => {
  const running = await start()
  const [sandbox, production] = ['sandbox', 'production'].map((id) => environmentOf(running, id))
  if (!sandbox || !production) throw new Error('an environment is missing')
  const keyIds = async (url: string) => {
    const { keys } = (await (await fetch(url)).json()) as { keys: { kid: string; d?: string }[] }
    for (const key of keys) expect(key.d).toBeUndefined()
    return keys.map(({ kid }) => kid)
  }
  expect(await keyIds(sandbox.environment.jwks_url)).not.toEqual(await keyIds(production.environment.jwks_url))
  for (const name of ['issuer', 'base_url', 'audience', 'resource_domain'] as const) {
    expect(sandbox.environment[name]).not.toBe(production.environment[name])
  }
  expect(sandbox.client.client_id).not.toBe(production.client.client_id)
  expect(sandbox.secret).not.toBe(production.secret)
})

test('secrets and keys are of this installation alone', async () => {
  const first = environmentOf(await start(), 'sandbox')
  const second = environmentOf(await start(), 'sandbox')
  expect(first.secret).not.toBe(second.secret)
})

test('a restart keeps keys, secrets and refresh tokens usable', async () => {
  const dataDirectory = temporaryDirectory()
  const first = await start({ dataDirectory })
  const before = environmentOf(first, 'sandbox')
  const plan = { ...before, account: 'ana-souza', scopes: ['openid', 'apps'] }
  const { refresh_token } = await obtainTokens(plan, before.secret)
  const keysBefore = await (await fetch(before.environment.jwks_url)).json()
  await first.close()
  cleanUp.pop()

  const after = environmentOf(await start({ dataDirectory }), 'sandbox')
  expect(after.secret).toBe(before.secret)
  expect(await (await fetch(after.environment.jwks_url)).json()).toEqual(keysBefore)
  const form = { grant_type: 'refresh_token', refresh_token }
  expect((await tokenRequest(after.environment, after.client, after.secret, form)).status).toBe(200)
})

test('what is kept on disk is for its owner alone', async () => {
  const dataDirectory = join(temporaryDirectory(), 'made', 'when-missing')
  await start({ dataDirectory })
  expect(statSync(join(dataDirectory, 'sandbox.sqlite')).mode & 0o777).toBe(0o600)
})

test.each(['sandboxIdentity', 'sandboxGateway', 'productionIdentity', 'productionGateway'] as const)(
  'a port in use is told with its number and its setting (%s), and nothing is left running',
  async (setting) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    cleanUp.push(() => new Promise((resolve) => other.close(resolve)))
    const { port } = other.address() as AddressInfo
    await expect(startSandbox({ ...options, ports: { ...anyPorts, [setting]: port } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port,
      setting,
    })
  },
)

test('a whole sign-in prints nothing', async () => {
  const outputs = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  const consoles = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
  const running = await start()
  const { environment, client, secret } = environmentOf(running, 'sandbox')
  await obtainTokens({ environment, client, account: 'ana-souza', scopes: environment.scopes }, secret)
  await signIn({ environment, client, account: 'ana-souza', scopes: environment.scopes, deny: true })
  await tokenRequest(environment, client, 'wrong', { grant_type: 'authorization_code', code: 'x' })
  await fetch(environment.token_url, { method: 'OPTIONS', headers: { origin: 'http://elsewhere.example' } })
  await fetch(environment.token_url, {
    method: 'POST',
    headers: { origin: 'http://elsewhere.example' },
    body: new URLSearchParams({ client_id: client.client_id, grant_type: 'authorization_code', code: 'x' }),
  })
  for (const spy of [...outputs, ...consoles]) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import type { Finding } from '../../src/contract/check.ts'
import { findBrowser } from '../browser.ts'
import { startOwnInstallation } from '../own-installation.ts'
import { buildPages, freePorts } from '../product.ts'
import { startDjango } from './django.ts'
import { startLemonldap } from './lemonldap.ts'
import { startOidcProvider } from './oidc-provider.ts'
import type { RealClient, RealServer, StartServer } from './server.ts'

// `npm run real-servers` drives sign-in, renewal and a call through real identity services, and prints what came of it.
// Servers from Debian are fetched with apt and unpacked into a directory of the run; where there is no apt they are left
// out, and the output says so. `KEEP=directory` keeps the packages for the next run.
const servers: StartServer[] = [startOidcProvider, startLemonldap, startDjango]
const kept = process.env.KEEP
const directory = await mkdtemp(join(tmpdir(), 'claimcheck-real-'))
const packages = kept ?? join(directory, 'packages')
await buildPages()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const rows: Record<string, string>[] = []
try {
  for (const start of servers) rows.push(await driven(start))
} finally {
  await browser.close()
  await rm(directory, { recursive: true, force: true })
}
for (const row of rows)
  console.log(
    Object.entries(row)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n  '),
  )
if (rows.some((row) => row.signIn !== 'well' || row.renewal !== 'well' || row.call !== 'well')) process.exitCode = 1

async function driven(start: StartServer): Promise<Record<string, string>> {
  const own = join(directory, start.name)
  await mkdir(own, { recursive: true })
  const ports = await freePorts()
  const client = {
    id: 'claimcheck',
    secret: 'secret with + and %',
    redirectUri: `http://localhost:${ports.PORT}/callback`,
  }
  const server = await start({ directory: own, packages }, client).catch((error: Error) => error)
  if (server instanceof Error)
    return { server: start.name, signIn: `not to be had here: ${server.message.slice(0, 300)}` }
  const api = await startApi(String(server.environment.issuer))
  try {
    return { server: server.name, ...(await driveProduct(browser, { server, client, ports, api: api.address, own })) }
  } finally {
    await api.stop()
    await server.stop()
  }
}

interface Installation {
  server: RealServer
  client: RealClient
  ports: Awaited<ReturnType<typeof freePorts>>
  api: string
  own: string
}

async function driveProduct(browser: Browser, { server, client, ports, api, own }: Installation) {
  const registered = {
    id: 'real',
    name: 'Real',
    client_id: client.id,
    secret_variable: 'REAL_SECRET',
    ...server.client,
  }
  const environment = {
    id: 'real',
    name: 'Real',
    kind: 'sandbox',
    base_url: api,
    clients: [registered],
    ...server.environment,
  }
  const broken = {
    slash: { ...environment, id: 'slash', issuer: `${server.environment.issuer}/` },
    client: { ...environment, id: 'client', clients: [{ ...registered, client_id: 'nobody' }] },
    token: { ...environment, id: 'token', token_url: `${server.environment.issuer}/no/such/token` },
  }
  const file = join(own, 'environments.json')
  const environments = [environment, ...Object.values(broken)]
  const product = await startOwnInstallation(ports, file, environments, { REAL_SECRET: client.secret })
  const context = await browser.newContext()
  // Milliseconds. Generous: on a busy machine a slow page is no failure.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  try {
    const signIn = await outcome(() => signInTo(page, product.address, server))
    const renewal = signIn === 'well' ? await outcome(() => renew(page)) : 'not reached'
    const call = signIn === 'well' ? await outcome(() => callApi(page, product.address)) : 'not reached'
    const findings = await findingsOf(page, product.address)
    const about = (id: string) => findings.filter((finding) => finding.environment === id)
    return {
      signIn,
      renewal,
      call,
      check: about('real').map(inShort).join(' | ') || 'nothing wrong',
      ...Object.fromEntries(Object.keys(broken).map((id) => [id, about(id).map(inShort).join(' | ') || 'not told'])),
    }
  } finally {
    await context.close()
    await product.stop()
  }
}

function inShort({ setting, message }: Finding): string {
  return `${setting}: ${message.slice(0, 90)}`
}

async function outcome(step: () => Promise<void>): Promise<string> {
  return step().then(
    () => 'well',
    (error: Error) => error.message.split('\n', 1)[0] ?? 'failed',
  )
}

async function signInTo(page: Page, address: string, server: RealServer): Promise<void> {
  const prompt = server.prompts ? `&prompt=${server.prompts.join('+')}` : ''
  await page.goto(`${address}/?environment=real${prompt}`)
  await page.getByRole('button', { name: /^Continue to / }).click()
  await server.signIn(page)
  await page.getByRole('heading', { level: 1, name: 'Token' }).waitFor()
}

async function renew(page: Page): Promise<void> {
  const renewed = page.waitForResponse((response) => response.url().endsWith('/bff/session/refresh'))
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  const { state } = (await (await renewed).json()) as { state: string }
  if (state !== 'renewed') throw new Error(`the renewal came to “${state}”`)
}

async function callApi(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/calls/list-things`)
  const answered = page.waitForResponse((response) => response.url().endsWith('/bff/calls'))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const { response } = (await (await answered).json()) as { response?: { status: number } }
  if (response?.status !== 200) throw new Error(`the call returned ${response?.status}`)
}

async function findingsOf(page: Page, address: string): Promise<Finding[]> {
  await page.goto(address)
  const { findings } = await page.evaluate(async () => {
    const response = await fetch('/bff/check', { headers: { 'x-claimcheck': '1' } })
    return (await response.json()) as { findings: Finding[] }
  })
  return findings
}

/** A business API that takes a token when the identity service answers to it at its UserInfo endpoint. */
async function startApi(issuer: string): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const metadata = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
    userinfo_endpoint: string
  }
  const api = createServer(async (request, response) => {
    const headers = { authorization: request.headers.authorization ?? '' }
    const { ok } = await fetch(metadata.userinfo_endpoint, { headers })
    response.writeHead(ok ? 200 : 401, { 'content-type': 'application/json' }).end('{"items":[]}')
  })
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  const stop = () => {
    api.closeAllConnections()
    return new Promise((done) => api.close(done))
  }
  return { address: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, stop }
}

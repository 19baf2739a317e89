import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright/test'
import { type SignedIn, sessionPath } from '../src/contract/session.ts'
import { returnPath, type SignInResult } from '../src/contract/sign-in.ts'
import { openOperation, send, signInAndSeeToken } from './people.ts'
import { expect, suiteData, test } from './product-story.ts'
import { challengeOf, holdsVerifier, leaks, refreshTokenOf, secretsIn } from './secrets.ts'
import type { Traffic } from './traffic.ts'

test('the secrets that every story is held against are those that open doors', async ({ page, traffic }) => {
  await signInAndSeeToken(page)
  const secrets = secretsIn(suiteData())
  const secretOf = (client: string) => secrets.find(({ name }) => name === `${client} secret`)?.value
  expect(secretOf('ledger-desk-production')).toBeTruthy()
  const { origin: issuer, searchParams } = authorizationRequest(traffic)
  const refreshToken = refreshTokenOf(searchParams.get('nonce') ?? '', suiteData())
  expect(secrets).toContainEqual({ name: 'refresh token of sandbox', value: refreshToken })
  const refresh = async (token: string) => {
    const credentials = Buffer.from(`ledger-desk-sandbox:${secretOf('ledger-desk-sandbox')}`).toString('base64')
    const answer = await fetch(`${issuer}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    })
    return answer.status
  }
  expect(await refresh('another')).toBe(400)
  expect(await refresh(refreshToken ?? '')).toBe(200)
})

test('attack 51: a secret in the traffic would be found', ({ page: _page, traffic }) => {
  const verifier = 'v'.repeat(43)
  const authorize = `http://127.0.0.1/oauth2/authorize?code_challenge=${challengeOf(verifier)}`
  const departed = { ...traffic, exchanges: [{ url: authorize }] } as Traffic
  expect(holdsVerifier(`{"verifier":"${verifier}"}`, departed)).toBe(true)
  expect(holdsVerifier(`{"verifier":"${'w'.repeat(43)}"}`, departed)).toBe(false)

  for (const secret of secretsIn(suiteData())) {
    expect(secret.value.length, secret.name).toBeGreaterThan(20)
    expect(leaks(`{"note":"${secret.value}"}`, [secret])).toEqual([secret.name])
  }
})

test('attack 51: nothing of a sign-in is left in the browser beyond the cookie, or in the address', async ({
  page,
  context,
  traffic,
}) => {
  await signInAndSeeToken(page)
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(page.getByText('The tokens were renewed')).toBeVisible()
  await openOperation(page, 'List bank slips')
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()

  const kept = await keptByPage(page)
  const address = await page.evaluate(() => location.href + document.cookie + JSON.stringify(history.state))
  expect(kept.databases).toEqual([])
  expect(kept.caches).toEqual([])
  for (const { name, value } of passedThrough(traffic)) {
    expect(value, name).toBeTruthy()
    expect(kept.storage, name).not.toContain(value)
    expect(address, name).not.toContain(value)
  }
  expect(holdsVerifier(kept.storage + address, traffic)).toBe(false)

  const session = (await context.cookies()).find(({ name }) => name === 'claimcheck-session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', domain: 'localhost' })
})

test('attack 21: a visit without a sign-in sets no cookie', async ({ page, context }) => {
  await page.goto('/errors')
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

test('attack 51: the built pages hold no secret and no source map', async ({ page }) => {
  await signInAndSeeToken(page)
  const built = fileURLToPath(new URL('../dist', import.meta.url))
  const files = (await readdir(built, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('index.html')
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
  const secrets = secretsIn(suiteData())
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    expect(leaks(text, secrets), name).toEqual([])
  }
})

/** The code and the tokens of the sign-in, as they passed through the page. */
function passedThrough(traffic: Traffic): { name: string; value: string }[] {
  const callback = traffic.exchanges.find(({ url }) => url.includes('/callback?code='))
  const told = (wanted: string, path: string) =>
    traffic.exchanges
      .filter(({ method, url }) => method === wanted && new URL(url).pathname === path)
      .map(({ responseBody }) => JSON.parse(responseBody))
  const sessions: Partial<SignedIn>[] = [
    ...told('POST', returnPath).map((result: SignInResult) => (result.state === 'signed-in' ? result.session : {})),
    ...told('GET', sessionPath),
  ].filter(({ accessToken }) => accessToken !== undefined)
  expect(sessions.length).toBeGreaterThan(1)
  return [
    { name: 'code', value: new URL(callback?.url ?? '').searchParams.get('code') ?? '' },
    ...sessions.flatMap(({ accessToken = '', idToken = '' }) => [
      { name: 'access token', value: accessToken },
      { name: 'ID token', value: idToken },
    ]),
  ]
}

function keptByPage(page: Page): Promise<{ storage: string; databases: unknown[]; caches: string[] }> {
  return page.evaluate(async () => ({
    storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))
}

function authorizationRequest(traffic: Traffic): URL {
  const request = traffic.exchanges.find(({ url }) => url.includes('/oauth2/authorize?'))
  if (!request) throw new Error('No sign-in left for the identity service.')
  return new URL(request.url)
}

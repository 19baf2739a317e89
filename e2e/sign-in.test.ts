import type { Page } from 'playwright/test'
import { type SignedIn, sessionHeader, sessionPath } from '../src/contract/session.ts'
import {
  answerConsent,
  askBff,
  choose,
  chooseAccount,
  leaveForIdentityService,
  openOperation,
  openTokenPart,
  send,
  shownRows,
  signInAndSeeToken,
} from './people.ts'
import { expect, test } from './product-story.ts'

test('a person chooses what to ask for, sees the exact request, signs in, and lands on the token', async ({ page }) => {
  await page.goto('/')
  await choose(page, 'radio', 'Production')
  await choose(page, 'radio', 'Sandbox')
  await choose(page, 'radio', 'Night Batch')
  await choose(page, 'radio', 'Ledger Desk')
  await choose(page, 'checkbox', 'apis.sandbox.example/payment-receipts.readonly', false)
  await choose(page, 'checkbox', 'Always ask who I am prompt=login')
  const shown = page.getByRole('group').filter({ hasText: 'Authorization request' })
  await shown.getByText('Authorization request').click()
  await expect(shown).toContainText('ledger-desk-sandbox')
  await expect(shown).not.toContainText('payment-receipts')

  const promised = (await shown.getByRole('term').allInnerTexts()).map((name) => name.replace(/^[?&]\s*/, ''))
  const departure = page.waitForRequest(/\/oauth2\/authorize\?/)
  await leaveForIdentityService(page)
  const asked = new URL((await departure).url())
  expect([...asked.searchParams.keys()].toSorted()).toEqual(promised.toSorted())
  expect(asked.searchParams.get('scope')).not.toContain('payment-receipts')
  expect(asked.searchParams.get('prompt')).toBe('login')
  expect(asked.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)

  await chooseAccount(page)
  await answerConsent(page)
  await expect(page).toHaveURL('/token')
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
})

test('the token screen shows what was granted and what both tokens say', async ({ page }) => {
  await signInAndSeeToken(page)
  const scopes = page.getByRole('region', { name: 'Scopes' })
  await expect(scopes).toContainText(/all \d+ granted/)
  const slips = scopes.getByRole('row', { name: /bank-slips\.readonly/ })
  await expect(slips).toContainText('granted')
  await expect(slips.getByRole('link', { name: 'List bank slips' })).toBeVisible()

  await openTokenPart(page, 'Access token')
  const claims = page.getByRole('region', { name: 'Claims' })
  await expect(claims.getByRole('row', { name: /^aud / })).toContainText('https://apis.sandbox.example')
  await expect(claims.getByRole('row', { name: /^apis.sandbox.example\/bank-slips / })).toContainText('45723174000110')
  await page.getByRole('tab', { name: 'ID token' }).click()
  await expect(claims.getByRole('row', { name: /^name / })).toContainText('Ana Souza')
  await expect(claims.getByRole('row', { name: /^nonce / })).toBeVisible()
})

test('a slip that is paid shows up in the statement', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await send(page)
  const paid = (await shownRows(page)).filter(({ status }) => status === 'paid')
  expect(paid.length).toBeGreaterThan(0)

  await openOperation(page, 'Account statement')
  await send(page)
  await page.getByRole('radio', { name: 'Table' }).check()
  const entries = await shownRows(page)
  for (const { id, amount } of paid) expect(entries).toContainEqual(expect.objectContaining({ reference: id, amount }))
})

test('a renewal brings a new access token, and the countdown starts again', async ({ page }) => {
  await signInAndSeeToken(page)
  const ticket = page.getByRole('region', { name: 'Session' })
  await expect(ticket.getByRole('timer')).toContainText(/expires in 14 minutes/)
  await openTokenPart(page, 'Response')
  const before = await revealAccessToken(page)

  // Tokens are dated by the second, so the second of the first must be over.
  await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(lifeOf(before).iat)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await ticket.getByRole('button', { name: 'Renew', exact: true }).click()
  const renewed = page.getByRole('status').filter({ hasText: 'The tokens were renewed' })
  await expect(renewed).toBeInViewport()
  await expect(page.getByText('renewed once')).toBeVisible()
  const after = await page
    .getByRole('row', { name: /^access_token / })
    .getByText(/^eyJ/)
    .innerText()
  expect(after).not.toBe(before)
  expect(lifeOf(after).exp).toBeGreaterThan(lifeOf(before).exp)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Flow' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Flow' })).toBeVisible()
  await expect(renewed).toBeHidden()
})

test('attack 25: after the sign-out a second tab is blank by itself, and the old cookie opens nothing', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAndSeeToken(page)
  const second = await context.newPage()
  await second.goto('/token?token=response')
  await expect(second.getByRole('region', { name: 'Token response' })).toBeVisible()
  const cookie = (await context.cookies()).find(({ name }) => name === 'claimcheck-session')
  expect(cookie).toBeDefined()
  const { name: session } = await askBff<SignedIn>(page, sessionPath)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
  await expect(second.getByRole('region', { name: 'Token response' })).toBeHidden()
  await expect(second.getByRole('region', { name: 'Session' })).toBeHidden()
  await expect(second.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()

  const replayed = await fetch(`${baseURL}/bff/session`, {
    headers: {
      'x-claimcheck': '1',
      'sec-fetch-site': 'same-origin',
      [sessionHeader]: session,
      cookie: `${cookie?.name}=${cookie?.value}`,
    },
  })
  expect(replayed.status).toBe(401)
})

async function revealAccessToken(page: Page): Promise<string> {
  const row = page.getByRole('row', { name: /^access_token / })
  await expect(row.getByText(/^eyJ/)).toBeHidden()
  await row.getByRole('button', { name: 'Reveal access_token' }).click()
  return row.getByText(/^eyJ/).innerText()
}

/** When a token was issued and when it ends, in epoch seconds. */
function lifeOf(token: string): { iat: number; exp: number } {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { iat: number; exp: number }
}

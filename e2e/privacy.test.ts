import type { Page } from 'playwright/test'
import {
  chooseAccount,
  expectVerdict,
  leaveForIdentityService,
  openTokenPart,
  send,
  signInAndSeeToken,
} from './people.ts'
import { expect, test } from './product-story.ts'

test("the presenter's switch masks everything, and nothing can be revealed until it is off", async ({ page }) => {
  await signInAndSeeToken(page)
  await openTokenPart(page, 'Response')
  await page.getByRole('button', { name: 'Reveal access_token' }).click()
  await expect(tokenIn(page, 'access_token')).toBeVisible()

  const presenting = page.getByRole('button', { name: 'Mask secrets' })
  await presenting.click()
  await expect(presenting).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/eyJ[\w-]{10}/)).toHaveCount(0)
  for (const reveal of await page.getByRole('button', { name: /^Reveal / }).all()) await expect(reveal).toBeDisabled()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reveal access_token' })).toBeDisabled()

  await page.getByRole('button', { name: 'Mask secrets' }).click()
  await expect(tokenIn(page, 'access_token')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reveal access_token' })).toBeEnabled()
})

test("the presenter's switch holds in every tab, those that are open and those that are opened after it", async ({
  page,
  context,
}) => {
  await signInAndSeeToken(page)
  await openTokenPart(page, 'Response')
  const second = await context.newPage()
  await second.goto('/token?token=response')
  await second.getByRole('button', { name: 'Reveal access_token' }).click()
  await expect(tokenIn(second, 'access_token')).toBeVisible()

  await page.getByRole('button', { name: 'Mask secrets' }).click()
  await expect(tokenIn(second, 'access_token')).toBeHidden()
  await expect(second.getByRole('button', { name: 'Reveal access_token' })).toBeDisabled()

  const opening = context.waitForEvent('page')
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Token' })
    .click({ modifiers: ['ControlOrMeta'] })
  const third = await opening
  await openTokenPart(third, 'Response')
  await expect(third.getByRole('button', { name: 'Mask secrets' })).toHaveAttribute('aria-pressed', 'true')
  await expect(third.getByRole('button', { name: 'Reveal access_token' })).toBeDisabled()

  await third.getByRole('button', { name: 'Mask secrets' }).click()
  await expect(page.getByRole('button', { name: 'Reveal access_token' })).toBeEnabled()
})

test('a revealed token is masked again as soon as its tab is hidden', async ({ page }) => {
  await signInAndSeeToken(page)
  await openTokenPart(page, 'Response')
  await page.getByRole('button', { name: 'Reveal id_token' }).click()
  await expect(tokenIn(page, 'id_token')).toBeVisible()

  // A browser without a window never hides a tab, so the page is told what it would be told then.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(tokenIn(page, 'id_token')).toBeHidden()
})

test('a link to a call that needs a sign-in comes back to that call', async ({ page }) => {
  const link = '/calls/get-receipt?receipt_id=rcp-5002'
  await page.goto(link)
  await expect(page.getByText('Sign in to see this call')).toBeVisible()
  await leaveForIdentityService(page)
  await chooseAccount(page)
  await page.getByRole('button', { name: 'Allow selected' }).click()

  await expect(page).toHaveURL(link)
  await expect(page.getByLabel('receipt_id')).toHaveValue('rcp-5002')
  await send(page)
  await expectVerdict(page, 'receipt-retrieval-failed')
})

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  'https://evil.example/',
]
test('attack 56: a link that would lead to another site after the sign-in leads to the token', async ({
  page,
  baseURL,
}) => {
  for (const [attempt, returnTo] of elsewhere.entries()) {
    await test.step(returnTo, async () => {
      await page.goto(`/?return=${encodeURIComponent(returnTo)}`)
      await leaveForIdentityService(page)
      if (attempt === 0) await chooseAccount(page)
      await page.getByRole('button', { name: 'Allow selected' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
      expect(page.url()).toBe(`${baseURL}/token`)
    })
  }
})

test('two sign-ins that start at once in two tabs are both finished', async ({ page, context }) => {
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto('/')
    await leaveForIdentityService(tab)
    await expect(tab.getByRole('button', { name: 'Ana Souza' })).toBeVisible()
  }
  for (const tab of [page, second]) {
    await chooseAccount(tab)
    await tab.getByRole('button', { name: 'Allow selected' }).click()
    await expect(tab.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  }
})

function tokenIn(page: Page, field: string) {
  return page.getByRole('row', { name: new RegExp(`^${field} `) }).getByText(/^eyJ/)
}

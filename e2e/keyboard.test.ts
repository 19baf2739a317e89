import type { Locator, Page } from 'playwright/test'
import { expectVerdict, hasLeft } from './people.ts'
import { expect, test } from './product-story.ts'

test('a person signs in with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()

  await tabTo(page, page.getByRole('radio', { name: 'Sandbox', exact: true }))
  await tabTo(page, page.getByRole('radio', { name: 'Ledger Desk', exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Night Batch' })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Ledger Desk', exact: true })).toBeChecked()
  await tabTo(page, page.locator('summary').filter({ hasText: 'scopes' }))
  await page.keyboard.press('Enter')
  const apps = page.getByRole('checkbox', { name: 'apps' })
  await tabTo(page, apps)
  await page.keyboard.press('Space')
  await expect(apps).not.toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Continue to Sandbox' }))
  await page.keyboard.press('Enter')
  await hasLeft(page)

  await tabTo(page, page.getByRole('button', { name: 'Ana Souza' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('checkbox', { name: 'bank-slips.readonly' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Allow selected' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const scopes = page.getByRole('region', { name: 'Scopes' })
  await expect(scopes.getByRole('row', { name: /bank-slips\.readonly/ })).toContainText('refused')
  await expect(scopes.getByRole('row', { name: /^apps / })).toBeHidden()
})

test('a person goes from nothing to an explained failure and copies the report with the keyboard alone', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await press(page, page.getByRole('link', { name: /^Paste what you have/ }))
  await press(page, page.getByRole('button', { name: /^Request and response / }))
  await expect(verdictOn(page)).toBeFocused()
  await expectVerdict(page, 'access-token-expired')
  await press(page, page.getByRole('button', { name: 'Copy for ticket' }))
  await expect(page.getByText('Copied as Markdown')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('The access token had expired')
  await press(page, page.getByRole('tab', { name: 'Claims' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /^Scopes/ })).toHaveAttribute('aria-selected', 'true')
  await press(page, page.getByRole('button', { name: 'Clear' }), 'Shift+Tab')
  await expect(page.getByRole('textbox', { name: 'What do you have?' })).toBeFocused()
})

test('a person signs in, calls, reads the verdict and follows it with the keyboard alone', async ({ page }) => {
  await page.goto('/?environment=sandbox&return=/calls/list-bank-slips')
  await press(page, page.getByRole('button', { name: 'Continue to Sandbox' }))
  await hasLeft(page)
  await press(page, page.getByRole('button', { name: 'Ana Souza' }))
  await press(page, page.getByRole('button', { name: 'Allow selected' }))
  await expect(page.getByRole('heading', { level: 2, name: 'List bank slips' })).toBeVisible()
  await tabTo(page, page.getByLabel('Gateway', { exact: true }))
  await page.keyboard.press('P')
  await press(page, page.getByRole('button', { name: 'Send', exact: true }))
  await expect(verdictOn(page)).toBeFocused()
  await expectVerdict(page, 'no-matching-public-key')
  const source = page.getByRole('article').getByRole('button', { name: /^Source: API guide §7.2/ })
  await press(page, source)
  await expect(page.getByText('no matching public key was found by the JWT verification policy')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(source).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Send to the Sandbox gateway' }), 'Shift+Tab')
  await expect(page.getByRole('article', { name: 'The call worked' }).getByRole('heading')).toBeFocused()
  await press(page, page.getByRole('link', { name: 'slip-1002', exact: true }))
  await press(page, page.getByRole('button', { name: 'Send', exact: true }))
  await press(page, page.getByRole('article').getByRole('link', { name: 'Show one payment receipt' }))
  await expect(page.getByLabel('receipt_id')).toHaveValue('rcp-5001')
})

test('the first stop of the keyboard skips the navigation', async ({ page }) => {
  await page.goto('/errors')
  // The heading is there before the app is.
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

/** The headline of the verdict, which takes the focus when it comes. */
const verdictOn = (page: Page): Locator =>
  page.getByRole('article', { name: 'Why it failed' }).getByRole('heading').first()

/** Goes to an element with Tab, or back, and presses Enter on it. */
async function press(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, wanted, key)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the element has the focus, and fails when it never gets it. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  const stops = 60
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press(key)
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The focus did not come to ${wanted} with ${stops} presses of Tab.`)
}

import type { Locator, Page } from 'playwright/test'
import { hasLeft } from './people.ts'
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
  await tabTo(page, page.getByRole('button', { name: 'Allow what is ticked' }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const scopes = page.getByRole('region', { name: 'Scopes' })
  await expect(scopes.getByRole('row', { name: /bank-slips\.readonly/ })).toContainText('refused')
  await expect(scopes.getByRole('row', { name: /^apps / })).toBeHidden()
})

test('the first stop of the keyboard skips the navigation', async ({ page }) => {
  await page.goto('/errors')
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

/** Presses Tab until the element has the focus, and fails when it never gets it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  const stops = 60
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The focus did not come to ${wanted} with ${stops} presses of Tab.`)
}

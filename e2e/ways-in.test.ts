import { expectGoodLooks } from './looks.ts'
import { expectVerdict, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('a first visit has three ways in, and the first action in view at every size', async ({ page }) => {
  await page.goto('/')
  const go = page.getByRole('button', { name: 'Continue to Sandbox' })
  await expect(go).toBeVisible()
  await expect(page.getByRole('link', { name: /^Paste what you have/ })).toBeInViewport()
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [768, 1024],
    [1080, 800],
    [1280, 720],
    [1440, 780],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('button', { name: /^Run a failing call/ }), `at ${width}`).toBeInViewport()
    // In the lowest window it would cover what it sends.
    if (height > 600) await expect(go, `at ${width}`).toBeInViewport({ ratio: 1 })
    else await expect(page.getByRole('radio', { name: 'Mixed up' })).toBeInViewport()
  }
})

test('from nothing to an explained failure in two presses, with an example and with a real call', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^Paste what you have/ }).click()
  await page.getByRole('button', { name: /^Response / }).click()
  await expectVerdict(page, 'access-token-expired')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: /^Run a failing call/ }).click()
  await page.getByRole('button', { name: 'Sign in and allow everything' }).click()
  await page.waitForURL('**/demonstrations/*')
  await expectVerdict(page, 'no-matching-public-key')
  const headline = page.getByRole('article', { name: 'Why it failed' }).getByRole('heading').first()
  await expect(headline).toBeFocused()
  await expect(headline).toBeInViewport()
})

test('what is pasted outside of any field is offered to be inspected, and taken on the screen for it', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/errors')
  // The heading is in the page before any script; the search is not.
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.evaluate(() => navigator.clipboard.writeText('{"error":"client_not_found"}'))
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByRole('status').filter({ hasText: 'Inspect what you pasted?' })).toBeVisible()
  await expectGoodLooks(page)
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByRole('button', { name: 'Inspect', exact: true }).click()
  await expectVerdict(page, 'client-not-found')

  await page.evaluate(() => navigator.clipboard.writeText('{"error":"invalid_scope"}'))
  await page.keyboard.press('ControlOrMeta+V')
  await expectVerdict(page, 'token-scope-not-accepted')
})

test('the search over everything is opened, steered and closed by the keyboard', async ({ page }) => {
  await signInAndSeeToken(page)
  const field = page.getByRole('combobox', { name: /^Go to a screen/ })
  const find = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+K')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
  }
  await find('direct debit')
  await expect(page.getByRole('option').first()).toContainText('List authorized direct debits')
  await expectGoodLooks(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/calls\/get-direct-debit/)
  await find('NoMatchingPublicKey')
  await page.keyboard.press('Enter')
  await expectVerdict(page, 'no-matching-public-key')
  await find('hide sources')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Source:/ })).toHaveCount(0)
  await find('zzz')
  await expect(page.getByText('Nothing matches “zzz”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await find('sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
})

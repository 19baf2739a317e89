import { expectGoodLooks } from './looks.ts'
import { expectVerdict } from './people.ts'
import { expect, test } from './product-story.ts'

test('an error is found and opened with the keyboard alone', async ({ page }) => {
  await page.goto('/errors')
  await expect(page.getByRole('heading', { name: 'More fault codes of the gateway' })).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search the errors' })
  await expect(search).toBeFocused()
  await page.keyboard.type('expired token')
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()

  const results = page.getByRole('main').getByRole('listitem').getByRole('link')
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const title = await results.nth(0).innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('expired token')
})

test('Enter in the search opens the best match', async ({ page }) => {
  await page.goto('/errors')
  await page.getByRole('searchbox').fill('NoMatchingPublicKey')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/errors/no-matching-public-key')
  const verdict = page.getByRole('article', { name: 'Why it failed' })
  // Its page has the title of the error; what the example shows more exactly is said to be the example's.
  await expect(verdict.getByRole('heading').first()).toHaveText(
    'In this example: The token was issued in another environment',
  )
  await expect(verdict.getByRole('link', { name: 'no-matching-public-key' })).toHaveCount(0)
})

test('every name of an error leads to it', async ({ page }) => {
  for (const [name, code] of [
    ['steps.jwt.NoMatchingPublicKey', 'no-matching-public-key'],
    ['client_not_found', 'client-not-found'],
    ['steps.jwt.InvalidCurve', 'gateway-steps-jwt-invalid-curve'],
    ['need_info', 'oauth-need-info'],
  ] as const) {
    await page.goto(`/errors/${name}`)
    await expectVerdict(page, code)
  }
})

test('a status shows what it can be more exactly', async ({ page }) => {
  await page.goto('/errors/403')
  await expectVerdict(page, 'forbidden')
  await expect(page.getByRole('heading', { name: 'Causes of a 403' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'The token does not identify a company' })).toBeVisible()
})

test('a name that several errors share shows all of them', async ({ page }) => {
  await page.goto('/errors/invalid_request')
  await expect(page.getByRole('heading', { level: 1, name: /“invalid_request” can be \d errors/ })).toBeVisible()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(1)
})

test('what only one source describes is said to be unconfirmed', async ({ page }) => {
  await page.goto('/errors')
  await page.getByRole('searchbox').fill('ContentIsNotDetached')
  await expect(page.getByRole('listitem').filter({ hasText: 'ContentIsNotDetached' })).toContainText('unconfirmed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('was found in one source only')
})

test('the long groups open when they are wanted', async ({ page }) => {
  await page.goto('/errors')
  const group = page.getByRole('group').filter({ hasText: 'More fault codes of the gateway' })
  await group.getByRole('heading').click()
  await expect(group.getByRole('link', { name: 'The gateway returned InvalidCurve' }).first()).toBeVisible()
  await group.getByRole('button', { name: /^Show the other \d+$/ }).click()
  expect(await group.getByRole('listitem').count()).toBeGreaterThan(100)
})

test('the pages of the registries’ errors are open to everybody', async ({ page }) => {
  await page.goto('/errors')
  await expect(page.getByRole('heading', { name: 'More fault codes of the gateway' })).toBeVisible()
  await page.getByRole('searchbox').fill('token')
  await expectGoodLooks(page)
  for (const name of ['403', 'invalid_request', 'steps.jws.ContentIsNotDetached']) {
    await page.goto(`/errors/${name}`)
    await expectGoodLooks(page)
  }
})

import { openOperation, send, shownRows, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('what a list showed is offered where one of its things is asked for', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await send(page)
  const ids = (await shownRows(page)).map(({ id }) => id)
  await openOperation(page, 'Show one bank slip')
  const offered = page.locator('datalist option')
  await expect(offered).toHaveCount(ids.length)
  expect(await offered.evaluateAll((options) => options.map((option) => option.getAttribute('value')))).toEqual(ids)
})

test('a field can be changed in its middle, and the address follows', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'Show one bank slip')
  const field = page.getByLabel('slip_id')
  await field.focus()
  await page.keyboard.press('Home')
  await page.keyboard.type('the-')
  await expect(field).toHaveValue('the-slip-1001')
  await expect(page).toHaveURL(/slip_id=the-slip-1001/)
})

test('headers of one’s own go along as far as the list allows, and the record shows which did', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List accounts')
  await page.getByText('Headers', { exact: true }).first().click()
  const headers = page.getByLabel('One to a line, as name: value')
  await headers.fill('not a header')
  await send(page)
  await expect(page.getByRole('alert').filter({ hasText: 'is not a header' })).toBeVisible()
  await headers.press('ControlOrMeta+A')
  await page.keyboard.type('prefer: x')
  await expect(headers).toHaveValue('prefer: x')
  await headers.fill('X-Request-Id: story-1\nX-Forwarded-For: 10.0.0.1')
  await send(page)
  await page.getByRole('tab', { name: 'Request' }).click()
  const request = page.getByRole('tabpanel', { name: 'Request' })
  await expect(request).toContainText('story-1')
  await expect(request).not.toContainText('10.0.0.1')
})

test('a failure after a list shows its body, and an answer under a changed form is said to be an earlier one', async ({
  page,
}) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await send(page)
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  const earlier = page.getByText('The answer to an earlier request')
  await expect(earlier).toBeHidden()

  await page.getByLabel('Send to the gateway of').selectOption('Production')
  await expect(earlier).toBeVisible()
  await send(page)
  await expect(page.getByRole('tabpanel', { name: 'Body' })).toContainText('steps.jwt.NoMatchingPublicKey')
  await expect(page.getByRole('radio', { name: 'Body' })).toBeChecked()
  await expect(earlier).toBeHidden()
})

test('an answer is searched value by value', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'Account statement')
  await send(page)
  await page.getByRole('radio', { name: 'Paths' }).check()
  await page.getByRole('searchbox', { name: 'Search the answer' }).fill('opening')
  const answer = page.getByRole('tabpanel', { name: 'Body' })
  await expect(answer).toContainText('/opening_balance')
  await expect(answer).not.toContainText('/closing_balance')
})

import { expectGoodLooks } from './looks.ts'
import { answerConsent, chooseAccount, expectVerdict, openOperation, send, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('a call that went to the wrong gateway is sent to the right one', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await page.getByLabel('Gateway', { exact: true }).selectOption('Production')
  await expect(page.getByText('This gateway has different keys and will probably reject it.')).toBeVisible()
  await send(page)
  await expectVerdict(page, 'no-matching-public-key')
  await expect(page.getByRole('tabpanel', { name: 'Body' })).toContainText('steps.jwt.NoMatchingPublicKey')

  await page.getByRole('button', { name: 'Send to the Sandbox gateway' }).click()
  const answer = page.getByRole('region', { name: 'Response', exact: true })
  await expect(answer).toContainText('200')
  await expect(answer).toContainText('API gateway, Sandbox')
  await expect(page.getByRole('article', { name: 'Why it failed' })).toBeHidden()
  await expect(page.getByLabel('Gateway', { exact: true })).toHaveValue('sandbox')
})

test('the fix of a demonstration leads to its success, headed by what was changed', async ({ page }) => {
  await page.goto('/demonstrations/token-at-the-other-gateway')
  await page.getByRole('button', { name: 'Run it' }).click()
  await chooseAccount(page)
  await answerConsent(page)
  await page.getByRole('button', { name: 'Send to the Sandbox gateway' }).click()
  const worked = page.getByRole('article', { name: 'The call worked' })
  await expect(worked.getByRole('heading')).toHaveText(/^It worked: \d+ items$/)
  await expect(worked.getByRole('heading')).toBeFocused()
  await expect(worked.getByRole('heading')).toBeInViewport()
  await expect(worked).toContainText('Changed: gateway Production → Sandbox')
  const table = worked.getByRole('table', { name: 'What differs', exact: true })
  await expect(table).toBeHidden()
  await worked.getByText('Compare with the failed call').click()
  // The earlier call is on the left.
  await expect(table.getByRole('row', { name: /status/ }).getByRole('cell')).toHaveText(['401', '200'])
  await expectGoodLooks(page)
})

test('the PDF of a slip is not ready, comes when the countdown is over, and is drawn', async ({ page }) => {
  await signInAndSeeToken(page, { account: 'bruno-lima' })
  await openOperation(page, 'Bank slip as PDF')
  await page.getByLabel('slip_id').fill('slip-1002')
  await send(page)
  await expectVerdict(page, 'bank-slip-pdf-unavailable')
  const again = page.getByRole('button', { name: /^Send again/ })
  await expect(again).toBeDisabled()
  await expect(again).toHaveAccessibleName(/^Send again in \d seconds?$/)
  await expect(again).toBeEnabled({ timeout: 10_000 })
  await expect(again).toHaveAccessibleName('Send again')

  await again.click()
  const drawn = page.getByRole('img', { name: 'PDF of the response, drawn' })
  await expect(drawn.locator('canvas')).toBeVisible()
  const colours = await drawn.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    const seen = new Set<number>()
    for (let at = 0; at < pixels.length; at += 4) seen.add(pixels[at] ?? 0)
    return seen.size
  })
  expect(colours, 'shades on the drawn page').toBeGreaterThan(10)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as slip-1002.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('slip-1002.pdf')
})

test('an access token that has expired is renewed, and the call sent again', async ({ page }) => {
  await signInAndSeeToken(page, { client: 'night-batch' })
  await openOperation(page, 'List bank slips')
  const timer = page.getByRole('region', { name: 'Session' }).getByRole('timer')
  await expect(timer).toHaveText('expired', { timeout: 15_000 })
  await send(page)
  await expectVerdict(page, 'access-token-expired')

  await page.getByRole('button', { name: 'Renew and send again' }).click()
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
  await expect(page.getByText('The tokens were renewed')).toBeVisible()
  await expect(timer).toContainText('expires in')

  // Before a call it is said beside what the call needs, and renewed from there.
  const needs = page.getByRole('list', { name: 'What this call needs' })
  await expect(needs).toContainText('The access token expired', { timeout: 15_000 })
  await needs.getByRole('button', { name: 'Renew it' }).click()
  await expect(needs).not.toContainText('expired')
  await expect(timer).toContainText('expires in')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
})

test('a verdict leads to the page of its error, which explains an example with the same code', async ({ page }) => {
  await signInAndSeeToken(page, { account: 'carla-mendes' })
  await openOperation(page, 'List authorized direct debits')
  await expect(page.getByRole('list', { name: 'What this call needs' })).toContainText('company identifier')
  await expect(page.getByRole('list', { name: 'What this call needs' })).toContainText('missing')
  await send(page)
  await expectVerdict(page, 'company-identifier-missing')
  await expect(page.getByRole('link', { name: 'Sign in with another account' })).toHaveAttribute('href', /prompt=login/)
  await page.getByRole('link', { name: 'company-identifier-missing' }).click()
  await expect(page).toHaveURL('/errors/company-identifier-missing')
  await expectVerdict(page, 'company-identifier-missing')
})

import { expectVerdict, leaveForIdentityService, openOperation, send, signIn, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('a client that the environment does not know is taken to the environment where it belongs', async ({ page }) => {
  await signIn(page, { environment: 'mixed' })
  await expectVerdict(page, 'client-not-found')
  await page.getByRole('link', { name: 'Sign in to Sandbox instead' }).click()
  await expect(page.getByRole('radio', { name: 'Sandbox', exact: true })).toBeChecked()
  await leaveForIdentityService(page)
  await expect(
    page
      .getByRole('button', { name: 'Allow selected' })
      .or(page.getByRole('button', { name: 'Ana Souza' }))
      .first(),
  ).toBeVisible()
})

test('a token at the wrong gateway can also be followed by a sign-in with that environment', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await page.getByLabel('Gateway', { exact: true }).selectOption('Production')
  await send(page)
  await expectVerdict(page, 'no-matching-public-key')
  await page.getByRole('link', { name: 'Sign in to Production' }).click()
  await expect(page.getByRole('radio', { name: 'Production', exact: true })).toBeChecked()
})

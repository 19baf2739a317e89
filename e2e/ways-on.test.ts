import { expectVerdict, openOperation, send, signIn, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('a client that the environment does not know is taken to the environment where it belongs', async ({ page }) => {
  await signIn(page, { environment: 'mixed' })
  await expectVerdict(page, 'client-not-found')
  await page.getByRole('link', { name: 'Sign in with Sandbox, where this client belongs' }).click()
  await expect(page.getByRole('radio', { name: 'Sandbox', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  await expect(
    page
      .getByRole('button', { name: 'Allow what is ticked' })
      .or(page.getByRole('button', { name: 'Ana Souza' }))
      .first(),
  ).toBeVisible()
})

test('a sign-in that was declined can be tried again with the same choices', async ({ page }) => {
  await signIn(page, { deny: true, scopes: ['openid', 'webhooks'] })
  await expectVerdict(page, 'access-denied')
  await page.getByRole('link', { name: 'Try again with the same choices' }).click()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('scope') === 'openid webhooks')
})

test('a scope that was missing is asked for in a new sign-in, which comes back to the call', async ({ page }) => {
  await signInAndSeeToken(page, { scopes: ['openid'] })
  await openOperation(page, 'List webhooks')
  await send(page)
  await expectVerdict(page, 'scope-insufficient')
  await page.getByRole('link', { name: 'Sign in again and ask for webhooks' }).click()
  await expect(page).toHaveURL(
    ({ searchParams }) =>
      searchParams.get('scope') === 'openid webhooks' && searchParams.get('return') === '/calls/list-webhooks',
  )
})

test('a token at the wrong gateway can also be followed by a sign-in with that environment', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await page.getByLabel('Send to the gateway of').selectOption('Production')
  await send(page)
  await expectVerdict(page, 'no-matching-public-key')
  await page.getByRole('link', { name: 'Sign in with Production' }).click()
  await expect(page.getByRole('radio', { name: 'Production', exact: true })).toBeChecked()
})

test('an account without a company is followed by a sign-in with another account', async ({ page }) => {
  await signInAndSeeToken(page, { account: 'carla-mendes' })
  await openOperation(page, 'List authorized direct debits')
  await send(page)
  await expectVerdict(page, 'company-identifier-missing')
  await page.getByRole('link', { name: 'Sign in with another account' }).click()
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('prompt') === 'login')
})

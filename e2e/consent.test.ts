import { expectVerdict, openOperation, openScopes, operationOn, send, signIn, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

const slips = 'apis.sandbox.example/bank-slips.readonly'
const statements = 'apis.sandbox.example/account-statements.readonly'
const wish = { scopes: ['openid', 'profile', slips, statements] }

test('a scope that was unticked stands out as refused, before those that were granted', async ({ page }) => {
  await signInAndSeeToken(page, { ...wish, refuse: [slips] })
  const scopes = page.getByRole('region', { name: 'Scopes' })
  await expect(scopes).toContainText('3 of 4 granted, 1 refused')
  await expect(scopes.getByRole('row').nth(1)).toContainText(slips)
  await expect(scopes.getByRole('row').nth(1)).toContainText('refused')
  await expect(scopes.getByRole('row', { name: statements })).not.toContainText('refused')
})

test('what a refused scope would open is said to lack it, and the way to it leads back to the same call', async ({
  page,
}) => {
  await signInAndSeeToken(page, { ...wish, refuse: [slips] })
  await openOperation(page, 'List bank slips')
  await expect(operationOn(page, 'List bank slips')).toHaveText(/scope missing/)
  await expect(operationOn(page, 'Account statement')).not.toHaveText(/scope missing/)
  await expect(page.getByRole('list', { name: 'What this call needs' })).toContainText('missing')

  await send(page)
  await expectVerdict(page, 'scope-insufficient')
  await page.getByRole('link', { name: 'Sign in with bank slips (read)' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await openScopes(page)
  await expect(page.getByRole('checkbox', { name: slips, exact: true })).toBeChecked()

  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  await page.getByRole('button', { name: 'Allow selected' }).click()
  await expect(page).toHaveURL('/calls/list-bank-slips')
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
})

test('the next step asks for a scope that the sign-in had not asked for', async ({ page }) => {
  const writes = 'apis.sandbox.example/bank-slips.readwrite'
  await signInAndSeeToken(page, wish)
  await openOperation(page, 'Create a bank slip')
  await send(page)
  await expectVerdict(page, 'scope-insufficient')
  await page.getByRole('link', { name: 'Sign in with bank slips (read and write)' }).click()
  await openScopes(page)
  for (const scope of [...wish.scopes, writes])
    await expect(page.getByRole('checkbox', { name: scope, exact: true })).toBeChecked()
})

test('a person who denies everything is told so, and can try again with the same choices', async ({ page }) => {
  await signIn(page, { ...wish, account: 'bruno-lima', prompt: 'login', deny: true })
  await expect(page).toHaveURL(/\/refused\//)
  await expectVerdict(page, 'access-denied')
  await page.reload()
  await expectVerdict(page, 'access-denied')

  await page.getByRole('link', { name: 'Try again with the same choices' }).click()
  await openScopes(page)
  for (const scope of wish.scopes) await expect(page.getByRole('checkbox', { name: scope, exact: true })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Always ask who I am/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(wish.scopes.length + 1)
})

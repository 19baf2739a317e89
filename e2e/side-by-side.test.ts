import type { Page } from 'playwright/test'
import { expectGoodLooks } from './looks.ts'
import {
  answerConsent,
  chooseAccount,
  leaveForIdentityService,
  openOperation,
  type SignInOptions,
  send,
  signIn,
  signInAndSeeToken,
} from './people.ts'
import { expect, test } from './product-story.ts'

const ticket = (page: Page) => page.getByRole('region', { name: 'Session', exact: true })
const switchTo = (page: Page, title: string) =>
  ticket(page)
    .getByRole('button', { name: new RegExp(`^Switch to ${title}`) })
    .click()
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
/** The messages, less the links inside of the one that is open. */
const messages = (page: Page) =>
  page.getByRole('list', { name: 'Messages, oldest first' }).getByRole('link').and(page.locator('[aria-expanded]'))

const draft = (page: Page) => page.getByLabel('Body, as JSON')

/** Ana and Carla, both signed in, with the same call made by each. The tab is Carla’s. */
async function callAsBoth(page: Page): Promise<void> {
  await signInAndSeeToken(page)
  await expect(ticket(page).getByRole('list', { name: 'Other sessions' })).toBeHidden()
  await openOperation(page, 'Create a bank slip')
  await draft(page).fill('{ "payer": "Ana’s draft" }')
  await openOperation(page, 'List authorized direct debits')
  await send(page)
  await expect(response(page)).toContainText('200')

  await ticket(page).getByRole('link', { name: 'Add a session' }).click()
  await leaveForIdentityService(page)
  await chooseAccount(page, 'carla-mendes')
  await answerConsent(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await expect(ticket(page)).toContainText('Carla Mendes')
  await openOperation(page, 'List authorized direct debits')
  await expect(response(page)).not.toContainText('200')
  await send(page)
  await expect(response(page)).toContainText('403')
}

test('two people are signed in side by side, and the 403 of one is laid beside the 200 of the other', async ({
  page,
}) => {
  await callAsBoth(page)
  await expect(response(page)).toContainText('as Carla Mendes')
  await expectGoodLooks(page)
  await openOperation(page, 'Create a bank slip')
  await expect(draft(page)).not.toHaveValue(/Ana’s draft/)

  await switchTo(page, 'Ana Souza')
  await expect(draft(page)).toHaveValue(/Ana’s draft/)
  await openOperation(page, 'List authorized direct debits')
  await expect(page.getByRole('status').filter({ hasText: 'You are Ana Souza now' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'List authorized direct debits' })).toBeVisible()
  await expect(response(page)).toContainText('200')
  await response(page).getByRole('link', { name: 'Compare with Carla Mendes: 403' }).click()
  const beside = page.getByRole('region', { name: 'Side by side' })
  await expect(beside).toContainText('Ana Souza: List authorized direct debits')
  await expect(beside).toContainText('Carla Mendes: List authorized direct debits')
  await expect(beside.getByRole('row', { name: /^Response status / })).toContainText('200')
  await expect(beside.getByRole('row', { name: /^Response status / })).toContainText('403')
  await expectGoodLooks(page)

  await expect(messages(page)).toHaveCount(6)
  await page.getByRole('combobox', { name: 'Session' }).selectOption('Carla Mendes')
  await expect(messages(page)).toHaveText([/Sign-in.*Carla/, /Token request.*Carla/, /direct debits.*Carla/])
  await page.getByRole('combobox', { name: 'Session' }).selectOption('')
  await page.getByRole('button', { name: 'Repeat as Carla Mendes' }).click()
  await expect(messages(page)).toHaveCount(7)
  await expect(messages(page).last()).toContainText('Carla Mendes')
})

test('two whole runs are laid side by side in Flow, headed by where they part', async ({ page }) => {
  await callAsBoth(page)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Flow' }).click()
  await page.getByRole('button', { name: 'Compare runs' }).click()
  const runs = page.getByRole('region', { name: 'Two runs side by side' })
  await expect(runs).toContainText('The runs differ at List authorized direct debits: 200 first, 403 second.')
  await expect(runs.getByLabel('First run').locator('option:checked')).toContainText('Ana Souza')
  await expect(runs.getByLabel('Second run').locator('option:checked')).toContainText('Carla Mendes')
  await expectGoodLooks(page)

  await runs.getByLabel('Second run').selectOption({ index: 0 })
  await expect(runs).toContainText('Every step ended the same way.')
  await runs.getByRole('link', { name: 'Close the comparison of runs' }).click()
  await expect(runs).toBeHidden()
})

test('runs that share no call are said to, with the call to repeat, and one comparison takes the place of the other', async ({
  page,
}) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await send(page)
  await expect(response(page)).toContainText('200')
  await ticket(page).getByRole('link', { name: 'Add a session' }).click()
  await leaveForIdentityService(page)
  await chooseAccount(page, 'carla-mendes')
  await answerConsent(page)
  await expect(ticket(page)).toContainText('Carla Mendes')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Flow' }).click()
  await page.getByRole('button', { name: 'Compare runs' }).click()
  const runs = page.getByRole('region', { name: 'Two runs side by side' })
  await expect(runs).toContainText('The runs share no call.')
  await runs.getByRole('link', { name: 'repeat List bank slips' }).click()
  await expect(runs).toBeHidden()
  await page.getByRole('button', { name: 'Repeat as Carla Mendes' }).click()
  await expect(page.getByRole('region', { name: 'Side by side', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Compare runs' }).click()
  await expect(runs).toBeVisible()
  await expect(page.getByRole('region', { name: 'Side by side', exact: true })).toBeHidden()
})

test('after the sign-out of one the other still works, also after a reload, and the tab is nobody’s until it is said', async ({
  page,
}) => {
  await callAsBoth(page)
  await ticket(page).getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Another session is still signed in')).toBeVisible()
  await expectGoodLooks(page)
  await page.reload()
  await expect(page.getByText('Another session is still signed in')).toBeVisible()
  await page.goto('/calls/list-direct-debits')
  await page.getByRole('button', { name: 'Continue as Ana Souza' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'List authorized direct debits' })).toBeVisible()
  await send(page)
  await expect(response(page)).toContainText('200')
  await page.reload()
  await expect(ticket(page)).toContainText('Ana Souza')
})

test('two tabs hold a session each, and neither brings the other into its own', async ({ page, context }) => {
  await signInAndSeeToken(page)
  const second = await context.newPage()
  await second.goto('/token')
  await expect(ticket(second)).toContainText('Ana Souza')
  await signIn(second, { account: 'carla-mendes', prompt: 'login' })
  await expect(ticket(second).getByRole('paragraph').filter({ hasText: 'Carla Mendes' })).toBeVisible()
  await expect(ticket(page).getByRole('button', { name: /^Switch to Carla Mendes/ })).toBeVisible()
  await expect(ticket(page).getByRole('paragraph').filter({ hasText: 'Ana Souza' })).toBeVisible()
  for (const [tab, person] of [
    [page, 'Ana Souza'],
    [second, 'Carla Mendes'],
  ] as const) {
    await tab.reload()
    await tab.getByRole('tab', { name: 'ID token' }).click()
    await expect(tab.getByRole('row', { name: /^name / })).toContainText(person)
    await ticket(tab).getByRole('button', { name: 'Renew', exact: true }).click()
    await expect(tab.getByRole('status').filter({ hasText: 'The tokens were renewed' })).toBeVisible()
    await expect(tab.getByRole('row', { name: /^name / })).toContainText(person)
  }
  await ticket(second).getByRole('button', { name: 'Sign out of all' }).click()
  for (const tab of [page, second]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(ticket(tab)).toBeHidden()
  }
})

test('a fifth sign-in asks which session ends, and ends that one alone', async ({ page }) => {
  const four: SignInOptions[] = [
    { account: 'ana-souza' },
    { account: 'bruno-lima' },
    { account: 'carla-mendes' },
    { account: 'ana-souza', environment: 'production' },
  ]
  for (const options of four) await signInAndSeeToken(page, { ...options, prompt: 'login' })
  await page.goto('/?environment=production&prompt=login')
  const ends = page.getByLabel('Session to end')
  await expect(ends).toBeVisible()
  await expectGoodLooks(page)
  await ends.selectOption({ label: 'Bruno Lima (Sandbox · Ledger Desk)' })
  await leaveForIdentityService(page)
  await chooseAccount(page, 'carla-mendes')
  await answerConsent(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  const others = ticket(page).getByRole('list', { name: 'Other sessions' }).getByRole('listitem')
  await expect(others).toHaveCount(3)
  await expect(others.filter({ hasText: 'Bruno Lima' })).toHaveCount(0)
})

test('on a phone the head says who it is, and switches', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAndSeeToken(page)
  await signIn(page, { account: 'carla-mendes', prompt: 'login' })
  await ticket(page)
    .getByRole('button', { name: /Carla Mendes/ })
    .click()
  await expectGoodLooks(page)
  await switchTo(page, 'Ana Souza')
  await expect(ticket(page).getByRole('button', { name: /^Ana Souza/ })).toBeVisible()
  await expect(ticket(page).getByRole('list', { name: 'Other sessions' })).toBeHidden()
})

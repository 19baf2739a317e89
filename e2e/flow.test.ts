import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { scenarios } from '../src/sandbox/scenarios.ts'
import { expectGoodLooks } from './looks.ts'
import { answerConsent, chooseAccount, expectVerdict, openOperation, send, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'
import { expectAccessible } from './story.ts'

/** The messages, less the links inside of the one that is open. */
const messages = (page: Page) =>
  page.getByRole('list', { name: 'Messages, oldest first' }).getByRole('link').and(page.locator('[aria-expanded]'))

async function openFlow(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Flow' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Flow' })).toBeVisible()
}

async function signInAndCall(page: Page): Promise<void> {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
  await page.getByLabel('Gateway', { exact: true }).selectOption('production')
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('401')
  await openFlow(page)
}

test('the flow tells the sign-in and every call, and each message says what it means', async ({ page }) => {
  await signInAndCall(page)
  await expect(messages(page)).toHaveText([/Sign-in/, /Token request/, /List bank slips/, /List bank slips/])
  await expectGoodLooks(page)
  await messages(page).nth(3).click()
  await expect(page.getByRole('article', { name: 'Why it failed' })).toBeVisible()
  await page.getByRole('tab', { name: 'Explained' }).click()
  await expect(page.getByRole('region', { name: 'Compared with the API guide' })).toContainText(
    'steps.jwt.NoMatchingPublicKey',
  )
  await expectGoodLooks(page)
  await page.reload()
  await expect(messages(page).nth(3)).toHaveAttribute('aria-expanded', 'true')
})

test('messages are filtered and searched, and the choice is in the address', async ({ page }) => {
  await signInAndCall(page)
  await page.getByLabel('Outcome').selectOption('failed')
  await expect(messages(page)).toHaveCount(1)
  await page.getByLabel('Outcome').selectOption('')
  await page.getByRole('searchbox').fill('grant_type')
  await expect(messages(page)).toHaveText([/Token request/])
  await page.reload()
  await expect(messages(page)).toHaveText([/Token request/])
})

test('on a phone an opened message comes into view, and goes again', async ({ page }) => {
  await signInAndCall(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await messages(page).nth(3).click()
  const verdict = page.getByRole('article', { name: 'Why it failed' })
  await expect(verdict.getByRole('heading').first()).toBeInViewport()
  await messages(page).nth(3).click()
  await expect(verdict).toBeHidden()
  await expect(messages(page)).toHaveCount(4)
})

test('a call is repeated, and shown beside the first', async ({ page }) => {
  await signInAndCall(page)
  await messages(page).nth(2).click()
  await page.getByRole('button', { name: 'Repeat', exact: true }).click()
  await expect(messages(page)).toHaveCount(5)
  const beside = page.getByRole('region', { name: 'Side by side' })
  await expect(beside).toContainText('no difference that matters')
  await beside.getByText('differ in every message').click()
  await expect(beside.getByRole('table', { name: 'What differs in every message' })).toContainText('x-request-id')
  await expectGoodLooks(page)
  await page.getByRole('button', { name: 'Edit and repeat' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'List bank slips' })).toBeVisible()
})

async function saveHar(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as flow.har' }).click()
  const path = await (await saved).path()
  await page.getByRole('button', { name: 'Close the copy' }).click()
  return path
}

test('attack 52: the flow leaves as a file without a secret, and shows the same there, in Flow and in Inspect', async ({
  page,
}) => {
  await signInAndCall(page)
  await messages(page).nth(3).click()
  // What can be done of it differs from screen to screen; what is said of it does not.
  const said = page.getByRole('article', { name: 'Why it failed' }).locator('header, figure, footer')
  await expect(said).toHaveCount(3)
  const why = await said.allInnerTexts()
  await messages(page).nth(3).click()
  const path = await saveHar(page)
  expect(await readFile(path, 'utf8')).not.toMatch(/eyJ[\w-]{10}/)
  const described = await messages(page).allInnerTexts()
  await page.getByLabel('HAR file with a flow').setInputFiles(path)
  await expect(page.getByText('This is the flow in')).toBeVisible()
  await expect(messages(page)).toHaveCount(described.length)
  expect(await messages(page).allInnerTexts()).toEqual(described)
  await messages(page).nth(3).click()
  await expect.poll(() => said.allInnerTexts()).toEqual(why)

  await page.goto('/inspect')
  await page.locator('input[type="file"]').setInputFiles(path)
  await expect(page.getByRole('article', { name: 'Why it failed' }).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page.getByText(/^1 of 4 steps failed/)).toBeVisible()
  await expect.poll(() => said.allInnerTexts()).toEqual(why)
})

test('a call in an opened file is repeated beside it; where it cannot be, the page says why', async ({ page }) => {
  await signInAndCall(page)
  const path = await saveHar(page)
  const file = page.getByLabel('HAR file with a flow')
  await file.setInputFiles(path)
  await expect(page.getByText('This is the flow in')).toBeVisible()
  await messages(page).nth(2).click()
  await page.getByRole('button', { name: 'Repeat', exact: true }).click()
  await expect(messages(page)).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Side by side' })).toContainText('x-request-id')
  await expect(page.getByText('This is the flow in')).toBeVisible()

  const elsewhere = {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 5,
    request: {
      method: 'GET',
      url: 'https://elsewhere.example/base/v1/bank-slips/%ZZ',
      headers: [{ name: 'Authorization', value: 'Bearer opaque' }],
    },
    response: { status: 401, headers: [], content: {} },
  }
  const buffer = Buffer.from(JSON.stringify({ log: { version: '1.2', entries: [elsewhere] } }))
  await page.getByRole('button', { name: 'Close the file' }).click()
  await file.setInputFiles({ name: 'elsewhere.har', mimeType: 'application/json', buffer })
  await expect(page.getByText('This is the flow in elsewhere.har')).toBeVisible()
  await messages(page).first().click()
  await expect(page.getByRole('button', { name: 'Repeat', exact: true })).toHaveCount(0)
  await expect(page.getByText('Choose a gateway to send it to.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit and repeat' }).click()
  await expect(page.getByLabel('Path and query below /v1/')).toHaveValue('bank-slips/%ZZ')
  await expect(page.getByLabel('Gateway', { exact: true })).toHaveValue('sandbox')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await openFlow(page)
  await file.setInputFiles(path)
  await messages(page).nth(2).click()
  await expect(page.getByText('Sign in to repeat it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Repeat', exact: true })).toHaveCount(0)
})

test('nothing of the flow is left after the sign-out', async ({ page }) => {
  await signInAndCall(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await openFlow(page)
  await expect(page.getByText('Nothing recorded yet')).toBeVisible()
})

for (const scenario of scenarios) {
  test(`the demonstration ${scenario.id} is played by one press and ends as expected`, async ({ page }) => {
    await page.goto(`/demonstrations/${scenario.id}`)
    await page.getByRole('button', { name: 'Run it' }).click()
    await chooseAccount(page, scenario.account)
    await expect(page.getByText(scenario.deny ? 'press Deny all' : /For this demonstration,/)).toBeVisible()
    await expectAccessible(page)
    await answerConsent(page, scenario)
    const wait = (scenario.call?.afterSeconds ?? 0) * 1_000
    // The call of a story that must wait is the one thing that needs a second press.
    if (wait > 0) await page.getByRole('link', { name: 'Send the call' }).click({ timeout: wait + 10_000 })
    await expect(page.getByText('as expected', { exact: true })).toBeVisible()
    // The result comes first, and what was played is folded.
    await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(scenario.call ? 2 : 1)
    if (scenario.expected) await expectVerdict(page, scenario.expected)
    else await expect(page.getByRole('article', { name: 'Why it failed' })).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/demonstrations/${scenario.id}$`))
  })
}

test('every story that was played keeps its mark, and no other has one', async ({ page }) => {
  for (const id of ['denied', 'no-company']) {
    await page.goto(`/demonstrations/${id}`)
    await page.getByRole('button', { name: 'Run it' }).click()
    const story = scenarios.find((scenario) => scenario.id === id)
    await chooseAccount(page, story?.account)
    await answerConsent(page, story)
    await expect(page.getByText('as expected', { exact: true })).toBeVisible()
  }
  const stories = page.getByRole('navigation', { name: 'Stories' })
  await expect(stories.getByText('ended as expected')).toHaveCount(2)
  await expect(stories.getByText('ended differently')).toHaveCount(0)
  await expectGoodLooks(page)
})

test('a demonstration is presented one step at a time, with every secret masked', async ({ page }) => {
  await page.goto('/demonstrations/denied')
  await page.getByRole('link', { name: 'Present it step by step' }).click()
  await expect(page.getByRole('button', { name: 'Mask secrets' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  await expect(page.getByText('On the identity page, choose Bruno Lima')).toBeVisible()
  await expectGoodLooks(page)
  // The step that follows is the sign-in itself, so that no step is shown that nobody has played.
  await page.keyboard.press('ArrowRight')
  // On the identity pages the clicker presses what the story needs.
  await expect(page.getByRole('button', { name: 'Bruno Lima' })).toBeFocused()
  await page.waitForLoadState()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: 'Deny all' })).toBeFocused()
  await page.waitForLoadState()
  await page.keyboard.press('PageDown')
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await expectVerdict(page, 'access-denied')
  await expect(page.getByRole('list', { name: 'Messages, oldest first' })).toBeVisible()
  await expectGoodLooks(page)
  await page.keyboard.press('PageUp')
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  await page.keyboard.press('PageDown')
  await expectVerdict(page, 'access-denied')
  await expect(page.getByRole('link', { name: /^Next demonstration: / })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/demonstrations/denied')
  await expect(page.getByRole('button', { name: 'Mask secrets' })).toHaveAttribute('aria-pressed', 'false')
})

test('what a presentation masks is shown again when it is left in any way, and what one masked oneself is not', async ({
  page,
}) => {
  const present = async () => {
    await page.getByRole('link', { name: 'Present it step by step' }).click()
    await expect(page.getByText(/^Step \d of/)).toBeVisible()
  }
  const expectMasked = (pressed: boolean) =>
    expect(page.getByRole('button', { name: 'Mask secrets' })).toHaveAttribute('aria-pressed', String(pressed))
  await page.goto('/demonstrations/denied')
  await present()
  await expectMasked(true)
  await page.goBack()
  await expect(page).toHaveURL('/demonstrations/denied')
  await expectMasked(false)
  await page.goForward()
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  await expectMasked(true)
  await page.goto('/errors')
  await expectMasked(false)
  // Turned off on the stage, it stays off on the way over the identity service.
  await page.goto('/demonstrations/denied?step=1')
  await expectMasked(true)
  await page.getByRole('button', { name: 'Mask secrets' }).click()
  await page.keyboard.press('ArrowRight')
  await chooseAccount(page, 'bruno-lima')
  await page.getByRole('button', { name: 'Deny all' }).click()
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await expectMasked(false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mask secrets' }).click()
  await present()
  await expectMasked(true)
  await page.goBack()
  await expect(page).toHaveURL('/demonstrations/denied')
  await expectMasked(true)
})

test('a clicker clears what a story needs refused before it allows the rest', async ({ page }) => {
  await page.goto('/demonstrations/partial-consent?step=1')
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('button', { name: 'Ana Souza' })).toBeFocused()
  await page.waitForLoadState()
  await page.keyboard.press('PageDown')
  const refused = page.getByRole('checkbox', { name: /bank-slips/ })
  await expect(refused).toBeFocused()
  await page.waitForLoadState()
  await page.keyboard.press('PageDown')
  await expect(refused).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: /account-statements/ })).toBeChecked()
  await page.keyboard.press('PageDown')
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(page.getByText('as expected')).toBeVisible()
})

test('a story with a call is presented sign-in first, then its call, and leads to the next story', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 720 })
  await page.goto('/demonstrations/token-at-the-other-gateway?step=1')
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Run it' }).click()
  await chooseAccount(page, 'ana-souza')
  await answerConsent(page, {})
  await expect(page.getByText('Step 2 of 3')).toBeVisible()
  const drawn = page.getByRole('list', { name: 'Messages, oldest first' }).getByRole('listitem')
  await expect(drawn).toHaveText([/Sign-in/, /Token request/])
  await page.keyboard.press('PageDown')
  await expectVerdict(page, 'no-matching-public-key')
  await expect(drawn).toHaveCount(3)
  await expect(page.getByRole('article').getByRole('link', { name: 'no-matching-public-key' })).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { level: 1, name: 'A person without a company' })).toBeVisible()
  await expect(page.getByText('Step 1 of 3')).toBeVisible()
})

test('webhooks of a new slip arrive while the flow is open, beside the call that made the slip', async ({ page }) => {
  const write = 'apis.sandbox.example/bank-slips.readwrite'
  await signInAndSeeToken(page, { scopes: ['openid', 'webhooks', write] })
  await openFlow(page)
  await page.getByRole('button', { name: 'Create a webhook address' }).click()
  await page.getByRole('link', { name: 'Register it, then create a slip' }).click()
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('201')
  await openOperation(page, 'Create a bank slip')
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('201')
  await openFlow(page)
  const arrived = page.getByRole('list', { name: 'Webhooks that arrived, newest first' }).getByRole('listitem')
  await expect(arrived).toHaveText([/bank-slip\.created/])
  await expect(arrived).toHaveText([/bank-slip\.paid/, /bank-slip\.created/], { timeout: 20_000 })
  const picture = page.getByRole('list', { name: 'Messages, oldest first' })
  await expect(picture.getByRole('link', { name: /Webhook bank-slip\.paid/ })).toBeVisible()
  await arrived.first().locator('summary').click()
  await expect(arrived.first().getByRole('link', { name: /Create a bank slip/ })).toBeVisible()
  await expectGoodLooks(page)
})

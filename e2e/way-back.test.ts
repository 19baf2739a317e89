import type { Page } from 'playwright/test'
import { type Messages, messagesPath } from '../src/contract/messages.ts'
import { returnPath } from '../src/contract/sign-in.ts'
import {
  askBff,
  chooseAccount,
  expectVerdict,
  hasLeft,
  leaveForIdentityService,
  signIn,
  signInAndSeeToken,
  signInScreen,
} from './people.ts'
import { expect, test } from './product-story.ts'
import type { Traffic } from './traffic.ts'

test('attack 1: the address after the sign-in contains no code, and Back does not meet a used one', async ({
  page,
  complaints,
}) => {
  complaints.expect(/400 .*\/oauth2\/interaction\//)
  await signInAndSeeToken(page)
  await expect(page).toHaveURL('/token')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'This sign-in is over' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL('/token')
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  expect(await tokenRequests(page)).toBe(1)
})

test('attack 9: a callback that is opened again is known as used, and the session stands', async ({
  page,
  traffic,
}) => {
  await signInAndSeeToken(page)
  const callback = callbackOf(traffic)
  await page.goto(callback)
  await expect(page).toHaveURL(/\/refused\//)
  await expectVerdict(page, 'code-already-used')
  await page.getByRole('link', { name: 'Continue to the token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  expect(await tokenRequests(page)).toBe(1)

  // A second use of the code would have had the identity service revoke the refresh token (RFC 6749 §4.1.2).
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(page.getByText('The tokens were renewed')).toBeVisible()
})

test('attack 9: a callback that is opened again in a new tab is known as used there too', async ({
  page,
  context,
  traffic,
}) => {
  await signInAndSeeToken(page)
  const second = await context.newPage()
  await second.goto(callbackOf(traffic))
  await expectVerdict(second, 'code-already-used')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  expect(await tokenRequests(page)).toBe(1)
})

test('a redirect that the BFF cannot take in leaves no code in the address, and is taken in by trying again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/503 .*\/bff\/sign-in\/return/)
  const refusal = { code: 'store-unavailable', message: 'The store is away just now.', fix: 'Wait a little.' }
  let held: Promise<void> | undefined
  await page.route(`**${returnPath}`, async (route) => {
    await held
    await route.fulfill({ status: 503, json: refusal })
  })
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'The sign-in could not be finished' })).toBeVisible()
  await expect(page).toHaveURL('/refused')
  await expect(page.getByText(refusal.message)).toBeVisible()
  await expect(page.getByText(refusal.fix)).toBeVisible()
  expect(await tokenRequests(page)).toBe(0)

  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Trying again…' }).dispatchEvent('click')
  release()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText(refusal.message)).toBeVisible()
  await expect(page).toHaveURL('/refused')

  await page.unroute(`**${returnPath}`)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await expect(page).toHaveURL('/token')
  expect(await tokenRequests(page)).toBe(1)
})

test('a redirect whose response broke off is known again, and tells what became of the sign-in', async ({ page }) => {
  await page.route(`**${returnPath}`, async (route) => {
    const request = route.request()
    const [headers, body] = [await request.allHeaders(), request.postData()]
    const response = await fetch(request.url(), { method: 'POST', headers, body })
    const setCookie = response.headers.getSetCookie().join('\n')
    const half = (await response.text()).slice(0, 200)
    await route.fulfill({ status: response.status, headers: { 'set-cookie': setCookie }, body: half })
  })
  await signIn(page)
  await expect(page.getByText('a body that this page cannot read')).toBeVisible()
  await expect(page).toHaveURL('/refused')

  await page.unroute(`**${returnPath}`)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expectVerdict(page, 'code-already-used')
  await page.getByRole('link', { name: 'Continue to the token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
})

test('attack 2: a callback with a state that this tab did not send is refused, and its code is not sent', async ({
  page,
}) => {
  await page.goto(signInScreen({}))
  await leaveForIdentityService(page)
  await chooseAccount(page)
  await page.goto('/callback?code=a-code&state=another-state&iss=http://127.0.0.1')
  await expectVerdict(page, 'state-unknown')
  expect(await tokenRequests(page)).toBe(0)
})

test('attack 5: a callback in a browser that started no sign-in is refused, and its code is not sent', async ({
  page,
}) => {
  await page.goto('/callback?code=a-code&iss=http://127.0.0.1')
  await expect(page.getByRole('heading', { level: 1, name: 'The sign-in was refused' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Why it failed' })).toBeVisible()
  await page.getByRole('link', { name: 'Start a sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  expect(await tokenRequests(page)).toBe(0)
})

test('an identity service that does not know the client says so itself, and the app tells why it never came back', async ({
  page,
  baseURL,
  complaints,
}) => {
  complaints.expect(/400 .*\/oauth2\/authorize\?/)
  await page.goto(signInScreen({ environment: 'production', client: 'sandbox-client' }))
  const refused = page.waitForResponse(/\/oauth2\/authorize\?/)
  await leaveForIdentityService(page)
  expect((await refused).status()).toBe(400)
  await expect(page.getByRole('heading', { level: 1, name: 'This client is not registered here' })).toBeVisible()

  await page.goto(baseURL ?? '')
  await expect(page.getByText('Unfinished sign-in to Production')).toBeVisible()
  const guess = page.getByText('It probably does not know the client ledger-desk-sandbox')
  // Who only went back is told of no fault.
  await expect(guess).toBeHidden()
  await page.getByRole('button', { name: 'It showed an error' }).click()
  await expect(guess).toBeVisible()
  await expect(page.getByText('The same client is also configured for Sandbox')).toBeVisible()
  await page.getByRole('link', { name: 'What happened?' }).click()
  await expectVerdict(page, 'stopped-on-identity-page')
  await page.goBack()
  await page.getByRole('button', { name: 'Dismiss the unfinished sign-in' }).click()
  await expect(page.getByText('Unfinished sign-in')).toBeHidden()
})

test('a sign-in that was left on the identity service’s page is continued with its choices', async ({
  page,
  baseURL,
}) => {
  await page.goto(signInScreen({ environment: 'production', scopes: ['openid', 'email'] }))
  await leaveForIdentityService(page)
  await page.goto(baseURL ?? '')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await hasLeft(page)
  await chooseAccount(page)
  await expect(page.getByRole('checkbox')).toHaveCount(2)
})

test('attack 26: somebody else who signs in beside a session sees nothing of the first', async ({ page }) => {
  await signInAndSeeToken(page)
  await signIn(page, { account: 'bruno-lima', prompt: 'login' })
  await page.getByRole('tab', { name: 'ID token' }).click()
  await expect(page.getByRole('row', { name: /^name / })).toContainText('Bruno Lima')
  // The switch names the first; what her tokens say is on no screen of this session.
  await expect(page.getByRole('main').getByText('Ana Souza')).toBeHidden()
  await expect(page.getByRole('main').getByText('ana.souza')).toBeHidden()
})

function callbackOf(traffic: Traffic): string {
  const callback = traffic.exchanges.find(({ url }) => url.includes('/callback?code='))
  if (!callback) throw new Error('No redirect returned a code.')
  return callback.url
}

/** Token requests that the BFF sent for this browser, as it recorded them. */
async function tokenRequests(page: Page): Promise<number> {
  const { messages } = await askBff<Messages>(page, messagesPath)
  return messages.filter(({ step }) => step === 'token').length
}

import { expectGoodLooks, expectNoSidewaysScroll } from './looks.ts'
import {
  answerConsent,
  chooseAccount,
  expectVerdict,
  leaveForIdentityService,
  openOperation,
  openScopes,
  openTokenPart,
  send,
  signIn,
  signInAndSeeToken,
  signInScreen,
} from './people.ts'
import { expect, test } from './product-story.ts'

const slips = 'apis.sandbox.example/bank-slips.readonly'

test('the sign-in screen is open to everybody, also with a problem on it', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  await expectGoodLooks(page)

  await openScopes(page)
  await page.getByRole('textbox', { name: 'Another scope' }).fill('not"a scope')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await expectGoodLooks(page)
})

test('nothing moves when the typefaces arrive late', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    let moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved += (entry as unknown as { value: number }).value
      document.documentElement.dataset.moved = String(moved)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  release()
  const arrived = (name: string) =>
    page.evaluate((family) => [...document.fonts].some((one) => one.family === family && one.status === 'loaded'), name)
  for (const name of ['Inter', 'JetBrains Mono']) await expect.poll(() => arrived(name)).toBe(true)
  // Two frames later whatever has moved is told.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(Number(await page.evaluate(() => document.documentElement.dataset.moved ?? 0))).toBeLessThan(0.01)
})

test('where the typefaces cannot be had, those of the machine are in', async ({ page, complaints }) => {
  complaints.expect(/ERR_FAILED .*woff2/)
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await leaveForIdentityService(page)
  await page.waitForURL('**/interaction/**')
  await expect(page.getByRole('button', { name: 'Ana Souza' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('the screen for an address that leads nowhere is open to everybody', async ({ page }) => {
  await page.goto(`/nowhere/${'n'.repeat(200)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expectGoodLooks(page)
})

test('an app whose server does not respond says so in its frame, and starts once it does', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED .*bff/)
  await page.route('**/bff/**', (route) => route.abort())
  // The page comes without its configuration, as where the BFF could not read one in time.
  await page.addInitScript(() => {
    new MutationObserver(() => document.getElementById('in-page')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    })
  })
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Claimcheck could not start' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Claimcheck', exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('own server did not send a complete response')
  await expect(page.getByText('What you entered')).toBeHidden()
  await expectGoodLooks(page)
  await page.unroute('**/bff/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
})

test('what something between page and server writes is reported as that, and never as words of the app', async ({
  page,
  complaints,
}) => {
  complaints.expect(/502 .*bff\/sign-in/)
  await page.route('**/bff/sign-in', (route) => route.fulfill({ status: 502, json: { message: 'words of a proxy' } }))
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue to Sandbox' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'status 502' })
  await expect(alert).toContainText('Something between them may have responded instead')
  await expect(page.getByText('words of a proxy')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeEnabled()
})

test('a screen that is slow to come says what is waited for', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/(?:route|error)[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Errors' }).click()
  await expect(page.getByText('Loading Errors')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  await expect(page.getByText('Loading Errors')).toBeHidden()
})

test('a screen opens at its top, and comes back to where it was left', async ({ page }) => {
  const scrolled = () => page.evaluate(() => scrollY)
  await page.goto('/errors')
  await page.getByRole('heading', { name: 'More fault codes of the gateway' }).click()
  await expect(page.getByRole('link', { name: 'The gateway returned InvalidCurve' }).first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 1_500))
  await page.goto('/errors/403')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Inspect' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inspect' })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await page.goBack()
  await expect.poll(scrolled).toBe(1_500)
})

test('the errors are open to everybody', async ({ page }) => {
  await page.goto('/errors')
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('searchbox').fill('NoMatchingPublicKey')
  await page.getByRole('link', { name: /key/i }).first().click()
  await expectVerdict(page, 'no-matching-public-key')
  await expectGoodLooks(page)
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Source: API guide §7.2/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Read it in the API guide' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'API guide' })).toBeVisible()
  await expect(page.getByText('The API gateway verifies the signature')).toBeInViewport()
  await expectGoodLooks(page)
})

test('the pages of the identity service are open to everybody', async ({ page, complaints }) => {
  complaints.expect(/400 .*\/oauth2\/authorize\?/)
  await page.goto(signInScreen({}))
  await leaveForIdentityService(page)
  await expect(page.getByRole('button', { name: 'Ana Souza' })).toBeVisible()
  await expectGoodLooks(page)
  await chooseAccount(page)
  await expect(page.getByRole('button', { name: 'Deny all' })).toBeVisible()
  await expectGoodLooks(page)

  const { origin } = new URL(page.url())
  await page.goto(`${origin}/oauth2/authorize?client_id=nobody&response_type=code&redirect_uri=http://127.0.0.1/`)
  await expect(page.getByRole('heading', { level: 1, name: 'This client is not registered here' })).toBeVisible()
  await expectGoodLooks(page)
})

test('a sign-in that never came back, and one that was refused, are open to everybody', async ({ page, baseURL }) => {
  await page.goto(signInScreen({}))
  await leaveForIdentityService(page)
  await expect(page.getByRole('button', { name: 'Ana Souza' })).toBeVisible()
  await page.goto(baseURL ?? '')
  await page.getByRole('button', { name: 'It showed an error' }).click()
  await expect(page.getByText('It probably does not know the client')).toBeVisible()
  await expectGoodLooks(page)

  await signIn(page, { deny: true })
  await expectVerdict(page, 'access-denied')
  await expectGoodLooks(page)
})

test('the token screen is open to everybody, with either token', async ({ page }) => {
  await signInAndSeeToken(page, { refuse: [slips] })
  await expectGoodLooks(page)
  await page.getByRole('tab', { name: 'ID token' }).click()
  await expect(page.getByRole('row', { name: /^nonce / })).toBeVisible()
  await expectGoodLooks(page)
  await page.getByRole('tab', { name: 'Checks' }).click()
  await expectGoodLooks(page)
  await openTokenPart(page, 'Response')
  await page.getByRole('button', { name: 'Reveal access_token' }).click()
  await expectGoodLooks(page)

  await openOperation(page, 'List bank slips')
  await send(page)
  await expect(page.getByRole('link', { name: 'Sign in with bank slips (read)' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('the calls are open to everybody, with a response and with a PDF', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await expectGoodLooks(page)
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
  await expectGoodLooks(page)
  await page.getByRole('radio', { name: 'Paths' }).check()
  await expectNoSidewaysScroll(page)

  await openOperation(page, 'Bank slip as PDF')
  await page.getByLabel('slip_id').fill('slip-1003')
  await send(page)
  await page.getByRole('button', { name: 'Send again', exact: true }).click({ timeout: 10_000 })
  await expect(page.getByRole('img', { name: 'PDF of the response, drawn' }).locator('canvas')).toBeVisible()
  await expectGoodLooks(page)
})

test('the verdict on a call is open to everybody, with all parts of the exchange', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await page.getByLabel('Gateway', { exact: true }).selectOption('Production')
  await send(page)
  await expectVerdict(page, 'no-matching-public-key')
  await expectGoodLooks(page)
  for (const part of ['Headers', 'Request', 'Token evidence']) {
    await page.getByRole('tab', { name: part }).click()
    await expectGoodLooks(page)
  }
})

test('what a renewal says, and the response to a second sign-in, are open to everybody', async ({ page }) => {
  await signInAndSeeToken(page)
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(page.getByText('The tokens were renewed')).toBeVisible()
  await expectGoodLooks(page)
  await page.goto('/')
  await expect(page.getByText('You are already signed in')).toBeVisible()
  await expectGoodLooks(page)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('region', { name: 'Session' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expectGoodLooks(page)
  await leaveForIdentityService(page)
  await answerConsent(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
})

import { signInAndSeeToken } from './people.ts'
import { expect, test } from './story.ts'

test.use({ serviceWorkers: 'allow' })

// A browser that emulates the loss of its network may still take itself to be online in the next page.
const offline = /You are offline|Claimcheck’s server does not respond/

test('after the first visit, what is pasted is explained and errors are found without a network', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.goto('/inspect')
  await expect(page.getByText(offline)).toBeVisible()
  await page
    .getByLabel('What do you have?')
    .fill('{"error":"invalid_grant","error_description":"Authorization code expired"}')
  await expect(page.getByRole('article', { name: 'Why it failed' })).toBeVisible({ timeout: 30_000 })
  await page.goto('/errors')
  await page.getByRole('searchbox').fill('access-token-expired')
  await page.getByRole('main').locator('a[href="/errors/access-token-expired"]').click()
  await expect(page).toHaveURL(/\/errors\/access-token-expired$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('expired')
  await context.setOffline(false)
  await page.goto('/')
  await expect(page.getByText(offline)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Continue to / })).toBeVisible()
})

test('a sign-out without a network says that it failed and keeps the session, and works once there is one', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await signInAndSeeToken(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(page.getByText(offline)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('The session could not be changed')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(offline)).toBeHidden()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /^Continue to / })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Continue to / })).toBeVisible()
})

test('a tab that is signed in opens Inspect without a network, and is still signed in when there is one', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await signInAndSeeToken(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.goto('/inspect')
  await expect(page.getByText(offline)).toBeVisible()
  await expect(page.getByLabel('What do you have?')).toBeVisible()
  await context.setOffline(false)
  await page.goto('/token')
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
})

test('a screen that needs the server waits at its own address, and opens by itself when there is a network', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  await signInAndSeeToken(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  for (const path of ['/calls/list-bank-slips', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting for Claimcheck’s server' })).toBeVisible()
    await expect(page.getByText(offline)).toHaveCount(1)
    expect(new URL(page.url()).pathname).toBe(path)
  }
  await page.goto('/calls/list-bank-slips')
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for Claimcheck’s server' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/calls/list-bank-slips')
})

test('attack 51: what the browser keeps of the app holds nothing that the BFF answered', async ({ page }) => {
  await page.goto('/inspect')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto('/flow')
  const kept = await page.evaluate(async () =>
    (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname),
  )
  expect(kept).toContain('/index.html')
  expect(
    kept.filter((path) => !/^\/(?:assets\/|index\.html|favicon\.svg|icon-|manifest\.webmanifest)/.test(path)),
  ).toEqual([])
})

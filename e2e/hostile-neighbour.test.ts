import type { Page } from 'playwright/test'
import { signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('attack 53: nothing else can take the name of the page’s Trusted Types policy', async ({ page, complaints }) => {
  complaints.expect(/TrustedTypePolicy|Trusted Types|trusted-types/)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  const taken = page.evaluate(() =>
    (
      window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
    ).trustedTypes.createPolicy('claimcheck', { createScriptURL: (url: string) => url }),
  )
  await expect(taken).rejects.toThrow('already exists')
})

test('attack 53: a page of another site cannot frame the app', async ({ page, baseURL, complaints }) => {
  complaints.expect(/frame-ancestors|X-Frame-Options/)
  const elsewhere = 'http://127.0.0.1:9/framing'
  await page.route(elsewhere, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}/"></iframe>` }),
  )
  await page.goto(elsewhere)
  const [, framed] = page.frames()
  expect(framed?.url()).toMatch(/^chrome-error:/)
})

const evil = '<img src="x" onerror="window.ran = true">abc\u202edef'

test('attack 54: what an identity service writes into a redirect is text', async ({ page }) => {
  const redirect = new URLSearchParams({
    error: 'access_denied',
    error_description: evil,
    error_uri: 'javascript:window.ran=true',
    iss: 'http://127.0.0.1',
  })
  await page.goto(`/callback?${redirect}`)
  await expect(page.getByRole('heading', { level: 1, name: 'The sign-in was refused' })).toBeVisible()
  await expect(page.locator('main')).toContainText('onerror')
  await expectNothingRan(page)
})

test('attack 54: what a gateway writes into a fault, and the name of a file, are text', async ({ page }) => {
  const fault = { fault: { faultstring: evil, detail: { errorcode: evil } } }
  await page.goto('/inspect')
  await page.getByLabel('What do you have?').fill(`HTTP/1.1 401 Unauthorized\n\n${JSON.stringify(fault)}`)
  await expect(page.locator('main').getByText('onerror').first()).toBeVisible()
  await expectNothingRan(page)

  await page.goto('/flow')
  const har = { log: { version: '1.2', creator: { name: evil, version: '1' }, entries: [], pages: [] } }
  await page
    .getByLabel('HAR file with a flow')
    .setInputFiles({ name: `${evil}.har`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(har)) })
  await expect(page.locator('main').getByText('.har', { exact: false }).first()).toBeVisible()
  await expectNothingRan(page)
})

async function expectNothingRan(page: Page) {
  await expect(page.locator('img[onerror], [href^="javascript:"]')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
}

test('attack 23: a cookie that another server of this machine planted is refused in the words of the BFF', async ({
  page,
  context,
  baseURL,
  complaints,
}) => {
  complaints.expect(/400 .*\/bff\/session/)
  await signInAndSeeToken(page)
  const domain = new URL(baseURL ?? '').hostname
  await context.addCookies([{ name: 'claimcheck-session', value: 'planted', domain, path: '/bff' }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Claimcheck could not start' })).toBeVisible()
  await expect(page.getByText('Delete this site’s cookies in your browser')).toBeVisible()
  await expect(page.getByText(/^Request ID: [\w-]{12}$/)).toBeVisible()
})

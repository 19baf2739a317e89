import type { Page } from 'playwright/test'
import { expectGoodLooks } from './looks.ts'
import { expectVerdict, signInAndSeeToken, untilAllIsFetched } from './people.ts'
import { expect, test } from './product-story.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = 'c2VjcmV0LXNpZ25hdHVyZS1vZi10aGUtc3Rvcnk'
const expired = `${encoded({ alg: 'RS256', kid: 'k1' })}.${encoded({ iss: 'https://id.example', scope: 'openid', exp: 1_777_886_400 })}.${signature}`

const answer = `HTTP/1.1 401 Unauthorized
Date: Mon, 04 May 2026 09:30:00 GMT
Content-Type: application/json

{"fault":{"faultstring":"Token expired","detail":{"errorcode":"steps.jwt.TokenExpired"}}}`

test('somebody without a sign-in pastes an exchange and reads why it failed, and nothing leaves the browser', async ({
  page,
}) => {
  await page.goto('/inspect')
  await expect(page.getByText('Nothing that you paste leaves this browser.')).toBeVisible()
  await untilAllIsFetched(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  const address = page.url()

  await paste(
    page,
    `> GET /v1/bank-slips HTTP/1.1\n> Authorization: Bearer ${expired}\n>\n${answer.replace(/^/gm, '< ')}`,
  )
  await expectVerdict(page, 'access-token-expired')
  const explanation = page.getByRole('region', { name: 'Result' })
  await expect(explanation).toContainText('10 minutes before the response was received')
  await expect(explanation.locator('mark').filter({ hasText: '1777886400' }).first()).toBeVisible()
  await expect(explanation).toContainText(`Bearer •••••• (${expired.length} characters)`)
  await expect(explanation).not.toContainText(signature)

  expect(asked, 'requests after the paste').toEqual([])
  expect(page.url()).toBe(address)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(kept).not.toContain(signature)
  expect(kept).not.toContain('TokenExpired')
})

test('what can be two things is shown as two, and the other one can be chosen', async ({ page }) => {
  await page.goto('/inspect')
  await paste(page, '{"error":"invalid_grant"}')
  await expect(page.getByText('Two ways to read it')).toBeVisible()
  await expectVerdict(page, 'code-not-accepted')
  await page.getByRole('radio', { name: /from the renewal/ }).check()
  await expectVerdict(page, 'refresh-token-dead')
})

test('step, environment and clock are recognised, can be corrected, and can be linked', async ({ page }) => {
  await page.goto('/inspect')
  await page.getByText('Context:').click()
  await page.getByLabel('Token that was sent').fill(expired)
  await paste(page, answer.slice(0, answer.indexOf('{')))
  await expectVerdict(page, 'access-token-expired')
  await page.getByLabel('Judge as of').selectOption('A time of your choice')
  await page.getByLabel('Time, in UTC').fill('2026-05-04T09:00:05')
  await expect(page.getByText('2026-05-04 09:00:05 UTC, chosen here')).toBeVisible()
  await expect(page.getByRole('link', { name: 'access-token-expired' })).toBeHidden()

  await page.getByLabel('Environment').selectOption('Production')
  await page.getByLabel('Step').selectOption('Renewal')
  await expect(page).toHaveURL('/inspect?at=2026-05-04T09%3A00%3A05&environment=production&step=refresh')
  await expect(page.getByText('from the renewal')).toBeVisible()
})

test('an error that only the registries know is explained from them', async ({ page }) => {
  await page.goto('/inspect')
  await paste(page, 'status=500 {"fault":{"faultstring":"x","detail":{"errorcode":"steps.jwt.InvalidCurve"}}}')
  await expectVerdict(page, 'gateway-steps-jwt-invalid-curve')
})

test('a redirect address is explained without showing its code', async ({ page }) => {
  await page.goto('/inspect')
  await paste(page, 'https://app.example/callback?code=s3cr3t-code-1&error=access_denied&state=7')
  await expectVerdict(page, 'code-and-error')
  const explanation = page.getByRole('region', { name: 'Result' })
  await expect(explanation).toContainText('code=•••••• (13 characters)')
  await expect(explanation).not.toContainText('s3cr3t')
})

test('text that tells nothing says what to add, and each example is explained in view', async ({ page }) => {
  await page.goto('/inspect')
  await paste(page, 'hello there')
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('No cause found')
  // Two words may be a secret; a sentence is there to be read.
  await expect(page.getByText('11 characters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await paste(page, 'it worked yesterday and today it does not')
  await expect(page.getByRole('region', { name: 'Text as pasted' })).toContainText('it worked yesterday')
  await expect(page.getByRole('button', { name: /^Copy for / })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  const examples = page.getByRole('region', { name: 'Examples' }).getByRole('listitem').getByRole('button')
  const count = await examples.count()
  expect(count).toBeGreaterThan(8)
  await page.setViewportSize({ width: 390, height: 844 })
  for (let at = 0; at < count; at += 1) {
    const name = await examples.nth(at).innerText()
    await examples.nth(at).click()
    if (/^Key\b/.test(name)) {
      await expect(page.getByRole('heading', { level: 2, name: 'A public key' })).toBeVisible()
      await page.getByRole('button', { name: 'Clear' }).click()
      continue
    }
    const result = page.getByRole('article').first().getByRole('heading', { level: 2 })
    await expect(result).toBeFocused()
    await expect(result).toBeInViewport()
    await page.getByRole('button', { name: 'Clear' }).click()
  }
})

test('what was pasted is there again after another screen, and gone after the sign-out', async ({ page }) => {
  await signInAndSeeToken(page)
  const screens = page.getByRole('navigation', { name: 'Screens' })
  await screens.getByRole('link', { name: 'Inspect' }).click()
  await page.getByRole('button', { name: /^Error code/ }).click()
  await expectVerdict(page, 'no-matching-public-key')
  await screens.getByRole('link', { name: 'Flow' }).click()
  await screens.getByRole('link', { name: 'Inspect' }).click()
  await expectVerdict(page, 'no-matching-public-key')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are signed out' })).toBeVisible()
  await screens.getByRole('link', { name: 'Inspect' }).click()
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible()
})

test('the address of the screen that explained leads to the one box', async ({ page }) => {
  await page.goto('/explain?step=refresh')
  await expect(page).toHaveURL('/inspect?step=refresh')
  await paste(page, '{"error":"invalid_grant"}')
  await expectVerdict(page, 'refresh-token-dead')
})

test('a log line is explained, with what tells marked and in view where it was pasted, and what to ask next', async ({
  page,
}) => {
  await page.goto('/inspect')
  await paste(
    page,
    `${'10:15:01 INFO starting\n'.repeat(40)}10:15:02 ERROR token request failed: status=401 request_id=7f3c-11aa {"error":"invalid_client","error_description":"Client authentication failed"}\n10:15:03 INFO done`,
  )
  const pasted = page.getByRole('region', { name: 'Text as pasted' })
  await expect(pasted.locator('mark').filter({ hasText: 'invalid_client' })).toBeInViewport()
  await expect(page.getByText('10:15:03 INFO done')).toHaveCount(1)
  await expect(page.getByText(/To narrow it down:.*Quote request ID 7f3c-11aa\./)).toBeVisible()
})

test('a dump of PHP and a sentence in Portuguese are explained', async ({ page }) => {
  await page.goto('/inspect')
  await paste(
    page,
    `array(2) {\n  ["error"]=>\n  string(13) "invalid_grant"\n  ["error_description"]=>\n  string(26) "Authorization code expired"\n}`,
  )
  const verdict = page.getByRole('article', { name: 'Why it failed' })
  await expect(verdict).toContainText('authorization code')
  await expect(page.getByRole('region', { name: 'Text as pasted' }).locator('mark').first()).toBeVisible()
  await paste(page, 'Erro ao chamar a API: o token de acesso expirou')
  await expect(verdict).toContainText(/expired/i)
})

test('a response that went well is no failure', async ({ page }) => {
  await page.goto('/inspect')
  await paste(page, 'HTTP/1.1 200 OK\ncontent-type: application/json\n\n{"items":[]}')
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('The response is a success')
  await expect(page.getByRole('article', { name: 'Why it failed' })).toBeHidden()
})

test('a private key is told before all else, and masked', async ({ page }) => {
  await page.goto('/inspect')
  const inner = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
  await paste(
    page,
    `-----BEGIN PRIVATE KEY-----\n${inner}\n-----END PRIVATE KEY-----\n{"error":"invalid_client","error_description":"Invalid client assertion signature"}`,
  )
  const explanation = page.getByRole('region', { name: 'Result' })
  await expect(explanation.getByText('This text contains a private key', { exact: true })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Why it failed' })).toBeVisible()
  await expect(explanation).not.toContainText(inner)
  await expectGoodLooks(page)
})

test('a long text is read while keys are answered, and a response to an older text never shows', async ({ page }) => {
  await page.goto('/inspect')
  // Few long lines: what takes the browser long to put in is many short ones, not many characters.
  const filler = `${'10:15:01 INFO nothing to see here; '.repeat(30)}\n`.repeat(60)
  await paste(page, `${filler}{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}`)
  await paste(page, `${filler}{"fault":{"detail":{"errorcode":"policies.ratelimit.QuotaViolation"}}}`)
  const verdict = page.getByRole('article', { name: 'Why it failed' })
  await expect(verdict).toBeVisible()
  await expect(verdict).not.toContainText('expired')
  await expect(page.getByRole('region', { name: 'Text as pasted' }).locator('mark')).toContainText([
    'policies.ratelimit.QuotaViolation',
  ])
})

test('a megabyte that is pasted leaves the screen usable, and says how much was read', async ({ page }) => {
  await page.goto('/inspect')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), `${answer}\n${'x{"y":[ '.repeat(130_000)}`)
  await page.getByLabel('What do you have?').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expectVerdict(page, 'access-token-expired')
  await expect(page.getByText(/^Only the first 200,000 of [\d,]+ characters were read/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible()
})

test('attack 54: markup in what was pasted stays text', async ({ page }) => {
  await page.goto('/inspect')
  await paste(
    page,
    `HTTP/1.1 502 Bad Gateway\ncontent-type: text/html\n\n<html><img src=x onerror="document.title='owned'"></html>`,
  )
  await expect(page.getByRole('region', { name: 'Text as pasted' })).toContainText('onerror')
  expect(await page.title()).toBe('Inspect · Claimcheck')
})

test('the screen is open to everybody, empty, with one reading and with several', async ({ page }) => {
  await page.goto('/inspect')
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible()
  await expectGoodLooks(page)
  await paste(page, answer.replace('Content-Type', `X-Trace: ${'x'.repeat(300)}\nContent-Type`))
  await expectVerdict(page, 'access-token-expired')
  await expectGoodLooks(page)
  await paste(page, 'invalid_grant')
  await expectVerdict(page, 'code-not-accepted')
  await expectGoodLooks(page)
})

/** Takes a text whole, as from the clipboard; the one that is there makes room for it. */
async function paste(page: Page, text: string): Promise<void> {
  const clear = page.getByRole('button', { name: 'Clear' })
  if (await clear.isVisible()) await clear.click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel('What do you have?').focus()
  await page.keyboard.press('ControlOrMeta+V')
}

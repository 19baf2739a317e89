import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectGoodLooks } from './looks.ts'
import { untilAllIsFetched } from './people.ts'
import { expect, test } from './product-story.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signature = 'c2lnbmF0dXJlLW9mLWEtZm9yZWlnbi10b2tlbg'
const claims = { iss: 'https://id.example', exp: 1_777_886_400, company: '11222333000181', aud: ['11222333000181'] }
const token = `${encoded({ alg: 'RS256', kid: 'k1' })}.${encoded(claims)}.${signature}`

const pasted = `> POST /v1/bank-slips HTTP/1.1
> Authorization: Bearer ${token}
> Cookie: sid=cookie-9f8e7d6c5b
>
> {"payer":{"name":"Ana Souza","cpf":"529.982.247-25","email":"ana@example.com"},"amount":249.90}
< HTTP/1.1 401 Unauthorized
< Date: Mon, 04 May 2026 09:30:00 GMT
< X-Request-Id: req-4711-a
<
< {"fault":{"faultstring":"Token expired","detail":{"errorcode":"steps.jwt.TokenExpired"}}}
client_secret=s3cr3t-of-the-client`

const secrets = [signature, 'cookie-9f8e7d6c5b', 's3cr3t-of-the-client']
const people = ['Ana Souza', '529.982.247-25', 'ana@example.com']
const explaining = ['steps.jwt.TokenExpired', 'req-4711-a', '401', '249.90', '/v1/bank-slips', '2026']

test('attack 52: one press beside a verdict makes a report, and the clipboard and the saved file hold no secret', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/inspect')
  await page.getByLabel('What do you have?').fill(pasted)
  await page.getByRole('button', { name: 'Copy for ticket' }).click()
  await expect(page.getByText(/^Removed: .*E-mail addresses \(1\).* Read it before you send it\.$/)).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  for (const value of [...secrets, ...people]) expect(copied).not.toContain(value)
  for (const value of explaining) expect(copied.replaceAll('\\', '')).toContain(value)
  expect(copied).toContain('## What happened and why')
  expect(copied).toContain('## To narrow it down')
  expect(copied).toContain('Quote request ID req-4711-a')

  await menu(page)
  await page.getByRole('button', { name: 'Copy as plain text' }).click()
  await expect(page.getByText('Copied as plain text')).toBeVisible()
  const plain = await page.evaluate(() => navigator.clipboard.readText())
  for (const value of [...secrets, ...people]) expect(plain).not.toContain(value)
  for (const value of explaining) expect(plain).toContain(value)

  await whole(page)
  await page.getByRole('radio', { name: 'Plain text' }).check()
  const text = await saved(page, 'Save as report.txt')
  for (const value of [...secrets, ...people]) expect(text).not.toContain(value)
  for (const value of explaining) expect(text).toContain(value)
  await expectGoodLooks(page)
})

test('a kind is kept by a press, what differs is shown before, and what opens something cannot be kept', async ({
  page,
}) => {
  await page.goto('/inspect')
  await page.getByLabel('What do you have?').fill(pasted)
  await whole(page)
  await page.getByText(/^Show changes/).click()
  const removed = page.getByRole('table', { name: 'What was removed' })
  await expect(page.getByRole('cell', { name: 'ana@example.com' })).toBeVisible()
  await expect(removed.getByRole('row', { name: /^Passwords|^Secrets|^Tokens/ }).first()).toContainText('Never')
  await removed.getByLabel('Include: E-mail addresses').check()
  const copy = page.getByRole('dialog', { name: 'Copy for a ticket' }).locator('pre')
  await expect(copy).toContainText('ana@example.com')
  await expect(copy).not.toContainText('529.982.247-25')
  await expect(copy).not.toContainText('s3cr3t-of-the-client')
})

const entry = `{"startedDateTime":"2026-05-04T09:30:00.000Z","time":12.50,"request":{"method":"GET","url":"https://api.elsewhere.example/v1/orders?access_token=opaque-9f8e7d6c5b","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Authorization","value":"Bearer ${token}"}],"queryString":[],"headersSize":-1,"bodySize":0},"response":{"status":403,"statusText":"","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"X-Request-Id","value":"req-4711-a"}],"content":{"size":10,"mimeType":"application/json","text":"{\\"code\\":\\"PGT-0412\\",\\"state\\":\\"AWAITING_AUTHORIZATION\\",\\"cpf\\":\\"52998224725\\",\\"amount\\":249.90,\\"big\\":12345678901234567890}"},"redirectURL":"","headersSize":-1,"bodySize":-1},"cache":{},"timings":{"send":0,"wait":1,"receive":1},"_twice":1,"_twice":2}`
const har = `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"pages":[],"entries":[${entry}]}}`

test('attack 52: a foreign HAR file in Flow shows no token, and while presenting nobody is told by it', async ({
  page,
}) => {
  await page.goto('/flow')
  // The screen is painted before it is alive.
  await untilAllIsFetched(page)
  await page
    .getByLabel('HAR file with a flow')
    .setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from(har) })
  await expect(page.getByText('This is the flow in')).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: '/v1/orders' }).getByRole('link').first().click()
  await expect(page.locator('main')).toContainText('PGT-0412')
  for (const value of [signature, 'opaque-9f8e7d6c5b']) await expect(page.locator('main')).not.toContainText(value)
  await page.getByRole('button', { name: 'Mask secrets' }).click()
  await expect(page.locator('main')).toContainText('PGT-0412')
  for (const value of ['52998224725', '11222333000181']) await expect(page.locator('main')).not.toContainText(value)
})

test('attack 52: the safe copy of a HAR file is the file to the character, less what was removed', async ({ page }) => {
  await page.goto('/inspect')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from(har) })
  await page.getByRole('button', { name: 'Save a masked HAR' }).click()
  const text = await saved(page, 'Save the masked HAR')
  for (const value of [signature, 'opaque-9f8e7d6c5b', '52998224725', '11222333000181'])
    expect(text).not.toContain(value)
  for (const value of [
    'PGT-0412',
    'AWAITING_AUTHORIZATION',
    '249.90',
    '12345678901234567890',
    '"time":12.50',
    '"_twice":1,"_twice":2',
    'req-4711-a',
  ])
    expect(text).toContain(value)
  expect(JSON.parse(text).log.entries).toHaveLength(1)
})

const menu = (page: Page) => page.getByRole('button', { name: 'More ways to copy for a ticket' }).click()

/** Opens the copy in full, with what is removed. */
async function whole(page: Page): Promise<void> {
  await menu(page)
  await page.getByRole('button', { name: 'Preview or save…' }).click()
}

async function saved(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFile(await (await saving).path(), 'utf8')
}

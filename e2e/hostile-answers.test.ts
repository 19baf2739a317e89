import type { Page } from 'playwright/test'
import { type CallAnswer, callsPath } from '../src/contract/calls.ts'
import { pdfOfHugePages, pdfOfNestedForms, pdfWithScript } from './hostile-pdf.ts'
import { openOperation, send, signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

const scripts = `<script>window.ran = true</script><img src="x" onerror="window.ran = true">`
test.describe('attack 42: a script in a response does not run', () => {
  for (const [type, text] of [
    ['text/html', `<!doctype html><body onload="window.ran = true">${scripts}</body>`],
    ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran = true">${scripts}</svg>`],
  ] as const) {
    test(`of the type ${type}, which is shown as text`, async ({ page }) => {
      await receive(page, { type, text })
      await expect(page.getByRole('tabpanel', { name: 'Body' })).toContainText('onerror')
      await expect(page.locator('main').locator('img[onerror], svg[onload], iframe, object, embed')).toHaveCount(0)
      expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    })
  }

  test('of a PDF, which is drawn', async ({ page }) => {
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await receive(page, { type: 'application/pdf', bytes: pdfWithScript() })
    await expect(page.getByRole('img', { name: 'PDF of the response, drawn' }).locator('canvas')).toHaveCount(1)
    expect(asked).toEqual([])
  })
})

test('a PDF of a few bytes with pages of any size is drawn within bounds', async ({ page }) => {
  await receive(page, { type: 'application/pdf', bytes: pdfOfHugePages() })
  const canvases = page.getByRole('img', { name: 'PDF of the response, drawn' }).locator('canvas')
  await expect(canvases).toHaveCount(20, { timeout: 30_000 })
  const pixels = await canvases.evaluateAll((all: HTMLCanvasElement[]) =>
    all.map(({ width, height }) => width * height),
  )
  expect(Math.max(...pixels)).toBeLessThanOrEqual(4_000_000)
  expect(pixels.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(40_000_000)
})

test('a PDF that would take years to draw is given up when its screen is left', async ({ page }) => {
  await receive(page, { type: 'application/pdf', bytes: pdfOfNestedForms() })
  await expect.poll(() => drawing(page), 'workers while it is drawn').toBe(1)
  // The worker must be in the midst of it.
  await page.waitForTimeout(1_000)
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Errors' }).click()
  await expect(page).toHaveURL('/errors')
  await expect.poll(() => drawing(page), 'workers after leaving').toBe(0)
})

test('a PDF that would take years to draw is given up in the end, and can be saved', async ({ page }) => {
  await receive(page, { type: 'application/pdf', bytes: pdfOfNestedForms() })
  await expect(page.getByRole('alert').filter({ hasText: 'could not be displayed' })).toBeVisible({ timeout: 60_000 })
  expect(drawing(page)).toBe(0)
  await expect(page.getByRole('link', { name: 'Save as response.pdf' })).toBeVisible()
})

test('a list whose rows have nothing in common becomes a table of bounded width', async ({ page }) => {
  const rows = Array.from({ length: 60 }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, key) => [`name_${row}_${key}`, 'x'.repeat(row === 0 ? 5_000 : 1)]),
    ),
  )
  await receive(page, { type: 'application/json', text: JSON.stringify(rows) })
  const table = page.getByRole('region', { name: 'The list as a table' })
  await expect(table.getByRole('columnheader')).toHaveCount(40)
  await expect(table.getByRole('row')).toHaveCount(61)
  await expect(page.getByText('40 of 12,000 columns are shown. The body has them all.')).toBeVisible()
  expect((await table.getByRole('cell').first().innerText()).length).toBeLessThan(1_000)
})

test('a response that is nested ten thousand deep is shown', async ({ page }) => {
  await receive(page, { type: 'application/json', text: '['.repeat(9_900) + ']'.repeat(9_900) })
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
  await expect(page.getByRole('tabpanel', { name: 'Body' })).toContainText('[')
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible()
})

/** Signs in and makes a call, to which the BFF answers as if the gateway had sent this. */
async function receive(page: Page, answer: { type: string; bytes: Buffer } | { type: string; text: string }) {
  const body = 'bytes' in answer ? { bodyBase64: answer.bytes.toString('base64') } : { body: answer.text }
  const size = 'bytes' in answer ? answer.bytes.length : answer.text.length
  const now = Date.now() / 1000
  const json: CallAnswer = {
    id: 'an-exchange',
    step: 'api',
    environment: 'sandbox',
    startedAt: now,
    at: now,
    durationMs: 5,
    request: { method: 'GET', url: 'http://127.0.0.1/v1/slips', headers: {} },
    response: { status: 200, headers: { 'content-type': answer.type }, size, cut: false, ...body },
  }
  await page.route(`**${callsPath}`, (route) => route.fulfill({ json }))
  await signInAndSeeToken(page)
  await openOperation(page, 'List bank slips')
  await send(page)
}

/** How many workers draw a PDF. */
function drawing(page: Page): number {
  return page.workers().filter((worker) => worker.url().includes('pdf')).length
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPages, startProduct } from '../product.ts'

/**
 * How long a real paste on `/inspect` takes, from the paste to the frame that shows the claims, and the longest that the
 * page did not respond meanwhile; then the same for reading a HAR file of 100 MB. Prints medians in milliseconds.
 */
const rounds = 7
await buildPages()
const product = await startProduct()
const data = mkdtempSync(join(tmpdir(), 'claimcheck-bench-'))
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [
    '--disable-background-networking',
    '--enable-precise-memory-info',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
try {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${product.address}/inspect`)
  await page.getByLabel('What do you have?').waitFor()
  await page.waitForLoadState('networkidle')
  for (const [name, bytes] of [
    ['1 KB', 1_000],
    ['100 KB', 100_000],
    ['1 MB', 1_000_000],
  ] as const) {
    const took = []
    for (let round = 0; round < rounds; round += 1) took.push(await pasteOnce(page, tokenOf(bytes)))
    console.log(
      `${name.padEnd(8)} paste to claims ${median(took.map(({ painted }) => painted))} ms, longest silence ${median(took.map(({ silence }) => silence))} ms`,
    )
  }
  const file = join(data, 'large.har')
  writeFileSync(file, harOf(100_000_000))
  await startWatching(page, 'entries read')
  const begun = Date.now()
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByText('entries read').waitFor({ timeout: 120_000 })
  const { silence } = await watched(page)
  console.log(`100 MB HAR read in ${Date.now() - begun} ms, longest silence ${silence.toFixed(0)} ms`)
} finally {
  await browser.close()
  await product.stop()
  rmSync(data, { recursive: true })
}

async function pasteOnce(page: Page, text: string): Promise<{ painted: number; silence: number }> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel('What do you have?').focus()
  await startWatching(page, 'Claims')
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByRole('region', { name: 'Claims' }).waitFor()
  // What the page does after the first frame counts as silence too.
  await page.waitForTimeout(500)
  const result = await watched(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  return result
}

/** Measures in the page from now on: when a text is painted first after a paste, and the longest gap between two tasks. */
async function startWatching(page: Page, words: string): Promise<void> {
  await page.evaluate((words) => {
    const seen = { start: performance.now(), painted: 0, silence: 0, ended: false }
    Object.assign(window, { seen })
    document.addEventListener('paste', (event) => Object.assign(seen, { start: event.timeStamp }), {
      capture: true,
      once: true,
    })
    const { port1, port2 } = new MessageChannel()
    let last = performance.now()
    port1.onmessage = () => {
      const now = performance.now()
      seen.silence = Math.max(seen.silence, now - last)
      last = now
      if (!seen.ended) port2.postMessage(0)
    }
    port2.postMessage(0)
    const observer = new MutationObserver(() => {
      const shown = [...document.querySelectorAll('main h2, main p')].some((one) => one.textContent?.includes(words))
      if (!shown) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const painted = new MessageChannel()
        painted.port1.onmessage = () => Object.assign(seen, { painted: performance.now() - seen.start })
        painted.port2.postMessage(0)
      })
    })
    observer.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
  }, words)
}

async function watched(page: Page): Promise<{ painted: number; silence: number }> {
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: { painted: number; silence: number; ended: boolean } }
    seen.ended = true
    return { painted: seen.painted, silence: seen.silence }
  })
}

function tokenOf(bytes: number): string {
  const now = Math.floor(Date.now() / 1000)
  const claims: Record<string, unknown> = {
    iss: 'https://id.example',
    sub: 'ana',
    scope: 'openid',
    iat: now,
    exp: now + 300,
  }
  if (bytes > 1_000)
    claims.groups = Array.from({ length: Math.floor((bytes * 0.75) / 40) }, (_, at) =>
      `group ${at} of the directory`.padEnd(37),
    )
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encoded({ alg: 'RS256', typ: 'at+jwt', kid: 'k1' })}.${encoded(claims)}.${'A'.repeat(342)}`
}

function harOf(bytes: number): string {
  const entry = {
    startedDateTime: new Date().toISOString(),
    time: 10,
    request: { method: 'GET', url: 'https://app.example/asset', headers: [] },
    response: { status: 200, headers: [], content: { text: 'a line of "text" with \\ in it\n'.repeat(700) } },
  }
  const one = JSON.stringify(entry)
  return `{"log":{"version":"1.2","entries":[${Array(Math.ceil(bytes / one.length))
    .fill(one)
    .join(',')}]}}`
}

function median(values: number[]): string {
  return (values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0).toFixed(0)
}

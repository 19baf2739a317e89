import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPages, startProduct } from '../product.ts'
import { startPlainPage } from './plain-page.ts'

/**
 * How long a real paste on `/inspect` takes: from the paste to the frame that shows the claims of a token, and to the one
 * that shows why a response failed, beside a plain page of React that shows how much was pasted; and the longest that the
 * page did not react meanwhile. Then the same for reading a HAR file of 100 MB. Prints medians in milliseconds.
 */
const rounds = 7
await buildPages()
const product = await startProduct()
const plain = await startPlainPage()
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
  const floor = await context.newPage()
  await floor.goto(plain.address)
  for (const [name, bytes] of [
    ['1 KB', 1_000],
    ['100 KB', 100_000],
    ['1 MB', 1_000_000],
  ] as const) {
    const took: Record<'plain' | 'claims' | 'verdict', Watched[]> = { plain: [], claims: [], verdict: [] }
    // They take turns, because a machine is never equally fast for long.
    for (let round = 0; round < rounds; round += 1) {
      await floor.bringToFront()
      took.plain.push(await pasteOnce(floor, tokenOf(bytes), 'main p', () => floor.reload()))
      await page.bringToFront()
      const clear = () => page.getByRole('button', { name: 'Clear' }).click()
      took.claims.push(await pasteOnce(page, tokenOf(bytes), 'main section[aria-labelledby] tbody', clear))
      took.verdict.push(await pasteOnce(page, failureOf(bytes), 'main article[aria-label="Why it failed"]', clear))
    }
    const [least, claims, verdict] = [took.plain, took.claims, took.verdict].map((all) => median(all, 'painted'))
    console.log(
      `${name.padEnd(8)} paste to claims ${inMs(claims)}, ${ratio(claims, least)} a plain page (${inMs(least)}); to the verdict ${inMs(verdict)}, ${ratio(verdict, least)}; longest silence ${inMs(median([...took.claims, ...took.verdict], 'silence'))}`,
    )
  }
  const file = join(data, 'large.har')
  writeFileSync(file, harOf(100_000_000))
  await startWatching(page, 'main article[aria-label="HAR file"]', 'step')
  const begun = Date.now()
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('article', { name: 'HAR file' }).waitFor({ timeout: 120_000 })
  const { silence } = await watched(page)
  console.log(`100 MB HAR read in ${Date.now() - begun} ms, longest silence ${silence.toFixed(0)} ms`)
} finally {
  await browser.close()
  plain.stop()
  await product.stop()
  rmSync(data, { recursive: true })
}

async function pasteOnce(page: Page, text: string, shown: string, clear: () => Promise<unknown>): Promise<Watched> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel('What do you have?').focus()
  await startWatching(page, shown)
  await page.keyboard.press('ControlOrMeta+V')
  await page.locator(shown).first().waitFor()
  // What the page does after the first frame counts as silence too.
  await page.waitForTimeout(500)
  const result = await watched(page)
  await clear()
  return result
}

/** Milliseconds. */
interface Watched {
  painted: number
  silence: number
}

/**
 * Measures in the page from now on: when an element is painted first after a paste, with certain words where they are
 * given, and the longest gap between two tasks.
 */
async function startWatching(page: Page, selector: string, words = ''): Promise<void> {
  await page.evaluate(
    ([selector, words]) => {
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
        const shown = [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(words))
        if (!shown) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.onmessage = () => Object.assign(seen, { painted: performance.now() - seen.start })
          painted.port2.postMessage(0)
        })
      })
      observer.observe(document.body, { childList: true, subtree: true })
    },
    [selector, words] as const,
  )
}

async function watched(page: Page): Promise<Watched> {
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

function failureOf(bytes: number): string {
  const line = '2026-05-04T09:30:00Z INFO  worker 7 took the next job from the queue\n'
  const body = '{"error":"invalid_grant","error_description":"Authorization code expired"}'
  return `${line.repeat(Math.max(0, Math.floor((bytes - 200) / line.length)))}POST /oauth2/token HTTP/1.1\n\nHTTP/1.1 400 Bad Request\ncontent-type: application/json\n\n${body}`
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

function median(all: Watched[], of: keyof Watched): number {
  const values = all.map((one) => one[of]).sort((one, other) => one - other)
  return values[Math.floor(values.length / 2)] ?? 0
}

function inMs(value = 0): string {
  return `${value.toFixed(0)} ms`
}

function ratio(value = 0, floor = 0): string {
  return `${(value / floor).toFixed(2)} ×`
}

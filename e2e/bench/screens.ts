import { type Browser, chromium } from 'playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPages, startProduct } from '../product.ts'
import { startPlainPage } from './plain-page.ts'

/**
 * How long each screen takes on a phone on a slow network (a quarter of this processor, 150 ms there and back, 1.6 Mbit/s)
 * until its largest part is painted, how much moves while it comes, and how much is sent for it, beside a plain page of
 * React. Each load is the first of its browser. Prints medians.
 */
const rounds = 5
await buildPages()
const product = await startProduct()
const plain = await startPlainPage()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const screens = ['/', '/inspect', '/flow', '/errors', '/errors/invalid_grant', '/demonstrations', '/guide']
  const loads = new Map<string, Load[]>()
  for (let round = 0; round < rounds; round += 1) {
    // They take turns, because a machine is never equally fast for long.
    for (const name of ['a plain page', ...screens]) {
      const load = await loadOnce(browser, name.startsWith('/') ? product.address + name : plain.address)
      loads.set(name, [...(loads.get(name) ?? []), load])
    }
  }
  const floor = median((loads.get('a plain page') ?? []).map(({ painted }) => painted))
  for (const [name, all] of loads) {
    const of = (figure: keyof Load) => median(all.map((one) => one[figure]))
    console.log(
      `${name.padEnd(24)} ${of('painted').toFixed(0)} ms, ${(of('painted') / floor).toFixed(2)} × a plain page; moved ${of('moved').toFixed(3)}; ${of('requests')} requests, ${(of('script') / 1000).toFixed(1)} KB of script, ${(of('bytes') / 1000).toFixed(1)} KB in all`,
    )
  }
} finally {
  await browser.close()
  plain.stop()
  await product.stop()
}

interface Load {
  /** Milliseconds until the largest part is painted. */
  painted: number
  /** Layout shift, as browsers count it. */
  moved: number
  requests: number
  /** Bytes as they are sent, with headers, until the largest part is painted and nothing else is asked for. */
  script: number
  bytes: number
}

async function loadOnce(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const sent = new Map<string, { url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) sent.set(requestId, { url: request.url, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = sent.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  await page.addInitScript(() => {
    const seen = { painted: 0, moved: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.painted = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const { painted, moved } = await page.evaluate(
    () => (window as unknown as { seen: { painted: number; moved: number } }).seen,
  )
  await context.close()
  const all = [...sent.values()]
  const total = (list: { bytes: number }[]) => list.reduce((sum, { bytes }) => sum + bytes, 0)
  const script = total(all.filter(({ url }) => url.endsWith('.js')))
  return { painted, moved, requests: all.length, script, bytes: total(all) }
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

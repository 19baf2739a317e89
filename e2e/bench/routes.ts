import { chromium, type Page } from 'playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPages, startProduct } from '../product.ts'

/**
 * How long a press on a link to another screen takes, from the press to the frame that shows the heading of that screen:
 * every way from one screen to another in the navigation, for the first time in a page and again.
 * The pointer is over the link first, as it is where somebody presses. Prints milliseconds.
 */
const rounds = 3
await buildPages()
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const screens = ['/', '/flow', '/inspect', '/demonstrations', '/errors']
  const first: number[] = []
  const again: number[] = []
  for (const from of screens)
    for (const to of screens) {
      if (from === to) continue
      const page = await browser.newPage({ serviceWorkers: 'block' })
      await page.goto(product.address + from)
      await page.waitForLoadState('networkidle')
      const took: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        took.push(await open(page, to))
        await open(page, from)
      }
      await page.close()
      const [once = 0, ...more] = took
      first.push(once)
      again.push(...more)
      console.log(`${`${from} to ${to}`.padEnd(28)} ${took.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`)
    }
  console.log(`median: ${median(first)} ms the first time, ${median(again)} ms again`)
} finally {
  await browser.close()
  await product.stop()
}

/** Presses the link in the navigation, and tells how long it took until the heading of its screen was painted. */
async function open(page: Page, to: string): Promise<number> {
  // The sheet that phones have instead names some screens too.
  const link = page.getByRole('navigation', { name: 'Screens' }).locator(`a[href="${to}"]`).first()
  await link.hover()
  // People take at least so long from reaching a link to pressing it.
  await page.waitForTimeout(100)
  await page.evaluate(() => {
    const before = document.querySelector('h1')
    const opened = new Promise<number>((painted) => {
      addEventListener(
        'click',
        ({ timeStamp }) => {
          const observer = new MutationObserver(() => {
            const heading = document.querySelector('main h1')
            if (!heading || heading === before) return
            observer.disconnect()
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel()
              port1.onmessage = () => painted(performance.now() - timeStamp)
              port2.postMessage(0)
            })
          })
          observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        },
        { capture: true, once: true },
      )
    })
    Object.assign(window, { opened })
  })
  await link.click()
  return page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened)
}

function median(values: number[]): string {
  return (values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0).toFixed(0)
}

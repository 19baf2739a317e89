import { chromium } from 'playwright/test'
import { findBrowser } from '../browser.ts'
import { buildPages, startProduct } from '../product.ts'

/**
 * How long a key takes on `/errors` with every row loaded: from the key to the next frame that shows its results.
 * Prints milliseconds for each key.
 */
await buildPages()
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const page = await browser.newPage()
  await page.goto(`${product.address}/errors`)
  await page.getByRole('heading', { name: 'More error codes of OAuth 2.0' }).waitFor()
  await page.evaluate(() => {
    const search = document.querySelector<HTMLInputElement>('input[type="search"]')
    const took: number[] = []
    Object.assign(window, { took })
    search?.addEventListener('keydown', () => {
      const start = performance.now()
      // The second frame begins when the first, with the results in it, has been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => took.push(performance.now() - start)))
    })
  })
  await page.getByRole('searchbox').focus()
  for (const key of ['t', 'o', 'k', 'e', 'n', ' ', 'e', 'x', 'p', ...Array(9).fill('Backspace')]) {
    await page.keyboard.press(key)
    await page.waitForTimeout(120)
  }
  const took = await page.evaluate(() => (window as unknown as { took: number[] }).took)
  const sorted = [...took].sort((one, other) => one - other)
  console.log(`keys, in order: ${took.map((ms) => ms.toFixed(0)).join(' ')} ms, two frames (about 33 ms) among them`)
  console.log(`median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`)
} finally {
  await browser.close()
  await product.stop()
}

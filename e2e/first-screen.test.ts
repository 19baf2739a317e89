import { expect, test } from './story.ts'

/** Bytes as they are sent, without headers: packed scripts, and everything together with the typefaces. */
const mostScript = 110_000
const mostBytes = 170_000
const mostRequests = 10

test('the first screen takes few requests and few bytes', async ({ page, context }) => {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const received: { url: string; bytes: number }[] = []
  const asked = new Map<string, { url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    asked.set(requestId, { url: request.url, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId }) => {
    const one = asked.get(requestId)
    if (one) received.push(one)
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Continue to / })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const total = (list: { bytes: number }[]) => list.reduce((sum, { bytes }) => sum + bytes, 0)
  const scripts = received.filter(({ url }) => url.endsWith('.js'))
  expect(scripts.length, 'scripts').toBeGreaterThan(0)
  expect(total(scripts), 'bytes of script').toBeGreaterThan(50_000)
  expect(total(scripts), 'bytes of script').toBeLessThanOrEqual(mostScript)
  expect(total(received), 'bytes in all').toBeLessThanOrEqual(mostBytes)
  expect(received.length, received.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(mostRequests)
  expect(scripts.map(({ url }) => url).join()).not.toMatch(/known|pdf|flow-messages|worker/)
})

test('the heading of a screen is in the page before any script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  for (const [path, title] of [
    ['/', 'Sign in'],
    ['/inspect', 'Inspect'],
    ['/errors', 'Errors'],
    ['/token', 'Sign in'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Inspect' })).toBeVisible()
  }
  // Where a screen is the same for everybody, it is there as a whole.
  await page.goto('/guide')
  await expect(page.getByRole('main')).toContainText('Authorization request (query parameters)')
  await page.goto('/flow')
  await expect(page.getByRole('main')).toContainText('Nothing recorded yet')
  await context.close()
})

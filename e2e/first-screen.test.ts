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
  // An error is painted by the BFF, whichever of its names is asked for.
  for (const [name, title] of [
    ['access-token-expired', 'The access token had expired'],
    ['invalid_grant', 'The identity service did not accept the code'],
  ] as const) {
    await page.goto(`/errors/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(page.getByRole('main')).toContainText('Request')
  }
  await context.close()
})

for (const path of ['/', '/errors/access-token-expired'])
  test(`a press before the app has started at ${path} is answered when it has`, async ({ page }) => {
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    await page.route('**/*.js', (route) => begun.then(() => route.continue()))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await page.evaluate(() => Object.assign(globalThis, { painted: document.querySelector('h1') }))
    const mask = page.getByRole('button', { name: 'Mask secrets' }).first()
    const more = page.getByRole('button', { name: 'More' })
    await more.click()
    await expect(mask).toHaveAttribute('aria-pressed', 'false')
    await mask.click()
    begin()
    await expect(mask).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[popover]:popover-open')).toHaveCount(1)
    // What the page shows as a whole stays as it is.
    expect(await page.evaluate('painted.isConnected')).toBe(path !== '/')
  })

test('the typefaces come after the first paint of a first visit', async ({ page }) => {
  await page.goto('/errors')
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.evaluate(() => document.fonts.check('1rem Inter'))).toBe(true)
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    performance.getEntriesByType('resource').map(({ startTime }) => startTime),
  ])
  expect(asked.length).toBeGreaterThan(0)
  expect(Math.min(...asked)).toBeGreaterThan(painted)
})

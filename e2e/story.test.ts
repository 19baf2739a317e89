import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { expect, expectAccessible, expectNoOtherComplaint, test } from './story.ts'
import { recordTraffic } from './traffic.ts'

const answers: Record<string, RequestListener> = {
  '/': (_, response) => {
    response.setHeader(
      'content-security-policy',
      "default-src 'self'; connect-src *; require-trusted-types-for 'script'",
    )
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1><a href="/moved">On</a></main></html>',
    )
  },
  '/favicon.ico': (_, response) => response.writeHead(204).end(),
  '/moved': (_, response) =>
    response.writeHead(302, { location: '/', 'set-cookie': 'id=in-a-cookie' }).end('on-the-way'),
  '/packed': (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('left-behind')),
  '/refused': (_, response) => response.writeHead(403).end(),
}

let server: Server
test.beforeAll(async () => {
  server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
test.afterAll(() => {
  server.close()
  server.closeAllConnections()
})
test.beforeEach(({ page }) => page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

test('a page without fault passes', async ({ page }) => {
  await expectAccessible(page)
})

test('the traffic contains the body and the cookie of a redirect', async ({ page, traffic }) => {
  await page.getByRole('link').click()
  await expect.poll(traffic.received).toContain('on-the-way')
  expect(traffic.received()).toContain('id=in-a-cookie')
})

test('the traffic contains a packed body that the page had left before it was read', async ({ page, traffic }) => {
  await page.evaluate(async () => {
    await fetch('/packed')
    location.reload()
  })
  await expect.poll(traffic.received).toContain('left-behind')
})

test('the traffic holds what the page sends', async ({ page, traffic, complaints }) => {
  complaints.expect(/403/)
  await page.evaluate(() => fetch('/refused', { method: 'POST', body: 'from-the-page' }))
  expect(traffic.sent()).toContain('from-the-page')
})

test('a tunnel that is asked for and left open does not hold up the end of a recording', async () => {
  const recording = await recordTraffic()
  const { hostname, port } = new URL(recording.proxy)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => socket.destroy())
  socket.write('CONNECT far.example:443 HTTP/1.1\r\nHost: far.example:443\r\n\r\n')
  await once(socket, 'data')
  await recording.stop()
  socket.destroy()
})

const faults: { fault: string; commit: () => unknown; complaint: RegExp }[] = [
  { fault: 'an error', commit: () => console.error('It broke'), complaint: /^error: It broke/ },
  { fault: 'a warning', commit: () => console.warn('It bends'), complaint: /^warning: It bends/ },
  {
    fault: 'an uncaught error',
    commit: () =>
      new Promise((resolve) =>
        setTimeout(
          resolve,
          50,
          setTimeout(() => JSON.parse('no JSON')),
        ),
      ),
    complaint: /^uncaught: SyntaxError/,
  },
  {
    fault: 'a violation of the content security policy',
    commit: () => document.body.setAttribute('style', 'color: red'),
    complaint: /Content Security Policy/,
  },
  {
    fault: 'a violation of Trusted Types',
    commit: () => document.createElement('script').setAttribute('src', '/elsewhere.js'),
    complaint: /TrustedScriptURL/,
  },
  { fault: 'a refused request', commit: () => fetch('/refused'), complaint: /^error: .*403/ },
]
for (const { fault, commit, complaint } of faults) {
  test(`a story hears of ${fault}`, async ({ page, complaints }) => {
    complaints.expect(complaint)
    await page.evaluate(commit).catch(() => undefined)
  })
}

test('a story hears of a request beyond this machine, and the request is refused', async ({ page, complaints }) => {
  complaints.expect(/^beyond this machine: GET http:..elsewhere.invalid.$/)
  complaints.expect(/^error: .*403/)
  await page.evaluate(() => fetch('http://elsewhere.invalid/', { mode: 'no-cors' }))
})

test('a story is told every barrier that axe finds', async ({ page }) => {
  await page.evaluate(() => document.body.append(document.createElement('button')))
  await expect(expectAccessible(page)).rejects.toThrow('button-name at button')
})

test('a story fails over a complaint that it does not expect', () => {
  expect(() => expectNoOtherComplaint(['error: It broke'], [])).toThrow('error: It broke')
  expect(() => expectNoOtherComplaint(['error: It broke', 'error: 403'], [/403/])).toThrow('error: It broke')
})

test('a story fails over a complaint that it expects and that does not come', () => {
  expect(() => expectNoOtherComplaint(['error: It broke'], [/It broke/, /403/])).toThrow(
    'a complaint that was expected',
  )
})

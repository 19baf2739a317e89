import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startRig } from '../testing/rig.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

test('metrics count requests by route, what was sent, and what happened to sessions, and hold nothing of a person or a token', async () => {
  const metrics = createMetrics()
  const rig = await startRig({ metrics })
  const browser = rig.browser()
  const { opened } = await browser.signIn()
  await browser.outcome(opened)
  rig.server.behave('/oauth2/token', (_, response) => void response.socket?.destroy())
  await browser.request('POST', '/bff/session/refresh')
  await browser.request('GET', `/nothing-of-${opened.transaction}`)
  await browser.request('DELETE', '/bff/session')
  const server = await serveMetrics(metrics, '127.0.0.1', 0)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const text = await (await fetch(`${address}/metrics`)).text()
  expect((await fetch(`${address}/bff/session`)).status).toBe(404)
  for (const line of [
    'claimcheck_session_events_total{event="sign-in",outcome="done"} 1',
    'claimcheck_session_events_total{event="renewal",outcome="kept"} 1',
    'claimcheck_session_events_total{event="sign-out",outcome="done"} 1',
    'claimcheck_outbound_requests_total{outcome="reset"} 1',
    'claimcheck_http_request_seconds_count{method="GET",route="/bff/sign-in/:transaction",status="200"} 1',
    'claimcheck_http_request_seconds_count{method="GET",route="none",status="404"} 1',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain(opened.transaction)
  expect(text).not.toContain('canary')
  server.closeAllConnections()
  server.close()
  await rig.close()
})

import { expect, it } from 'vitest'
import { scanAgain } from '../privacy/scan-again.ts'
import { createScrubber } from '../privacy/scrub.ts'
import { scrubExchange } from '../privacy/scrub-exchange.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { writeHar } from './write.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')
/** A token that nothing but its place gives away, and the place. */
const hidden = (place: string) => `${place}9f8e7d6c5b4a`

const exchange: Exchange = {
  id: 'one',
  step: 'api',
  environment: 'sandbox',
  startedAt: 1_777_889_900,
  at: 1_777_889_901,
  durationMs: 5,
  request: {
    method: 'POST',
    url: `https://api.example/v1/x?access_token=${hidden('query')}`,
    headers: {
      authorization: `Bearer ${hidden('bearer')}`,
      cookie: `theme=dark; sid=${hidden('cookie')}`,
      'x-api-key': hidden('key'),
    },
    form: { grant_type: 'refresh_token', refresh_token: hidden('form') },
    body: JSON.stringify({ amount: 1, nested: [{ client_secret: hidden('json') }] }),
  },
  response: {
    status: 302,
    headers: {
      location: `https://app.example/callback?code=${hidden('location')}&state=st`,
      'set-cookie': `a=${hidden('first')}; Path=/\nb=${hidden('second')}; HttpOnly`,
    },
    bodyBase64: encode(JSON.stringify({ id_token: hidden('base64') })),
    size: 10,
    cut: false,
  },
}
const places = ['query', 'bearer', 'cookie', 'key', 'form', 'json', 'location', 'first', 'second', 'base64']

it('attack 52: a copy contains no token, wherever one was in its messages', () => {
  const whole = JSON.stringify(writeHar([exchange]))
  const scrubber = createScrubber({ fingerprint: (value) => value.length.toString(16).padStart(8, '0') })
  const copy = JSON.stringify(writeHar([scrubExchange(exchange, scrubber)]), null, 2)
  for (const place of places) {
    const spelled = [
      hidden(place),
      encode(hidden(place)).slice(0, 12),
      encode(JSON.stringify({ id_token: hidden(place) })),
    ]
    expect(
      spelled.some((one) => whole.includes(one)),
      place,
    ).toBe(true)
    for (const one of spelled) expect(copy).not.toContain(one)
  }
  expect(copy).toContain('"amount')
  expect(scanAgain(copy, scrubber.values())).toEqual([])
})

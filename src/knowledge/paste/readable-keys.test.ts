import { expect, test } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { inspect } from './inspect.ts'
import { readVendorKey } from './readable-keys.ts'

const json = (value: unknown) => base64UrlOf(JSON.stringify(value))

test.each([
  [
    'a Mapbox token',
    `sk.${json({ u: 'gullwing', a: 'cm301' })}.IoQUH80mcuie9YEiwkbk_g`,
    { account: 'gullwing', 'token id': 'cm301' },
  ],
  [
    'an organization token of Sentry',
    `sntrys_${json({ iat: 1795000000.1, url: 'https://sentry.io', region_url: 'https://de.sentry.io', org: 'tidely' })}_RAunQYWXCJbkQ53AkQLsHHYFt5E`,
    { organization: 'tidely', address: 'https://sentry.io', region: 'https://de.sentry.io' },
  ],
  [
    'a policy token of Grafana Cloud',
    `glc_${json({ o: '12', n: 'ci', k: 'the-secret', m: { r: 'eu' } })}`,
    { organization: '12', name: 'ci', region: 'eu' },
  ],
  [
    'a token of Discord',
    `${base64UrlOf('1172204417093271602')}.Gdzfk6.8emtC3D1-6QIYcSGFZ8DLRTYMYvWTIaW_hBkaw`,
    { 'bot or user id': '1172204417093271602' },
  ],
  // The example that Aidan Steele published with the layout.
  ['an access key ID of AWS', 'ASIAQNZGKIQY56JQ7WML', { account: '029608264753' }],
])('%s is read as far as anybody can read it, without its secret', (_, value, content) => {
  const read = readVendorKey(value)
  expect(read?.content).toEqual(content)
  expect(read?.note).not.toMatch(/opaque/i)
})

test.each([['AKIAIOSFODNN7EXAMPLE'], ['sk.x.y'], ['ghp_0123456789abcdefghijABCDEFGHIJ012345']])(
  'of %s nothing is read',
  (value) => {
    expect(readVendorKey(value)).toBeUndefined()
  },
)

test('what can be read of a key in a text is shown, and is not said to be unreadable', () => {
  const value = `sk.${json({ u: 'gullwing', a: 'cm301gws5fdaltf1ggxrcmlmw' })}.IoQUH80mcuie9YEiwkbk_g`
  const [found] = inspect(`mapboxgl.accessToken = "${value}"`).tokens
  expect(found?.token).toMatchObject({ content: { account: 'gullwing' } })
  expect(found?.recognised.note).toContain('it is not a JWT')
})

import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:0:1::7', '2001:db8:0:1'],
  ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1'],
  ['2001:db8:0:2::7', '2001:db8:0:2'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['Unknown', 'unknown'],
])('requests from %s are counted as from %s', (ip, address) => {
  expect(clientAddress({ ip })).toBe(address)
})

test('a connection that is gone has no address', () => {
  expect(clientAddress({ ip: undefined })).toBe('gone')
})

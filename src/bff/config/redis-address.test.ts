import { expect, test } from 'vitest'
import { readRedisAddress } from './redis-address.ts'

const one = { kind: 'one', hosts: [{ host: 'r', port: 6379 }], tls: false }

test.each([
  ['redis://r', one],
  ['redis://r:7000/2', { ...one, hosts: [{ host: 'r', port: 7000 }], database: 2 }],
  ['rediss://me:p%40ss%3Aword@r', { ...one, tls: true, username: 'me', password: 'p@ss:word' }],
  ['redis://:secret@[::1]:1', { ...one, hosts: [{ host: '::1', port: 1 }], password: 'secret' }],
  [
    'redis+sentinel://:secret@a,b:1/main/3',
    {
      ...one,
      kind: 'sentinel',
      hosts: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 1 },
      ],
      group: 'main',
      password: 'secret',
      database: 3,
    },
  ],
  [
    'rediss+cluster://a,b:1',
    {
      ...one,
      kind: 'cluster',
      hosts: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 1 },
      ],
      tls: true,
    },
  ],
])('%s is where a Redis is', (text, expected) => {
  expect(JSON.parse(JSON.stringify(readRedisAddress(text)))).toEqual(expected)
})

test.each([
  'r:6379',
  'http://r',
  'redis://',
  'redis://a,b',
  'redis://r:99999',
  'redis://r/main',
  'redis://me:%zz@r',
  'redis+sentinel://a:1',
  'redis+cluster://a:1/2',
  'redis://r?x=1',
])('%s is none', (text) => {
  expect(readRedisAddress(text)).toBeUndefined()
})

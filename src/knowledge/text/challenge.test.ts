import { describe, expect, it } from 'vitest'
import { parseChallenges } from './challenge.ts'

const vectors: [description: string, header: string, expected: [string, Record<string, string>, string?][]][] = [
  ['a scheme alone', 'Bearer', [['Bearer', {}]]],
  ['one quoted parameter', 'Bearer realm="api"', [['Bearer', { realm: 'api' }]]],
  ['a bare value', 'Bearer error=invalid_token', [['Bearer', { error: 'invalid_token' }]]],
  [
    'several parameters',
    'Bearer realm="a", error="invalid_token", error_description="it expired"',
    [['Bearer', { realm: 'a', error: 'invalid_token', error_description: 'it expired' }]],
  ],
  [
    'several challenges',
    'Bearer realm="a", Basic realm="b"',
    [
      ['Bearer', { realm: 'a' }],
      ['Basic', { realm: 'b' }],
    ],
  ],
  [
    'a challenge without parameters between others',
    'Negotiate, Bearer error="x", Digest nonce="1"',
    [
      ['Negotiate', {}],
      ['Bearer', { error: 'x' }],
      ['Digest', { nonce: '1' }],
    ],
  ],
  ['commas and equals signs in quotes', 'Bearer scope="a, b=c"', [['Bearer', { scope: 'a, b=c' }]]],
  ['escapes in quotes', 'Bearer realm="say \\"hi\\" \\\\ there"', [['Bearer', { realm: 'say "hi" \\ there' }]]],
  [
    'token68',
    'Negotiate YII= , Bearer realm="a"',
    [
      ['Negotiate', {}, 'YII='],
      ['Bearer', { realm: 'a' }],
    ],
  ],
  ['spaces around the equals sign', 'Bearer realm = "a"', [['Bearer', { realm: 'a' }]]],
  ['names in capitals', 'BEARER Error="x"', [['BEARER', { error: 'x' }]]],
  ['a name that comes twice', 'Bearer error="first", error="second"', [['Bearer', { error: 'first' }]]],
  ['empty list members', ', ,Bearer realm="a",,', [['Bearer', { realm: 'a' }]]],
  ['a quotation mark that is never closed', 'Bearer realm="a', [['Bearer', { realm: 'a' }]]],
  ['a parameter without a scheme', 'realm="a", Bearer error="x"', [['Bearer', { error: 'x' }]]],
  ['nothing', '', []],
]

describe('a WWW-Authenticate header', () => {
  it.each(vectors)('is read: %s', (_description, header, expected) => {
    expect(
      parseChallenges(header).map(({ scheme, parameters, token68 }) => [scheme, { ...parameters }, token68]),
    ).toEqual(expected.map(([scheme, parameters, token68]) => [scheme, parameters, token68]))
  })

  it('keeps a parameter called __proto__ as a parameter', () => {
    const [challenge] = parseChallenges('Bearer __proto__="x"')
    expect(Object.keys(challenge?.parameters ?? {})).toEqual(['__proto__'])
  })
})

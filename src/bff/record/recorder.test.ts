import { describe, expect, test } from 'vitest'
import { fingerprints } from './fingerprints.ts'
import { recordIdentityExchange } from './recorder.ts'

const keyed = fingerprints([{ id: 'one', key: new Uint8Array(32).fill(1) }])

function record(text: string, told: { secrets?: string[]; readableIdToken?: string } = {}) {
  const exchange = recordIdentityExchange(
    'token',
    'test',
    {
      wanted: { method: 'POST', url: 'https://id.example/oauth2/token', headers: {} },
      form: {},
      sent: {
        startedAt: 0,
        endedAt: 1,
        durationMs: 1,
        answer: { status: 400, headers: {}, body: Buffer.from(text), cut: false },
      },
      secrets: told.secrets ?? [],
      readableIdToken: told.readableIdToken,
    },
    keyed,
  )
  return exchange.response
}

const recorded = (...all: Parameters<typeof record>) => record(...all)?.body ?? ''

/** The shortest of three times that recording takes, in milliseconds. */
function timeFor(...all: Parameters<typeof record>): number {
  const times = [0, 1, 2].map(() => {
    const started = performance.now()
    record(...all)
    return performance.now() - started
  })
  return Math.min(...times)
}

describe('a response that was made to keep the recorder busy', () => {
  const fill = (pattern: string, length: number) => pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length)
  // A tame text of the same length takes about a millisecond; reading it again from each character, seconds.
  const bound = (text: string) => 200 + 100 * timeFor(fill('tame words ', text.length))

  test.each(['-eyJ', 'eyJaaaaa.', '.eyJaaaaaa', 'eyJaaaaa.b', 'eyJaaaaa-', '"access_token"', '"id_token":"\\', '\\"'])(
    'with %s over and over takes no longer than any other, up to 1 MB',
    (pattern) => {
      for (const length of [65_536, 1_048_576]) {
        const text = fill(pattern, length)
        expect(timeFor(text)).toBeLessThan(bound(text))
      }
    },
  )

  test('as an ID token of one endless part takes no longer than any other', () => {
    const token = `eyJhbGciOiJub25lIn0.${'a'.repeat(200_000)}.`
    expect(timeFor('{}', { readableIdToken: token })).toBeLessThan(bound(token))
  })
})

describe('what is told of a response', () => {
  const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.signature-canary'

  test.each(['token=%', '-%', '"%"', 'seen.at.%', '<%>', 'a.%.b', '%,x'])(
    'contains no token written as in %s',
    (place) => {
      const text = recorded(place.replace('%', jwt))
      expect(text).toBe(place.replace('%', keyed.of(jwt)))
    },
  )

  test('leaves words alone that are no token', () => {
    const text = 'auth.example.com/eyJ.b eyJabcdef host.eyJabcdef keyJumping.a.b file-1.tar.gz …'
    expect(recorded(text)).toBe(text)
  })

  test('contains no token whose value breaks a line with a backslash', () => {
    expect(recorded('{"refresh_token":"abc\\\ncanary"}')).not.toContain('canary')
  })

  test('contains no part of a secret that the cut goes through, wherever it is cut', () => {
    const secret = 'canary/ab+'
    const long = JSON.stringify({ access_token: 'x'.repeat(60_000) }) + ' '.repeat(100)
    for (let shift = 0; shift < 2 * 9 * secret.length; shift++) {
      const text = `${long}${'.'.repeat(65_536 - long.length - 60 + shift)}${secret} ${secret} ${secret}${'.'.repeat(99_999)}`
      const response = record(text, { secrets: [secret] })
      expect(response?.body).not.toContain('canar')
      expect(response?.cut).toBe(true)
    }
  })

  test('is the first 65,536 characters', () => {
    expect(recorded('a'.repeat(65_536))).toHaveLength(65_536)
    expect(record('a'.repeat(65_536))?.cut).toBe(false)
    expect(recorded('a'.repeat(65_537))).toHaveLength(65_536)
    expect(record('a'.repeat(65_537))?.cut).toBe(true)
  })
})

import { expect, it } from 'vitest'
import { readSignals } from '../../text/signals.ts'
import { factsOf } from '../facts/facts.ts'
import { claimsNotShown } from './claims.ts'
import type { KnownError } from './known-error.ts'
import { phrasesOf } from './phrases.ts'

const error = (title: string): KnownError => ({
  of: 'unauthorized',
  title,
  cause: 'a',
  fix: 'b',
  who: 'caller',
  steps: ['api'],
})

it.each([
  ['The proxy drops the header', '401 from https://api.example', 1],
  ['The proxy drops the header', '401 behind nginx', 0],
  ['The replicas do not share the sign-in', 'Correlation failed, 5 nodes', 0],
  ['The replicas do not share the sign-in', 'Correlation failed', 1],
  ['Works locally, the proxy in Docker does not', 'invalid_grant', 3],
  ['The token was not accepted', 'invalid_token', 0],
])('of “%s”, “%s” leaves %i unseen', (title, text, unseen) => {
  const facts = factsOf(text, { now: 1_790_000_000, signals: readSignals(text) })
  expect(claimsNotShown(error(title), phrasesOf(text), facts)).toBe(unseen)
})

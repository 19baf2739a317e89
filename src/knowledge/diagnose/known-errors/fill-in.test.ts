import { expect, it } from 'vitest'
import { quoted } from '../../text/quote.ts'
import { fillIn, valuesInPlace } from './fill-in.ts'

const known: Record<string, string> = { redirect_uri: 'https://app.example/cb', scope: 'payments read' }
const valueNamed = (name: string) => (known[name] === undefined ? undefined : quoted(known[name]))

it.each([
  ['The app sends {redirect_uri}.', 'The app sends “https://app.example/cb”.'],
  ['The app sends "{redirect_uri}".', 'The app sends “https://app.example/cb”.'],
  ['It is not registered. The app sends {other}.', 'It is not registered.'],
  ['Ask for {Scope} (e.g. “{scope}”). Wait.', 'Ask for “payments read” (e.g. “payments read”). Wait.'],
  ['{other} is wrong.', ''],
])('fills “%s” in', (words, filled) => {
  expect(fillIn(words, valueNamed)).toBe(filled)
})

it.each([
  [
    'expected issuer {expected}, got {actual}',
    'oidc: expected issuer "https://a.example", got "https://b.example"',
    { expected: 'https://a.example', actual: 'https://b.example' },
  ],
  ["User '{user}' not found", "ERROR User 'ana' not found in realm", { user: 'ana' }],
  ['limit of {count} requests', 'the limit of 300 requests is reached', { count: '300' }],
  ['no client {id}', 'something else', {}],
  ['no client {id}', `no client ${'x'.repeat(400)}`, {}],
])('takes the values of “%s” from a text', (sentence, text, values) => {
  expect(Object.fromEntries(valuesInPlace(sentence, text))).toEqual(values)
})

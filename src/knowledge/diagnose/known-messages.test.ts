import { expect, it } from 'vitest'
import { steps } from '../protocol/call.ts'
import { wordsOf } from '../text/likeness.ts'
import { traitsOf } from './error-names.ts'
import { knownMessages, messageRows, valueNamed } from './known-messages.ts'

const sentences = messageRows.flatMap(({ means, steps: met, says }) => says.map((text) => ({ means, met, text })))

it('gives every known sentence a cause that exists and the steps at which it is met', () => {
  for (const { means, steps: met, says } of messageRows) {
    expect(traitsOf(means), means).toBeDefined()
    expect(steps, means).toEqual(expect.arrayContaining([...met]))
    expect(met.length, means).toBeGreaterThan(0)
    expect(new Set(met).size, means).toBe(met.length)
    expect(says.length, means).toBeGreaterThan(0)
  }
})

it('has words to compare in every known sentence, and nothing around it', () => {
  expect(sentences.filter(({ text }) => text !== text.trim() || wordsOf(text).length === 0)).toEqual([])
})

it('states one cause for sentences that read alike at one step, and each sentence once', () => {
  const known = new Map<string, string>()
  const texts = new Set<string>()
  const twice: string[] = []
  for (const { means, met, text } of sentences) {
    for (const step of met) {
      const words = `${step} ${wordsOf(text).join(' ')}`
      const other = known.get(words) ?? means
      if (other !== means) twice.push(`${means}, ${other} at ${step}: ${text}`)
      known.set(words, means)
    }
    if (texts.has(text)) twice.push(text)
    texts.add(text)
  }
  expect(twice).toEqual([])
})

it('hears a known sentence among the words around it', () => {
  const heard = (text: string) => knownMessages(text)[0]?.row.means
  expect(heard('10:02:11 ERROR JwtFilter - jwt expired (request 7f3a)')).toBe('access_token_expired')
  expect(heard('Erro na chamada: Senha do certificado digital inválida')).toBe('certificate_file_unreadable')
  expect(heard('curl: (6) Could not resolve host: api.banco.example')).toBe('name_not_resolved')
  expect(heard('INFO login successful for user 42')).toBe('nothing_wrong')
})

it('hears a known sentence whatever value is in its place, where it is one of its kind', () => {
  const heard = (text: string) => {
    const [known] = knownMessages(text)
    return known && [known.row.means, valueNamed(known.row, text)]
  }
  expect(heard('Missing required parameter: redirect_uri')).toEqual(['parameter_missing', 'redirect_uri'])
  expect(heard('Missing required parameter: amount')).toEqual(['field_missing', 'amount'])
  expect(heard('Missing required parameter')).toEqual(['invalid_request', undefined])
  expect(heard('Missing header `X-Auth-Token`')).toEqual(['header_named', 'X-Auth-Token'])
  expect(heard('Missing header x-request-id')?.[0]).not.toBe('header_named')
  expect(heard("The audience 'https://api.one.example/v2' is invalid")).toEqual(['jwt_audience_mismatch', undefined])
})

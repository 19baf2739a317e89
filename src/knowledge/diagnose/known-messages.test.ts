import { expect, it } from 'vitest'
import { steps } from '../protocol/call.ts'
import { wordsOf } from '../text/likeness.ts'
import { traitsOf } from './error-names.ts'
import { knownMessages, messageRows } from './known-messages.ts'

const sentences = messageRows.flatMap(({ means, says }) => says.map((text) => ({ means, text })))

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

it('states one cause for sentences that read alike, and each sentence once', () => {
  const known = new Map<string, string>()
  const texts = new Set<string>()
  const twice: string[] = []
  for (const { means, text } of sentences) {
    const words = wordsOf(text).join(' ')
    const other = known.get(words) ?? means
    if (other !== means) twice.push(`${means}, ${other}: ${text}`)
    if (texts.has(text)) twice.push(text)
    known.set(words, means)
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

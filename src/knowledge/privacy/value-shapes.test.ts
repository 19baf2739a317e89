// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of templates are what is read here
import { expect, it } from 'vitest'
import { kindOf } from './sensitivity.ts'

it.each([
  'blue kettle, broken spout',
  'the invalid parrot',
  'wrong trousers',
  'is anybody out there',
  'code red',
  'digest this',
  'o inválido feliz',
  'not my circus, not my monkeys',
])('behind the name of a secret “%s” is a passphrase, whatever its words mean', (value) => {
  expect(kindOf('smtp_password', 'field', value)).toBe('password')
})

it.each([
  'must be at least 8 characters',
  'is too short (minimum is 8 characters)',
  'Password is incorrect',
  'invalid or expired',
  'A senha deve ter no mínimo 8 caracteres',
  'no es válida',
  'getenv("DB_PASS")',
  '${DB_PASSWORD}',
  'null',
  '********',
])('behind the name of a secret “%s” explains something', (value) => {
  expect(kindOf('smtp_password', 'field', value)).toBeUndefined()
})

it('what a key of a host is recognised by stays, and so does an address in memory', () => {
  expect(kindOf('host key', 'field', 'SHA256:hT9vWc2mLqYzR8sKfBnXe4pUoJd7iGa1QwEr5tVyCkM')).toBeUndefined()
  expect(kindOf('address', 'field', 'ffffa0c2417f3e10')).toBeUndefined()
  expect(kindOf('address', 'field', '12 Elm Lane')).toBe('address')
})

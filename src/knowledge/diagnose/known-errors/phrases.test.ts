import { expect, it } from 'vitest'
import { phrasesOf } from './phrases.ts'

it.each<[phrase: string, text: string, stands: boolean]>([
  ['redirect*', 'The Redirection failed', true],
  ['redirecionamento', 'URI de Redirecionamento', true],
  ['não autorizado', 'Nao  autorizado', true],
  ['does not match', "it doesn't match", true],
  ['not match', "it doesn't match", true],
  ['trust store', 'truststore', false],
  ['--form', 'application/x-www-form-urlencoded', false],
  ['--form', 'curl --form grant_type=password', true],
  ['http_proxy', 'http proxy status 302', false],
  ['http_proxy', 'HTTP_PROXY=http://proxy:3128', true],
  ['client_id', 'clientId: abc', true],
  ['client_id', 'my_client_id2', false],
  ['.key', 'server.key', true],
  ['.key', 'the key of the server', false],
  ['10.*', '2010.4', false],
  ['"!"', 'Hello!', false],
  ['code=', 'callback?code=abc', true],
])('“%s” in “%s”: %s', (phrase, text, stands) => {
  expect(phrasesOf(text).has(phrase)).toBe(stands)
})

import { expect, test } from 'vitest'
import { base64UrlOf } from '../text/base64.ts'
import { inspectToken } from './take-apart.ts'
import { findWarnings } from './warnings.ts'

const remote = (jku: string, iss: string) => {
  const parts = [
    { alg: 'RS256', jku },
    { iss, sub: 'u' },
  ].map((part) => base64UrlOf(JSON.stringify(part)))
  return findWarnings(inspectToken(`${parts.join('.')}.${'A'.repeat(342)}`)).find(({ code }) => code === 'remote-key')
    ?.why
}

test('the address of a key is a cause for care, and one on the host of the issuer is told to be that', () => {
  expect(remote('https://a.example/token_keys', 'https://a.example/oauth/token')).toContain('on the host of the issuer')
  expect(remote('https://b.example/keys', 'https://a.example')).toContain('The sender of the token chose that URL')
})

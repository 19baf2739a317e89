import { expect, it } from 'vitest'
import { isPage } from './pages.ts'
import { subjectOf } from './speaks-of-failure.ts'

it.each([
  ['the end of a page', 'HTTP/1.1 401 {"error":"invalid_token"}\n\nLast updated: 2025-03-01\nWas this page helpful?'],
  ['the same in German', 'Bei einem Fehler gibt die Richtlinie 404 zurück.\nZuletzt aktualisiert: 2025-08-07 (UTC).'],
  ['a commit', 'fix(auth): return invalid_grant for a dead refresh token\n\nClients take invalid_request for fatal.'],
  [
    'a change',
    '### Purpose\nThe example has a wrong thumbprint.\n\n**Before**\n"x5t": "9a0c"\n\n**After**\n"x5t": "mgw1"',
  ],
  ['a list to tick', 'Return 403 for tokens without the scope\n- [x] Is this code complete?\n- [ ] Are tests added?'],
  [
    'conditions with their messages',
    'Se a chave estiver errada, expirada ou revogada, o trace irá mostrar:\n  Access token HAS NOT BEEN FOUND\nCaso a chave não possua acesso ao recurso, será:\n  DOES NOT HAVE ACCESS TO THIS RESOURCE',
  ],
  [
    'the same in Spanish',
    'Si el client_id que pasas es incorrecto, recibirás este error.\n{"error":"incorrect_client_credentials"}\nSi el código expiró o no coincide, recibirás este error.\n{"error":"bad_verification_code"}',
  ],
])('takes %s for a page', (_, text) => {
  expect(isPage(text)).toBe(true)
  expect(subjectOf(text)).toBe('document')
})

it.each([
  'Token exchange fails since today\n## Steps to reproduce\n1. Sign in\n## Changes\nnone\n## Summary\ninvalid_grant',
  'If I send the token I get 401. When it is new it works.',
  '## Summary\nlogin broke with AADSTS50011',
])('takes no report of a failure for one: %s', (text) => {
  expect(isPage(text)).toBe(false)
})

it.each([
  ['Configurei a CA e tudo funcionou. Se alguém encontrar algum problema, avisa aí! listen 443;', 'no-failure'],
  ['In dev everything works, but in production the login fails', 'failure'],
  ['Tudo funciona no Postman, no código o token chega vazio', 'failure'],
])('hears that all works, where nothing is said against it: %s', (text, subject) => {
  expect(subjectOf(text)).toBe(subject)
})

import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)
const secret = 'Melancia_88'

it.each([
  [`my pw is ${secret} if you like`, secret],
  [`the root password for db-3 was changed to ${secret}, the old one Abacate_77`, secret],
  [`the root password for db-3 was changed to ${secret}, the old one Abacate_77`, 'Abacate_77'],
  [`a senha era "x", troquei para ${secret}.`, secret],
  [`use the service account svc_pay / ${secret} please`, secret],
  [`Usuário master / Senha master: admin / ${secret}`, secret],
  ['api key for the sandbox: 7c1f0e5d2b3a49586776655443322110', '7c1f0e5d'],
  ['token do hardware: 72604799', '72604799'],
  ["[10:32] Cleo: what's the code?\n[10:33] Ana: 166299", '166299'],
  ['qual a senha?\nMelancia_88', secret],
  ['Body=Seu+codigo+%C3%A9+701899&From=x', '701899'],
  ['My security answer (first pet) is "Bartolomeu".', 'Bartolomeu'],
  ['palavra-chave do call center: pitangueira', 'pitangueira'],
  ['Chave manual: 443m 4azo vhlj 7kpe worh wg4l', 'vhlj'],
  ['backup codes are 4213-5399, 7426-7399 and 9293-7399.', '7426-7399'],
  ['Códigos de recuperação:\n  1) nsvks-ceagk\n  2) drnyi-jdio6', 'nsvks'],
  [`Frase da carteira: ${'ladder orbit velvet canyon puzzle thrive '.repeat(2).trim()}`, 'canyon'],
  ['> token fixo:\n> rxXtrF5BNic7FEtySKVM7KRRUM5MMKCE', 'rxXtr'],
  ['o código que chegou foi 313 299', '313 299'],
])('what a chat or a ticket gives away does not pass: %s', (text, gone) => {
  expect(safe(text)).not.toContain(gone)
})

it.each([
  'the password was changed to comply with the policy, version 2.3.1',
  "what's the code?\n[10:33] Ana: AADSTS50034",
  'a senha foi alterada para todos em 2026-11-08',
  'the key of this cache: orders-by-day',
  'security answer is required',
  'Message-ID: <20261108.4471A@mx2.exemplo.example>',
  'ssh deploy@app-01.exemplo.example: Permission denied (publickey)',
  'aws secretsmanager get-secret-value --secret-id prd/erp',
  'cookie: cart=c-11; lang=pt',
  'GET /cb?state=x1 302',
])('what explains the failure passes: %s', (text) => {
  expect(safe(text)).toBe(text)
})

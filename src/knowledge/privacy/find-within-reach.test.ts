import { expect, it } from 'vitest'
import { findWithinReach } from './find-within-reach.ts'
import type { Finding } from './finding.ts'
import { loadVocabulary } from './load-vocabulary.ts'

const vocabulary = await loadVocabulary()

function found(text: string): string[] {
  const findings: Finding[] = []
  findWithinReach(text, vocabulary, (finding) => findings.push(finding))
  return [...new Set(findings.map(({ value }) => value))]
}

it.each([
  ['~ master_password = "Velvet-Lantern" -> "Copper_Finch_8"', ['Velvet-Lantern', 'Copper_Finch_8']],
  ['input[name="nytt_losenord"] value=Midsommar2026', ['Midsommar2026']],
  ['KeyStore.PasswordProtection("lampiao_e_maria")', ['lampiao_e_maria']],
  ['it asks for a passphrase for the key, it\'s "wet owls at midnight". The answer', ['wet owls at midnight']],
  ['a senha era outra; depois trocou para Bem-te-vi.1987 e nada', ['Bem-te-vi.1987']],
  ['expiry oh four twenty eight, and the three digits are 306.', ['306']],
  ['default is admin/prom-operator-Kyoto', ['prom-operator-Kyoto']],
  ['# Logar com {{qa.boleto}} / {{Qa!bol3to#}}', ['Qa!bol3to#']],
  ['shared = "Kolibri&Kaktus" # shared secret of the gateway', ['Kolibri&Kaktus']],
  ['ssh in (pw Kartoffelsalat) closes', ['Kartoffelsalat']],
  ['har lösenord blåsippa och får 5011', ['blåsippa']],
  ['cliente informou senha galo cinza, sistema devolve ERR_0913', ['galo cinza']],
  ['set vpn ipsec psk "SunnyHill-Road"', ['SunnyHill-Road']],
  ['confirm with TAN list no. 14: *0937*', ['0937']],
  ['log in as qa.bruna / jabuticaba and open Orders', ['jabuticaba']],
  ['the clerk had typed "Fjordblikk24" with caps lock', ['Fjordblikk24']],
  ["CONNECT TO PAYROLL USER BATCH1 USING 'LIMONADA'", ['LIMONADA']],
])('what nothing proves harmless is found near a word for a secret: %s', (text, values) => {
  expect(found(text)).toEqual(values)
})

it.each([
  'JwtBearer: no signing key for kid "abc", password flow is off',
  'throw new Error("password_too_weak")',
  'neither `credentials` nor `access_token` was set',
  'invalid password or PKCS#12 data',
  'password policy: strict, retry-with-backoff, version 4.11.2-rc.1',
  'login page /error?reason=state_mismatch, user/group mapping',
  'the button "Forgot password?" opens "Reset your password"',
  'pin the version to 1.18.3, 4 digits at most, PIN pad firmware 3218',
  'The field takes a passphrase such as "four random words", see docs/passwords.md#length.',
  'E-mail ou senha incorretos. The same password fails twice. PUT /v2/pin → 504',
  'The secret to stable releases is "ship small".',
  'OTP verification returned {"err":"330","ret":"n"}.',
  'failed to retrieve credentials caused by: AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity',
])('what is proven harmless stays: %s', (text) => {
  expect(found(text)).toEqual([])
})

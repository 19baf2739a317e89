import { expect, it } from 'vitest'
import { findOneTimeCodes } from './find-one-time-codes.ts'

function codesIn(text: string): string[] {
  const codes: string[] = []
  findOneTimeCodes(text, ({ value }) => codes.push(value))
  return codes
}

it.each([
  ['PayNow: use 80417 to finish paying GBP 41.20', '80417'],
  ['das Einmalkennwort 771 904 wurde nicht angenommen', '771 904'],
  ['Bestätigungscode lautet 118-822', '118-822'],
  ['Le code à usage unique 83 10 47 est refusé', '83 10 47'],
  ['Il codice di verifica è 660312', '660312'],
  ['código de un solo uso: 448120', '448120'],
  ['Mijn eenmalige code is 481 992', '481 992'],
  ['Engångskoden 482 113 godtas inte', '482 113'],
  ['Engangskoden er 482113', '482113'],
  ['Kertakäyttökoodi 991204 ei kelpaa', '991204'],
  ['Kod jednorazowy z SMS-a: 771904', '771904'],
  ['jednorázový kód 551204 neplatí', '551204'],
  ['egyszer használatos kód: 551204', '551204'],
  ['codul de verificare 551204', '551204'],
  ['jednokratna lozinka: 551204', '551204'],
  ['onay kodunuz 338812', '338812'],
  ['код подтверждения: 4471', '4471'],
  ['κωδικός επιβεβαίωσης: 551204', '551204'],
  ['kode verifikasi anda 551204', '551204'],
  ['Mã OTP của bạn là 552901', '552901'],
  ['您的验证码是482913，请勿泄露', '482913'],
  ['認証コード：482913', '482913'],
  ['인증번호 [482913]를', '482913'],
  ['رمز التحقق: 482913', '482913'],
  ['the code you mailed was QX7-4KD but I typed it too late', 'QX7-4KD'],
])('“%s” tells a code', (text, code) => {
  expect(codesIn(text)).toEqual([code])
})

it.each([
  'Der Bestätigungscode ist 10 Minuten gültig',
  'Einmalkennwort abgelaufen, Fehler 4031',
  'Bestätigungscode ungültig (Fehler 403112)',
  'código de verificación de 6 dígitos',
  'kod jednorazowy ważny do 2026',
  'the code we received was SMS-LIMIT',
  'mot de passe unique, version 4.12.1',
])('“%s” tells none', (text) => {
  expect(codesIn(text)).toEqual([])
})

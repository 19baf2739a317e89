import { expect, test } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()
const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)

test.each([
  ['told me over the phone his word is hollyhock, though the screen timed out', 'hollyhock'],
  ['das Kennwort hab ich auf Matjesbrötchen gestellt, bitte gleich ändern', 'Matjesbrötchen'],
  ['Ihr Onlinebanking-Kennwort sei „der alte Leuchtturm“. Fehler 9210.', 'Leuchtturm'],
  ["J'ai tapé ma réponse secrète, crêpe au sarrasin, et vos serveurs disent", 'sarrasin'],
  ['NOTE:wifi invitados tortilla sin cebolla', 'cebolla'],
  ['is the passphrase still the old one? drie kleine kleuterkes', 'kleuterkes'],
  ['Q: hat der Kunde das Losungswort genannt?\nA: ja, Zitronenfalter. danach Code 3082', 'Zitronenfalter'],
  ['can you read me the three digits on the back?\nCALLER: 306\nAGENT: okay', '306'],
  ['das ist bei uns der Hausmeistercode, also 8812', '8812'],
  ['the pin you sent by post (0 5 8 1) is rejected', '0 5 8 1'],
  ['Tabela de acessos\nERP ........ mariana / pitangueira', 'pitangueira'],
  ['console login "operator" with Nachtwächterlied. Then', 'Nachtwächterlied'],
  ['Reset via IVR: caller said "butterscotch" when prompted for passphrase', 'butterscotch'],
  ['c.p.auth.PinVerifier - attempt 2/3 entered=6041 expected-length=4', '6041'],
])('a word that no program says is a secret in the place of one: %s', (text, secret) => {
  expect(safe(text)).not.toContain(secret)
})

test.each([
  'Das Kennwort ist abgelaufen, bitte an der Zentrale melden.',
  'A tela pede a senha antiga, mas o botão "Esqueci minha senha" fica cinza.',
  'The password field is greyed out after the third attempt and the pin pad never shows up.',
  'The PIN pad of terminal type T7 shows "PIN OK" but the host answers 55 (incorrect PIN).',
  'Login mit BundID und Mein Unternehmenskonto schlägt fehl: SAML Response unsigniert.',
  '--pin-cache SEC    seconds to keep the PIN (default 300)',
  'Q: Which environment?\nA: Staging, since Tuesday',
  'Der Schlüssel liegt im Tresor, das Passwort kennt nur die Rechtsabteilung.',
  'Hasło wygasło i musi zostać zmienione przed zalogowaniem',
])('what programs and reports say of a secret stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})

import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()
const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)

it.each([
  ['; voicemail.conf: 2204 => 5519,Dirceu Fontanella', '5519'],
  ['PIN2 der Karte = 90317. Rückruf folgt', '90317'],
  ['Port:587 User:aviso Pass:hqzl wmfa rtoe pncd TLS:true}', 'hqzl wmfa'],
  ["DATA lv_pw TYPE string VALUE 'Rösti-mit-Speck'.", 'Rösti-mit-Speck'],
  ['login rejected user=zeca.b pw_attempt=fluminense reason=LOCKED', 'fluminense'],
  ['DESCRIPTION:Meeting-ID folgt\\nKenncode: W7rst!\\nEinwahl folgt', 'W7rst!'],
])('what a sign gives to a word for a secret is removed: %s', (text, value) => {
  expect(safe(text)).not.toContain(value)
})

it.each([
  '- password: show strength meter (#1882)',
  'passwd: password unchanged',
  'PIN attempts left: 2, PIN length = 6',
])('what only speaks of a secret stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})

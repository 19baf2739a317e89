import { expect, test } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()
const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)

test.each([
  ['0110BR2026030251774400288IRENILDE SOUTO MAIOR                   000000008990', 'MAIOR'],
  ['| T-0917 | 41 d | Ilse Brömmelkamp | wait |', 'Brömmelkamp'],
  ['6220910000194417730099       EMP00417        TSOSIE, YANABA          S0091000017654321', 'TSOSIE'],
  ['- name on the card reads MR B ACHTERBERG-SMITH', 'ACHTERBERG'],
  ['borrower DIETRICH, ANNIKA M co-borrower', 'ANNIKA'],
  ['Der Kollege Hasenöhrl hat angerufen', 'Hasenöhrl'],
])('a name that is all of a column or that follows a title is removed: %s', (text, name) => {
  expect(safe(text)).not.toContain(name)
})

test.each([
  '| Team | Rufbereitschaft | Eskalation |\n| Zahlungsverkehr Inland | Mo-Fr | Bereichsleitung |',
  'CONNECT TIMEOUT          BAD GATEWAY          000502',
  'KEK = key encryption key, DUKPT, KSN, ARQC',
  '| Reset secret | Mail arrives | 503 from mailer |',
])('words of programs and of offices in columns stay: %s', (text) => {
  expect(safe(text)).toBe(text)
})

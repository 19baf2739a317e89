import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()
const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)

it.each([
  ['mein Mandant Dr. Eckehard Stöckmann meldet einen Fehler', 'Stöckmann'],
  ['Je suis la titulaire, née Kervadec le 21 mai', 'Kervadec'],
  ['// Solveig Bråten (fødselsnummer folgt) rapporterte feilen', 'Bråten'],
  ['Caller gave: surname Ó Súilleabháin, then hung up', 'Súilleabháin'],
  ['cardholder KOWALCZYK/BOZENA', 'KOWALCZYK'],
  ['Patient: MCALLISTER, Fionnuala R  ward 7', 'MCALLISTER'],
  ['woont aan de Oude Vest 41b, 2312 XS Leiden; foutcode 9044', 'Oude Vest'],
  ['Hinterm Deich 9, 26427 Esens, ruft an', 'Hinterm Deich'],
  ["J'habite 12 bis, venelle du Puits, 56100 Lorient.", 'venelle'],
  ['Unit 4, 88 Boronia Parade, Cairns QLD 4870', 'Boronia'],
  ['Ship to:\nRuairí Mac Conghail\n14 Bóthar na Trá\ncarrier error', 'Bóthar'],
  ['^FDBenedita Camargo Leite^FS\n^FDTrav. das Palmeiras, 77 ap 1203^FS', 'Palmeiras'],
])('who is told by the word beside the name, and where they live, is removed: %s', (text, value) => {
  expect(safe(text)).not.toContain(value)
})

it.each([
  'The Service Desk, tel. rota updated; Azure Active Directory, mobile SDK 4.2',
  'The test crashed with READ/WRITE and TCP/UDP errors',
  'Ship to:\nerror=ADDR_04 field=postcode',
])('what is no person stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})

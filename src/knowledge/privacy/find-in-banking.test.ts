import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)

const wide = (text: string, width: number) => text.padEnd(width)

it.each([
  ['the line of a boleto', 'linha 23793.38128 60082.677139 52000.063305 9 84660000012345', '23793.38128'],
  ['the same without punctuation', 'GET /boletos?linha=23793381286008267713952000063305984660000012345', '60082677'],
  ['the bar code of a boleto', '{"barcode":"23799846600000123453381260082677135200006330"}', '38126008'],
  ['the line of a bill', 'pagar 83640000001-1 33120138000-2 81288462711-6 08013618155-1', '33120138000'],
  [
    'whom segment Q of CNAB 240 is about',
    `2370001300001Q 011000011122233344${wide('DAGOBERTO FONTANA', 40)}${wide('RUA SETE 12', 40)}CENTRO`,
    'DAGOBERTO',
  ],
  [
    'the account in segment A of CNAB 240',
    `2370001300001A000018033012345000000456789X ${wide('DAGOBERTO FONTANA', 30)}SEU-1`,
    '456789',
  ],
  [
    'whom a line of CNAB 400 is about',
    `1${'0'.repeat(217)}0111122233344455${wide('DAGOBERTO FONTANA', 40)}${wide('RUA SETE 12', 40)}${'0'.repeat(86)}`,
    'FONTANA',
  ],
  ['who pays by MT103', ':50K:/BR15\nDAGOBERTO FONTANA\nRUA SETE 12\n:71A:SHA', 'FONTANA'],
  ['who is paid by MT103', ':59:/1234567\nDAGOBERTO FONTANA\n:71A:SHA', 'FONTANA'],
  [
    'a party of ISO 20022',
    '<Dbtr><Nm>Dagoberto Fontana</Nm><Id><PrvtId><Othr><Id>12345678Z</Id></Othr></PrvtId></Id></Dbtr>',
    'Fontana',
  ],
  [
    'the number of a party of ISO 20022',
    '<Dbtr><Id><PrvtId><Othr><Id>12345678Z</Id></Othr></PrvtId></Id></Dbtr>',
    '12345678Z',
  ],
  ['an account in OFX', '<BANKID>0341<ACCTID>1234567<ACCTTYPE>CHECKING', '1234567'],
  ['the code of an NFC-e', 'CSC da loja: 0A1B2C3D-9F8E-4D7C-8B6A5F4E3D2C', '9F8E'],
  ['an account with its check digit', '{"counterparty":{"account":"123456-7"}}', '123456-7'],
  ['a random key of Pix', 'motivo=BE08 chaveDestino=7472189b-0f5e-4a4c-9c43-1d8d1f2a3b4c', '7472189b'],
])('%s does not pass', (_, text, gone) => {
  expect(safe(text)).not.toContain(gone)
})

it.each([
  'chave de acesso 35261112345678000199550010000012341000012345',
  ':20:REF0099 :32A:261108EUR842,19 :71A:SHA -}',
  '<StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf>',
])('what explains a refusal passes: %s', (text) => {
  expect(safe(text)).toBe(text)
})

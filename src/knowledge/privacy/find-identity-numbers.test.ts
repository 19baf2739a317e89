import { expect, test } from 'vitest'
import { findSensitive } from './find-sensitive.ts'

/** What countries call the numbers under which they keep people, with a number of its form that nobody has. */
const numbers: readonly (readonly [label: string, value: string])[] = [
  ['Emirates ID', '784-1988-1234567-1'],
  ['CUIL', '20-12345678-6'],
  ['SV-Nummer', '3927 140562'],
  ['Sozialversicherungsnummer', '1237010180'],
  ['Tax File Number', '123 456 782'],
  ['JMBG', '0101990500006'],
  ['ЈМБГ', '0101990500006'],
  ['Rijksregisternummer', '85.07.30-033.28'],
  ['numéro de registre national', '85.07.30-033.28'],
  ['ЕГН', '7523169263'],
  ['SIN', '046 454 286'],
  ['AHV-Nr.', '756.9217.0769.85'],
  ['RUN', '12.345.678-5'],
  ['身份证号码', '11010519491231002X'],
  ['cédula de ciudadanía', '1.020.345.678'],
  ['rodné číslo', '736028/5163'],
  ['KVNR', 'T482910573'],
  ['Krankenversichertennummer', 'A123456780'],
  ['Rentenversicherungsnummer', '65 170839 J 003'],
  ['Steuer-ID', '81 872 495 633'],
  ['Personalausweisnummer', 'L01X00T47'],
  ['CPR-nr.', '070761-4285'],
  ['isikukood', '37605030299'],
  ['الرقم القومي', '29001011234567'],
  ['número de la Seguridad Social', '28/12345678/40'],
  ['hetu', '140781-937K'],
  ['henkilötunnus', '131052A308T'],
  ['personbeteckning', '131052-308T'],
  ['carte vitale', '1690229232044 71'],
  ['NIR', '2 55 08 14 168 025 38'],
  ['National Insurance number', 'QQ 12 34 56 C'],
  ['NHS number', '943 476 5919'],
  ['Ghana Card', 'GHA-123456789-1'],
  ['ΑΜΚΑ', '01018012345'],
  ['HKID', 'A123456(3)'],
  ['OIB', '94577403194'],
  ['TAJ szám', '123 456 788'],
  ['NIK', '3171234567890123'],
  ['PPS number', '1234567FA'],
  ['teudat zehut', '123456782'],
  ['Aadhaar', '4991 1866 5246'],
  ['PAN', 'BQKPD4471F'],
  ['kennitala', '120174-3399'],
  ['codice fiscale', 'RSSMRA85T10A562S'],
  ["carta d'identità", 'CA12345AB'],
  ['マイナンバー', '1234 5678 9012'],
  ['주민등록번호', '820701-2345678'],
  ['ИИН', '900101300123'],
  ['asmens kodas', '33309240064'],
  ['personas kods', '161175-19997'],
  ['CURP', 'HEGG560427MVZRRL04'],
  ['MyKad', '880102-14-5566'],
  ['NIN', '12345678901'],
  ['BSN', '111222333'],
  ['fødselsnummer', '13097248022'],
  ['IRD number', '49-091-850'],
  ['SSS number', '34-1234567-8'],
  ['CNIC', '42101-1234567-1'],
  ['PESEL', '84051709246'],
  ['numer dowodu', 'CZK 518204'],
  ['cartão de cidadão', '12345678 9 ZZ4'],
  ['CNP', '1800101221144'],
  ['СНИЛС', '112-233-445 95'],
  ['паспорт', '45 08 123456'],
  ['Iqama', '2123456789'],
  ['samordningsnummer', '701063-2391'],
  ['NRIC', 'S8841207F'],
  ['เลขบัตรประชาชน', '1-2345-67890-12-1'],
  ['T.C. kimlik no', '10000000146'],
  ['身分證字號', 'A123456789'],
  ['РНОКПП', '3184710691'],
  ['Social Security number', '078-05-1120'],
  ['căn cước công dân', '001099012345'],
  ['SA ID', '8807154823086'],
]

test.each(numbers)('%s %s is a number of identity, with whatever is between the two', (label, value) => {
  for (const text of [
    `${label}: ${value}`,
    `… (${label} ${value}), …`,
    `${label} = ${value};`,
    `"${label}": "${value}"`,
  ])
    expect(removed(text), text).not.toContain(value)
})

test('a number of identity is found by the head of its column and by the name of its field', () => {
  expect(removed('kvnr;ort\nT482910573;Fulda')).toBe('kvnr;ort\n…;Fulda')
  expect(removed('> head(kunden, 1)\n   kvnr        stand\n1  T482910573  aktiv')).not.toContain('T482910573')
  for (const name of ['hetu', 'svnr', 'sv_nummer', 'henkilotunnus', 'steuerId', 'customerPan', 'idNumber'])
    expect(removed(JSON.stringify({ [name]: name === 'customerPan' ? 'BQKPD4471F' : '8807154823086' }))).toContain('…')
})

test('a label is one in a sentence too', () => {
  expect(removed('PAN for the invoice: BQKPD4471F.')).toBe('PAN for the invoice: ….')
  expect(removed('hetuni on 140781-937K')).toBe('hetuni on …')
})

test.each([
  'dossier SIN-2026-4471-B',
  'I uploaded my passport and it says document_mrz_unreadable',
  'PAN length 16, PAN 4 last digits only',
  'sin 123 456 789 resultados',
  'fin 20261109',
  'RFC 6238, step 30 s',
  'NIC eth0 at 00:1b:44:11:3a:b7',
  'CE marking 2014/53/EU',
  'pps=1200 ic=3 nik=none taj=2',
  'passport.js 0.7.0 failed',
  'NIN is not a number: 12345',
])('“%s” names none', (text) => {
  expect(removed(text)).toBe(text)
})

function removed(text: string): string {
  let out = ''
  let done = 0
  for (const { start, end } of findSensitive(text)) {
    out += `${text.slice(done, start)}…`
    done = end
  }
  return out + text.slice(done)
}

import { expect, it } from 'vitest'
import { findDatesInWords } from './find-dates-in-words.ts'

function dates(text: string): string[] {
  const values: string[] = []
  findDatesInWords(text, ({ start, end }) => values.push(text.slice(start, end)))
  return values
}

it.each([
  [
    'AGENT: date of birth, please?\nCALLER: the ninth of June nineteen fifty-eight.',
    'ninth of June nineteen fifty-eight',
  ],
  [
    'nascida em quatorze de março de mil novecentos e setenta e um,',
    'quatorze de março de mil novecentos e setenta e um',
  ],
  ['nació el dos de abril de mil novecientos sesenta', 'dos de abril de mil novecientos sesenta'],
  ['geboren am dritten März neunzehnhunderteinundsiebzig', 'dritten März neunzehnhunderteinundsiebzig'],
  ['né le quatorze mars mille neuf cent soixante et onze', 'quatorze mars mille neuf cent soixante et onze'],
])('in “%s” the whole date is found', (text, date) => {
  expect(dates(text)).toEqual([date])
})

it.each(['Born out of a need in one of two ways.', 'The release of the third of May nineteen fixes two errors.'])(
  'in “%s” nobody is born',
  (text) => {
    expect(dates(text)).toEqual([])
  },
)

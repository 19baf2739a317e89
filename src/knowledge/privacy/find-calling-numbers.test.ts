import { expect, it } from 'vitest'
import { findCallingNumbers } from './find-calling-numbers.ts'

function numbersIn(text: string): string[] {
  const numbers: string[] = []
  findCallingNumbers(text, ({ value }) => numbers.push(value))
  return numbers
}

it.each([
  ['SMS gateway log\n2026-10-02 23:59:58|OUT|5491156230871|hola|DELIVRD|smsc-2', '5491156230871'],
  ['CDR\n20261103;OUT;447700900123;00:03:12;ANSWERED', '447700900123'],
  ['smsc\t5511987654321\tDELIVRD', '5511987654321'],
  ['call,in,12025550143,ok', '12025550143'],
])('in %j a row has a number to call', (text, number) => {
  expect(numbersIn(text)).toEqual([number])
})

it.each([
  'EAN;4006381333931;12,90;Stift',
  'calls;1698230400123;ok',
  'sms;9007199254740993;queued',
  'sms id 5491156230871 was sent',
])('in %j there is none', (text) => {
  expect(numbersIn(text)).toEqual([])
})

import { expect, test } from 'vitest'
import { slipNumber } from './slip-number.ts'

test('the barcode holds bank, currency, check digit, days, amount and the issuer’s own digits in their places', () => {
  const { barcode } = slipNumber(24_990, '2025-02-22', '12345')
  expect(barcode).toMatch(/^\d{44}$/)
  expect(barcode.slice(0, 4)).toBe('9889')
  expect(barcode.slice(5, 9)).toBe('1000')
  expect(barcode.slice(9, 19)).toBe('0000024990')
  expect(barcode.slice(19)).toBe('0000000000000000000012345')
})

test('the days go on from 9999 to 1000, as the bank federation has them', () => {
  const factor = (day: string) => slipNumber(100, day, '1').barcode.slice(5, 9)
  expect(factor('2025-02-21')).toBe('9999')
  expect(factor('2025-02-23')).toBe('1001')
})

/** From the bank federation's own sample, 00190.50095 40144.816069 06809.350314 3 37370000000100. */
test.each([
  ['4014481606', '9'],
  ['0680935031', '4'],
])('the typed field %s ends in the check digit %s', (digits, check) => {
  const typed = slipNumber(100, '2026-01-01', `00000${digits}${digits}`).typed.replace(/[. ]/g, '')
  expect([typed.slice(10, 21), typed.slice(21, 32)]).toEqual([`${digits}${check}`, `${digits}${check}`])
})

test('the typed line carries the same digits as the barcode', () => {
  const { barcode, typed } = slipNumber(128_450, '2026-12-01', '4572317400011000000001001')
  const digits = typed.replace(/[. ]/g, '')
  expect(typed).toMatch(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/)
  const free = digits.slice(4, 9) + digits.slice(10, 20) + digits.slice(21, 31)
  expect(digits.slice(0, 4) + digits[32] + digits.slice(33) + free).toBe(barcode)
})

/** The two numbers of a Brazilian bank slip. */
export interface SlipNumber {
  /** The 44 digits of the barcode. */
  barcode: string
  /** The 47 digits that a person types, with their usual dots and spaces. */
  typed: string
}

/** A bank code that belongs to no bank, so that no slip of the sandbox can be paid anywhere. */
const bank = '988'
const currency = '9'
/** Days are counted from this one since February 2025, when the four digits for the due date began again. */
const firstDay = Date.UTC(2025, 1, 22)
const firstFactor = 1000

/**
 * The numbers of a slip, with check digits by the rules of the Brazilian bank federation (modulo 10 for the typed
 * fields, modulo 11 for the barcode), so that tools which check them find them in order.
 *
 * @param amountInCents at most ten digits
 * @param dueOn YYYY-MM-DD
 * @param issued at most 25 digits that the issuer chooses
 */
export function slipNumber(amountInCents: number, dueOn: string, issued: string): SlipNumber {
  const days = Math.round((Date.parse(dueOn) - firstDay) / 86_400_000)
  const factor = String(firstFactor + (((days % 9000) + 9000) % 9000)).padStart(4, '0')
  const amount = String(amountInCents).padStart(10, '0')
  const free = issued.padStart(25, '0')
  const check = modulo11(`${bank}${currency}${factor}${amount}${free}`)
  const fields = [`${bank}${currency}${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)].map(
    (digits) => `${digits}${modulo10(digits)}`,
  )
  const typed = [...fields.map((field) => `${field.slice(0, 5)}.${field.slice(5)}`), check, `${factor}${amount}`]
  return { barcode: `${bank}${currency}${check}${factor}${amount}${free}`, typed: typed.join(' ') }
}

function modulo10(digits: string): string {
  const products = [...digits].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
  const sum = products.reduce((total, product) => total + Math.floor(product / 10) + (product % 10), 0)
  return String((10 - (sum % 10)) % 10)
}

function modulo11(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0)
  const check = 11 - (sum % 11)
  return check > 9 ? '1' : String(check)
}

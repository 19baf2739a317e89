import PDFDocument from 'pdfkit'
import type { Slip } from './books.ts'

const page = { left: 56, width: 483 }
const ink = '#1c2321'
const soft = '#56605c'
const line = '#c9cfcc'
const accent = '#0f766e'

/**
 * A slip as a one-page PDF: payer and payee, how much and until when, the line to type and the barcode.
 *
 * @param now epoch seconds, the date of the document
 */
export async function renderSlip(slip: Slip, now: number): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Bank slip ${slip.id}`,
      Author: slip.beneficiary.name,
      CreationDate: new Date(now * 1000),
    },
  })
  heading(document, slip)
  amounts(document, slip)
  fields(document, slip)
  payment(document, slip)
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function heading(document: PDFKit.PDFDocument, { id, beneficiary }: Slip): void {
  document.rect(0, 0, 595.28, 8).fill(accent)
  document.font('Helvetica-Bold').fontSize(22).fillColor(ink).text('Bank slip', page.left, 56)
  document.font('Helvetica').fontSize(10).fillColor(soft).text(`Issued by ${beneficiary.name}`, page.left, 84)
  label(document, 'NUMBER', page.left + 343, 58, 140, 'right')
  value(document, id, page.left + 343, 71, 140, 'right')
  rule(document, 116)
}

function amounts(document: PDFKit.PDFDocument, slip: Slip): void {
  label(document, 'AMOUNT', page.left, 136, 240)
  document.font('Helvetica-Bold').fontSize(28).fillColor(ink).text(inReais(slip.amount), page.left, 150)
  label(document, 'DUE ON', page.left + 283, 136, 200)
  document
    .font('Helvetica-Bold')
    .fontSize(28)
    .fillColor(ink)
    .text(inWords(slip.due_on), page.left + 283, 150)
  const state = slip.cancelled ? 'Cancelled: do not pay' : slip.paid_on && `Paid on ${inWords(slip.paid_on)}`
  if (state) document.font('Helvetica-Bold').fontSize(11).fillColor(accent).text(state, page.left, 188)
  rule(document, 216)
}

function fields(document: PDFKit.PDFDocument, slip: Slip): void {
  const right = page.left + 283
  const rows: [number, [string, string, number, number][]][] = [
    [
      236,
      [
        ['PAYER', slip.payer.name, page.left, 263],
        ['TAX ID', slip.payer.tax_id, right, 200],
      ],
    ],
    [
      286,
      [
        ['BENEFICIARY', slip.beneficiary.name, page.left, 263],
        ['TAX ID', slip.beneficiary.tax_id, right, 200],
      ],
    ],
    [
      336,
      [
        ['FOR', slip.description, page.left, 263],
        ['ISSUED ON', inWords(slip.issued_on), right, 200],
      ],
    ],
  ]
  for (const [top, cells] of rows) {
    for (const [name, text, left, width] of cells) {
      label(document, name, left, top, width)
      value(document, text, left, top + 13, width)
    }
  }
}

function payment(document: PDFKit.PDFDocument, slip: Slip): void {
  document.moveTo(0, 420).lineTo(595.28, 420).dash(4, { space: 4 }).lineWidth(0.75).stroke(line).undash()
  label(document, 'TYPE THIS LINE TO PAY', page.left, 448, page.width)
  document.font('Courier-Bold').fontSize(13).fillColor(ink).text(slip.typed_line, page.left, 464)
  label(document, 'OR SCAN THE BARCODE', page.left, 504, page.width)
  bars(document, slip.barcode, 522)
  document.font('Helvetica').fontSize(9).fillColor(soft)
  document.text('Sandbox slip: the bank code 988 belongs to no bank, and this slip cannot be paid.', page.left, 610)
}

/** Interleaved 2 of 5 as Brazilian slips use it: 103 mm wide and 13 mm high, wide bars three times the narrow ones. */
function bars(document: PDFKit.PDFDocument, digits: string, top: number): void {
  const widths = [1, 1, 1, 1]
  for (let index = 0; index < digits.length; index += 2) {
    const dark = wideBars[Number(digits[index])] ?? ''
    const light = wideBars[Number(digits[index + 1])] ?? ''
    for (let bar = 0; bar < 5; bar += 1) widths.push(dark[bar] === 'w' ? 3 : 1, light[bar] === 'w' ? 3 : 1)
  }
  widths.push(3, 1, 1)
  const unit = millimetres(103) / widths.reduce((sum, width) => sum + width, 0)
  let left = page.left
  widths.forEach((width, index) => {
    if (index % 2 === 0) document.rect(left, top, width * unit, millimetres(13)).fill('#000')
    left += width * unit
  })
}

/** For each digit which of its five bars are wide. */
const wideBars = ['nnwwn', 'wnnnw', 'nwnnw', 'wwnnn', 'nnwnw', 'wnwnn', 'nwwnn', 'nnnww', 'wnnwn', 'nwnwn']

type Align = 'left' | 'right'

function label(
  document: PDFKit.PDFDocument,
  text: string,
  left: number,
  top: number,
  width: number,
  align: Align = 'left',
) {
  document.font('Helvetica-Bold').fontSize(7.5).fillColor(soft)
  document.text(text, left, top, { width, align, characterSpacing: 0.5 })
}

function value(
  document: PDFKit.PDFDocument,
  text: string,
  left: number,
  top: number,
  width: number,
  align: Align = 'left',
) {
  document.font('Helvetica').fontSize(12).fillColor(ink)
  document.text(text, left, top, { width, align, height: 28, ellipsis: true })
}

function rule(document: PDFKit.PDFDocument, top: number): void {
  document
    .moveTo(page.left, top)
    .lineTo(page.left + page.width, top)
    .lineWidth(0.75)
    .stroke(line)
}

function inReais(amount: string): string {
  const [whole = '', cents] = amount.split('.')
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

function inWords(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

function millimetres(length: number): number {
  return (length / 25.4) * 72
}

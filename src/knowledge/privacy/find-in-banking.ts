import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'

/**
 * Finds what files and slips of banks hold by its place: lines and bar codes of boletos, parties in CNAB 240 and 400, in
 * MT messages and in OFX. Linear.
 */
export function findInBanking(text: string, add: Add): void {
  if (!/\d/.test(text)) return
  for (const { hint, form, kinds } of places) {
    if (hint !== undefined && !hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      for (const [name, kind] of kinds) {
        const [from, to] = found.indices?.groups?.[name] ?? [0, 0]
        addWritten(text, from, to, kind, add)
      }
    }
  }
}

interface Place {
  /** Without this the text is not looked through. */
  hint?: RegExp
  form: RegExp
  /** What is in each group of the form. */
  kinds: readonly (readonly [group: string, kind: Kind])[]
}

const places: readonly Place[] = [
  {
    // Bar code and linha digitável of a boleto (FEBRABAN: 3 digits of the bank, 9 for reais) and of a tax or utility bill (8).
    form: /(?<![\dA-Za-z])(?<slip>\d{3}9\d{40}(?:\d{3})?|8\d{43}(?:\d{4})?|\d{5}[. ]?\d{5}[ ]{1,3}\d{5}[. ]?\d{6}[ ]{1,3}\d{5}[. ]?\d{6}[ ]{1,3}\d[ ]{1,3}\d{14}|8\d{10}[- ]{1,3}\d(?:[ ]{1,3}\d{11}[- ]{1,3}\d){3})(?![\dA-Za-z])/dg,
    kinds: [['slip', 'bank account']],
  },
  {
    // Virtual payment addresses (UPI, National Payments Corporation of India): a name and the handle of an application
    hint: /@/,
    form: /(?<![\w.@-])(?<vpa>[\w.-]{2,60}@(?:ok(?:hdfcbank|icici|sbi|axis)|ybl|ibl|axl|apl|yapl|rapl|upi|paytm|pt(?:yes|axis|sbi|hdfc)|fbl|fam|ikwik|jupiteraxis|naviaxis|waicici|wahdfcbank|wasbi|waaxis|airtel|freecharge|barodampay|cnrb|hdfcbank|icici|kotak|sbi|axisbank|federal|idfcbank|indus|pnb|postbank|rbl|unionbank|yesbank))(?![\w.@-])/dgi,
    kinds: [['vpa', 'bank account']],
  },
  {
    // CNAB 240, segment Q of cobrança and B of pagamento: who it is about.
    hint: /^\d{12,15}[QB] /m,
    form: /^\d{12,15}(?:Q.{4}|B.{3})[0-9](?<person>\d{14,15})(?<name>\D.{0,39})(?<address>.{0,40})/dgm,
    kinds: [
      ['person', 'CPF'],
      ['name', 'name'],
      ['address', 'address'],
    ],
  },
  {
    // CNAB 240, segment A: account and name of who is paid.
    hint: /^\d{12,15}A\d/m,
    form: /^\d{12,15}A\d{9}(?<account>\d{5}[\d ]\d{12}[\dX ]{2})(?<name>\D.{0,29})/dgm,
    kinds: [
      ['account', 'bank account'],
      ['name', 'name'],
    ],
  },
  {
    // CNAB 400, detail of a remessa: places 219 to 314.
    hint: /^1.{390}/m,
    form: /^1.{217}\d[12](?<person>\d{14})(?<name>.{40})(?<address>.{40})(?=.{86})/dgm,
    kinds: [
      ['person', 'CPF'],
      ['name', 'name'],
      ['address', 'address'],
    ],
  },
  {
    // Ordering and beneficiary customer of an MT message (SWIFT fields 50 and 59).
    hint: /:5[09][A-Z]?:/,
    form: /(?<!\d):(?:50[AFGHK]?|59[AF]?):(?:\/(?<account>[^\n\r]{1,40})\r?\n)?(?:1\/)?(?<name>\p{L}[^\n\r]{1,60})(?<address>(?:\r?\n(?!:\d\d[A-Z]?:|-\})[^\n\r]{1,60}){0,4})/dgu,
    kinds: [
      ['account', 'bank account'],
      ['name', 'name'],
      ['address', 'address'],
    ],
  },
  {
    // OFX 1, in which elements are not closed.
    hint: /<ACCTID>/,
    form: /<ACCT(?:ID|KEY)>(?<account>[^<\r\n]{3,40})/dg,
    kinds: [['account', 'bank account']],
  },
  {
    // Código de segurança do contribuinte of an NFC-e.
    hint: /CSC/,
    form: /\bCSC\b[^\n:=]{0,40}[:=][ \t]{0,9}(?<secret>[A-Z\d]{6,12}(?:-[A-Z\d]{4,12}){2,5}|[A-Z\d]{16,40})(?![A-Za-z\d])/dg,
    kinds: [['secret', 'secret']],
  },
]

/** Adds what is written in a place of fixed width, less the blanks and zeros that fill it. */
function addWritten(text: string, from: number, to: number, kind: Kind, add: Add): void {
  const written = text.slice(from, to)
  const filler = (kind === 'CPF' ? /^0{3,4}(?=\d{11}$)|^0(?=\d{14}$)|^\s+/ : /^\s+/).exec(written)?.[0].length ?? 0
  const value = written.slice(filler).trimEnd()
  if (value === '' || /^[0\s]+$/.test(value)) return
  const start = from + filler
  add({ start, end: start + value.length, kind, name: kind, value })
}

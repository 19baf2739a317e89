import { companies, people } from '../people.ts'
import { slipNumber } from './slip-number.ts'

/** Somebody who pays or is paid. */
export interface Party {
  name: string
  tax_id: string
}

export interface Slip {
  id: string
  /** What the payer types to pay. */
  typed_line: string
  barcode: string
  amount: string
  description: string
  issued_on: string
  due_on: string
  payer: Party
  beneficiary: Party
  cancelled: boolean
  paid_on?: string
  receipt_id?: string
}

/** A movement on an account; `amount` is negative for money that went out. */
export interface Entry {
  id: string
  account: string
  date: string
  description: string
  amountInCents: number
  /** Id of the slip or the direct debit that it settles. */
  reference?: string
}

export interface Account {
  id: string
  kind: string
  branch: string
  number: string
  currency: 'BRL'
  /** Before the first entry. */
  openingInCents: number
}

export interface DirectDebit {
  id: string
  status: 'active' | 'suspended' | 'revoked'
  payer: Party
  description: string
  /** Most that may be collected at a time. */
  limit: string
  collected_on: 'monthly' | 'weekly'
  authorized_on: string
  last_collection?: { date: string; amount: string }
}

export interface Receipt {
  id: string
  reference: string
  amount: string
  paid_on: string
  payer: Party
  beneficiary: Party
  /** Code of the bank that paid. */
  payer_bank: string
  authentication: string
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  registered_on: string
}

/** All that the business APIs know of one holder: a company, or a person who acts for none. */
export interface Books {
  owner: Party
  slips: Slip[]
  accounts: Account[]
  entries: Entry[]
  directDebits: DirectDebit[]
  receipts: Receipt[]
  webhooks: Webhook[]
  /** Epoch seconds at which a slip's PDF is ready, by slip. */
  renderings: Map<string, number>
}

/** What a company's books are made from; days are counted from today. */
interface Business {
  owner: Party
  opening: number
  payers: Party[]
  /** [description, cents, payer, issued, due, paid, bank that paid]; `null` for paid: cancelled. */
  slips: [string, number, number, number, number, (number | null)?, string?][]
  /** [description, cents, day] */
  movements: [string, number, number][]
  /** [description, limit in cents, payer, status, collected cents, day of the last collection] */
  debits: [string, number, number, DirectDebit['status'], number?, number?][]
  hook: string
}

const aurora: Business = {
  owner: { name: companies.aurora.name, tax_id: companies.aurora.taxId },
  opening: 1_846_310,
  payers: [
    { name: 'Café Jacarandá Ltda', tax_id: '20.441.735/0001-68' },
    { name: 'Hotel Pedra Azul S.A.', tax_id: '52.991.608/0001-29' },
    { name: 'Escola Monteiro', tax_id: '67.332.041/0001-56' },
    { name: 'Empório Santa Luzia', tax_id: '11.842.057/0001-54' },
  ],
  slips: [
    ['Bread delivery, first half of the month', 128_450, 0, -5, 9],
    ['Breakfast rolls, standing order', 89_990, 1, -17, -3, -3, '104'],
    ['School lunches, 240 portions', 312_000, 2, -30, -6],
    ['Christmas panettone, deposit', 45_000, 3, -22, -8, -8, '918'],
    ['Cake for the anniversary', 38_500, 1, -12, 4, null],
    ['Bread delivery, second half of the month', 131_275, 0, -35, -20, -21, '237'],
    ['Breakfast rolls, standing order', 89_990, 1, -2, 20],
  ],
  movements: [
    ['Flour and sugar, Moinho Serra Verde', -274_300, -26],
    ['Rent, Rua das Laranjeiras 118', -380_000, -15],
    ['Card sales of the week', 412_775, -14],
    ['Wages', -964_120, -10],
    ['Card sales of the week', 398_140, -7],
    ['Electricity', -86_433, -4],
    ['Flour and sugar, Moinho Serra Verde', -268_950, -1],
  ],
  debits: [
    ['Bread delivery, monthly', 150_000, 0, 'active', 131_275, -11],
    ['Breakfast rolls, monthly', 95_000, 1, 'active', 89_990, -18],
    ['School lunches', 320_000, 2, 'suspended'],
  ],
  hook: 'https://aurora.example/hooks/bank-slips',
}

const horizonte: Business = {
  owner: { name: companies.horizonte.name, tax_id: companies.horizonte.taxId },
  opening: 48_210_055,
  payers: [
    { name: 'Prefeitura de Vila Nova', tax_id: '74.092.513/0001-06' },
    { name: 'Condomínio Parque das Acácias', tax_id: '90.361.728/0001-31' },
    { name: 'Loteamento Boa Vista', tax_id: '28.654.019/0001-70' },
  ],
  slips: [
    ['Footbridge, third instalment', 18_450_000, 0, -9, 12],
    ['Garage waterproofing', 2_315_080, 1, -25, -5, -6, '237'],
    ['Survey of plots 14 to 22', 640_000, 2, -40, -10],
    ['Roof repair, block C', 1_187_550, 1, -28, -13, -13, '918'],
    ['Soil report', 295_000, 2, -16, 6, null],
    ['Footbridge, second instalment', 18_450_000, 0, -44, -24, -24, '104'],
  ],
  movements: [
    ['Steel, Aços do Planalto', -6_412_700, -27],
    ['Wages', -9_835_410, -19],
    ['Crane hire', -1_290_000, -12],
    ['Cement, Cimentos Itaúna', -2_204_365, -8],
    ['Insurance, sites', -455_190, -2],
  ],
  debits: [
    ['Maintenance contract, lifts', 260_000, 1, 'active', 248_300, -9],
    ['Street lighting, plots 1 to 8', 90_000, 2, 'revoked'],
  ],
  hook: 'https://horizonte.example/hooks/slips',
}

const businesses = new Map<string, Business>([
  [companies.aurora.id, aurora],
  [companies.horizonte.id, horizonte],
])

/**
 * Opens the books of a holder as they are today: what is paid has its entry in the statement and its receipt.
 *
 * @param holder a company identifier, or the subject of a token that identifies no company
 * @param now epoch seconds
 */
export function openBooks(holder: string, now: number): Books {
  const business = businesses.get(holder)
  return business ? companyBooks(business, now) : personalBooks(holder, now)
}

function companyBooks(business: Business, now: number): Books {
  const { owner, payers } = business
  const payer = (index: number): Party => payers[index] ?? owner
  const slips: Slip[] = []
  const receipts: Receipt[] = []
  const movements: Omit<Entry, 'id' | 'account'>[] = business.movements.map(([description, amountInCents, day]) => ({
    date: dayFrom(now, day),
    description,
    amountInCents,
  }))
  business.slips.forEach(([description, cents, who, issued, due, paid, bank], index) => {
    const slip = makeSlip(1001 + index, {
      description,
      cents,
      payer: payer(who),
      beneficiary: owner,
      issued_on: dayFrom(now, issued),
      due_on: dayFrom(now, due),
    })
    slips.push(slip)
    slip.cancelled = paid === null
    if (typeof paid !== 'number') return
    slip.paid_on = dayFrom(now, paid)
    slip.receipt_id = `rcp-${5001 + receipts.length}`
    movements.push({
      date: slip.paid_on,
      description: `Bank slip paid: ${description}`,
      amountInCents: cents,
      reference: slip.id,
    })
    receipts.push({
      id: slip.receipt_id,
      reference: slip.id,
      amount: slip.amount,
      paid_on: slip.paid_on,
      payer: slip.payer,
      beneficiary: owner,
      payer_bank: bank ?? '104',
      authentication: slip.barcode.slice(-20),
    })
  })
  const directDebits = business.debits.map(([description, limit, who, status, collected, day], index): DirectDebit => {
    const id = `dd-${3001 + index}`
    const debit: DirectDebit = {
      id,
      status,
      payer: payer(who),
      description,
      limit: money(limit),
      collected_on: 'monthly',
      authorized_on: dayFrom(now, -200 + index * 30),
    }
    if (collected === undefined || day === undefined) return debit
    const date = dayFrom(now, day)
    movements.push({
      date,
      description: `Direct debit collected: ${description}`,
      amountInCents: collected,
      reference: id,
    })
    return { ...debit, last_collection: { date, amount: money(collected) } }
  })
  return {
    owner,
    slips,
    receipts,
    directDebits,
    accounts: [
      {
        id: 'acc-7001',
        kind: 'current',
        branch: '0001',
        number: '70013-4',
        currency: 'BRL',
        openingInCents: business.opening,
      },
      {
        id: 'acc-7002',
        kind: 'savings',
        branch: '0001',
        number: '70021-9',
        currency: 'BRL',
        openingInCents: Math.round(business.opening * 0.6),
      },
    ],
    entries: [
      ...numbered('acc-7001', movements),
      ...numbered('acc-7002', [
        { date: dayFrom(now, -16), description: 'Interest', amountInCents: Math.round(business.opening * 0.003) },
      ]),
    ],
    webhooks: [
      {
        id: 'wh-9001',
        url: business.hook,
        events: ['bank-slip.created', 'bank-slip.paid'],
        registered_on: dayFrom(now, -90),
      },
    ],
    renderings: new Map(),
  }
}

/** A person issues no slips: an account, and what moved on it. */
function personalBooks(holder: string, now: number): Books {
  const person = people.find(({ id }) => id === holder)
  const owner = { name: person?.name ?? holder, tax_id: person?.taxId ?? '' }
  const paid = {
    date: dayFrom(now, -6),
    cents: 21_990,
    to: { name: 'Academia Corpo Leve', tax_id: '28.654.019/0001-70' },
  }
  return {
    owner,
    slips: [],
    directDebits: [],
    webhooks: [],
    accounts: [
      { id: 'acc-8001', kind: 'current', branch: '0001', number: '80017-2', currency: 'BRL', openingInCents: 254_018 },
    ],
    entries: numbered('acc-8001', [
      { date: dayFrom(now, -20), description: 'Salary', amountInCents: 612_400 },
      { date: dayFrom(now, -14), description: 'Rent', amountInCents: -245_000 },
      {
        date: paid.date,
        description: `Bank slip paid to ${paid.to.name}`,
        amountInCents: -paid.cents,
        reference: 'rcp-6001',
      },
      { date: dayFrom(now, -3), description: 'Supermarket', amountInCents: -38_745 },
    ]),
    receipts: [
      {
        id: 'rcp-6001',
        reference: 'rcp-6001',
        amount: money(paid.cents),
        paid_on: paid.date,
        payer: owner,
        beneficiary: paid.to,
        payer_bank: '104',
        authentication: '60014418820250917733',
      },
    ],
    renderings: new Map(),
  }
}

/** What a new slip is made from. */
export interface NewSlip {
  description: string
  cents: number
  payer: Party
  beneficiary: Party
  issued_on: string
  due_on: string
}

/** An open slip with its numbers. */
export function makeSlip(serial: number, { cents, ...rest }: NewSlip): Slip {
  const { barcode, typed } = slipNumber(
    cents,
    rest.due_on,
    `${rest.beneficiary.tax_id.replace(/\D/g, '')}${String(serial).padStart(11, '0')}`,
  )
  return { id: `slip-${serial}`, typed_line: typed, barcode, amount: money(cents), cancelled: false, ...rest }
}

/** A day as YYYY-MM-DD in UTC, `days` from the one of `now` (epoch seconds). */
export function dayFrom(now: number, days: number): string {
  return new Date((now + days * 86_400) * 1000).toISOString().slice(0, 10)
}

/** Cents as a decimal string with two places, such as `-249.90`. */
export function money(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function numbered(account: string, entries: Omit<Entry, 'id' | 'account'>[]): Entry[] {
  return entries
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map((entry, index) => ({ id: `${account.replace('acc', 'ent')}-${index + 1}`, account, ...entry }))
}

import { documented, inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'
import { sentTokenOf } from './sent-token.ts'

/** The company that a token names, held against the one whose data a call asks for (§2.4, §5.6). */
export const companyRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§2.4 and §5.6', inferred('the two identifiers')), find: otherCompany },
  { own: true, basis: documented('§2.4 and §5.6', inferred('the table in the text')), find: companyOfItem },
]

function otherCompany(trace: Trace): Said | undefined {
  const { text, messages } = trace
  const call = messages.findLast(
    ({ kind, answer }) =>
      kind === 'api-request' && (answer === undefined || answer.status === 403 || answer.status === 404),
  )
  if (call === undefined || !/(?<![\d.])40[34](?![\d.])|forbidden|not (?:available|covered|allowed)/i.test(text))
    return undefined
  const held = companiesOf(sentTokenOf(call, trace)?.claims ?? {}, text)
  const [company] = held
  if (company === undefined) return undefined
  const alike = (words: string) =>
    identifiersIn(words).filter((one) => shapeOf(one.slice(0, company.length)) === shapeOf(company))
  // What the refused call itself names says more than what other calls and settings of the text do.
  const own = alike([...call.parameters.values()].map(({ value }) => value).join(' '))
  const line = text.slice(text.lastIndexOf('\n', call.at) + 1).split('\n', 1)[0] ?? ''
  const beside = own.length > 0 ? own : alike(namedIn(line).join(' '))
  const like = beside.length > 0 ? beside : alike(`${call.address ?? ''} ${askedFor(text, call.at)}`)
  const [other] = like
  if (other === undefined || like.some((one) => held.some((own) => one.startsWith(own)))) return undefined
  const cached = cacheLine.exec(text)?.[0].trim()
  return {
    of: 'company-differs',
    title: 'The token belongs to another company',
    cause: `The token is for the company ${quoted(company)}, but the call is for ${quoted(other)}.${
      cached === undefined ? '' : ` Tokens of several companies may be mixed up here: ${quoted(cached, 120)}.`
    }`,
    fix: `Send the token from a sign-in for ${quoted(other)}, whose user must allow it. Store tokens by company and user, not only by client, and clear the cache.`,
    telling: company,
  }
}

/** A call for an item that a line of the text gives to another company than the one that the token names. */
function companyOfItem(trace: Trace): Said | undefined {
  const { text, messages } = trace
  const call = messages.findLast(
    ({ kind, answer }) => kind === 'api-request' && (answer?.status === 403 || answer?.status === 404),
  )
  const [company] = call === undefined ? [] : companiesOf(sentTokenOf(call, trace)?.claims ?? {}, text)
  if (call === undefined || company === undefined) return undefined
  const items = call.path.split('/').filter((one) => /\d/.test(one) && !/^v\d/.test(one))
  for (const line of text.split('\n').slice(0, 1_000)) {
    const named = identifiersIn(line.slice(0, 600))
    const item = items.find((one) => named.includes(one))
    const other = named.find((one) => one !== item && one !== company && shapeOf(one) === shapeOf(company))
    if (item === undefined || other === undefined || named.includes(company) || /https?:|eyJ/.test(line)) continue
    return {
      of: 'company-differs',
      title: 'The token belongs to another company',
      cause: `The token is for the company ${quoted(company)}, but ${quoted(item)} belongs to ${quoted(other)} (${quoted(line.trim(), 120)}).`,
      fix: `Sign in for ${quoted(other)} and send that token. Store tokens by company and user.`,
      telling: company,
    }
  }
  return undefined
}

/** The identifiers that the claims named after an API have, in the token or as the text lists them. */
function companiesOf(claims: Record<string, unknown>, text: string): string[] {
  const own = Object.entries(claims).flatMap(([name, value]) =>
    /^[\w.-]{3,100}\/[\w-]{3,60}$/.test(name) ? [value].flat().filter((one) => typeof one === 'string') : [],
  )
  const told = [...text.matchAll(toldClaim)].slice(0, 20).flatMap(([, one, another]) => one ?? another ?? [])
  return [...new Set([...own, ...told])].filter((one) => /\d{2}/.test(one) && one.length >= 4)
}

const toldClaim =
  /\/[\w-]{3,60}["'`\]]{0,3}\s{0,3}(?:=>|[:=])\s{0,3}["'`]?([a-z]{0,8}[-_]?\d[\w-]{2,30})|\b(?:claim|token)\b[^\n"']{0,40}\b(?:accounts?|company|empresa|bank-slips|authorized-direct-debits)\b\s{0,3}[=:]\s{0,3}["'`]?([a-z]{0,8}[-_]?\d[\w-]{2,30})/gi

/** What the line of a call and the words beside it name as the company. */
function askedFor(text: string, at: number): string {
  const line = text
    .slice(text.lastIndexOf('\n', at) + 1, at + 600)
    .split('\n')
    .slice(0, 2)
    .join(' ')
  return [line.replace(toldClaim, ' ').replace(/eyJ[\w.-]{20,20000}/g, ' '), ...namedIn(text)].join(' ')
}

/** The values that a text names as a company or an account. */
function namedIn(text: string): string[] {
  return [
    ...text.matchAll(
      /\b(?:company|empresa|cnpj|account|conta|cuenta|tenant|filial|matriz|branch)(?:_?id)?["']?\s{0,3}[=:]\s{0,3}["']?([\w-]{4,40})/gi,
    ),
  ]
    .slice(0, 20)
    .map(([, value = '']) => value)
}

function identifiersIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.-])[a-z]{0,8}[-_]?\d[\w-]{2,40}(?![\w.])/gi)].slice(0, 60).map(([one]) => one)
}

/** An identifier with every digit and every letter as one sign, so that two of a kind are the same. */
function shapeOf(identifier: string): string {
  return identifier.replace(/\d/g, '9')
}

const cacheLine = /^[^\n]{0,200}\b(?:cache|getOrPut|getOrSet|remember|memoize|redis)\b[^\n]{0,160}$/im

import { expect, it } from 'vitest'
import { steps } from '../../protocol/call.ts'
import { wordsOf } from '../../text/likeness.ts'
import { readSignals } from '../../text/signals.ts'
import { factNames, factsOf, isFactName } from '../facts/facts.ts'
import { faultGroups, lastResortGroup } from '../faults/catalogue.ts'
import { fillIn } from './fill-in.ts'
import { findKnownErrors } from './find-known-errors.ts'
import type { KnownError } from './known-error.ts'
import { knownErrors } from './known-errors.ts'

const entries = new Set<string>(
  [...faultGroups, lastResortGroup].flatMap(({ faults }) => faults.map(({ code }) => code)),
)
const people = ['caller', 'operator', 'identity-team', 'api-team', 'end-user', 'nobody']
const retries = ['never', 'after-fix', 'with-backoff', 'honour-retry-after', undefined]
const titleOf = ({ title }: KnownError) => title

it('gives every known error an entry that it is a case of, a place, words and who can fix it', () => {
  const broken = knownErrors.filter(
    ({ of, title, cause, fix, who, retry, steps: met }) =>
      !entries.has(of) ||
      title.split(' ').length > 10 ||
      /[{}.]$|\{/.test(title) ||
      cause === '' ||
      fix === '' ||
      !people.includes(who) ||
      !retries.includes(retry) ||
      met.length === 0 ||
      met.some((step) => !steps.includes(step)),
  )
  expect(broken.map(titleOf)).toEqual([])
})

it('has something by which to find each of them, and facts that exist', () => {
  const anchorless = knownErrors.filter(
    ({ says = [], codes = [], clues = [] }) => says.length === 0 && codes.length === 0 && clues.length < 2,
  )
  expect(anchorless.map(titleOf)).toEqual([])
  const facts = knownErrors.flatMap(({ clues = [], not = [] }) => [...clues.flat(), ...not])
  expect(facts.filter((one) => /^@[^/]*$/.test(one) && !isFactName(one.slice(1)))).toEqual([])
  const sentences = knownErrors.flatMap(({ says = [] }) => says)
  expect(sentences.filter((one) => wordsOf(one.replace(/\{[\w-]+\}/g, ' ')).length === 0)).toEqual([])
})

it('asks for every fact that is computed', () => {
  const asked = new Set<string>(knownErrors.flatMap(({ clues = [], not = [] }) => [...clues.flat(), ...not]))
  // The step of a call is known without its text, `explain` asks for what was got over, and some speak only against causes.
  const elsewhere = [
    'step:refresh',
    'recovered',
    'as-expected',
    'redirect:same',
    'code:first-use',
    'token:in-time',
    'takes:id-tokens',
  ]
  expect(factNames.filter((name) => !asked.has(`@${name}`) && !elsewhere.includes(name))).toEqual([])
})

it('says the same of one failure once', () => {
  const seen = new Map<string, number>()
  for (const { title, cause } of knownErrors) seen.set(`${title} ${cause}`, (seen.get(`${title} ${cause}`) ?? 0) + 1)
  expect([...seen].filter(([, times]) => times > 1)).toEqual([])
})

it('says a cause and a fix where no value is known', () => {
  const empty = knownErrors.filter(({ cause, fix }) =>
    [cause, fix].some((words) => fillIn(words, () => undefined) === ''),
  )
  expect(empty.map(titleOf)).toEqual([])
})

/** The texts that a row describes in words alone: each of its sentences or codes with the first plain phrase of each group of clues. */
function textsOf({ says = [], codes = [], clues = [], title }: KnownError): string[] {
  const plain = clues.map((group) => group.find((phrase) => !phrase.startsWith('@')))
  if (plain.includes(undefined)) return []
  const around = plain.map((phrase) => `${phrase?.replace('*', '')}.`).join('\n')
  const product = /[A-Z]\S+(?: [A-Z]\S+)?/g.exec(title.slice(title.indexOf(' ') + 1))?.[0] ?? ''
  return [...says.map((one) => one.replace(/\{[\w-]+\}/g, 'x1')), ...codes].map(
    (anchor) => `${anchor}\n${around}\n${product}`,
  )
}

it('finds nearly all of them by their own words', () => {
  let all = 0
  const missed: string[] = []
  // Every third of them tells as well whether they are found.
  for (const error of knownErrors.filter((_, at) => at % 3 === 0))
    for (const text of textsOf(error).slice(0, 1)) {
      all += 1
      const signals = readSignals(text)
      const found = findKnownErrors({ text, signals, facts: factsOf(text, { now: 1_760_000_000, signals }) })
      if (!found.some((one) => one.error === error || one.error.of === error.of)) missed.push(`${error.title}: ${text}`)
    }
  expect(missed.length / all, missed.slice(0, 20).join('\n\n')).toBeLessThan(0.1)
})

import { withoutEnd } from '../../text/ends.ts'
import { createLikenessIndex } from '../../text/likeness.ts'
import { quoted } from '../../text/quote.ts'
import type { Signals } from '../../text/signals.ts'
import { offersSeveral, saysNothing, withoutDefinitions } from '../causes-in-messages.ts'
import { errorName, traitsOf } from '../error-names.ts'
import { type Facts, isDecisive, isFactName } from '../facts/facts.ts'
import { isSignOut } from '../known-messages.ts'
import { isLabel } from '../mechanics/failing.ts'
import { excludedBy } from '../trace/contradicted.ts'
import { isElsewhere } from '../trace/on-topic.ts'
import { claimsNotShown, isContradicted } from './claims.ts'
import { isEveryday } from './everyday-words.ts'
import { fillIn, valuesInPlace, withoutSlots } from './fill-in.ts'
import type { KnownError } from './known-error.ts'
import { knownErrors } from './known-errors.ts'
import { type Phrases, phrasesOf } from './phrases.ts'
import { type ProductShown, productShown } from './products.ts'

/** A known error that a text shows, with its words filled in. */
export interface FoundError {
  error: KnownError
  cause: string
  fix: string
  /** The sentence or code by which it was found, as the text has it; undefined where clues alone tell it. */
  anchor?: string
  /**
   * How much speaks for it: about 0.3 for clues alone or a code of many causes, 0.5 to 1.1 for a sentence by its likeness,
   * and up to 0.2 for each group of clues.
   */
  weight: number
  /** Groups of clues that were found. */
  clues: number
  /** Whether one of them is that something was sent that cannot be right. */
  decisive: boolean
  /** Whether the text shows the product that it is about. */
  product: ProductShown
}

/** What a text is searched in. */
export interface SearchedText {
  text: string
  signals: Signals
  facts: Facts
}

/** The known errors that a text shows, those for which most speaks first. Linear in the text; never throws. */
export function findKnownErrors({ text, signals, facts }: SearchedText): FoundError[] {
  const anchors = new Map<KnownError, Anchor>()
  for (const one of [...bySentence(signals), ...byCode(text, signals), ...withoutAnchor]) {
    const held = anchors.get(one.error)
    anchors.set(one.error, held === undefined ? one : together(held, one))
  }
  const phrases = phrasesOf(withoutQuota(text))
  const excluded = excludedBy(facts)
  const elsewhere = isElsewhere(text)
  const found: FoundError[] = []
  for (const anchor of anchors.values()) {
    if ((excluded.has(anchor.error.of) && !isAboutReport(anchor.error)) || elsewhere(anchor.error.of)) continue
    const clues = cluesOf(anchor, phrases, facts)
    if (clues === undefined || isContradicted(anchor.error, text)) continue
    const product = productShown(anchor.error, phrases)
    // Everyday words that happen to be in one text tell nothing without a sentence, a code or a product.
    if (anchor.said === undefined && product !== 'shown' && clues.strongest < 0.2) continue
    const unseen = Math.min(2, claimsNotShown(anchor.error, phrases, facts)) * unseenClaim
    const weight = anchor.weight + clues.weight + productWeight(product, anchor, clues.groups) - unseen
    found.push({
      ...inWords(anchor, text, facts),
      anchor: anchor.said,
      clues: clues.groups,
      decisive: clues.decisive,
      product,
      weight,
    })
  }
  const ranked = decidedFirst(ofProductFirst(found.sort((one, other) => other.weight - one.weight)))
  return reasonFirst(statedFirst(ranked, text), text).slice(0, most)
}

/**
 * What the other side gives as its reason, in the member for it or with a number of its own, comes before what the program
 * that received it makes of it: an exception around the response names the step that failed, and any cause can be behind.
 */
function statedFirst(found: FoundError[], written: string): FoundError[] {
  const [first] = found
  // Programs print bodies with their quotes escaped.
  const text = written.replace(/\\(["'])/g, '$1')
  if (first === undefined || first.decisive || first.clues > 2 || isStated(first, text)) return found
  // A line that has the reason in it, with clues beside it, is no wrapper.
  if (first.clues > 1 && namesReason.test(first.anchor ?? '')) return found
  const numbered = found.find(({ anchor = '' }) => productCode.test(anchor))
  const stated = found.find(
    (one) =>
      one.weight >= leastReason &&
      (isStated(one, text) || (numbered !== undefined && one.error.of === numbered.error.of)),
  )
  return stated === undefined
    ? found
    : [{ ...stated, weight: first.weight + 0.01 }, ...found.filter((one) => one !== stated)]
}

/** Whether a row is found by the number of an error, or by words behind the name of a member for reasons or such a number. */
function isStated({ anchor = '' }: FoundError, text: string): boolean {
  if (productCode.test(anchor)) return true
  const at = anchor.length > 15 ? text.indexOf(anchor) : -1
  return at >= 0 && givesReason.test(text.slice(Math.max(0, text.lastIndexOf('\n', at) + 1, at - 200), at))
}

const namesReason =
  /(?:["'\s(=]|^)(?:error_?description|description|error_?message|faultstring|mensagem)["'\\]{0,3}\s{0,3}(?:=>|[:=])/i
const givesReason =
  /(?:["'\s(=]|^)(?:error_?description|description|error_?message|faultstring|mensagem)["'\\]{0,3}\s{0,3}(?:=>|[:=])[^\n]{0,160}$|\b[A-Z]{3,12}[-_]?\d{4,8}: $/i
/** The number that a product gives an error: `AADSTS650053`, `MSIS9631`, `IDX10214`. */
const productCode = /^[A-Z]{3,12}[-_]?\d{4,8}(?=$|:)/

/** Of two rows that are found by the same words and as many clues, the one about the product that the text shows. */
function ofProductFirst(found: FoundError[]): FoundError[] {
  const [first] = found
  if (first === undefined || first.product !== 'none' || first.anchor === undefined) return found
  const closer = found.find(
    ({ product, anchor, clues, weight }) =>
      product === 'shown' && anchor === first.anchor && clues >= first.clues && weight >= first.weight - nearlyAsMuch,
  )
  if (closer === undefined) return found
  return [{ ...closer, weight: first.weight + 0.01 }, ...found.filter((one) => one !== closer)]
}

const nearlyAsMuch = 0.1

/**
 * Where several rows are found by the same words, the one whose facts decide between them comes first: the others list
 * what these words usually mean.
 */
function decidedFirst(found: FoundError[]): FoundError[] {
  const [first] = found
  if (first === undefined || first.decisive || first.clues > 1) return found
  const deciding = found.find(({ decisive, anchor = '', weight }) => decisive && weight >= 0.8 && anchor.length > 8)
  if (deciding === undefined) return found
  return [{ ...deciding, weight: first.weight + 0.01 }, ...found.filter((one) => one !== deciding)]
}

/**
 * Where a line says what failed, and after a colon why, the row that is found by the reason comes before one that is found
 * by what failed alone.
 */
function reasonFirst(found: FoundError[], text: string): FoundError[] {
  const [first] = found
  if (first === undefined || first.decisive || (first.anchor ?? '').length < 9) return found
  const at = text.indexOf(first.anchor ?? '')
  if (at < 0) return found
  const end = at + (first.anchor ?? '').length
  const line = text.slice(end, end + 600).split('\n')[0] ?? ''
  let reason: FoundError | undefined
  let last = -1
  for (const one of found) {
    const { anchor = '', weight, error } = one
    if (weight < leastReason || anchor.length < 15 || error.of === 'error-code-unknown') continue
    const start = line.indexOf(anchor)
    // Of rows that are found by the same reason, the one about the product that the text shows stays.
    if (start < Math.max(0, last) || (start === last && reason?.product === 'shown')) continue
    if (/:[\s("'[]{0,4}$/.test(line.slice(0, start))) [reason, last] = [one, start]
  }
  return reason === undefined || (first.anchor ?? '').includes(reason.anchor ?? '')
    ? found
    : [{ ...reason, weight: first.weight + 0.01 }, ...found.filter((one) => one !== reason)]
}

/** What must speak for a row that is found by the reason, so that it comes before what failed. */
const leastReason = 0.9

/** Whether a row takes into account itself what is reported of other tries. */
function isAboutReport({ clues = [] }: KnownError): boolean {
  const own = clues.flat().some((one) => isOfFact(one) && isDecisive(one.slice(1)))
  return (
    own ||
    clues
      .flat()
      .some((one) => /^@(?:comes-and-goes|fails:|works:|redirect:same|code:first-use|token:in-time)/.test(one))
  )
}

/** A text without the headers that count how many calls are left, where some are. */
function withoutQuota(text: string): string {
  return /remaining["']?\s?:\s?["']?[1-9]/i.test(text) ? text.replace(quota, ' ') : text
}

const quota = /\b(?:x-)?rate-?limit-[\w-]{1,30}["']?\s?:\s?["']?\d{1,20}/gi

const most = 6
/** What the weight falls by for each thing that a title states and the text does not show. */
const unseenClaim = 0.25
/** Known sentences that one of the text is compared with more closely. */
const alikeLimit = 30

interface Anchor {
  error: KnownError
  weight: number
  said?: string
  /** The known sentence; undefined where a code or clues alone found it. */
  sentence?: string
  /** It is met word by word, and in few rows. */
  precise?: boolean
  /** Both a sentence and a code found it. */
  confirmed?: boolean
}

/** The stronger of two anchors of one row; a code and a sentence that stand together tell more than each. */
function together(one: Anchor, other: Anchor): Anchor {
  const best = other.weight > one.weight ? other : one
  const sentence = one.sentence ?? other.sentence
  const both = (one.sentence === undefined) !== (other.sentence === undefined) && !one.confirmed && !other.confirmed
  return {
    ...best,
    sentence,
    confirmed: both || one.confirmed || other.confirmed,
    weight: best.weight + (both ? 0.1 : 0),
  }
}

/** A sentence with all rows that it is met in, which their clues tell apart. */
interface SentenceRow {
  says: string
  sentence: string
  errors: KnownError[]
}

let index: ReturnType<typeof createLikenessIndex<SentenceRow>> | undefined

function sentenceRows(): SentenceRow[] {
  const rows = new Map<string, SentenceRow>()
  for (const error of knownErrors)
    for (const sentence of error.says ?? []) {
      const says = withoutSlots(sentence)
      const held = rows.get(says)
      if (held === undefined) rows.set(says, { says, sentence, errors: [error] })
      else held.errors.push(error)
    }
  return [...rows.values()]
}

function bySentence({ pieces, pairs }: Signals): Anchor[] {
  index ??= createLikenessIndex(sentenceRows(), alikeLimit)
  const { match } = index
  const names = new Set(pairs.map(({ name }) => name))
  return pieces.flatMap((piece) => {
    // The name of a member is no sentence, however alike its words are.
    if (names.has(piece) || plainHeader.test(piece) || isLabel(piece) || isSignOut(piece)) return []
    const whole = !/\s/.test(piece)
    return match(withoutDefinitions(piece) || piece)
      .filter(
        ({ likeness, recall, told }) =>
          recall >= (whole ? 0.9 : 0.5) &&
          (told > 11 || likeness > 0.97) &&
          likeness >= (whole ? (told > 16 ? 0.72 : 0.96) : 0.62),
      )
      .flatMap(({ row: { errors, sentence }, likeness, recall, told, distinctive }) => {
        // A sentence that is in a longer line whole is met as surely as one that stands alone.
        const sure = recall > 0.97 ? Math.max(likeness, 0.98) : likeness
        const empty = saysNothing.test(piece) || saysNothing.test(sentence) ? 0.4 : 1
        // Of several causes that a sentence offers, a row for one of them says too much.
        const open = offersSeveral(piece) && !offersSeveral(sentence) ? 0.6 : 1
        const weight =
          open * empty * sure * Math.min(1, 0.5 + told / 40) * (0.6 + 0.4 * distinctive) + (sure > 0.97 ? 0.1 : 0)
        return errors.map((error) => ({
          error,
          sentence,
          said: piece,
          weight,
          precise: sure > 0.95 && (told > 25 || (told > 16 && isAlone(piece, sentence))),
        }))
      })
  })
}

/** Whether a text has a known sentence as one of its own, with nothing around it. */
function isAlone(piece: string, sentence: string): boolean {
  const plain = (one: string) => withoutEnd(one.trim(), '.!').toLowerCase()
  return plain(piece) === plain(sentence)
}

/** A header with its usual value, which tells nothing that went wrong. */
const plainHeader =
  /^["']?(?:access-control-allow-(?:origin|methods|headers|credentials)|content-(?:type|length|encoding)|accept(?:-\w+)?|date|host|origin|referer|user-agent|cache-control)["']?\s?:\s?[^\s,]{1,200}$/i

let codes: Map<string, KnownError[]> | undefined

function byCode(text: string, { pairs }: Signals): Anchor[] {
  codes ??= codeIndex()
  const values = new Set(pairs.map(({ value }) => value.toLowerCase()))
  const words = new Map<string, string>()
  for (const [word] of text.matchAll(/[A-Za-z0-9_][\w.:/-]{1,80}/g)) {
    const plain = word.replace(/[.:/-]+$/, '')
    words.set(plain.toLowerCase(), plain)
    for (const part of plain.split(/[.:/]/))
      if (part.length > 2 && !words.has(part.toLowerCase())) words.set(part.toLowerCase(), part)
  }
  const anchors: Anchor[] = []
  for (const [code, said] of words) {
    // A word of the language is a code only where it is the value of a name.
    const rows = /^[a-z]+$/.test(said) && !values.has(code) ? [] : (codes.get(code) ?? [])
    for (const error of rows) {
      const weight = codeWeight(code, rows.length)
      anchors.push({ error, said, weight, precise: weight >= 0.5 })
    }
  }
  return anchors
}

/** A code that represents several causes tells little of each. */
function codeWeight(code: string, rows: number): number {
  const name = errorName(code)
  if ((name !== undefined && traitsOf(name).vague) || /^\d{3}$/.test(code)) return 0.3
  return rows === 1 ? 0.75 : rows < 4 ? 0.65 : 0.5
}

function codeIndex(): Map<string, KnownError[]> {
  const known = new Map<string, KnownError[]>()
  for (const error of knownErrors)
    for (const code of error.codes ?? [])
      known.set(code.toLowerCase(), [...(known.get(code.toLowerCase()) ?? []), error])
  return known
}

/** Rows that clues alone tell. */
const withoutAnchor: readonly Anchor[] = knownErrors
  .filter(({ says = [], codes: own = [] }) => says.length === 0 && own.length === 0)
  .map((error) => ({ error, weight: 0.25 }))

/** What the clues of a row tell in a text; undefined where a group is missing, or where something speaks against the row. */
function cluesOf(
  { error: { clues = [], not = [] }, said = '', sentence = said }: Anchor,
  phrases: Phrases,
  facts: Facts,
): { groups: number; weight: number; strongest: number; decisive: boolean } | undefined {
  const stands = (phrase: string) => {
    const fact = phrase.startsWith('@') ? phrase.slice(1) : undefined
    return fact !== undefined && isFactName(fact) ? facts.has(fact) : phrases.has(phrase)
  }
  if (not.some(stands)) return undefined
  // What the known sentence says itself tells nothing else.
  const own = phrasesOf(sentence)
  let weight = 0
  let strongest = 0
  let decisive = false
  for (const group of clues.toSorted(byEffort)) {
    const standing = group.filter(stands)
    if (standing.length === 0) return undefined
    decisive ||= standing.some((phrase) => isOfFact(phrase) && isDecisive(phrase.slice(1)))
    const found = standing.map((phrase) => (own.has(phrase) ? 0 : clueWeight(phrase)))
    const most = Math.max(...found)
    weight += most
    strongest = Math.max(strongest, most)
  }
  return { groups: clues.length, weight: Math.min(weight, 0.65), strongest, decisive }
}

/** Groups of plain phrases first: facts take more to find out. */
function byEffort(one: readonly string[], other: readonly string[]): number {
  return Number(one.some(isOfFact)) - Number(other.some(isOfFact))
}

function isOfFact(phrase: string): boolean {
  return phrase.startsWith('@')
}

/** How much one clue tells: a status, a step and a word of every day are in many texts, a name of several words or with a number in few. */
function clueWeight(phrase: string): number {
  if (/^@(?:status|step):/.test(phrase)) return 0.08
  if (phrase.startsWith('@')) return isDecisive(phrase.slice(1)) ? 0.45 : 0.28
  // The name of a key, such as F5, is in texts of every kind.
  if (phrase.trim().length < 3) return 0.08
  if (isEveryday(phrase)) return 0.04
  const alone = /[\s\d_./:-]/.test(phrase.trim()) || phrase.length > 12 ? 0.22 : 0.15
  return alone * rarity(phrase)
}

let uses: Map<string, number> | undefined

/** How rare a phrase is, by the rows that ask for it: many ask for what is in many failures. */
function rarity(phrase: string): number {
  uses ??= usesOf(knownErrors)
  return Math.min(1, Math.max(0.25, 1.5 - 0.16 * Math.log2(uses.get(phrase) ?? 1)))
}

function usesOf(errors: readonly KnownError[]): Map<string, number> {
  const counted = new Map<string, number>()
  for (const { clues = [] } of errors)
    for (const phrase of new Set(clues.flat())) counted.set(phrase, (counted.get(phrase) ?? 0) + 1)
  return counted
}

/** What is known of one product is worth little for another one, whose sentences are alike. */
function productWeight(product: ProductShown, { weight, precise }: Anchor, clues: number): number {
  if (product === 'none') return 0
  if (product === 'shown') return clues > 0 || precise ? 0.15 : 0.05
  // A code or a sentence of its own shows the product by itself.
  return precise ? -0.15 : -0.5 * weight
}

function inWords({ error, sentence }: Anchor, text: string, facts: Facts): Pick<FoundError, 'error' | 'cause' | 'fix'> {
  const own = sentence === undefined ? new Map<string, string>() : valuesInPlace(sentence, text)
  const valueNamed = (name: string) => {
    const value = own.get(name) ?? facts.values.get(name)
    return value === undefined || value.length > 160 ? undefined : quoted(value, 160)
  }
  return { error, cause: fillIn(error.cause, valueNamed), fix: fillIn(error.fix, valueNamed) }
}

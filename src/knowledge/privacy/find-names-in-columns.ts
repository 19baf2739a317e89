import type { Add } from './finding.ts'
import { isTechnical } from './person-names.ts'
import type { Vocabulary, WordClass } from './vocabulary.ts'

/**
 * Finds names of people that are all of a cell, of a field of fixed width or of what a sentence calls by a title: between
 * bars, semicolons, tabulators, two blanks or the digits of a record, in capital letters too, and surname first.
 * “…041973JUVENAL TEIXEIRA PACHECO      0000”, “| Ilse Brömmelkamp |”, “TSOSIE, YANABA”, “MR B ACHTERBERG-SMITH”. Linear.
 */
export function findNamesInColumns(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const form of [
    ...(columns.test(text) ? [cell] : []),
    ...(titles.test(text) ? [titled] : []),
    ...(/\p{Lu}{3}, \p{Lu}{3}/u.test(text) ? [turned] : []),
  ])
    for (const found of text.matchAll(form)) {
      const value = (found.groups?.value ?? '').trimEnd()
      const start = found.index + found[0].lastIndexOf(value)
      if (form === titled ? isSurname(value, vocabulary) : isName(value, form === turned, vocabulary))
        add({ start, end: start + value.length, kind: 'name', name: 'name', value })
    }
}

const word = "\\p{Lu}[\\p{L}'’]{0,24}(?:-\\p{Lu}[\\p{L}'’]{1,24})?\\.?"
const small = '(?:d[aeo]s?|del|van|von|der|den|de la|y|e|el|al|bin)'
const cell = new RegExp(
  `(?<=^|[|;\\t]|[^\\n] {2}|\\d{4}|[|;] )(?<value>${word},?(?: (?:${small} )?${word}){1,5})(?=[ \\t]*(?:\\r?$|[|;\\t])| {2}|\\d{4})`,
  'gmu',
)
/** What tells columns apart, and words before a name, without which nothing is looked for. */
const columns = /[|;\t]| {2}|\d{4}\p{Lu}/u
const titles =
  /\b(?:M[Rr]?[Ss]?|M(?:iss|ISS|me|ME|lle|LLE)|S[Rr][Aa]?|S(?:RTA|ig)|H(?:ERR)|F(?:RAU)|Dhr|Mevr|Kolleg|Mandant|Coll|Colega|Techniker|Kassierer|Monteur)/
/** `DIETRICH, ANNIKA M`, wherever it is */
const turned =
  /(?<![\p{L}\d_.-])(?<value>\p{Lu}[\p{Lu}'’]{2,24}(?:-\p{Lu}{2,24})?, \p{Lu}{3,24}(?:[ -]\p{Lu}{1,24})?)(?![\p{L}\d_=(-])/gu
const titled =
  /(?<![\p{L}\d_.-])(?:MRS?|MS|MISS|SR|SRA|SRTA|HERR|FRAU|MME|MLLE|Mrs?|Ms|Miss|Mme|Mlle|Sig|Dhr|Mevr|Kolleg(?:e|in)|Mandant(?:in)?|Collègue|Colega|Colleague|Techniker(?:in)?|Kassierer(?:in)?|Monteur)\.?[ \t](?<value>(?:\p{Lu}\.?[ \t]){0,2}\p{Lu}[\p{L}'’]{2,24}(?:-\p{Lu}[\p{L}'’]{1,24})?)(?![\p{L}\d_=(-])/gu

/** Whether all words of a cell are of names or of no vocabulary, and one is of a name that lists know. */
function isName(value: string, isAnywhere: boolean, vocabulary: Vocabulary): boolean {
  const words = value.split(/[ ,.]+/).filter((one) => one.length > 2 && /^\p{Lu}/u.test(one))
  if (words.length < 2 || isTechnical(value)) return false
  const classes = words.map((one) => classIn(one, vocabulary))
  if (classes.includes('term')) return false
  const known = classes.filter((is) => is === 'given' || is === 'family').length
  const others = classes.filter((is) => is === 'word' || is === 'place' || is === 'foreign').length
  if (isAnywhere && known === 0) return false
  const isTurned = /^\S+, \S+(?: \p{Lu}\.?)?$/u.test(value)
  return classes[0] === 'given' || known > others || (isTurned && known + 1 > others && others < 2)
}

/** Behind a title whatever is no word of computers or of a language. */
function isSurname(value: string, vocabulary: Vocabulary): boolean {
  const last = value.split(/[ \t]/).at(-1) ?? ''
  const is = classIn(last, vocabulary)
  return !isTechnical(value) && (is === 'given' || is === 'family' || is === 'odd')
}

function classIn(word: string, vocabulary: Vocabulary): WordClass {
  const classes = word.split('-').map((part) => vocabulary.classOf(part))
  const [first = 'odd'] = classes
  return classes.find((is) => is === 'given' || is === 'family') ?? first
}

import { unescapeOnce, unwrap } from './escapes.ts'
import { findEncoded } from './find-credentials.ts'
import { type Finding, settled } from './finding.ts'
import type { KnownValues } from './known-values.ts'
import type { Place } from './sensitivity.ts'

/** What was read of a text, whatever field it is the value of. */
export interface Read {
  findings: Finding[]
  /** The text without its escapes, in which what is not known to be harmless is found; undefined where all is JSON. */
  layer: string | undefined
  back: (found: Finding[]) => Finding[]
  /** What may be removed where nothing else was found. */
  unknown: Finding[]
}

/** What was read of values before: a file repeats most of them, and it is read more than once. */
export interface Met {
  values: Map<string, Read>
  /** What was found in short values of fields. */
  fields: Map<string, Finding[]>
  /** Characters of values and of fields. */
  characters: { values: number; fields: number }
}

/** Where what was read is looked up. */
export interface Memory {
  /** Of searches that know the same values and words. */
  met?: Met
  /** Of an earlier search with the same words that knew no values. */
  earlier?: Met
  known?: KnownValues
  vocabulary?: unknown
}

export function createMet(): Met {
  return { values: new Map(), fields: new Map(), characters: { values: 0, fields: 0 } }
}

/** Reads a text unless it was read before. */
export function onceRead({ met, earlier, known, vocabulary }: Memory, text: string, read: () => Read): Read {
  const before = met?.values.get(text)
  if (before !== undefined) return before
  const first = earlier?.values.get(text)
  const isEnough = vocabulary !== undefined || (first?.findings.length === 0 && first.unknown.length === 0)
  if (first?.layer !== undefined && isEnough && !standsIn(text, known, [...first.findings, ...first.unknown]))
    return first
  const found = read()
  if (met === undefined || text.length > longestMet || met.characters.values > mostMet) return found
  // A copy, since a part of a string keeps all of it.
  met.values.set(` ${text}`.slice(1), found)
  met.characters.values += text.length + 100
  return found
}

/** Finds what is in the value of a field unless it was found before. */
export function onceFound(memory: Memory, name: string, place: Place, value: string, find: () => Finding[]): Finding[] {
  const { met, earlier, known, vocabulary } = memory
  if (met === undefined || value.length > longestField) return find()
  const key = `${place} ${name}\n${value}`
  const before = met.fields.get(key)
  if (before !== undefined) return before
  const first = earlier?.fields.get(key)
  // With fewer words nothing is found where nothing was.
  if (first !== undefined && (vocabulary !== undefined || first.length === 0) && !standsIn(value, known, first))
    return first
  const found = find()
  if (met.characters.fields > mostMet * 2) return found
  met.fields.set(key, found)
  met.characters.fields += key.length + 40
  return found
}

/** Layers of escapes that are taken off at most. */
const mostEscapes = 5

/** Whether a value that is known from elsewhere is in a text, in whatever layer, beside what was found there. */
function standsIn(text: string, known: KnownValues | undefined, found: readonly Finding[]): boolean {
  if (known === undefined) return false
  const places = settled(found)
  let next = 0
  let isBeside = false
  known.findIn(text, ({ start, end }) => {
    while ((places[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    const place = places[next]
    if (place === undefined || place.start > start || place.end < end || place.parts || place.decoded) isBeside = true
  })
  if (isBeside) return true
  const isIn = (layer: string) => {
    let isThere = false
    known.findIn(layer, () => {
      isThere = true
    })
    return isThere
  }
  findEncoded(
    text,
    (decoded) => {
      if (isIn(decoded)) isBeside = true
      return []
    },
    () => undefined,
  )
  let layer = unwrap(text)?.text ?? text
  for (let times = 0; times < mostEscapes && !isBeside; times++) {
    if (layer !== text && isIn(layer)) return true
    const read = unescapeOnce(layer)
    if (read === undefined) break
    layer = read.text
  }
  return isBeside || (layer.includes('+') && isIn(layer.replaceAll('+', ' ')))
}

/** Characters of the value of a field that is remembered with its name. */
const longestField = 600
/** Characters of a value that is remembered, and of all of them. */
const longestMet = 400_000
const mostMet = 8_000_000

import type { Add } from './finding.ts'
import { type Kind, kinds } from './kinds.ts'
import { explainsItself, isTrace, looksRandom, looksSecret, readsAsWord } from './value-shapes.ts'

/** Values that were found to be secret or personal, to be found wherever else they stand. */
export interface KnownValues {
  add: (value: string, kind: Kind, name: string) => void
  /** A part of a value that tells somebody by itself, as a first name does. */
  addPart: (part: string, kind: Kind, name: string) => void
  findIn: (text: string, add: Add) => void
  /** Each value with its kind and name, as it must be given to another thread. */
  all: () => [value: string, kind: Kind, name: string][]
}

/** Characters by which a value is looked up; a longer one is compared as a whole then. */
const leading = 6
/** Beyond these a value is looked up by its beginning alone. */
const longest = 64

/** An index of values that finds all of them in one pass over a text, however many they are. */
export function createKnownValues(values: Iterable<[value: string, kind: Kind, name: string]> = []): KnownValues {
  const known = new Map<string, [kind: Kind, name: string]>()
  /** By the beginning: lengths at which values end, longest first. */
  const lengths = new Map<string, number[]>()
  const long = new Map<string, string[]>()
  const begins = new Uint8Array(65_536)

  const put = (value: string, kind: Kind, name: string) => {
    if (known.has(value)) return
    known.set(value, [kind, name])
    begins[hashAt(value, 0)] = 1
    if (value.length > longest) {
      const start = value.slice(0, longest)
      long.set(start, [...(long.get(start)?.slice(0, 40) ?? []), value])
    }
    const start = value.slice(0, leading)
    const length = Math.min(value.length, longest)
    const all = lengths.get(start) ?? []
    if (!all.includes(length))
      lengths.set(
        start,
        [...all, length].sort((one, other) => other - one),
      )
  }

  const valueAt = (text: string, at: number): string | undefined => {
    for (const length of lengths.get(text.slice(at, at + leading)) ?? []) {
      const start = text.slice(at, at + length)
      const value =
        length === longest
          ? (long.get(start)?.find((one) => text.startsWith(one, at)) ?? (known.has(start) ? start : undefined))
          : start
      if (value !== undefined && known.has(value) && standsAlone(text, at, value)) return value
    }
    return undefined
  }

  for (const [value, kind, name] of values) put(value, kind, name)
  return {
    add: (value, kind, name) => {
      for (const spelling of spellingsOf(value, kind)) put(spelling, kind, name)
    },
    addPart: (part, kind, name) => {
      if (part.length >= leading && !explainsItself(part)) put(part, kind, name)
    },
    findIn: (text, add) => {
      if (known.size === 0) return
      for (let at = 0; at + leading <= text.length; at++) {
        if (begins[hashAt(text, at)] === 0) continue
        const value = valueAt(text, at)
        if (value === undefined) continue
        // A client that represents itself in `sub` is still told by its identifier.
        if (known.get(value)?.[0] === 'claim' && /client_?id\W{1,6}$/i.test(text.slice(Math.max(0, at - 20), at)))
          continue
        const [kind, name] = known.get(value) ?? [kinds[0] ?? 'secret', '']
        add({ start: at, end: at + value.length, kind, name, value })
        at += value.length - 1
      }
    },
    all: () => [...known].map(([value, [kind, name]]) => [value, kind, name]),
  }
}

function hashAt(text: string, at: number): number {
  return (((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) * 2_654_435_761) >>> 16
}

/** A short value within a longer word is a coincidence. */
function standsAlone(text: string, at: number, value: string): boolean {
  if (value.length >= 16) return true
  const joins = (one: string, other: string) => /[\p{L}\d]/u.test(one) && /[\p{L}\d]/u.test(other)
  return (
    !joins(text.charAt(at - 1), value.charAt(0)) &&
    !joins(value.charAt(value.length - 1), text.charAt(at + value.length))
  )
}

/** How a value may stand elsewhere; none where it is too common to be told. */
function spellingsOf(value: string, kind: Kind): string[] {
  const text = value.trim()
  if (text.length < leading || text.length > 100_000 || isTrace(text) || explainsItself(text)) return []
  switch (kind) {
    case 'CPF':
    case 'CNPJ':
      return numbers(text.replace(/[^\dA-Z]/gi, ''), text)
    case 'phone':
    case 'card':
    case 'bank account':
      return text.replace(/\D/g, '').length >= 8 ? [text, text.replace(/\D/g, '')] : []
    case 'e-mail':
    case 'private key':
    case 'signature':
      return [text]
    case 'name':
      return /\s/.test(text) && /^[\p{L}'. -]+$/u.test(text) ? [text] : []
    case 'claim':
    case 'document':
    case 'address':
      return (/\d/.test(text) && text.length >= 8 && !/^\w+:\/\/|^\d{10}$|^\d{4}-\d\d/.test(text)) ||
        looksRandom(text, 8)
        ? [text]
        : []
    case 'birth date':
    case 'IP address':
    case 'binary content':
    case 'unknown header':
    case 'unknown value':
      return looksRandom(text, 16) ? [text] : []
    default:
      return (text.length >= 8 && !readsAsWord(text)) || looksSecret(text) || /\s/.test(text) ? [text] : []
  }
}

function numbers(plain: string, text: string): string[] {
  const formatted =
    plain.length === 11
      ? plain.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
      : plain.length === 14
        ? plain.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
        : undefined
  return plain.length < 9 ? [] : [...new Set([text, plain, ...(formatted ? [formatted] : [])])]
}

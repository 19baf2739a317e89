/** The words of a text, to be asked whether phrases stand among them. */
export interface Phrases {
  /** Whether a phrase stands in the text word for word; `*` at its end stands for any ending. Case and accents do not count. */
  has: (phrase: string) => boolean
}

/** Makes a text ready to be asked for phrases; each phrase then costs little where its words do not all stand in the text. */
export function phrasesOf(text: string): Phrases {
  const plain = ` ${spaced(text)} `
  const words = new Set(plain.split(' '))
  const lower = text.toLowerCase()
  const known = new Map<string, boolean>()
  const look = (phrase: string) => {
    const { own, whole, open, literal } = readyPhrase(phrase)
    if (literal !== undefined) return standsIn(lower, literal)
    if (!whole.every((part) => words.has(part))) return false
    if (whole.length === 1 && !open) return true
    return plain.includes(open ? ` ${own}` : ` ${own} `)
  }
  return {
    has(phrase) {
      const held = known.get(phrase)
      if (held !== undefined) return held
      const found = look(phrase)
      known.set(phrase, found)
      return found
    },
  }
}

interface ReadyPhrase {
  /** Its words, as they stand in a text that was made ready. */
  own: string
  /** Those of them that must stand in the text whole. */
  whole: string[]
  open: boolean
  /** What has signs of a syntax in it is looked for as it is written. */
  literal?: string
}

/** Phrases are few and asked for again with every text. */
const ready = new Map<string, ReadyPhrase>()

function readyPhrase(phrase: string): ReadyPhrase {
  const held = ready.get(phrase)
  if (held !== undefined) return held
  const own = spaced(phrase)
  const open = phrase.endsWith('*')
  const parts = own.split(' ')
  const signs = own === '' || /[^\p{L}\p{N}\p{M}\s.,_'’*@!-]/u.test(phrase)
  const made = {
    own,
    open,
    whole: open ? parts.slice(0, -1) : parts,
    literal: signs ? phrase.toLowerCase() : undefined,
  }
  ready.set(phrase, made)
  return made
}

/** Whether a text has these signs; where they end in a word, that word ends there too, but for `*`. */
function standsIn(text: string, signs: string): boolean {
  const whole = signs.replace(/\*$/, '')
  const open = whole !== signs || !/\w$/.test(whole)
  for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1))
    if (open || !/\w/.test(text.charAt(at + whole.length))) return true
  return false
}

function spaced(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/n[’']t\b/g, ' not')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

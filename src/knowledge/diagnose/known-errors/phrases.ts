/** The words of a text, to be asked whether phrases stand among them. */
export interface Phrases {
  /** Whether a phrase is in the text word for word; `*` at its end represents any ending. Case and accents do not count. */
  has: (phrase: string) => boolean
}

/** Makes a text ready to be asked for phrases; each phrase then costs little where its words do not all are in the text. */
export function phrasesOf(text: string): Phrases {
  const plain = ` ${spaced(text)} `
  const words = new Set(plain.split(' '))
  const lower = text.toLowerCase()
  const known = new Map<string, boolean>()
  const look = (phrase: string) => {
    const { own, whole, open, literal } = readyPhrase(phrase)
    if (literal !== undefined) return literal.some((one) => standsIn(lower, one))
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
  /** Its words, as they are in a text that was made ready. */
  own: string
  /** Those of them that must be in the text whole. */
  whole: string[]
  open: boolean
  /** What has signs of a syntax in it is looked for as it is written; a name also with other dividers of its words. */
  literal?: string[]
}

/** Phrases are few and asked for again with every text. */
const ready = new Map<string, ReadyPhrase>()

function readyPhrase(phrase: string): ReadyPhrase {
  const held = ready.get(phrase)
  if (held !== undefined) return held
  const own = spaced(phrase)
  const open = phrase.endsWith('*')
  const parts = own.split(' ')
  const written = phrase.toLowerCase()
  const made = {
    own,
    open,
    whole: open ? parts.slice(0, -1) : parts,
    literal:
      wordsAlone.test(phrase) && !unspaced.test(phrase)
        ? undefined
        : [...new Set([written, written.replace(divider, '-'), written.replace(divider, '')])],
  }
  ready.set(phrase, made)
  return made
}

const letter = /[\p{L}\p{N}]/u
/** What is written without blanks between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const divider = /(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}])/gu

/** Words with single dividers between them, the last of which may be open: what begins or ends with a sign is syntax. */
const wordsAlone = /^[\p{L}\p{N}\p{M}]+(?:[ .,'’@-]{1,2}[\p{L}\p{N}\p{M}]+)*(?:(?<=[\p{L}\p{N}\p{M}]{3})\*)?$/u

/** Whether a text has these signs; where they begin or end in a word, that word begins and ends there too, but for `*`. */
function standsIn(text: string, signs: string): boolean {
  const whole = signs.replace(/\*$/, '')
  if (!/[\p{L}\p{N}]/u.test(whole)) return false
  const ends = whole === signs && isWordly(whole.slice(-1))
  const begins = isWordly(whole.charAt(0))
  for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + 1)) {
    if (ends && letter.test(text.charAt(at + whole.length))) continue
    if (!begins || !letter.test(text.charAt(at - 1))) return true
  }
  return false
}

/** Whether a sign belongs to a word that a blank or another sign ends. */
function isWordly(sign: string): boolean {
  return letter.test(sign) && !unspaced.test(sign)
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

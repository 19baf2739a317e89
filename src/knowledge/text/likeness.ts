/** Known sentences, to be asked which of them a text says. */
export interface LikenessIndex<Row> {
  /** The rows that a text is like, best first. */
  match: (text: string) => Likeness<Row>[]
}

export interface Likeness<Row> {
  row: Row
  /** 0 to 1: how much of the row's telling words, and of their order, the text has. */
  likeness: number
  /** 0 to 1: how much of the row the text has, whatever else it says. */
  recall: number
  /** How much the shared words tell: rare ones more than usual ones; some 5 for one rare word, 30 for a long sentence. */
  told: number
  /** 0 to 1: how many of the row's rarest words the text has; without them it says something alike of another thing. */
  distinctive: number
}

/** Words of one text that are compared; a sentence has fewer. */
const wordLimit = 120

/**
 * Indexes sentences by their words and pairs of neighbouring words, each weighed by how rare it is among all rows. A text
 * is compared in time linear in its length and in the rows that share a word with it.
 *
 * @param most best matches that are returned for one text
 */
export function createLikenessIndex<Row extends { says: string }>(rows: readonly Row[], most = 8): LikenessIndex<Row> {
  const postings = new Map<string, number[]>()
  const features = rows.map(({ says }) => featuresOf(says))
  for (const [at, own] of features.entries()) {
    for (const feature of own) {
      const known = postings.get(feature)
      if (known) known.push(at)
      else postings.set(feature, [at])
    }
  }
  const weightOf = (feature: string) => {
    const found = postings.get(feature)?.length
    const rarity = Math.log(1 + rows.length / (found ?? 0.5))
    return feature.includes(' ') ? rarity * 0.6 : rarity
  }
  const weights = Float64Array.from(features, (own) => sum(own, weightOf))
  const rarest = features.map((own) => rarestOf(own, weightOf))
  // What the rows share with the text at hand; emptied after each, so that no row is gone through that shares nothing.
  const shared = new Float64Array(rows.length)
  return {
    match(text) {
      const own = featuresOf(text)
      const touched: number[] = []
      let total = 0
      for (const feature of own) {
        const weight = weightOf(feature)
        total += weight
        for (const at of postings.get(feature) ?? []) {
          if (shared[at] === 0) touched.push(at)
          shared[at] = (shared[at] ?? 0) + weight
        }
      }
      const found: { at: number; likeness: number; recall: number; told: number }[] = []
      for (const at of touched) {
        const weight = shared[at] ?? 0
        shared[at] = 0
        const recall = weight / (weights[at] ?? 1)
        const precision = weight / total
        // Rows of which little is met are not worth comparing.
        if (recall < leastRecall && precision < leastPrecision) continue
        // A text may say the row and more around it, or the beginning of the row alone.
        const likeness = Math.max(recall ** 0.8 * precision ** 0.2, 0.95 * precision ** 0.7 * recall ** 0.3)
        found.push({ at, likeness, recall, told: weight })
      }
      return found
        .sort((one, other) => other.likeness - one.likeness)
        .slice(0, most)
        .map(({ at, ...measured }) => ({
          row: rows[at] as Row,
          ...measured,
          distinctive: shareOf(rarest[at] ?? [], own),
        }))
    },
  }
}

const leastRecall = 0.3
const leastPrecision = 0.5

function sum(features: Iterable<string>, weightOf: (feature: string) => number): number {
  let total = 0
  for (const feature of features) total += weightOf(feature)
  return total
}

/** The words of a sentence that are nearly as rare as its rarest. */
function rarestOf(features: Iterable<string>, weightOf: (feature: string) => number): string[] {
  const words = [...features].filter((feature) => !feature.includes(' '))
  const most = Math.max(...words.map(weightOf))
  return words.filter((word) => weightOf(word) >= 0.85 * most)
}

function shareOf(words: string[], all: ReadonlySet<string>): number {
  return words.length === 0 ? 1 : words.filter((word) => all.has(word)).length / words.length
}

/** Words and pairs of neighbouring words of a text, each once. */
function featuresOf(text: string): Set<string> {
  const words = wordsOf(text)
  return new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)])
}

/**
 * Words in small letters without accents and endings; identifiers taken apart; numbers, ids and times left out, but not
 * codes; any address as the same word, as it is another one each time.
 */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/([a-z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase()
      .replace(address, ' address ')
      .replace(time, ' ')
      .replace(/n[’']t\b/g, ' not')
      .match(/[a-z]+\d+[a-z\d]*|[a-z]+|\d+/g) ?? []
  )
    .filter((word) => !(/^\d+$/.test(word) && (word.length < 3 || word.length > 6)) && !stopWords.has(word))
    .slice(0, wordLimit)
    .map(stem)
}

const address = /\b[a-z][a-z\d+.-]{0,15}:\/\/[^\s"'<>()[\]{},;?#]{1,300}/g
const time = /\b\d{1,4}([/.-])\d{1,2}\1\d{1,4}(?:t?\d{0,2}(?=:))?|\b\d{1,2}:\d\d(?::\d\d)?\b/g

// With the words that names of classes begin and end with, which tell nothing of a failure.
const stopWords = new Set(
  'java javax lang util exception a an the of to in on at for by with and or is are was were be been has have had this that it its you your we our o os as um uma de do da dos das em na para por com e ou foi sao que se'.split(
    ' ',
  ),
)

function stem(word: string): string {
  if (word.length < 5 || /\d/.test(word)) return word
  return word
    .replace(/(?:ations?|ating|ated|ates?)$/, 'at')
    .replace(/(?:ings?|ed|es|s|e)$/, '')
    .replace(/(?:adas?|ados?|idas?|idos?|ou)$/, '')
}

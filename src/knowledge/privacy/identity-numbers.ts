import table from './identity-numbers.json' with { type: 'json' }

/**
 * The numbers under which countries keep people: what they are called there, and how they are written. What is in `labels`
 * means nothing else; what is in `short` has other meanings too, so that only a number of the country's form counts.
 */
export interface IdentityNumber {
  labels: readonly string[]
  short: readonly string[]
  /** Patterns of the whole number, for `u`. */
  form: string
}

/** One row for each kind of number of a country. */
export const identityNumbers: readonly IdentityNumber[] = table.map(({ labels, short, form }) => ({
  labels: labels.split(', '),
  short: short?.split(', ') ?? [],
  form,
}))

/** Letters and digits alone, in small letters without accents. */
function compact(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\d]+/gu, '')
    .toLowerCase()
}

const forms = new Map<string, RegExp>()
for (const { short, form } of identityNumbers)
  for (const name of short) {
    const known = forms.get(compact(name))
    forms.set(compact(name), new RegExp(`${known === undefined ? '' : `${known.source}|`}^(?:${form})$`, 'u'))
  }

/** Whether a value is a number of identity by a short name for one and by its form: `pan: BQKPD4471F`, `nik=…`. */
export function isIdentityNumber(words: readonly string[], value: string): boolean {
  return [words.at(-1) ?? '', words.slice(-2).join('')].some((name) => forms.get(name)?.test(value) === true)
}

/** The known name that one is most likely a slip of; undefined when none is near. */
export function nearName(name: string, known: string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, slips: slipsBetween(name, candidate) }))
    .sort((a, b) => a.slips - b.slips)
  const [best] = ranked
  return best && best.slips <= Math.max(2, best.candidate.length / 3) ? best.candidate : undefined
}

/** `tokenEndpoint`, `token-endpoint` and `TOKEN_ENDPOINT` alike. */
export const plainName = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters must be put in, taken out or changed to make one name of the other (Levenshtein). */
export function slipsBetween(one: string, other: string): number {
  const [a, b] = [plainName(one), plainName(other)]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Names that differ by as little, and mean something else. */
const others = /^(https?|all|no)_proxy$/i

/** A variable that is set and is a slip of the name of one that is not; undefined where there is none. */
export function slipOf(
  name: string,
  variables: Record<string, string | undefined>,
  known: string[],
): string | undefined {
  if (name.length < 8) return undefined
  const most = Math.max(2, name.length / 5)
  return Object.keys(variables).find(
    (set) =>
      variables[set] && !known.includes(set) && !others.test(set) && set !== name && slipsBetween(set, name) <= most,
  )
}

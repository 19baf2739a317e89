/** Whether two names differ by one letter, two swapped letters, the divider alone, or a plural. */
export function nearly(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replaceAll(/[_-]/g, ''))
  if (a === undefined || b === undefined || Math.abs(a.length - b.length) > 1) return false
  if (a === b) return true
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

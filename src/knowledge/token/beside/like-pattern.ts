/** Whether a value is as a pattern wants it, in which `*` is for any characters. Of one with many, it is taken to be. */
export function isLike(own: string, pattern: string): boolean {
  const parts = pattern.split(/\*+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return parts.length > 4 || new RegExp(`^${parts.join('.*')}$`).test(own.slice(0, 300))
}

import { nearly } from '../text/nearly.ts'
import { accessLevels, parseScope } from './scopes.ts'

/** Whether two scopes are one but for a slip: a letter, the divider, the case, the access level’s spelling. */
export function likeScope(one: string, other: string): boolean {
  const [a, b] = [parseScope(one), parseScope(other)]
  if (one.toLowerCase() === other.toLowerCase()) return true
  if (a.kind !== b.kind) return one.replace(/[/.:_-]/g, '') === other.replace(/[/.:_-]/g, '')
  if (a.kind !== 'business' || b.kind !== 'business') return nearly(one, other)
  if (a.resourceDomain !== b.resourceDomain && !nearly(a.resourceDomain, b.resourceDomain)) return false
  const slips = [
    [a.api, b.api],
    [a.level, b.level],
    [a.resourceDomain, b.resourceDomain],
  ].filter(([x, y]) => x !== y)
  // Two levels that exist are two levels.
  if (a.level !== b.level && [a.level, b.level].every((level) => accessLevels.some((one) => one === level)))
    return false
  return slips.length === 1 && slips.every(([x = '', y = '']) => nearly(x, y))
}

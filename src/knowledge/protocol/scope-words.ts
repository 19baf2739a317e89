import { inList } from '../text/quote.ts'
import { apis } from './business-apis.ts'
import { parseScope } from './scopes.ts'

const levels: Record<string, string> = Object.assign(Object.create(null), {
  readonly: 'read',
  readwrite: 'read and write',
})

/** A business scope as people call it, `Bank slips: read`; undefined for a plain one, whose name is its own. */
export function scopeTitle(scope: string): string | undefined {
  const parsed = parseScope(scope)
  if (parsed.kind === 'plain') return undefined
  return `${apis.find(({ id }) => id === parsed.api)?.name ?? parsed.api}: ${levels[parsed.level] ?? parsed.level}`
}

/** Scopes within a sentence, `bank slips (read) and profile`; of many the first two are named. */
export function scopesInWords(scopes: readonly string[]): string {
  const names = scopes.map((scope) => {
    const parsed = parseScope(scope)
    return parsed.kind === 'plain'
      ? scope
      : `${parsed.api.replaceAll('-', ' ')} (${levels[parsed.level] ?? parsed.level})`
  })
  return inList(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names)
}

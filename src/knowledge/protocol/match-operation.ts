import { type Operation, operations } from './apis.ts'
import type { KnownOperation } from './call.ts'

/** An operation that a path calls, with the values of its path parameters. */
export interface Match<Added extends KnownOperation = never> {
  operation: Operation | Added
  values: Record<string, string>
}

const templates = operations.map(asTemplate)

/** The operation that a method and a path below `/v1` call: a built-in one, or one of those that were added. */
export function matchOperation<Added extends KnownOperation = never>(
  method: string,
  path: string,
  added: readonly Added[] = [],
): Match<Added> | undefined {
  return matchPath(path, added).find(({ operation }) => operation.method === method.toUpperCase())
}

/** All operations at a path below `/v1`, whatever their method. */
export function matchPath<Added extends KnownOperation = never>(
  path: string,
  added: readonly Added[] = [],
): Match<Added>[] {
  const segments = path.replace(/\/+$/, '').split('/')
  return [...templates, ...added.map(asTemplate)].flatMap(({ operation, segments: template }) => {
    const values = matchSegments(template, segments)
    return values === undefined ? [] : [{ operation, values }]
  })
}

function asTemplate<Known extends KnownOperation>(operation: Known): { operation: Known; segments: string[] } {
  return { operation, segments: operation.path.split('/') }
}

function matchSegments(template: string[], segments: string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ''
    const parameter = /^\{(\w+)\}$/.exec(part)?.[1]
    if (parameter === undefined ? part !== segment : segment === '') return undefined
    if (parameter !== undefined) values[parameter] = segment
  }
  return values
}

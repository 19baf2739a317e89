import { type Operation, operations } from './apis.ts'
import type { Call, KnownOperation } from './call.ts'

/** An operation that a path calls, with the values of its path parameters. */
export interface Match<Known extends KnownOperation> {
  operation: Known
  values: Record<string, string>
}

/**
 * The operations that a call may be one of: those that the installation adds, and the built-in ones unless the service
 * is another than the documented one, to which nothing shows that it has them.
 */
export function operationsFor({
  environment,
  operations: added = [],
}: Pick<Call, 'environment' | 'operations'>): (Operation | KnownOperation)[] {
  const builtIn = !environment?.foreign || environment.resourceDomain !== undefined
  return [...(builtIn ? operations : []), ...added]
}

/** The one of these operations that a method and a path call; the path as operations write theirs. */
export function matchOperation<Known extends KnownOperation>(
  method: string,
  path: string,
  known: readonly Known[],
): Match<Known> | undefined {
  return matchPath(path, known).find(({ operation }) => operation.method === method.toUpperCase())
}

/** All of these operations at a path, whatever their method. */
export function matchPath<Known extends KnownOperation>(path: string, known: readonly Known[]): Match<Known>[] {
  const segments = path.replace(/\/+$/, '').split('/')
  return known.flatMap((operation) => {
    const values = matchSegments(operation.path.split('/'), segments)
    return values === undefined ? [] : [{ operation, values }]
  })
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

import { type Operation, operations } from './apis.ts'

const templates = operations.map((operation) => ({ operation, segments: operation.path.split('/') }))

/** The operation that a method and a path below `/v1` call, with the values of its path parameters. */
export function matchOperation(
  method: string,
  path: string,
): { operation: Operation; values: Record<string, string> } | undefined {
  return matchPath(path).find(({ operation }) => operation.method === method.toUpperCase())
}

/** All operations at a path below `/v1`, whatever their method. */
export function matchPath(path: string): { operation: Operation; values: Record<string, string> }[] {
  const segments = path.replace(/\/+$/, '').split('/')
  return templates.flatMap(({ operation, segments: template }) => {
    const values = matchSegments(template, segments)
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

import { fillPath, type Operation } from '#knowledge/protocol/apis.ts'
import { isObject, parseJson } from '#knowledge/text/json.ts'
import { listInAnswer } from './list-in-answer.ts'

/** A call that a value leads to. */
export interface Walk {
  title: string
  address: string
}

/**
 * The operations that take the id of a row of this list: the reads, `/bank-slips/{slip_id}` and
 * `/bank-slips/{slip_id}/pdf`; where there is none, what else can be done with it, such as its removal.
 */
function operationsOfRow(list: Operation, operations: Operation[]): { operation: Operation; parameter: string }[] {
  const all = operations.flatMap((operation) => {
    if (!operation.path.startsWith(`${list.path}/{`)) return []
    const parameters = operation.parameters.filter((one) => one.in === 'path')
    const [parameter] = parameters
    return parameter && parameters.length === 1 ? [{ operation, parameter: parameter.name }] : []
  })
  const reads = all.filter(({ operation }) => operation.method === 'GET')
  return reads.length > 0 ? reads : all
}

/** Where the things of a list lead, or the one thing that was made in it, by their id. */
export function walksOfList(list: Operation, body: string | undefined, operations: Operation[]): Map<string, Walk[]> {
  const reads = operationsOfRow(list, operations)
  if (reads.length === 0) return new Map()
  const ids = (listInAnswer(body)?.rows ?? [parseJson(body ?? '')]).flatMap((one) => {
    const id = isObject(one) ? one.id : undefined
    return typeof id === 'string' ? [id] : []
  })
  return new Map(
    ids.map((id) => [
      id,
      reads.map(({ operation, parameter }) => ({
        title: operation.title,
        address: callAddress(operation, parameter, id),
      })),
    ]),
  )
}

/** The reads beside or below this one that take the same path values: from a slip to its PDF. */
export function walksOnwards(
  operation: Operation | undefined,
  values: Record<string, string>,
  operations: Operation[],
): Walk[] {
  if (!operation?.path.includes('{')) return []
  const [above] = operation.path.split('/{')
  return operations.flatMap((other) => {
    const names = other.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    const fits = other.method === 'GET' && other.id !== operation.id && other.path.startsWith(`${above}/{`)
    if (!fits || fillPath(other, values).includes('{')) return []
    const filled = names.map((name): [string, string] => [name, values[name] ?? ''])
    return [{ title: other.title, address: `/calls/${other.id}?${new URLSearchParams(filled)}` }]
  })
}

/** Where members lead that are named as the parameter of a read: `receipt_id` to the receipt. */
export function walksByName(body: string | undefined, operations: Operation[]): Map<string, Walk[]> {
  const reads = operations.flatMap((operation) => {
    const parameters = operation.parameters.filter((one) => one.in === 'path')
    const [parameter] = parameters
    const isRead = operation.method === 'GET' && operation.answers === 'json'
    return isRead && parameter && parameters.length === 1 ? [{ operation, parameter: parameter.name }] : []
  })
  const walks = new Map<string, Walk[]>()
  const waiting: unknown[] = [parseJson(body ?? '')]
  for (let left = mostValues; waiting.length > 0 && left > 0; left -= 1) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [name, item] of Object.entries(value)) {
      const read = reads.find(({ parameter }) => parameter === name)
      if (read && typeof item === 'string')
        walks.set(item, [{ title: read.operation.title, address: callAddress(read.operation, name, item) }])
      else waiting.push(item)
    }
  }
  return walks
}

/** Values of a body that are looked at for where they lead. */
const mostValues = 10_000

/** Where to go on from one thing: what takes the same path, what its id leads to, and what it names. */
export function walksOfThing(
  operation: Operation | undefined,
  values: Record<string, string>,
  body: string | undefined,
  operations: Operation[],
): Walk[] {
  if (listInAnswer(body)) return walksOnwards(operation, values, operations)
  const found = [
    ...walksOnwards(operation, values, operations),
    ...(operation ? [...walksOfList(operation, body, operations).values()].flat() : []),
    ...[...walksByName(body, operations).values()].flat(),
  ]
  return found.filter(({ address }, at) => found.findIndex((one) => one.address === address) === at)
}

const callAddress = (operation: Operation, parameter: string, value: string): string =>
  `/calls/${operation.id}?${new URLSearchParams({ [parameter]: value })}`

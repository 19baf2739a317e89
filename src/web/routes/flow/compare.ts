import type { Exchange } from '#contract/exchange.ts'
import { parseAddress } from '#knowledge/text/address.ts'
import { milliseconds } from '#knowledge/text/duration.ts'
import { pointer } from '#knowledge/text/pointer.ts'

/** One part of two messages; a side that does not have it is undefined. */
export interface ComparedPart {
  side: 'request' | 'answer'
  name: string
  values: [string | undefined, string | undefined]
  same: boolean
}

/** Members of a body that are compared one by one; a longer body by these and its length. */
const tellableMembers = 300

/** Every part that one message or the other has, in the order of the first and then of the second. */
export function compareExchanges(one: Exchange, other: Exchange): ComparedPart[] {
  return (['request', 'answer'] as const).flatMap((side) => {
    const [first, second] = [partsOf[side](one), partsOf[side](other)]
    return [...new Set([...first.keys(), ...second.keys()])].map((name) => {
      const values: ComparedPart['values'] = [first.get(name), second.get(name)]
      return { side, name, values, same: values[0] === values[1] }
    })
  })
}

const partsOf = {
  request({ environment, request }: Exchange): Map<string, string> {
    const { origin, path, query } = parseAddress(request.url)
    return collect([
      ['environment', environment],
      ['method', request.method],
      ['address', origin + path],
      ...query.map(([name, value]): [string, string] => [`?${name}`, value]),
      ...Object.entries(request.headers),
      ...Object.entries(request.form ?? {}).map(([name, value]): [string, string] => [`${name}=`, value]),
      ...bodyParts(request.body),
    ])
  },
  answer({ step, response, failure, durationMs }: Exchange): Map<string, string> {
    const location = response?.headers.location
    return collect([
      ...(step === 'authorize' ? [] : [['time', milliseconds(durationMs)] as [string, string]]),
      ...(failure ? [['failure', failure.kind] as [string, string]] : []),
      ...(response ? [['status', String(response.status)] as [string, string]] : []),
      ...Object.entries(response?.headers ?? {}).filter(([name]) => name !== 'location'),
      ...(location === undefined ? [] : locationParts(location)),
      ...bodyParts(response?.body),
    ])
  },
}

function locationParts(location: string): [string, string][] {
  const { origin, path, query } = parseAddress(location)
  return [['location', origin + path], ...query.map(([name, value]): [string, string] => [`location ?${name}`, value])]
}

/** A JSON body by its leaves, so that one changed amount does not make two whole bodies differ; any other as it is. */
function bodyParts(body: string | undefined): [string, string][] {
  if (body === undefined || body === '') return []
  try {
    const leaves = leavesOf(JSON.parse(body))
    if (leaves.length === 0) return [['body', body]]
    const rest = leaves.length - tellableMembers
    const more: [string, string][] = rest > 0 ? [['body, further members', String(rest)]] : []
    return [...leaves.slice(0, tellableMembers), ...more]
  } catch {
    return [['body', body]]
  }
}

/** Walks with a list, so that depth cannot exhaust the stack. */
function leavesOf(value: unknown): [string, string][] {
  const leaves: [string, string][] = []
  const waiting: [string, unknown][] = [['', value]]
  while (waiting.length > 0) {
    const [at, member] = waiting.shift() ?? ['', null]
    if (typeof member === 'object' && member !== null && Object.keys(member).length > 0) {
      const members = Object.entries(member).map(([key, inner]): [string, unknown] => [at + pointer(key), inner])
      waiting.unshift(...members)
    } else leaves.push([at, JSON.stringify(member)])
    if (leaves.length > tellableMembers * 10) break
  }
  return leaves
}

/** A name that comes again is numbered. */
function collect(pairs: [string, string][]): Map<string, string> {
  const parts = new Map<string, string>()
  for (const [name, value] of pairs) {
    let free = name
    for (let count = 2; parts.has(free); count++) free = `${name} (${count})`
    parts.set(free, value)
  }
  return parts
}

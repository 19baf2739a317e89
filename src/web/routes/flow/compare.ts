import type { Exchange } from '#contract/exchange.ts'
import { type FlowMessage, stepNames } from '#knowledge/share/flow-messages.ts'
import { parseAddress } from '#knowledge/text/address.ts'
import { milliseconds } from '#knowledge/text/duration.ts'
import { isObject, parseJson } from '#knowledge/text/json.ts'
import { pointer } from '#knowledge/text/pointer.ts'
import { jsonText } from '../../elements/json-rows.ts'

/** One part of two messages; a side that does not have it is undefined. */
export interface ComparedPart {
  side: 'request' | 'answer'
  name: string
  values: [string | undefined, string | undefined]
  same: boolean
  /** True for what is another one in every message, such as its time and its id. */
  passing: boolean
}

/** Members of a body that are compared one by one. */
const tellableMembers = 300

/** Whether two messages are the same step or call the same operation, whatever their parameters. */
export function sameOperation(one: FlowMessage, other: FlowMessage): boolean {
  if (one.exchange.step !== other.exchange.step) return false
  return one.title === other.title && (one.title !== stepNames.api || one.line === other.line)
}

/**
 * What was changed in a request, by its names, as `parameter status` or `access token`: less its gateway, which the
 * environment tells, and the address that comes with it.
 */
export function changedInRequest(parts: ComparedPart[]): string[] {
  const changed = parts.filter(({ side, same, passing }) => side === 'request' && !same && !passing)
  const elsewhere = changed.some(({ name }) => name === 'environment')
  return changed.flatMap(({ name }) => {
    if (name === 'environment') return []
    if (name === 'address') return elsewhere ? [] : ['path']
    if (name === 'authorization') return ['access token']
    if (name.startsWith('?')) return [`parameter ${name.slice(1)}`]
    return name.startsWith('/') ? [`body ${name}`] : [name]
  })
}

/** Every part that one message or the other has, in the order of the first and then of the second. */
export function compareExchanges(one: Exchange, other: Exchange): ComparedPart[] {
  return (['request', 'answer'] as const).flatMap((side) => {
    const [first, second] = [partsOf[side](one), partsOf[side](other)]
    const named = [...new Set([...first.keys(), ...second.keys()])].map((name): [string, ComparedPart['values']] => [
      name,
      [first.get(name), second.get(name)],
    ])
    const bodies = compareBodies(bodyOf[side](one), bodyOf[side](other))
    return [...named, ...bodies].map(([name, values]) => ({
      side,
      name,
      values,
      same: values[0] === values[1],
      passing: passingNames.has(name.toLowerCase()),
    }))
  })
}

const passingNames = new Set(
  'time,date,age,etag,content-length,connection,keep-alive,set-cookie,server-timing,traceparent,request-id,x-request-id,x-correlation-id,cf-ray,?state,?nonce,?code_challenge,location ?code,location ?state,code=,code_verifier='.split(
    ',',
  ),
)

const bodyOf = {
  request: ({ request }: Exchange) => request.body || undefined,
  answer: ({ response }: Exchange) => response?.body || undefined,
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
    ])
  },
}

function locationParts(location: string): [string, string][] {
  const { origin, path, query } = parseAddress(location)
  return [['location', origin + path], ...query.map(([name, value]): [string, string] => [`location ?${name}`, value])]
}

type Row = [name: string, values: ComparedPart['values']]

/**
 * Two JSON bodies member by member, as deep as they have the same shape: what only one of them has is one part, however
 * much is in it. Other bodies as they are.
 */
function compareBodies(one: string | undefined, other: string | undefined): Row[] {
  if (one === undefined && other === undefined) return []
  const [first, second] = [parseJson(one ?? ''), parseJson(other ?? '')]
  if (first === undefined || second === undefined) return [['body', [one, other]]]
  const rows = compareValues(first, second)
  const differing = rows.filter(([, [a, b]]) => a !== b)
  const more = differing.length - tellableMembers
  return [
    ...differing.slice(0, tellableMembers),
    ...(more > 0 ? [['body, further differences', [undefined, String(more)]] satisfies Row] : []),
    ...rows.filter(([, [a, b]]) => a === b).slice(0, tellableMembers),
  ]
}

/** Walks with a list, so that depth cannot exhaust the stack. */
function compareValues(one: unknown, other: unknown): Row[] {
  const rows: Row[] = []
  const waiting: { at: string; one: unknown; other: unknown }[] = [{ at: '', one, other }]
  while (waiting.length > 0 && rows.length < tellableMembers * 10) {
    const { at, one, other } = waiting.shift() as (typeof waiting)[number]
    if (Array.isArray(one) && Array.isArray(other)) {
      const shared = Math.min(one.length, other.length)
      const pairs = one
        .slice(0, shared)
        .map((item, index) => ({ at: `${at}/${index}`, one: item, other: other[index] }))
      const longer = Math.max(one.length, other.length) > shared
      const rest = (list: unknown[]) => (list.length > shared ? list.slice(shared) : undefined)
      waiting.unshift(...pairs, ...(longer ? [{ at: `${at}/${shared}…`, one: rest(one), other: rest(other) }] : []))
    } else if (areObjects(one, other)) {
      const names = Object.keys({ ...(one as object), ...(other as object) })
      waiting.unshift(
        ...names.map((name) => ({ at: at + pointer(name), one: ownMember(one, name), other: ownMember(other, name) })),
      )
    } else rows.push([at || 'body', [shown(one), shown(other)]])
  }
  return rows
}

/** Whether two values are compared member by member: objects, or a small one that the other side does not have. */
function areObjects(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) {
    const [there] = [one, other].filter(isObject)
    return there !== undefined && isSmall(there)
  }
  return isObject(one) && isObject(other) && Object.keys({ ...one, ...other }).length > 0
}

/** As much as a fault of a gateway contains. */
const isSmall = (value: object): boolean => {
  const members = Object.values(value)
  const leaves = members.flatMap((member) => (isObject(member) ? Object.values(member) : [member]))
  return leaves.length > 0 && leaves.length <= 5 && leaves.every((leaf) => typeof leaf !== 'object' || leaf === null)
}

const ownMember = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/**
 * Strings keep their quotes, so that "1" is not 1. Of a list or an object that the other does not have, what is in it is
 * told: the message itself has it whole.
 */
function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value) && value.length > 0) return `a list of ${value.length}`
  const names = isObject(value) ? Object.keys(value) : []
  return names.length > 0 ? `{ ${names.join(', ')} }` : jsonText(value)
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

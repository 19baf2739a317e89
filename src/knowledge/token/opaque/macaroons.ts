import { inferred, standard } from '../../protocol/basis.ts'
import { bytesOfBase64 } from '../../text/base64.ts'
import { utcTime } from '../../text/duration.ts'
import { isObject, parseJson } from '../../text/json.ts'
import { textOfUtf8 } from '../../text/utf8.ts'
import { contentOf, type Form, type FormRead, timesOf } from './opaque-form.ts'

/** Tokens that their holders can narrow down: macaroons and Biscuits. */
export const narrowingForms: readonly Form[] = [
  {
    kind: 'secret',
    name: 'Macaroon',
    pattern: /(?<![\w+/-])(?<value>(?:pypi-)?(?:MDA|AgE)[\w+/-]{60,8000}={0,2})/g,
    why: 'It has the parts of a macaroon: a location, an identifier, caveats and a signature.',
    basis: inferred('the binary formats 1 and 2 of libmacaroons'),
    note: 'Anyone who has it can add caveats but never remove them. Only the service that has the root key can verify it.',
    read: readMacaroon,
  },
  {
    kind: 'access',
    name: 'Biscuit',
    pattern: /(?<![\w+/-])(?:biscuit:)?(?<value>E[g-v][\w+/-]{120,20000}={0,2})/g,
    why: 'It has the blocks of a Biscuit, each with the key of the next block and a signature.',
    basis: standard('Biscuit specification, format versions 2 and 3'),
    note: 'Anyone who has it can add blocks that narrow it but never remove them. The root public key verifies it.',
    read: readBiscuit,
  },
]

function readMacaroon(value: string): FormRead | undefined {
  const bytes = bytesOfBase64(value.replace(/^pypi-/, ''))
  const fields = bytes && (bytes[0] === 2 ? binaryFields(bytes.subarray(1)) : packetFields(bytes))
  if (fields === undefined) return undefined
  const of = (name: string) => fields.filter(([one]) => one === name).map(([, text]) => text)
  const [identifier, ...conditions] = of('identifier')
  if (identifier === undefined) return undefined
  const caveats = [...conditions, ...of('cid')]
  if (value.startsWith('pypi-') || /^(?:test\.)?pypi\.org$/.test(of('location')[0] ?? ''))
    return pypiToken(caveats, of('location')[0])
  const until = caveats
    .map((one) => /^time(?:-before)?\s*<?\s*(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)$/.exec(one)?.[1])
    .flatMap((one) => (one === undefined ? [] : [Date.parse(/Z|[+-]\d\d:?\d\d$/.test(one) ? one : `${one}Z`) / 1000]))
    .filter((one) => !Number.isNaN(one))
  return {
    content: contentOf({ location: of('location')[0], identifier, caveats }),
    ...(until.length > 0 && { times: { exp: Math.min(...until) } }),
  }
}

/** A token that uploads packages: its caveats are JSON, numbered by kind (the documentation of PyPI and its source). */
function pypiToken(caveats: readonly string[], location: string | undefined): FormRead {
  const read = caveats.map((caveat) => parseJson(caveat))
  const kinds = (kind: number) => read.filter((one): one is unknown[] => Array.isArray(one) && one[0] === kind)
  const first = read.find(isObject)
  const permissions = first?.permissions
  const [, until, from] = kinds(0)[0] ?? [0, first?.exp, first?.nbf]
  const seconds = (at: unknown) => (typeof at === 'number' ? at : undefined)
  const projects = [
    ...kinds(1).flatMap(([, names]) => [names].flat()),
    ...(isObject(permissions) && Array.isArray(permissions.projects) ? permissions.projects : []),
  ]
  const times = timesOf({ nbf: seconds(from), exp: seconds(until) })
  return {
    name: location === 'test.pypi.org' ? 'TestPyPI API token' : 'PyPI API token',
    note: 'It is a macaroon: anyone who has it can narrow it but never widen it. It allows uploading packages with the user name __token__, so revoke it if others have seen it.',
    content: contentOf({
      location,
      'for projects':
        projects.length > 0 ? projects : kinds(2).length > 0 ? kinds(2).flatMap(([, ids]) => [ids].flat()) : undefined,
      for: permissions === 'user' ? 'every project of the user' : undefined,
      user: kinds(3)[0]?.[1],
      publisher: kinds(4)[0]?.[1],
      'valid from': times?.nbf === undefined ? undefined : utcTime(Number(from)),
      'valid until': times?.exp === undefined ? undefined : utcTime(Number(until)),
      caveats,
    }),
    ...(times && { times }),
  }
}

/** Packets of the first binary format: four hexadecimal digits of length, a name, a space, a value, a line break. */
function packetFields(bytes: Uint8Array<ArrayBuffer>): [string, string][] | undefined {
  const fields: [string, string][] = []
  for (let at = 0; at + 6 < bytes.length; ) {
    const length = Number.parseInt(String.fromCharCode(...bytes.subarray(at, at + 4)), 16)
    if (!(length > 5) || at + length > bytes.length) return undefined
    const packet = bytes.subarray(at + 4, at + length - 1)
    const space = packet.indexOf(0x20)
    const name = String.fromCharCode(...packet.subarray(0, Math.max(0, space)))
    if (!/^(?:location|identifier|cid|vid|cl|signature)$/.test(name)) return undefined
    if (name !== 'signature') fields.push([name, textOfUtf8(packet.subarray(space + 1)) ?? 'bytes'])
    at += length
  }
  return fields
}

/** Fields of the second binary format: a type and a length, each a varint, and a value; 0 ends a section. */
function binaryFields(bytes: Uint8Array<ArrayBuffer>): [string, string][] | undefined {
  const names = new Map([
    [1, 'location'],
    [2, 'identifier'],
    [4, 'vid'],
    [6, 'signature'],
  ])
  const fields: [string, string][] = []
  const cursor = new Varints(bytes)
  while (cursor.at < bytes.length) {
    const type = cursor.next()
    if (type === 0) continue
    const name = names.get(type ?? -1)
    const part = cursor.take()
    if (name === undefined || part === undefined) return undefined
    if (name !== 'signature') fields.push([name, textOfUtf8(part) ?? 'bytes'])
  }
  return fields
}

function readBiscuit(value: string): FormRead | undefined {
  const bytes = bytesOfBase64(value)
  const blocks = bytes && membersOf(bytes)
  if (blocks === undefined) return undefined
  const signed = blocks.filter(([field]) => field === 2 || field === 3)
  const isBlock = ([, part]: [number, Uint8Array<ArrayBuffer>]) => {
    const names = membersOf(part)?.map(([field]) => field) ?? []
    return [1, 2, 3].every((field) => names.includes(field))
  }
  if (signed.length === 0 || !signed.every(isBlock) || !blocks.some(([field]) => field === 4)) return undefined
  const inside = signed.map(([, part]) => {
    const [, block] = membersOf(part)?.find(([field]) => field === 1) ?? []
    return (block && membersOf(block)) ?? []
  })
  const symbols = inside.flatMap((block) =>
    block.filter(([field]) => field === 1).flatMap(([, word]) => textOfUtf8(word) ?? []),
  )
  const facts = inside.flatMap((block) =>
    block.filter(([field]) => field === 4).flatMap(([, fact]) => factIn(fact, symbols) ?? []),
  )
  const checks = inside.flatMap((block) => block.filter(([field]) => field === 6)).length
  return {
    content: contentOf({
      blocks: signed.length,
      facts: facts.length > 0 ? facts.slice(0, 40) : undefined,
      checks,
      'without a check': checks === 0 ? 'nothing in it limits it, so it has no expiry either' : undefined,
      words: facts.length === 0 && symbols.length > 0 ? symbols.slice(0, 40) : undefined,
    }),
  }
}

/** A fact in the words of Datalog: `right("file1", "read")` (Biscuit specification, schema.proto). */
function factIn(fact: Uint8Array<ArrayBuffer>, symbols: readonly string[]): string | undefined {
  const predicate = membersOf(fact)?.find(([field]) => field === 1)?.[1]
  if (predicate === undefined) return undefined
  const symbol = (at: number | undefined) =>
    at === undefined ? undefined : at < 1024 ? usualSymbols[at] : symbols[at - 1024]
  const name = symbol(numberIn(predicate, 1))
  const terms = (membersOf(predicate) ?? [])
    .filter(([field]) => field === 2)
    .map(([, term]) => {
      const text = symbol(numberIn(term, 3))
      const date = numberIn(term, 4)
      return text !== undefined
        ? JSON.stringify(text)
        : date !== undefined
          ? utcTime(date)
          : String(numberIn(term, 2) ?? '…')
    })
  return name && `${name}(${terms.join(', ')})`
}

/** Symbols that every Biscuit knows. */
const usualSymbols =
  'read write resource operation right time role owner tenant namespace user team service admin email group member ip_address client client_ip domain path version cluster node hostname nonce query'.split(
    ' ',
  )

/** The number in a field of a message of Protocol Buffers. */
function numberIn(bytes: Uint8Array<ArrayBuffer>, wanted: number): number | undefined {
  const cursor = new Varints(bytes)
  while (cursor.at < bytes.length) {
    const key = cursor.next()
    if (key === undefined) return undefined
    const value = (key & 7) === 0 ? cursor.next() : (key & 7) === 2 ? cursor.take() : undefined
    if (value === undefined) return undefined
    if (typeof value === 'number' && key >> 3 === wanted) return value
  }
  return undefined
}

/** The members of a message of Protocol Buffers that hold bytes, with the numbers of their fields; undefined for other bytes. */
function membersOf(bytes: Uint8Array<ArrayBuffer>): [field: number, part: Uint8Array<ArrayBuffer>][] | undefined {
  const members: [number, Uint8Array<ArrayBuffer>][] = []
  const cursor = new Varints(bytes)
  while (cursor.at < bytes.length) {
    const key = cursor.next()
    if (key === undefined || key < 8) return undefined
    if ((key & 7) === 0) {
      if (cursor.next() === undefined) return undefined
    } else if ((key & 7) === 2) {
      const part = cursor.take()
      if (part === undefined) return undefined
      members.push([key >> 3, part])
    } else return undefined
  }
  return members
}

/** Reads numbers of seven bits a byte, the lowest first, and parts with their length before them. */
class Varints {
  at = 0
  #bytes: Uint8Array<ArrayBuffer>
  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes
  }

  next(): number | undefined {
    let [sum, place] = [0, 1]
    for (let count = 0; count < 8; count++) {
      const byte = this.#bytes[this.at++]
      if (byte === undefined) return undefined
      sum += (byte & 0x7f) * place
      if (byte < 0x80) return sum
      place *= 128
    }
    return undefined
  }

  take(): Uint8Array<ArrayBuffer> | undefined {
    const length = this.next()
    if (length === undefined || this.at + length > this.#bytes.length) return undefined
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }
}

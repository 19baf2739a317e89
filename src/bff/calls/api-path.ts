import { RE2JS } from 're2js'
import type { CallRequest } from '#contract/calls.ts'
import { fillPath, type Operation } from '#knowledge/protocol/apis.ts'
import type { EnvironmentSettings } from '../config/configuration.ts'
import { Refused } from '../http/refused.ts'
import { remembered } from '../remembered.ts'

/** The address of a call: only ever below `{base_url}{path_prefix}/`. */
export interface ApiTarget {
  method: NonNullable<CallRequest['method']>
  url: string
}

/**
 * Builds the address of a call from validated parts: an operation with its parameters, or a method and a free path.
 *
 * @param operations those that can be called here
 * @throws Refused `request-invalid`, with what is wrong, before anything is sent
 */
export function apiTarget(
  { baseUrl, pathPrefix }: Pick<EnvironmentSettings, 'baseUrl' | 'pathPrefix'>,
  call: CallRequest,
  operations: Operation[],
): ApiTarget {
  const { method, path } =
    call.operation === undefined ? freeTarget(call) : operationTarget(call.operation, call, operations)
  const query = call.query === undefined ? '' : new URLSearchParams(call.query).toString()
  const parts = { base: baseUrl + pathPrefix, prefix: pathPrefix, path: path.replace(/^\//, ''), query }
  // A base has no line break, and an encoded query none either.
  const written = `${parts.base}\n${parts.path}\n${query}`
  const known = addresses.get(written)
  if (known !== undefined) return { method, url: known }
  const url = checkedAddress(parts)
  return { method, url: written.length > longestRemembered ? url : addresses.set(written, url) }
}

/** Addresses that passed the checks: those that are called again and again are checked once. */
const addresses = remembered<string>(500)
const longestRemembered = 500

/** An address as a browser writes it. */
function checkedAddress({ base, prefix, path, query }: Record<'base' | 'prefix' | 'path' | 'query', string>): string {
  const segments = path.split('/')
  for (const segment of segments) {
    const wrong = segmentRules.find(({ violates }) => violates(segment))
    if (wrong) throw invalidPath(wrong.message, prefix)
  }
  const { href } = new URL(`${base}/${path}${query && `?${query}`}`)
  if (!href.startsWith(`${new URL(base).href.replace(/\/$/, '')}/`)) {
    throw invalidPath('it would lead outside the business APIs’ URL', prefix)
  }
  if (href.length > longestAddress) {
    throw new Refused('request-invalid', {
      message: `The URL would have ${href.length} characters; at most ${longestAddress} are sent.`,
      fix: 'Shorten the query, or send its values in a body.',
    })
  }
  return href
}

/** Characters of a whole address: what servers take at least (RFC 9110 §4.1). */
const longestAddress = 8_000

function operationTarget(id: string, call: CallRequest, operations: Operation[]) {
  if (call.method !== undefined || call.path !== undefined) {
    throw new Refused('request-invalid', { message: 'A call must name either an operation, or a method and a path.' })
  }
  const operation = operations.find((known) => known.id === id)
  if (!operation) throw new Refused('request-invalid', { message: `There is no operation “${id}”.` })
  const values = call.parameters ?? {}
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path') continue
    const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined
    if (value === undefined || !formatOf(parameter).matches(value)) {
      throw new Refused('request-invalid', {
        message: `The parameter ${parameter.name} is missing or has the wrong format. ${parameter.meaning}`,
        fix: parameter.sample ? `Enter a value such as ${parameter.sample}.` : 'Enter a value in that format.',
      })
    }
  }
  const isFixed = !operation.path.includes('{')
  return { method: operation.method, path: isFixed ? operation.path : fillPath(operation, values) }
}

/** In time that grows with the length of the value alone, whatever an operator has written. */
function formatOf({ format }: Operation['parameters'][number]): RE2JS {
  const known = formats.get(format) ?? RE2JS.compile(format)
  formats.set(format, known)
  return known
}

const formats = new Map<string, RE2JS>()

function freeTarget({ method, path }: CallRequest) {
  if (method === undefined || path === undefined) {
    throw new Refused('request-invalid', { message: 'A call must name either an operation, or a method and a path.' })
  }
  return { method, path }
}

/**
 * What a gateway might read otherwise than this app is not sent at all: some resolve `..`, `%2e%2e` and `..%2f` before
 * they route, and some take a backslash for a slash.
 */
const segmentRules: { message: string; violates: (segment: string) => boolean }[] = [
  { message: 'it has an empty part, as in “//” or a trailing slash', violates: (segment) => segment === '' },
  {
    message:
      "it contains a character that must be percent-encoded; only letters, digits and - . _ ~ ! $ & ' ( ) * + , = can be sent as they are",
    violates: (segment) => !/^(?:[\w\-.~!$&'()*+,=]|%[0-9A-Fa-f]{2})*$/.test(segment),
  },
  {
    message: 'it has a percent sign with bytes that are not text',
    violates: (segment) => decoded(segment) === undefined,
  },
  {
    message:
      'it hides a slash, a backslash, a percent sign, a semicolon, a question mark, a hash sign or a control character behind a percent sign',
    violates: (segment) => /[/\\%;?#⁄∕⧸∖⧵\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(read(segment)),
  },
  { message: 'it contains a “.” or “..” segment', violates: (segment) => /^[.。・·\s]*$/u.test(read(segment)) },
]

/** A segment as a lenient reader takes it: full-width and other compatible signs for the plain ones. */
const read = (segment: string) => (decoded(segment) ?? '').normalize('NFKC')

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function invalidPath(why: string, prefix: string): Refused {
  return new Refused('request-invalid', {
    message: `The path cannot be sent: ${why}.`,
    fix: `Write the path${prefix && ` below ${prefix}/`}, for example /bank-slips. The query goes into its own field.`,
  })
}

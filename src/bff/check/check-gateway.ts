import { operations as builtInOperations, fillPath, type Operation } from '#knowledge/protocol/apis.ts'
import type { EnvironmentSettings } from '../config/configuration.ts'
import { acceptEncoding, type Sent } from '../http/outbound.ts'
import { whyNoAnswer } from '../http/why-no-answer.ts'
import { parseObject } from '../identity/token-response.ts'
import { type CheckParts, checkMilliseconds, type Found } from './check-parts.ts'
import { redirectTarget } from './redirect-target.ts'

/** An address that is asked; `operation` is the one that a call of it would ask for. */
interface Asked {
  url: string
  operation?: string
  answer?: Sent['answer']
  failure?: Sent['failure']
}

/** More operations than this are not asked for: they show no more. */
const mostOperations = 3

/**
 * Asks the gateway as a call would, but without a token: operations that only read, with the samples of their parameters;
 * where there is none, what is before all paths.
 */
export async function checkGateway(parts: CheckParts, environment: EnvironmentSettings): Promise<Found[]> {
  const before = environment.baseUrl + environment.pathPrefix
  const reading = readingOperations(parts, environment)
  const urls = reading.map(({ id, path }) => ({ url: before + path, operation: id }))
  const asked = await Promise.all((urls.length > 0 ? urls : [{ url: `${before}/` }]).map((one) => ask(parts, one)))
  const told = [...general(parts, asked), ...(await twice(parts, environment, asked))]
  if (told.length > 0) return told
  const missing = absent(environment, asked)
  return missing.length > 0 && (await isIdentityService(parts, environment)) ? [identityService(environment)] : missing
}

/** The installation's own; the built-in ones only where the service is the documented one, whose APIs have them. */
function readingOperations(
  { configuration }: CheckParts,
  { foreign }: EnvironmentSettings,
): { id: string; path: string }[] {
  const own = configuration.operations
  const known = own.length > 0 || foreign || !configuration.builtInOperations ? own : builtInOperations
  const reading = known.filter((operation) => operation.method === 'GET')
  // Where an item is asked for, 404 may be about the item alone.
  const lists = reading.filter(({ path }) => !path.includes('{'))
  return (lists.length > 0 ? lists : reading).flatMap((operation) => sampled(operation) ?? []).slice(0, mostOperations)
}

/** The path with the samples of its parameters; undefined where one has none. */
function sampled(operation: Operation): { id: string; path: string } | undefined {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
  if (inPath.some(({ sample }) => sample === '')) return undefined
  const values = Object.fromEntries(inPath.map(({ name, sample }) => [name, sample]))
  return { id: operation.id, path: fillPath(operation, values) }
}

async function ask({ outbound, configuration }: CheckParts, { url, operation }: Asked): Promise<Asked> {
  const headers = { accept: 'application/json', 'accept-encoding': acceptEncoding }
  const limits = { milliseconds: checkMilliseconds, bytes: configuration.limits.apiBytes }
  const { answer, failure } = await outbound.send({ method: 'GET', url, headers }, limits)
  return { url, operation, answer, failure }
}

const setting = 'base_url'

/** What one answer says of the gateway as a whole: the first that says anything. */
function general({ configuration }: CheckParts, asked: Asked[]): Found[] {
  for (const { url, answer, failure } of asked) {
    if (failure)
      return [{ level: 'problem', setting, ...whyNoAnswer(failure, { url, setting, proxy: configuration.proxy }) }]
    if (answer === undefined) continue
    if (answer.status >= 300 && answer.status < 400) {
      const target = redirectTarget(url, answer)
      return [
        {
          level: 'advice',
          setting,
          message: `The gateway redirects ${url}${target ? ` to ${target}` : ''}, and Claimcheck does not follow redirects.`,
          fix: 'Set base_url to the URL that it redirects to, if the APIs are there.',
        },
      ]
    }
    if (answer.status === 200 && answer.headers['content-type']?.includes('html'))
      return [
        {
          level: 'advice',
          setting,
          message: `${url} responds with an HTML page, like a website. API gateways rarely do.`,
          fix: 'Check that base_url is the URL of the business APIs.',
        },
      ]
    if (answer.status >= 500)
      return [
        {
          level: 'advice',
          setting,
          message: `The gateway responds to ${url} with status ${answer.status}.`,
          fix: 'Try a call. If it fails, ask the API team.',
        },
      ]
  }
  return []
}

/** A part of the path that is there twice in a row, as where base_url and the path of an operation both begin with it. */
async function twice(parts: CheckParts, environment: EnvironmentSettings, asked: Asked[]): Promise<Found[]> {
  for (const { url, operation, answer } of asked) {
    const { origin, pathname } = new URL(url)
    const part = /((?:\/[^/]+)+)\1(?=\/|$)/.exec(pathname)?.[1]
    // What answers is there, whatever its path looks like.
    if (part === undefined || answer === undefined || answer.status < 400) continue
    const once = origin + pathname.replace(part + part, part)
    const other = answer.status === 404 ? (await ask(parts, { url: once })).answer : undefined
    const stands = other !== undefined && other.status !== 404
    const said = stands ? `, and ${once} with status ${other.status}` : ''
    return [
      {
        level: stands ? 'problem' : 'advice',
        setting,
        message: `In ${url}, the part ${part} appears twice. This URL responded with status ${answer.status}${said}.`,
        fix: `${fixOf(environment, part, operation)}${stands ? '' : ', unless the API is there'}.`,
      },
    ]
  }
  return []
}

function fixOf({ baseUrl, pathPrefix }: EnvironmentSettings, part: string, operation = 'the operations'): string {
  if (baseUrl.includes(part + part)) return `Set base_url to ${baseUrl.replace(part + part, part)}`
  if (!baseUrl.endsWith(part)) return `Write ${part} once in base_url, path_prefix and the path of ${operation}`
  const other = pathPrefix.startsWith(part) ? 'path_prefix' : `the path of ${operation}`
  return `Set base_url to ${baseUrl.slice(0, -part.length)}, or take ${part} out of ${other}`
}

/** Whether base_url publishes the metadata of an identity service. */
async function isIdentityService(parts: CheckParts, { baseUrl }: EnvironmentSettings): Promise<boolean> {
  const url = `${baseUrl}/.well-known/openid-configuration`
  const { answer } = await ask(parts, { url })
  return answer?.status === 200 && typeof parseObject(answer.body)?.issuer === 'string'
}

function identityService({ baseUrl }: EnvironmentSettings): Found {
  return {
    level: 'problem',
    setting,
    message: `At ${baseUrl}, there is an identity service, which publishes its metadata, but none of the APIs.`,
    fix: 'Set base_url to the URL of the APIs.',
  }
}

/** Operations that are not where a call would look for them. */
function absent({ pathPrefix }: EnvironmentSettings, asked: Asked[]): Found[] {
  const missing = asked.filter(({ operation, answer }) => operation !== undefined && answer?.status === 404)
  const [first] = missing
  if (!first) return []
  const settings = pathPrefix ? 'base_url, path_prefix' : 'base_url'
  return [
    {
      level: 'advice',
      setting,
      message: `Calls of ${first.operation} go to ${first.url}, which responds with status 404${missing.length > 1 ? `, as ${missing.length - 1} more do` : ''}.`,
      fix: `Compare ${settings} and the path of ${first.operation} with the URL in the API’s documentation.`,
    },
  ]
}

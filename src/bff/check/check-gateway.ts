import type { EnvironmentSettings } from '../config/configuration.ts'
import { acceptEncoding } from '../http/outbound.ts'
import { whyNoAnswer } from '../http/why-no-answer.ts'
import { type CheckParts, checkMilliseconds, type Found } from './check-parts.ts'

/** Asks the gateway for nothing in particular, without a token: any answer of an API will do. */
export async function checkGateway(
  { outbound, configuration }: CheckParts,
  { baseUrl, pathPrefix }: EnvironmentSettings,
): Promise<Found[]> {
  const url = `${baseUrl}${pathPrefix}/`
  const headers = { accept: 'application/json', 'accept-encoding': acceptEncoding }
  const limits = { milliseconds: checkMilliseconds, bytes: configuration.limits.apiBytes }
  const { answer, failure } = await outbound.send({ method: 'GET', url, headers }, limits)
  const setting = 'base_url'
  if (failure) {
    const proxied = configuration.proxy !== undefined
    return [{ level: 'problem', setting, ...whyNoAnswer(failure, { url, setting, proxied }) }]
  }
  if (answer && answer.status >= 300 && answer.status < 400) {
    return [
      {
        level: 'advice',
        setting,
        message: `The gateway redirects ${url}, and Claimcheck does not follow.`,
        fix: 'Set base_url to the address that it redirects to, if the APIs are there.',
      },
    ]
  }
  if (answer?.status === 200 && answer.headers['content-type']?.includes('html')) {
    return [
      {
        level: 'advice',
        setting,
        message: `${url} answers with an HTML page, as a website does and an API gateway rarely.`,
        fix: 'Check that base_url is the address of the business APIs.',
      },
    ]
  }
  return []
}

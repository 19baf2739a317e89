import type { EnvironmentSettings } from '../config/configuration.ts'
import { acceptEncoding } from '../http/outbound.ts'
import { whyNoAnswer } from '../http/why-no-answer.ts'
import { namedByMetadata } from './by-metadata.ts'
import { type CheckParts, checkMilliseconds, type Found } from './check-parts.ts'

/** Asks the addresses that a sign-out needs: where tokens are revoked (RFC 7009), and where a person signs out. */
export async function checkSignOut(
  { outbound, configuration }: CheckParts,
  environment: EnvironmentSettings,
): Promise<Found[]> {
  const { revocationUrl, endSessionUrl } = environment
  const found = await Promise.all([
    revocationUrl && ask('POST', revocationUrl, 'revocation_url', 'revocation endpoint'),
    endSessionUrl && ask('GET', endSessionUrl, 'end_session_url', 'sign-out page'),
  ])
  return found.filter((one) => typeof one === 'object')

  /** Without a token and credentials: what is there refuses, and what is not there is not found. */
  async function ask(method: string, url: string, setting: string, what: string): Promise<Found | undefined> {
    const limits = { milliseconds: checkMilliseconds, bytes: configuration.limits.identityBytes }
    const type = method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { accept: '*/*', 'accept-encoding': acceptEncoding, ...type }
    const { answer, failure } = await outbound.send({ method, url, headers }, limits)
    if (failure) {
      const reason = whyNoAnswer(failure, { url, setting, proxy: configuration.proxy })
      return { level: 'problem', ...namedByMetadata(environment, reason, { url, setting, what }) }
    }
    if (answer?.status !== 404 && answer?.status !== 405) return undefined
    return {
      level: 'problem',
      setting,
      message: `There is no ${what} at ${url}: it responded with status ${answer.status}.`,
      fix: `Set ${setting} to the service’s ${what}.`,
    }
  }
}

import type { EnvironmentSettings } from '../config/configuration.ts'
import type { Reason } from '../http/why-no-answer.ts'

/**
 * Why an address got no response, where the metadata name it at another host than the issuer's: no setting of the file can
 * be corrected then, and the service does not know its own public address.
 *
 * @param at.setting the setting that would override what the metadata say
 */
export function namedByMetadata(
  { issuer, withMetadata }: Pick<EnvironmentSettings, 'issuer' | 'withMetadata'>,
  reason: Reason,
  { url, setting, what }: { url: string; setting: string; what: string },
): Reason & { setting: string } {
  const { host } = new URL(url)
  if (reason.setting !== undefined || !withMetadata || host === new URL(issuer).host) return { setting, ...reason }
  return {
    setting,
    message: `${reason.message} The service’s metadata names ${url} as its ${what}.`,
    fix: `Configure the service to publish a URL that can be reached from here, or set ${setting}.`,
  }
}

/** How to correct an endpoint that is not where it was asked for; `setting` is what gave its address. */
export function setEndpoint(endpoint: 'authorization' | 'token', setting: string): string {
  return setting === 'issuer'
    ? `The service’s metadata names this URL. Ask the service’s team to correct it, or set ${endpoint}_url.`
    : `Set ${setting} to the service’s ${endpoint} endpoint.`
}

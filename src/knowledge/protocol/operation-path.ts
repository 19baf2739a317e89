import { parseAddress } from '../text/address.ts'
import type { Environment } from './call.ts'

/** What is before the paths of the business APIs (§9), unless an environment says otherwise. */
export const usualPathPrefix = '/v1'

/**
 * The path of an API request as operations write theirs, without base URL, prefix and query; undefined where the
 * address does not lie below the prefix. Of a server that is not known, the first version segment counts.
 */
export function operationPath(
  url: string,
  environment?: Pick<Environment, 'baseUrl' | 'pathPrefix'>,
): string | undefined {
  const { origin, path } = parseAddress(url)
  const base = parseAddress(environment?.baseUrl ?? '')
  const isHere = base.origin !== '' && base.origin === origin && path.startsWith(base.path)
  const below = isHere ? path.slice(base.path.length) : path
  const prefix = `${environment?.pathPrefix ?? usualPathPrefix}/`
  // A path that was pasted may have lost what stood before it.
  const at =
    prefix === '/' || (isHere && prefix !== `${usualPathPrefix}/`) ? startOf(below, prefix) : below.indexOf(prefix)
  return at < 0 ? undefined : below.slice(at + prefix.length - 1)
}

const startOf = (path: string, prefix: string) => (path.startsWith(prefix) ? 0 : -1)

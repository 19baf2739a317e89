import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Ports, startProduct } from './product.ts'

/**
 * Starts a product as an operator does: with a file of environments, without the built-in operations, and with one of
 * its own, `GET /things`.
 *
 * @param file where the configuration is written
 * @param environments as the file spells them
 * @param variables beside those that say where the file is and what seals sessions
 */
export async function startOwnInstallation(
  ports: Ports,
  file: string,
  environments: Record<string, unknown>[],
  variables: Record<string, string> = {},
): ReturnType<typeof startProduct> {
  const operations = [
    { id: 'list-things', api: 'things', title: 'List things', method: 'GET', path: '/things', scope: 'openid' },
  ]
  await writeFile(file, JSON.stringify({ environments, built_in_operations: false, operations }))
  return startProduct(ports, {
    CLAIMCHECK_CONFIG: file,
    SESSION_KEYS: `story:${randomBytes(32).toString('base64url')}`,
    ...variables,
  })
}

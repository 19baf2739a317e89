import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory with those above it, for its owner alone, a step at a time: where a file system takes no directories
 * at all, Node's own way of making several may never end.
 *
 * @throws an Error with the code of the system, such as EACCES
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeDirectory(above)
  mkdirSync(path, { mode: 0o700 })
}

import type { Problem } from './problems.ts'

/**
 * Variables with what the files hold that `…_FILE` names beside them, as container platforms mount secrets: where
 * `SHOP_SECRET_FILE` is set, the content of that file is the value of `SHOP_SECRET`, less one line break at its end, and less the
 * byte order mark that editors of Windows put at the start.
 *
 * @param names the variables that may be given so
 * @param readFile reads a file; throws where it cannot
 */
export function withSecretFiles(
  variables: Record<string, string | undefined>,
  names: string[],
  readFile: (path: string) => string,
): { variables: Record<string, string | undefined>; problems: Problem[] } {
  const read: Record<string, string> = {}
  const problems: Problem[] = []
  for (const name of new Set(names)) {
    const setting = `${name}_FILE`
    const path = variables[setting]
    if (!path) continue
    if (variables[name]) {
      const fix = `Unset ${name} or ${setting}.`
      problems.push({ setting, expected: `${name} or ${setting}, not both`, found: 'both', fix })
      continue
    }
    try {
      read[name] = readFile(path)
        .replace(/^\uFEFF/, '')
        .replace(/\r?\n$/, '')
    } catch (error) {
      const isDirectory = (error as NodeJS.ErrnoException).code === 'EISDIR'
      problems.push({
        setting,
        expected: `a file with the value of ${name}`,
        found: isDirectory ? 'a directory' : 'none that can be read',
        fix: isDirectory
          ? `Name a file in ${setting}. A container platform creates a directory if the mounted file does not exist.`
          : `Correct the path in ${setting}, or the permissions of the file.`,
      })
    }
  }
  return { variables: { ...variables, ...read }, problems }
}

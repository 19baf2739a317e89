import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { scanJson } from '#knowledge/text/json-scan.ts'
import type { Configuration } from './configuration.ts'
import { readConfiguration } from './read-configuration.ts'

/** Thrown where the configuration file cannot be read, or is not JSON. */
export class FileUnreadable extends Error {}

/**
 * Reads the configuration of an installation: the file that CLAIMCHECK_CONFIG names, secrets from the variables.
 *
 * @throws FileUnreadable
 * @throws ConfigurationInvalid
 */
export function readInstallation(path: string, variables: Record<string, string | undefined>): Configuration {
  const file = readConfigurationFile(path)
  return readConfiguration({ file, directory: dirname(resolve(path)), variables, builtIn: false })
}

/** The variables of a process, with what the app takes where one is not set and others say it. */
export function withUsual(variables: Record<string, string | undefined>): Record<string, string | undefined> {
  const port = /^\d+$/.test(variables.PORT ?? '') ? variables.PORT : 8700
  return {
    ...variables,
    SESSION_FILE: variables.SESSION_FILE || join(dataDirectory(variables), 'sessions.sqlite'),
    PUBLIC_URL: variables.PUBLIC_URL || `http://localhost:${port}`,
  }
}

/** Where sessions and the sandbox's keys are kept. */
export function dataDirectory({ CLAIMCHECK_DATA }: Record<string, string | undefined>): string {
  return resolve(CLAIMCHECK_DATA || '.claimcheck')
}

/**
 * The parsed JSON of a configuration file.
 *
 * @throws FileUnreadable with line and column of what is no JSON, and never with a part of the file
 */
export function readConfigurationFile(path: string): unknown {
  const full = resolve(path)
  let text: string
  try {
    const bytes = readFileSync(full)
    if (bytes[0] === 0 || bytes[1] === 0 || (bytes[0] ?? 0) >= 0xfe) throw new FileUnreadable(inUtf16(full))
    text = bytes.toString('utf8').replace(/^\ufeff/, '')
  } catch (error) {
    if (error instanceof FileUnreadable) throw error
    const { code } = error as NodeJS.ErrnoException
    const [why, fix] = unreadable[code ?? ''] ?? ['cannot be read', 'Correct the path or the file’s permissions.']
    throw new FileUnreadable(`CLAIMCHECK_CONFIG names ${full}, which ${why}. ${fix}`)
  }
  const scan = scanJson(text)
  if (scan.break) {
    const before = text.slice(0, scan.break.at)
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    throw new FileUnreadable(
      `${full} is not valid JSON at line ${line}, column ${column}. ${scan.break.problem} ${hint(text, scan.break.at)}`.trim(),
    )
  }
  if (scan.duplicates.length > 0) {
    const [first] = scan.duplicates
    throw new FileUnreadable(`${full} has ${first} twice, and only one of them would be used. Remove the other.`)
  }
  return JSON.parse(text)
}

const inUtf16 = (path: string) =>
  `${path} is written in UTF-16, the default of some editors and shells. Save it as UTF-8.`

const unreadable: Record<string, [why: string, fix: string] | undefined> = {
  ENOENT: ['does not exist', 'Correct the path. A relative path starts at the working directory.'],
  EISDIR: ['is a directory', 'Name the file in it.'],
  EACCES: ['this process is not allowed to read', 'Allow this process to read it.'],
}

/** What is usually meant by a character that JSON does not take there. */
function hint(text: string, at: number): string {
  const character = text[at]
  if (text.trim() === '') return 'The file is empty.'
  if (/^(?:---|#.*|\s)*[\w-]+:(?:\s|$)/.test(text)) return 'It looks like YAML. Write it as JSON.'
  if (/^(?:#.*|;.*|\s)*(?:\[[\w.]+\]\s|(?:export )?\w+\s*=)/.test(text)) return 'Write it as JSON, as in OPERATING.md.'
  if (character === "'") return 'JSON requires double quotes.'
  if (character === '/' || character === '#') return 'JSON does not allow comments.'
  if ((character === '}' || character === ']') && text.slice(0, at).trimEnd().endsWith(','))
    return 'Remove the comma before it.'
  if (character === '“' || character === '”') return 'JSON requires straight quotes.'
  return ''
}

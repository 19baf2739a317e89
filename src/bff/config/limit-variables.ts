import { defaultLimits, type Limits } from './configuration.ts'
import { slipsBetween } from './near-name.ts'
import type { Problem } from './problems.ts'

/** The variable that sets a limit: `requestBytes` by `LIMIT_REQUEST_BYTES`. */
export function limitVariable(limit: string): string {
  return `LIMIT_${limit.replace(/[A-Z]/g, '_$&').toUpperCase()}`
}

const names = Object.keys(defaultLimits) as (keyof Limits)[]

/** The limits that variables set, and what is wrong with them. */
export function readLimits(variables: Record<string, string | undefined>): {
  limits: Partial<Limits>
  problems: Problem[]
} {
  const limits: Partial<Limits> = {}
  const problems: Problem[] = []
  for (const name of names) {
    const setting = limitVariable(name)
    const text = variables[setting]
    if (!text) continue
    // Timers and SQLite count up to here.
    if (/^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31) limits[name] = Number(text)
    else problems.push(notANumber(setting, text, defaultLimits[name]))
  }
  const known = names.map(limitVariable)
  for (const setting of Object.keys(variables)) {
    if (setting.startsWith('LIMIT_') && !known.includes(setting)) problems.push(unknown(setting, known))
  }
  return { limits, problems }
}

function notANumber(setting: string, found: string, usual: number): Problem {
  const fix = `Set ${setting} to a number such as ${usual}, or unset it.`
  return { setting, expected: 'a whole number from 1 to 2147483647', found: JSON.stringify(found.slice(0, 50)), fix }
}

function unknown(setting: string, known: string[]): Problem {
  const near = known.find((name) => slipsBetween(name, setting) <= 3)
  return {
    setting,
    expected: 'a known limit',
    found: 'an unknown name',
    fix: near ? `Rename it to ${near}, or remove it.` : `Remove it. The known names are ${known.join(', ')}.`,
  }
}

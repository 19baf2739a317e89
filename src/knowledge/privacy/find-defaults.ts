import type { Add } from './finding.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { saysWhatIsDemanded } from './value-shapes.ts'

/**
 * Finds what code takes where a setting is missing: `process.env.JWT_SECRET || '…'`, `os.getenv("PASSWORD", "…")`,
 * `${DB_PASSWORD:-…}`, `@Value("${jwt.secret:…}")`. Linear.
 */
export function findDefaults(text: string, add: Add): void {
  for (const form of [alternative, argument, inBraces])
    for (const found of text.matchAll(form)) {
      const { name = '', value = '' } = found.groups ?? {}
      const kind = meaningOf(name).strength === 'strong' ? kindOf(name, 'field', value) : undefined
      if (kind === undefined || value.length < 3 || saysWhatIsDemanded(value) || isName(value)) continue
      const start = found.index + found[0].lastIndexOf(value)
      add({ start, end: start + value.length, kind, name, value })
    }
}

/** “'client_assertion' or 'client_secret'” names two of them. */
function isName(value: string): boolean {
  return /^[A-Za-z]+(?:[-_.][A-Za-z]+)+$/.test(value) && meaningOf(value).strength === 'strong'
}

/** `config.get("jwt.secret") || "…"`, `Configuration["Jwt:Key"] ?? "…"`, `ENV['TOKEN'] or "…"` */
const alternative =
  /(?<name>(?<![\w.:-])[A-Za-z_][\w.:-]{1,80})(?:["']?[)\]]{1,3}!?|(?!["']))[ \t]{0,3}(?:\|\||\?\?=?|\?:|\bor\b|\belse\b)[ \t]{0,3}(?<quote>["'`])(?<value>[^"'`\n]{3,300})\k<quote>/g

/** `getenv("PASSWORD", "…")`, `env('TOKEN', default='…')`, `ENV.fetch("KEY") { "…" }`, `getOrDefault("key", "…")` */
const argument =
  /(?:(?:env|get|config|setting|option|param|default|arg|flag)\w{0,30}|fetch|property|SetDefault|[Vv]alue|String|Var)\(\s{0,9}["'](?<name>[A-Za-z_][\w.:-]{1,80})["'][ \t]{0,3}(?:\)[ \t]{0,3}\{|,)\s{0,9}(?:(?:default|fallback|def)\w{0,12}[ \t]{0,3}[=:][ \t]{0,3})?(?<quote>["'`])(?<value>[^"'`\n]{3,300})\k<quote>/g

/** `${DB_PASSWORD:-…}` of a shell and of Compose, `${jwt.secret:…}` of Spring */
const inBraces = /\$\{(?<name>[A-Za-z_][\w.-]{1,80}):[-=]?(?<value>[^{}$?\s][^{}$\n]{2,200})\}/g

import type { Add } from './finding.ts'
import { meaningOf } from './name-meaning.ts'
import { kindOf } from './sensitivity.ts'
import { saysWhatIsDemanded } from './value-shapes.ts'

/**
 * Finds what a shell or an interpreter prints on the line below one that asks for a secret: `echo $SMTP_PASSWORD`,
 * `irb> credentials.dig(:smtp, :pass)` and `=> "…"`, `vault kv get -field=password …`. Linear.
 */
export function findPrinted(text: string, add: Add): void {
  if (!text.includes('\n')) return
  for (const found of text.matchAll(printed)) {
    const { shell = '', program = '', double, single, bare } = found.groups ?? {}
    const name = shell === '' ? lastName(program) : nameInShell(shell)
    const value = double ?? single ?? bare ?? ''
    if (name === undefined || value.length < 3 || (bare !== undefined && isReport(value))) continue
    const kind = kindOf(name, 'field', value)
    if (kind === undefined || saysWhatIsDemanded(value)) continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind, name, value })
  }
}

const printed =
  /^[ \t]{0,8}(?:(?:irb|pry)[^>\n]{0,30}[>*][ \t]|>>>[ \t]|In \[\d+\]:[ \t]|iex[^>\n]{0,20}>[ \t]|(?:php|scala|jshell|julia|ghci|groovy|node|mysql|postgres)[^>\n]{0,12}>[ \t]|(?:PS[^>\n]{0,60}>[ \t]?|(?:[\w.-]{1,30}@[\w.-]{1,60}[^$#\n]{0,60})?[$#%][ \t]|[A-Z]:\\[^>\n]{0,60}>)|>[ \t])(?:(?<=[$#%>][ \t]?)(?<shell>(?:echo|printenv|printf|vault|heroku|kubectl|oc|az|aws|gcloud|op|bw|pass|gopass|lpass|security|chamber|doppler|fly|flyctl|railway|vercel|netlify|secret-tool|credhub|conjur|sops|terraform|tofu|pulumi|grep|awk|yq|jq|crudini|git|npm|Get-\w+|\$env:|\$)[^\n]{0,300})|(?<program>[^\n]{2,300}))\r?\n[ \t]{0,8}(?:(?:=>|Out\[\d+\]:|\$\d+ ==>|(?:val \w+|res\d+): \w+ =)[ \t]*)?(?:"(?<double>(?:[^"\\\n]|\\.){2,300})"|'(?<single>(?:[^'\\\n]|\\.){2,300})'|(?<bare>[^\s"'$#>%=][^\n]{2,100}?))[ \t]*\r?$/gm

/** The last name of an expression: `settings.EMAIL_HOST_PASSWORD`, `credentials.dig(:smtp, :pass)`. */
function lastName(expression: string): string | undefined {
  const name = /([A-Za-z_][\w-]{1,60})(?:\(\))?["'`\])};?! \t]*$/.exec(expression)?.[1]
  return name !== undefined &&
    /[.$[("':_]/.test(expression) &&
    !/(?:^|[^=!<>])=(?!=)/.test(expression) &&
    isSecret(name)
    ? name
    : undefined
}

/** What a command is asked to print: a variable, a field, or what a store of secrets keeps. */
function nameInShell(command: string): string | undefined {
  const named =
    /^(?:echo|printf|\$)[^\n|>]*?\$?(?:\{|env:)?([A-Za-z_]\w{2,60})["'\])};]*[ \t]*$/.exec(command)?.[1] ??
    /(?:-field|-f|--field|--key|--query|-o|--output|jsonpath|\bget|config:get|output|printenv|secret(?:s)? get|\.)[= \t'"{]{1,4}(?:-raw[ \t]+|[\w.-]{1,40}[.\][]{1,2})*["']?([A-Za-z_][\w-]{2,60})["'}\]]*(?:[ \t]|$)/.exec(
      command,
    )?.[1]
  if (named !== undefined && isSecret(named) && !/^secrets?$/i.test(named)) return named
  return stores.test(command) ? 'password' : undefined
}

const stores =
  /^(?:pass(?: show)?[ \t]+[\w@./-]{3,80}[ \t]*$|gopass show|op read|bw get password|lpass show.{0,40}--password|security find-\w+-password.{0,120}[ \t]-w|secret-tool lookup|gcloud secrets versions access|aws secretsmanager get-secret-value.{0,160}SecretString|aws ssm get-parameter.{0,160}--with-decryption.{0,80}(?:Value|text)|az keyvault secret show.{0,160}value|kubectl get secret.{0,200}base64 (?:-d|--decode|-D))/i

function isSecret(name: string): boolean {
  return meaningOf(name).strength === 'strong'
}

/** A line that reports rather than prints a value. */
function isReport(line: string): boolean {
  return /\b(?:error|not found|no such|denied|usage|cannot|failed|unknown|invalid|command|undefined|NAME[ \t]|Key[ \t])|[:;][ \t]|^[\w.-]+:[\w.-]+:|^[{[<]|^\/|[ \t]{2,}/i.test(
    line,
  )
}

import type { Add } from './finding.ts'
import { meaningOf, wordsOf } from './name-meaning.ts'
import { isNameOfSecret } from './sensitivity.ts'
import { explainsItself, saysWhatIsDemanded } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds what is beside a login, a host or a password in a block of settings, a form or a line of options under a name that
 * may mean several things: `access: …`, `chave=…`, `wifi_code: …`. There a value passes only by its form. Linear.
 */
export function findInSettings(text: string, vocabulary: Vocabulary, add: Add): void {
  inBlocks(text, vocabulary, add)
  inForms(text, vocabulary, add)
  findMarked(text, add)
}

interface Setting {
  name: string
  value: string
  start: number
}

const setting =
  /^[ \t]*(?:[-*+>#][ \t]+)?["']?([\p{L}_][\p{L}\d_. -]{0,60}?)["']?[ \t]*(?:\.{2,40}[ \t]*:?|:=|=>|[=:]|[ \t]{3,}|\t)[ \t]*(?:"([^"\n]{2,120})"|'([^'\n]{2,120})'|([^\s"'{[|>=:(*][^\n"=]{1,80}?))[ \t]*[,;]?[ \t]*\r?$/u

function inBlocks(text: string, vocabulary: Vocabulary, add: Add): void {
  if (!text.includes('\n')) return
  let block: Setting[] = []
  let start = 0
  const close = () => {
    judge(block, vocabulary, add)
    block = []
  }
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const line = end - start < 300 ? text.slice(start, end) : ''
    const [whole, name, one, two, three] = setting.exec(line) ?? []
    if (whole !== undefined && name !== undefined) {
      const value = one ?? two ?? three ?? ''
      block.push({ name, value, start: start + line.lastIndexOf(value) })
      if (block.length > 200) close()
    } else if (line.trim() === '' || line.length > 200) close()
    start = end + 1
  }
  close()
}

/** Words of names that may mean a secret. */
const hints: ReadonlySet<string> = new Set(
  'access acesso acceso code cod chave clave chv key auth p pw ps phrase frase word palavra palabra secret cred unlock entrada pass sen psw pwd k'.split(
    ' ',
  ),
)
/** Words of names beside which one of those is a secret. */
const besides: ReadonlySet<string> = new Set(
  'user usr uid usuario login logon account ssid wifi wlan smtp imap ftp sftp ldap vpn db database dsn conn connection operador operator'.split(
    ' ',
  ),
)

function judge(block: readonly Setting[], vocabulary: Vocabulary, add: Add): void {
  if (block.length < 2) return
  const isOfSignIn = block.some(({ name }) => {
    const { strength } = meaningOf(name)
    return (
      strength === 'login' ||
      strength === 'strong' ||
      /auth$/i.test(name) ||
      wordsOf(name).some((word) => besides.has(word))
    )
  })
  if (!isOfSignIn) return
  for (const { name, value, start } of block)
    if (mayBeSecret(name) && !isNameOfSecret(name, value)) {
      // `DB_AUTH=user:…`
      const user = /auth$/i.test(name) ? (/^[\w.-]{1,40}:(?=[^/\s])/.exec(value)?.[0] ?? '') : ''
      const secret = value.slice(user.length)
      if (isUnknown(secret, vocabulary))
        add({ start: start + user.length, end: start + value.length, kind: 'unknown value', name, value: secret })
    }
}

function mayBeSecret(name: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  return (
    hints.has(last) &&
    words.length < 4 &&
    // `idempotency_key` opens nothing.
    (words.length < 2 || meaningOf(name).strength !== 'open' || meaningOf(last).strength === 'open') &&
    !/(?:error|erro|status|http|country|area|zip|post|exit|reason)/.test(words.join(' '))
  )
}

/** Words, alone or several, of which one is no word of computers. */
function isUnknown(value: string, vocabulary: Vocabulary): boolean {
  if (
    explainsItself(value) ||
    /^(?:[A-Z][A-Z\d_]*|[\d.,:/-]+|[a-z]+:.*|.*[/\\(){}<>].*|[\w-]+(?:\.[\w-]+)+)$/.test(value)
  )
    return false
  const words = value.match(/\p{L}{3,}/gu) ?? []
  return words.length > 0 && words.length < 7 && words.some((word) => vocabulary.classOf(word) !== 'term')
}

const field =
  /(?<=^|[\s&'"?,;])(chave|clave|key|auth|acesso|access|code|p|pw|ps|word|frase|phrase|k)=([^\s&'",;<>]{3,80})/gim
const loginField = /(?:^|[\s&'"?,;])(?:j_)?(?:user(?:name)?|usuario|login|usr|uid|email|u|cpf|matricula|operador)=/i

/** Fields of a form, or options, on the same line as one of a login. */
function inForms(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const found of text.matchAll(field)) {
    const [whole, name = '', value = ''] = found
    const before = text.slice(Math.max(0, found.index - 200), found.index)
    const behind = text.slice(found.index + whole.length, found.index + whole.length + 200)
    const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${behind.split('\n')[0] ?? ''}`
    if (!loginField.test(line) || !isUnknown(value, vocabulary)) continue
    const start = found.index + whole.length - value.length
    add({ start, end: start + value.length, kind: 'unknown value', name, value })
  }
}

const marked =
  /["']?(?:sensitive|is_?secret|secret|write_?only|masked|encrypted|confidential|sigiloso)["']?[ \t]{0,9}[=:][ \t]{0,9}["']?(?:true|yes|1)\b|["']?(?:type|format|kind|widget)["']?[ \t]{0,9}[=:][ \t]{0,9}["'](?:password|secret|secure_?string|random_password)["']/gi
const shownValue =
  /["']?\b(?:value|default|result|plaintext|defaultValue|currentValue|initialValue|default_value|example)["']?[ \t]{0,9}[=:][ \t]{0,9}(?:"((?:[^"\\\n]|\\.){3,300})"|'([^'\n]{3,300})')/g

/** The value of what is said to be secret beside it: `sensitive = true`, `"type": "password"`. */
export function findMarked(text: string, add: Add): void {
  for (const { index, 0: mark } of text.matchAll(marked)) {
    const before = text.slice(Math.max(0, index - 400), index)
    const behind = text.slice(index + mark.length, index + mark.length + 400)
    const open = Math.max(before.lastIndexOf('{'), before.lastIndexOf('<'), before.lastIndexOf('\n\n'))
    const end = /\}|>|\n\n/.exec(behind)?.index ?? behind.length
    const from = index - before.length + open + 1
    const block = text.slice(from, index + mark.length + (/random_password/.test(mark) ? behind.length : end))
    for (const found of block.matchAll(shownValue)) {
      const value = found[1] ?? found[2] ?? ''
      if (saysWhatIsDemanded(value)) continue
      const start = from + found.index + found[0].length - 1 - value.length
      add({ start, end: start + value.length, kind: 'secret', name: 'value', value })
    }
  }
}

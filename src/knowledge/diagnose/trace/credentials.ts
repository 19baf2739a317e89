import { textOfBase64 } from '../../text/base64.ts'

/** Client credentials as they were sent to a token endpoint, by what can be read of them. */
export type Credentials =
  /** Sent, and left out of the text. */
  | { form: 'hidden' }
  /** `id:secret`, encoded as it must be. */
  | { form: 'encoded'; id: string; secret: string; sent: string }
  /** `id:secret` as it is, without base64. */
  | { form: 'plain'; id: string; sent: string }
  /** Encoded twice. */
  | { form: 'twice'; id: string; sent: string }
  /** Encoded, and without a colon. */
  | { form: 'no-colon'; sent: string }
  /** A variable or a name in place of the value. */
  | { form: 'placeholder'; sent: string }
  /** Nothing that can be read. */
  | { form: 'unreadable'; sent: string }

/** Takes apart what is behind `Basic`. */
export function credentialsOf(sent: string): Credentials {
  const value = sent.trim()
  // The shell puts the value of a variable in its place.
  if (value === '' || /^\$\{?\w+\}?$/.test(value) || hidden.test(value)) return { form: 'hidden' }
  if (isPlaceholder(value)) return { form: 'placeholder', sent: value }
  const text = decoded(value)
  if (text === undefined) {
    const colon = value.indexOf(':')
    if (colon > 0) return { form: 'plain', id: value.slice(0, colon), sent: value }
    return base64.test(value) || value.length < 12 ? { form: 'hidden' } : { form: 'unreadable', sent: value }
  }
  const colon = text.indexOf(':')
  if (colon >= 0) return { form: 'encoded', id: text.slice(0, colon), secret: text.slice(colon + 1), sent: value }
  const inner = decoded(text.trim())
  if (inner?.includes(':')) return { form: 'twice', id: inner.slice(0, inner.indexOf(':')), sent: value }
  return { form: 'no-colon', sent: value }
}

const hidden =
  /^(?:[*.…•xX]{2,}|fp:.*|<?\[?\(?(?:redacted|hidden|masked|omitid\w*|oculto\w*|removed|ok|certo|auth\w*|header|cred\w*|correct\w*|left out|base64\b.*|snip\w*|com|with|and|e|y)\b.*)$|\*\*\*|…|\.\.\.$/i

const base64 = /^[\w+/-]+={0,2}$/

function decoded(value: string): string | undefined {
  if (value.length < 4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
  const text = textOfBase64(value)
  // A word of letters can be decoded too, to signs that nobody types.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such signs are what is looked for
  return text === undefined || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(text) ? undefined : text
}

/** Whether a value is a variable or a name that was to be replaced by one: `<CLIENT_ID>`, `{{id}}`, `${ID}`, `YOUR_ID`. */
export function isPlaceholder(value: string): boolean {
  return placeholder.test(value.trim())
}

const placeholder =
  /^(?:<[A-Za-z][\w .-]{1,60}>|\{\{?[A-Za-z][\w. -]{0,60}\}?\}|\$\{?[A-Za-z]\w{1,60}\}?|%[A-Z_]{3,40}%|%[{(][A-Za-z]\w{0,40}[)}]s?|\[[A-Z][A-Z_ ]{3,40}\]|(?:YOUR|MY|SEU|SUA|TU|INSERT|REPLACE|INSIRA|CHANGE)[-_ ]?(?:[A-Za-z]+[-_ ]?)+|undefined|null|None|nil|NaN|\[object Object\]|(?:CLIENT|ACCESS|REFRESH|AUTH|REDIRECT)_(?:ID|SECRET|TOKEN|URL|URI|CODE))$/

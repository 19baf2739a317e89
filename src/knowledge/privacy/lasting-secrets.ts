import { replaceSecrets } from './secrets-in-text.ts'

/** A secret that works until somebody replaces it, unlike a token, which expires by itself. */
export type LastingSecret = (typeof kinds)[number]['kind']

const kinds = [
  { kind: 'private key', name: /private[_-]?key$/i },
  { kind: 'client secret', name: /client[_-]?secret$/i },
  { kind: 'secret key', name: /(?:secret|signing|access|api|account)[_-]?key$/i },
  { kind: 'password', name: /(?:password|passwd|passphrase|pwd|senha)$/i },
] as const

/** The kinds of lasting secrets that stand in a text, gravest first. Never throws; linear in the length of the text. */
export function lastingSecrets(text: string): LastingSecret[] {
  const names = new Set<string>()
  const keep = (value: string) => value
  replaceSecrets(text, {
    token: keep,
    credentials: keep,
    secret(value, name) {
      if (!isLeftOut(value)) names.add(name)
      return value
    },
  })
  return kinds.filter(({ name }) => [...names].some((one) => name.test(one))).map(({ kind }) => kind)
}

/** A placeholder or a mask in place of a secret. */
function isLeftOut(value: string): boolean {
  return /^[*•.x…-]+$|^[<[{$%]|\*{3}|redacted|masked|hidden|removed|^(?:null|undefined|true|false|string|none)$/i.test(
    value,
  )
}

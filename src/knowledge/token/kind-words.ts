import { type TokenKind, tokenKinds } from './kinds.ts'

/** The name of a kind with its article, within a sentence: `an access token`. */
export function withArticle(kind: TokenKind): string {
  const { name } = tokenKinds[kind]
  const words =
    /^[A-Z][a-z]/.test(name) && !/^(PASSporT|DPoP|Pix)/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
  return /^([aeio]|SD|SAML|ID|API|A[A-Z])/.test(words)
    ? `an ${words}`
    : /^(?:claims|signed (?:data|content|metadata))/.test(words)
      ? words
      : `a ${words}`
}

/** With a capital letter, at the start of a sentence. */
export function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

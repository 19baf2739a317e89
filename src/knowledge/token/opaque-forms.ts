import type { Basis } from '../protocol/basis.ts'
import type { TokenKind } from './kinds.ts'
import { callForms } from './opaque/call-forms.ts'
import { cloudForms } from './opaque/cloud-forms.ts'
import { productForms } from './opaque/context-forms.ts'
import { cookieForms } from './opaque/cookie-forms.ts'
import { gatewayForms } from './opaque/gateway-forms.ts'
import { identityForms } from './opaque/identity-forms.ts'
import { keyForms } from './opaque/key-forms.ts'
import { narrowingForms } from './opaque/macaroons.ts'
import { namedForms } from './opaque/named-forms.ts'
import type { Form } from './opaque/opaque-form.ts'
import { signInMessages } from './opaque/sign-in-messages.ts'
import { cborForms } from './opaque/signed-cbor.ts'
import type { Defect } from './read-part.ts'
import type { TokenTimes } from './take-apart.ts'

/** Something that opens something, or describes somebody, and is no JWT. */
export interface OpaqueForm {
  start: number
  end: number
  text: string
  kind: TokenKind
  name: string
  why: string
  basis: Basis
  note?: string
  defects?: Defect[]
  /** What can be read of it without a key. */
  content?: Record<string, unknown>
  times?: TokenTimes
  /** Set where only a holder of a key can read what it says. */
  encrypted?: true
  /** The parameter, header or cookie that it stood in. */
  from?: string
}

/** Finds values in a text that are told by their own form: Basic, SAML, PASETO, cookies of frameworks, signed addresses, more. */
export function findOpaqueForms(text: string): OpaqueForm[] {
  return found(text, [
    ...productForms,
    ...gatewayForms,
    ...identityForms,
    ...signInMessages,
    ...callForms,
    ...cborForms,
    ...narrowingForms,
    ...cookieForms,
    ...cloudForms,
    ...keyForms,
  ])
}

/** Finds values that are told by nothing but their place, such as the word Bearer. */
export function findNamedForms(text: string): OpaqueForm[] {
  return found(text, namedForms)
}

function found(text: string, forms: readonly Form[]): OpaqueForm[] {
  const all: OpaqueForm[] = []
  for (const { pattern, read, name, note, why, ...form } of forms) {
    let tried = 0
    for (const match of text.matchAll(pattern)) {
      tried += 1
      if (tried > mostTried) break
      const value = match.groups?.value ?? match[0]
      const start = match.index + match[0].lastIndexOf(value)
      const from = match.groups?.from ?? before.exec(text.slice(Math.max(0, start - 80), start))?.[1]
      const more =
        read === undefined
          ? {}
          : read(value, from, text.slice(start, start + 100_000), text.slice(Math.max(0, start - 500), start))
      if (more === undefined) continue
      const overlaps = all.some((one) => one.start < start + value.length && start < one.end)
      if (!overlaps && all.length < mostForms)
        all.push({
          ...form,
          start,
          end: start + value.length,
          text: value,
          name: more.name ?? name,
          note: more.note ?? note,
          why: more.why ?? why,
          ...(more.content && Object.keys(more.content).length > 0 && { content: more.content }),
          ...(more.times && { times: more.times }),
          from,
        })
    }
  }
  return all
}

const mostForms = 40
/** Values of one form that are looked into. */
const mostTried = 400
const before = /([\w.-]{1,60})=["']?$/

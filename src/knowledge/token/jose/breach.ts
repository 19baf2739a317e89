import type { Basis } from '../../protocol/basis.ts'
import type { InspectedToken } from '../take-apart.ts'

/** A rule of its format that a token breaks. */
export interface Breach {
  /** In up to eight words, as a heading. */
  title: string
  /** As the last part of a line that names the token. */
  phrase: string
  /** One or two sentences with the token's own values. */
  why: string
  basis: Basis
  /** `warn` where some recipients take it all the same. */
  tone?: 'warn'
}

/** A rule of a format, with what says that a token breaks it. */
export interface JoseRule<Form extends InspectedToken> extends Omit<Breach, 'why'> {
  says: (token: Form, header: Record<string, unknown>) => string | undefined
}

export type SignedToken = Extract<InspectedToken, { form: 'jws' }>
export type EncryptedToken = Extract<InspectedToken, { form: 'jwe' }>

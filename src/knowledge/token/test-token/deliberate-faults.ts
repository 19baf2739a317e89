import { base64UrlOf, textOfBase64 } from '../../text/base64.ts'
import { parseObject } from '../../text/json.ts'
import type { TokenDraft } from './samples.ts'
import { testIssuer } from './samples.ts'

/** Whose key signs a test token: the one that is shown for verifying, another one, or none. */
export type Signer = 'own-key' | 'other-key' | 'public-key-as-secret' | 'nobody'

/** A way in which a token is made to fail. */
export interface DeliberateFault {
  /** Permanent, kebab-case. */
  id: string
  /** What is wrong with the token, in a few words. */
  title: string
  /** @param now epoch seconds */
  change?: (draft: TokenDraft, now: number) => TokenDraft
  signer?: Signer
  /** What is done to the token once it is signed. */
  spoil?: (token: string) => string
  /** What a receiver notices of a token that was spoiled, as a title. */
  noticed?: string
}

const claims =
  (changed: (claims: Record<string, unknown>, now: number) => Record<string, unknown>): DeliberateFault['change'] =>
  (draft, now) => ({ ...draft, claims: { ...draft.claims, ...changed(draft.claims, now) } })
const header =
  (changed: Record<string, unknown>): DeliberateFault['change'] =>
  (draft) => ({ ...draft, header: { ...draft.header, ...changed } })

/** Every fault that a test token can be given; each is one that receivers must notice. */
export const deliberateFaults: readonly DeliberateFault[] = [
  { id: 'none', title: 'No fault' },
  {
    id: 'expired',
    title: 'Expired ten minutes ago',
    change: claims((_, now) => ({ iat: now - 1_500, exp: now - 600 })),
  },
  {
    id: 'not-yet-valid',
    title: 'Not valid before an hour from now',
    change: claims((_, now) => ({ nbf: now + 3_600, exp: now + 4_500 })),
  },
  { id: 'without-expiry', title: 'Without an expiry', change: claims(() => ({ exp: undefined })) },
  {
    id: 'milliseconds',
    title: 'Times in milliseconds',
    change: claims((_, now) => ({ iat: now * 1000, exp: (now + 900) * 1000 })),
  },
  {
    id: 'other-audience',
    title: 'For another audience',
    change: claims(() => ({ aud: 'https://other-api.claimcheck.invalid' })),
  },
  { id: 'other-issuer', title: 'From another issuer', change: claims(() => ({ iss: `${testIssuer}/other` })) },
  { id: 'without-scope', title: 'Without a scope', change: claims(() => ({ scope: undefined })) },
  {
    id: 'unknown-key',
    title: 'With a key ID that is not published',
    change: header({ kid: 'claimcheck-unknown-key' }),
  },
  { id: 'other-key', title: 'Signed with another key', signer: 'other-key' },
  { id: 'alg-none', title: 'Not signed (alg none)', change: header({ alg: 'none' }), signer: 'nobody' },
  {
    id: 'public-key-as-secret',
    title: 'Signed with the public key as a shared secret',
    change: header({ alg: 'HS256' }),
    signer: 'public-key-as-secret',
  },
  {
    id: 'changed',
    title: 'Changed after it was signed',
    spoil: (token) => {
      const [head, payload = '', signature] = token.split('.')
      const read = parseObject(textOfBase64(payload) ?? '')
      return [head, base64UrlOf(JSON.stringify({ ...read, claimcheck_changed: true })), signature].join('.')
    },
    noticed: 'The token’s signature does not match its content',
  },
  {
    id: 'cut',
    title: 'Cut off at its end',
    spoil: (token) => token.slice(0, -12),
    noticed: 'The token’s signature is incomplete',
  },
  {
    id: 'cut-in-payload',
    title: 'Cut off in its payload',
    spoil: (token) => token.slice(0, token.indexOf('.') + 21),
    noticed: 'The token is incomplete',
  },
  {
    id: 'unsigned',
    title: 'Without its signature',
    spoil: (token) => token.slice(0, token.lastIndexOf('.') + 1),
    noticed: 'The token has no signature',
  },
]

/** What was sent in place of the session's token, as `Flow.testToken` says it: a known fault, a pasted token, or none. */
export function testTokenOf(token: string, fault: string | undefined): string {
  if (token === '') return 'no-token'
  return deliberateFaults.some(({ id }) => id === fault) ? String(fault) : 'pasted'
}

/** `Flow.testToken` in words, as “test token: cut off at its end”. */
export function testTokenInWords(sent: string): string {
  const fault = deliberateFaults.find(({ id }) => id === sent)
  if (fault) return `test token: ${fault.title.charAt(0).toLowerCase()}${fault.title.slice(1)}`
  return sent === 'no-token' ? 'no token' : 'pasted test token'
}

/** The draft as it is signed: with the fault in it, and with the mark that it is worthless, which no editing takes away. */
export function withFault(draft: TokenDraft, { change }: DeliberateFault, now: number): TokenDraft {
  const changed = change ? change(draft, now) : draft
  return {
    header: withoutGaps(changed.header),
    claims: withoutGaps({ ...changed.claims, ...testMark }),
  }
}

/** The claim that says of every test token what it is. */
export const testMark = { claimcheck_test: 'Created with Claimcheck for testing. Worthless anywhere else.' }

function withoutGaps(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

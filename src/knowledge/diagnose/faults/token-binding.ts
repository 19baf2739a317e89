import { standard } from '../../protocol/basis.ts'
import { member } from '../../text/member.ts'
import type { CallView } from '../call-view.ts'
import type { Certainty } from '../certainty.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'

/** Entries for a token that counts only together with something else than itself. */
export const bindingFaults = [
  fault({
    code: 'token-bound-to-key',
    title: 'No DPoP proof seen for a key-bound token',
    meaning: 'The cnf claim can bind a token to a key of the client. The token cannot be used without that key.',
    causes: [
      'A token issued to one program was sent by another, such as a command-line tool',
      'Your app does not send proof of the key with each call',
    ],
    when: (view) => {
      const found = view.trustInDoubt ? bindings.find(({ claim }) => bound(view, claim)) : undefined
      if (found === undefined || found.shown(view)) return undefined
      return { at: ['/token/claims/cnf', '/response/status'], certainty: found.certainty, values: found }
    },
    explain: ({ title, how, fix }) => ({
      ...(title !== undefined && { title }),
      cause: `The token’s cnf claim binds it to ${how}, but this call contains no proof of that.`,
      fix,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 7800 §3, RFC 8705 §3 and RFC 9449 §7', 'the API guide does not describe binding'),
    example: exampleApiCall('/webhooks', 401, { claims: { scope: 'webhooks', cnf: { jkt: 'thumbprint' } } }),
    expected: answers('likely', 'caller', 'after-fix', '/token/claims/cnf', '/response/status'),
  }),
]

interface Binding {
  /** The member of cnf that names the key. */
  claim: string
  shown: (view: CallView) => boolean
  certainty: Certainty
  /** In place of the one of the entry. */
  title?: string
  how: string
  fix: string
}

const bindings: Binding[] = [
  {
    claim: 'jkt',
    shown: (view) => view.requestHeader('dpop') !== undefined,
    certainty: 'likely',
    how: 'a key whose proof goes into the DPoP header',
    fix: 'Send Authorization: DPoP with the token, and a new proof in the DPoP header. Or request a token that is not bound to a key.',
  },
  {
    claim: 'x5t#S256',
    // Whether a certificate was shown is not recorded.
    shown: () => false,
    certainty: 'possible',
    title: 'The token is bound to a client certificate',
    how: 'the certificate of the client’s TLS connection',
    fix: 'Make the call over a connection that uses the certificate with which the token was obtained.',
  },
]

function bound(view: CallView, claim: string): boolean {
  return member(view.token?.claims, 'cnf', claim) !== undefined
}

import { standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { answers, fault } from '../fault.ts'
import { exampleTokenError } from './example-parts.ts'
import { findCode } from './find-code.ts'
import { codeOf, otherCodes } from './token-step.ts'

interface Grant {
  title: string
  cause: string
  fix: string
  who: 'caller' | 'end-user' | 'identity-team'
  reference: string
}

/** What invalid_grant speaks of, where the grant is neither a code nor a refresh token. */
const grants: Record<string, Grant> = {
  password: {
    title: 'The user name or password was not accepted',
    cause:
      'the user name or the password is wrong, or the account is locked or must complete a step before it can sign in',
    fix: 'Try both on the identity service’s sign-in page, which says what is missing.',
    who: 'end-user',
    reference: 'RFC 6749 §4.3.2 and §5.2',
  },
  'urn:ietf:params:oauth:grant-type:jwt-bearer': {
    title: 'The signed assertion was not accepted',
    cause:
      'its times are not valid by the server’s clock, or its issuer, audience, subject or signature is not accepted',
    fix: 'Compare this machine’s clock with a time server. Then compare the assertion’s iss, aud, sub, iat, exp and signing key with the registration.',
    who: 'caller',
    reference: 'RFC 7523 §3.1',
  },
  'urn:ietf:params:oauth:grant-type:saml2-bearer': {
    title: 'The SAML assertion was not accepted',
    cause: 'it has expired, or its issuer, audience, recipient or signature is not accepted',
    fix: 'Compare the conditions and the audience of the assertion with what the token endpoint expects.',
    who: 'caller',
    reference: 'RFC 7522 §3.1',
  },
  'urn:ietf:params:oauth:grant-type:device_code': {
    title: 'The device code was not accepted',
    cause: 'it is wrong, was already used, or was issued to another client',
    fix: 'Start again with a new device code.',
    who: 'caller',
    reference: 'RFC 8628 §3.5',
  },
}

const anyGrant: Grant = {
  title: 'The credential for the grant was not accepted',
  cause: 'it is wrong, expired, used or revoked, or was issued to another client',
  fix: 'Get a new one and send the request again.',
  who: 'caller',
  reference: 'RFC 6749 §5.2',
}

/** The entry for a refused grant that is neither a code nor a refresh token. */
export const grantFaults = [
  fault({
    code: 'grant-not-accepted',
    title: anyGrant.title,
    meaning:
      'A token can be requested with a password, a signed assertion or a device code instead of a code. invalid_grant then refers to that credential.',
    causes: [
      'A wrong user name or password',
      'An assertion outside its valid time, often because of a wrong clock',
      'A device code that was used before',
    ],
    when: (view) => {
      const grant = view.step === 'token' ? view.request?.form?.grant_type?.trim() : undefined
      const error =
        grant && grant !== 'authorization_code' ? findCode(view, 'invalid_grant', 'user_credentials') : undefined
      if (grant === undefined || error === undefined) return undefined
      const words = Object.hasOwn(grants, grant) ? grants[grant] : undefined
      return {
        at: [...error.at, '/request/form/grant_type'],
        certainty: 'likely',
        values: { grant, words: words ?? anyGrant },
      }
    },
    explain: ({ grant, words }, view) => ({
      title: words.title,
      cause: `The token endpoint returned ${quoted(codeOf(view))} for the grant ${quoted(grant)}: ${words.cause}. It does not say which.`,
      fix: words.fix,
      who: words.who,
      basis: standard(words.reference, otherCodes),
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard(anyGrant.reference, otherCodes),
    example: {
      ...exampleTokenError(401, 'invalid_grant'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: { grant_type: 'password', username: 'ana' },
      },
    },
    expected: {
      ...answers('likely', 'end-user', 'after-fix', '/response/body', '/request/form/grant_type'),
      title: 'The user name or password was not accepted',
    },
  }),
]

import { standard } from '../../protocol/basis.ts'
import { splitScopes } from '../../protocol/scopes.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { ErrorName } from '../error-names.ts'
import { answers, fault } from '../fault.ts'
import { exampleTokenError } from './example-parts.ts'
import { codeAt, findCode } from './find-code.ts'
import { codeOf } from './token-step.ts'

/** Entries for a renewal that was refused. */
export const renewalFaults = [
  fault({
    code: 'refresh-token-dead',
    coarse: true,
    title: 'The refresh token is no longer accepted',
    meaning:
      'The refresh token has expired, was revoked, was used before, or belongs to another client. Only a new sign-in fixes it.',
    causes: [
      'The user or an administrator ended the sign-in',
      'It was exchanged before, and some services then revoke all tokens of the same sign-in',
      'It was not used for too long',
      'It was issued by another environment',
    ],
    aliases: [
      'invalid_refresh_token',
      'refresh_token_expired',
      'keymanagement.service.invalid_refresh_token',
      'keymanagement.service.refresh_token_expired',
      'steps.oauth.v2.invalid_refresh_token',
      'steps.oauth.v2.refresh_token_expired',
    ],
    when: (view) => {
      if (view.step !== 'refresh') return undefined
      const means = view.errorCode?.means
      // What is known of the session tells which of the reasons in the message it is.
      const ended =
        view.flow?.signedOut === true && means !== undefined && (means in endings || means === 'invalid_grant')
      if (ended)
        return { at: ['/flow/signedOut', codeAt(view)], certainty: 'certain', values: { why: endings.signed_out } }
      const why = means && endings[means]
      if (why !== undefined || means === 'invalid_grant')
        return { at: [codeAt(view)], certainty: 'certain', values: { why } }
      // A request that lacks its token is refused for that.
      const form = view.request?.form
      const lacking = form?.grant_type === 'refresh_token' && !form.refresh_token
      const asRequest = lacking ? undefined : findCode(view, 'invalid_request')
      return asRequest && { ...asRequest, certainty: 'likely', values: {} }
    },
    explain: ({ why }, view) => ({
      ...(why && { title: why.title }),
      cause: `The renewal request returned ${quoted(codeOf(view))}: ${why?.cause ?? 'the refresh token has expired, was revoked or used before, or belongs to another client'}.`,
      fix: 'Sign in again.',
    }),
    who: 'caller',
    retry: 'never',
    basis: standard('RFC 6749 §5.2 and §6', 'renewal is not described in the API guide (§4.2)'),
    example: { ...exampleTokenError(400, 'invalid_grant'), step: 'refresh' },
    expected: answers('certain', 'caller', 'never', '/response/body'),
  }),
  fault({
    code: 'renewal-asks-for-more',
    title: 'The renewal requests more scopes than were granted',
    meaning: 'A renewal may request the scopes of the sign-in or fewer, never more.',
    causes: ['The app sends all its scopes, and the user allowed only some'],
    when: (view) => {
      const error = view.step === 'refresh' ? findCode(view, 'invalid_scope', 'invalid_grant') : undefined
      const asked = view.request?.form?.scope
      const granted = view.flow?.grantedScope
      if (error === undefined || asked === undefined || granted === undefined) return undefined
      const more = splitScopes(asked.slice(0, 4000)).filter((one) => !splitScopes(granted.slice(0, 4000)).includes(one))
      if (more.length === 0) return undefined
      return {
        at: ['/request/form/scope', '/flow/grantedScope', ...error.at],
        certainty: view.means('invalid_scope') ? 'certain' : 'likely',
        values: { more },
      }
    },
    explain: ({ more }) => ({
      cause: `The renewal requests ${listed(more)}, which the sign-in did not grant.`,
      fix: 'Leave the scope out of the renewal, or sign in again and request it there.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6749 §6: must not include any scope not originally granted'),
    example: {
      ...exampleTokenError(400, 'invalid_scope'),
      step: 'refresh',
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: { grant_type: 'refresh_token', refresh_token: 'fp:1a2b3c4d', scope: 'openid webhooks' },
      },
      flow: { grantedScope: 'openid' },
    },
    expected: answers('certain', 'caller', 'after-fix', '/request/form/scope', '/flow/grantedScope', '/response/body'),
  }),
]

/** What a service may say of a refresh token that it does not accept. */
const endings: Partial<Record<ErrorName | 'signed_out', { title: string; cause: string }>> = {
  signed_out: {
    title: 'The user had signed out before the renewal',
    cause: 'the user signed out before, which ends the session and revokes its refresh token. It did not expire',
  },
  grant_expired: {
    title: 'The refresh token has expired',
    cause: 'the refresh token is past its lifetime, or was not used for too long',
  },
  refresh_token_used: {
    title: 'The refresh token had been used before',
    cause: 'the refresh token was exchanged before, and this service gives each a single use',
  },
  refresh_session_ended: {
    title: 'The sign-in behind the refresh token was ended',
    cause: 'the session that the refresh token belongs to was ended, or the token was revoked',
  },
  grant_of_other_client: {
    title: 'The refresh token belongs to another client',
    cause: 'the refresh token was not issued to the client that sent it',
  },
  refresh_concurrent: {
    title: 'Two renewals used the same refresh token',
    cause: 'another renewal with the same refresh token was in progress, and this service accepts one at a time',
  },
  refresh_token_of_other_issuer: {
    title: 'The refresh token was issued under another issuer',
    cause:
      'the issuer in the refresh token is not the one that received it, for instance because one identity service is reached under two host names',
  },
}

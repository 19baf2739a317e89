import { standard } from '../../protocol/basis.ts'
import { durationInWords, utcTime } from '../../text/duration.ts'
import { member } from '../../text/member.ts'
import type { CallView } from '../call-view.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall, exampleNow, gatewayBody } from './example-parts.ts'
import { codeAt } from './find-code.ts'

/** Entries for a token that is used too late or too early. */
export const timeFaults = [
  fault({
    code: 'access-token-expired',
    title: 'The access token had expired',
    meaning: 'An access token is valid for a limited time, until its exp claim.',
    causes: [
      'The token was stored for longer than it is valid',
      'The token was not renewed in time',
      'The clocks of two machines differ',
    ],
    aliases: [
      'steps.jwt.TokenExpired',
      'keymanagement.service.access_token_expired',
      'oauth.v2.AccessTokenExpired',
      'steps.oauth.v2.access_token_expired',
    ],
    when: (view) => {
      const exp = view.token?.claims.exp
      const status = view.status ?? 401
      const named =
        view.means('access_token_expired') &&
        (view.gatewayFault !== undefined || status < 300 || [400, 401, 403].includes(status))
      const past = typeof exp === 'number' && exp <= view.at
      if (view.step !== 'api' || !(named || (past && view.trustInDoubt))) return undefined
      return {
        at: [
          ...(typeof exp === 'number' ? ['/token/claims/exp', '/at'] : []),
          ...(named ? [codeAt(view)] : ['/response/status']),
          ...(typeof exp === 'number' && exp > view.at ? [view.responseHeader('date')?.at ?? '/at'] : []),
        ],
        certainty: named || view.status !== 403 ? 'certain' : 'likely',
        values: { exp: typeof exp === 'number' ? exp : undefined, named },
      }
    },
    explain: ({ exp, named }, view) => {
      const skew = view.flow?.tabClockSkewSeconds ?? 0
      const tab =
        Math.abs(skew) < 60
          ? ''
          : ` This computer’s clock is ${durationInWords(skew)} ${skew > 0 ? 'ahead of' : 'behind'} the server’s, so the remaining time it shows is wrong.`
      if (exp === undefined) return { cause: `The gateway says that the token has expired.${tab}`, fix: renew }
      const theirs = Date.parse(view.responseHeader('date')?.value ?? '') / 1000
      if (exp > view.at && theirs >= exp) {
        return {
          title: 'The token had expired by the gateway’s clock',
          cause: `The token expires at ${utcTime(exp)}. The response is dated ${utcTime(theirs)}, while this app’s server had ${utcTime(view.at)}: the two clocks are ${durationInWords(theirs - view.at)} apart.`,
          fix: 'Compare both clocks with a time server, starting with the machine that sends the calls, and correct the wrong one. Renew the token and call again.',
          who: 'operator',
        }
      }
      if (exp > view.at) {
        return {
          cause: `The gateway says that the token has expired, while by the clock of this app’s server it is valid for another ${durationInWords(exp - view.at)}. The gateway’s clock runs ahead, or it allows a shorter lifetime than exp says.`,
          fix: 'Renew the token and call again. If it continues, have the API team compare the gateway’s clock with a time server.',
          who: 'api-team',
        }
      }
      return {
        cause: `The token expired at ${utcTime(exp)}, ${durationInWords(view.at - exp)} before the response was received.${named ? ' The gateway also says that it expired.' : ''}${tab}`,
        fix: renew,
      }
    },
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 7519 §4.1.4, RFC 6750 §3.1', 'the unit of expires_in is not described (§2.4)'),
    next: { do: 'renew' },
    example: exampleApiCall('/bank-slips', 401, {
      claims: { exp: exampleNow - 125 },
      body: gatewayBody('steps.jwt.TokenExpired'),
    }),
    expected: answers('certain', 'caller', 'after-fix', '/token/claims/exp', '/at', '/response/body'),
  }),
  fault({
    code: 'access-token-not-yet-valid',
    title: 'The access token is not valid yet',
    meaning:
      'A token can become valid at a certain time (nbf). By the gateway’s clock, that time had not been reached.',
    causes: ['The clocks of the identity service and of the gateway differ', 'The token is for later use'],
    aliases: ['steps.jwt.TokenNotYetValid'],
    when: (view) => {
      const apart = clockBehindIdToken(view)
      if (apart !== undefined)
        return {
          at: ['/flow/tabClockSkewSeconds', '/response/body'],
          certainty: 'likely',
          values: { claim: 'iat', from: undefined, apart },
        }
      const named = view.means('token_not_yet_valid')
      if (!view.trustInDoubt) return undefined
      const claim = ['nbf', 'iat'].find(
        (name) =>
          typeof member(view.token?.claims, name) === 'number' &&
          (named || Number(member(view.token?.claims, name)) > view.at + (name === 'iat' ? 5 : 0)),
      )
      if (!named && claim === undefined) return undefined
      const from = claim === undefined ? undefined : Number(member(view.token?.claims, claim))
      return {
        at: [
          ...(claim === undefined ? [] : [`/token/claims/${claim}`, '/at']),
          ...(named ? [codeAt(view)] : ['/response/status']),
        ],
        // Few servers look at iat (RFC 7519 §4.1.6), and small differences of clocks are usual.
        certainty: named || claim === 'nbf' ? 'certain' : Number(from) > view.at + 60 ? 'likely' : 'possible',
        values: { claim, from, apart },
      }
    },
    explain: ({ from, claim, apart }, view) => ({
      ...(apart !== undefined && { title: 'Your machine’s clock is behind' }),
      ...(from !== undefined && from <= view.at && { title: 'The gateway’s clock is behind', who: 'api-team' }),
      cause:
        apart !== undefined
          ? `The clock of the machine that checks the tokens is ${durationInWords(apart)} behind the server’s. The ID token of this response is right, and by that clock it was issued in the future, so a check of iat or nbf rejects it.`
          : from === undefined
            ? 'The gateway says that the token is not valid yet.'
            : from > view.at
              ? `The token’s ${claim} is ${utcTime(from)}, ${durationInWords(from - view.at)} after the response was received, by the clock of this app’s server.`
              : `The gateway says that the token is not valid yet, while by the clock of this app’s server its ${claim} passed ${durationInWords(view.at - from)} before. The gateway’s clock seems to run behind.`,
      fix:
        apart !== undefined
          ? 'Synchronize the clock of that machine (timedatectl set-ntp true, chronyc makestep, w32tm /resync), and allow 60 seconds of leeway in the token check. The identity service needs no change.'
          : from !== undefined && from <= view.at
            ? 'Wait a moment and call again. If it fails again, report it to the API team with the time, the Date header of the response and the nbf of the token.'
            : 'Wait a moment and call again. If it fails again, have the clocks of the identity service and of the gateway compared with a time server.',
    }),
    who: 'operator',
    retry: 'with-backoff',
    basis: standard('RFC 7519 §4.1.5'),
    example: exampleApiCall('/bank-slips', 401, {
      claims: { nbf: exampleNow + 30, iat: exampleNow + 30, exp: exampleNow + 330 },
      body: gatewayBody('steps.jwt.TokenNotYetValid'),
    }),
    expected: answers('certain', 'operator', 'with-backoff', '/token/claims/nbf', '/at', '/response/body'),
  }),
]

/** Seconds by which the clock that checks the ID token of a token response is behind, where its iat is later by that clock. */
function clockBehindIdToken(view: CallView): number | undefined {
  const skew = view.flow?.tabClockSkewSeconds ?? 0
  const issued = view.idToken?.claims.iat
  const succeeded = (view.step === 'token' || view.step === 'refresh') && (view.status ?? 400) < 300
  return succeeded && skew < -60 && typeof issued === 'number' && issued > view.at + skew + 60 ? -skew : undefined
}

const renew = 'Renew the token, or sign in again, and repeat the call.'

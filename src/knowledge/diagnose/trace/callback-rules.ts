import { documented, inferred, standard } from '../../protocol/basis.ts'
import { isTestHost } from '../../text/hosts.ts'
import { quoted } from '../../text/quote.ts'
import { valueIn } from './message.ts'
import type { Rule } from './rule.ts'

/** What a redirect of §2.2 shows of the sign-in, and of the application that takes it. */
export const callbackRules: readonly Rule[] = [
  {
    kind: 'callback',
    basis: documented('§2.2; what an error response looks like is not shown', standard('RFC 6749 §4.1.2.1')),
    explains: ({ code } = { at: 0 }) => code === 'access_denied',
    find: (message) => {
      const { answer } = message
      // Some services say so of what they do not allow themselves, and say why.
      if (message.parameters.has('code') || !(answer?.description === undefined || byPerson.test(answer.description)))
        return undefined
      return {
        of: 'access-denied',
        title: 'The user declined the sign-in',
        cause:
          'The redirect returned “access_denied” and no code: the user did not allow access. Any error about a missing code follows from that.',
        fix: 'Start the sign-in again and allow access. In your app, handle a redirect that has an error instead of a code.',
        who: 'end-user',
        telling: 'access_denied',
      }
    },
  },
  {
    kind: 'callback',
    own: true,
    basis: documented('§2.2, which has only code and iss', standard('RFC 6749 §4.1.2')),
    explains: () => true,
    find: ({ parameters }, { words }, { authorization }) =>
      parameters.has('code') &&
      parameters.has('iss') &&
      !parameters.has('state') &&
      (stateMissed.test(words()) ||
        (authorization?.parameters.has('state') &&
          /authorization_request_not_found|csrf|\bstate\b[^\n]{0,40}\b(?:erro|error|fail)/.test(words())))
        ? {
            of: 'application-state-mismatch',
            told: true,
            title: 'The redirect has no state',
            cause:
              'The app expects the state that it sent, but the redirect has only code and iss. The API guide shows no other parameters, so the service may not return state.',
            fix: 'Ask the identity team whether state is returned for this client, and whether it was sent. Until then, tie the redirect to the sign-in with another value that you can verify, such as the nonce in the ID token.',
            who: 'identity-team',
            telling: 'state',
          }
        : undefined,
  },
  {
    kind: 'callback',
    own: true,
    basis: documented('§2.2'),
    explains: ({ status, code } = { at: 0 }) => code === undefined && status !== undefined && status >= 400,
    find: (message, { words }) => {
      if (valueIn(message, 'code') === undefined) return undefined
      const strict =
        valueIn(message, 'iss') !== undefined &&
        /\biss\b[^\n]{0,60}\b(?:unrecogni[sz]ed|unknown|unexpected|not allowed|additional|desconhecid|inesperad|nao permitid|no permitid)|\b(?:unrecogni[sz]ed|unknown|unexpected|additional|extra|not allowed|desconhecid\w*|inesperad\w*)\b[^\n]{0,60}\biss\b/.test(
          words(),
        )
      return {
        of: 'bad-request',
        title: strict ? 'Your own callback rejects iss' : 'Your own callback failed after a successful sign-in',
        cause: strict
          ? 'The identity service redirected with code and iss, as documented. Your callback does not accept iss, so the error comes from your app.'
          : 'The identity service redirected with a code, so the sign-in succeeded. The error comes from your app’s callback.',
        fix: strict
          ? 'Accept iss in the callback, and compare it with the expected issuer.'
          : 'Check your app’s log for the callback error. The identity service is not involved.',
        telling: strict ? 'iss' : undefined,
      }
    },
  },
  {
    kind: 'callback',
    basis: inferred('the two issuers'),
    explains: () => true,
    find: (message, { words }, { authorization }) => {
      const issuer = valueIn(message, 'iss')
      const host = /^https?:\/\/([^/:?#]+)/.exec(issuer ?? '')?.[1]
      const expected =
        /\b(?:expected|esperad[oa])["']?\s{0,2}[:=]?\s{0,3}["']?https?:\/\/([\w.-]+)/.exec(words())?.[1] ||
        authorization?.host ||
        undefined
      if (
        host === undefined ||
        expected === undefined ||
        host === expected ||
        isTestHost(host) === isTestHost(expected)
      )
        return undefined
      const from = isTestHost(host) ? 'the sandbox' : 'production'
      const set = isTestHost(host) ? 'production' : 'the sandbox'
      return {
        of: 'issuer-mismatch-in-redirect',
        title: `App expects ${set}; the sign-in ran in ${from}`,
        cause: `The redirect names the issuer ${quoted(issuer)}, but your app expects ${quoted(expected)}: two environments are mixed.`,
        fix: `Use one environment: take the authorization URL, issuer, token endpoint and client either from ${set} or from ${from}.`,
        telling: issuer,
      }
    },
  },
]

const stateMissed =
  /\bstate\b[^\n]{0,80}\b(?:mismatch|missing|undefined|null|none|not (?:found|match|present)|ausente|faltando|invalid\w*|differ\w*|nao (?:confere|veio|encontrado|bate))\b|\b(?:verify|verificar|validar|validate|check)\b[^\n]{0,40}\bstate\b|\b(?:missing|invalid|no|sem|falta)\b[^\n]{0,20}\bstate\b/

const byPerson =
  /\b(?:user|owner|person|customer|usu[aá]rio|cliente|titular)\b[^.]{0,40}(?:den|declin|refus|reject|cancel|recus|neg|rechaz|not (?:allow|authori))|\bconsent/i

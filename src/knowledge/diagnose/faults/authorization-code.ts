import { inferred, standard } from '../../protocol/basis.ts'
import { environmentName, quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import { answers, type Finding, fault } from '../fault.ts'
import { addressedEnvironment } from './client-authentication.ts'
import { exampleNow, exampleTokenError, production, sandbox } from './example-parts.ts'
import { findCode } from './find-code.ts'

/** Entries for a code that was changed on its way, or brought to where it does not belong. */
export const codeFaults = [
  fault({
    code: 'code-encoded-twice',
    title: 'The code was sent in its encoded form',
    meaning:
      'The code is percent-encoded in the redirect. Decode it once before you put it in the form, which encodes it again.',
    causes: ['The code was copied from the address bar', 'The query was parsed without decoding it'],
    when: (view) => {
      const error = invalidGrant(view)
      const code = view.request?.form?.code ?? ''
      // More than the code was sent then, and the rest of the address is encoded in it.
      if (error === undefined || !/%[0-9a-f]{2}/i.test(code) || /[&?]\w+=/.test(code)) return undefined
      return { at: ['/request/form/code', ...error.at], certainty: 'likely', values: null }
    },
    explain: () => ({
      cause:
        'The code in the form still contains percent-encoded characters, such as %2F, so it is not the issued code.',
      fix: 'Decode the redirect’s code parameter once, then send it. Start the sign-in again to get a new code.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('percent signs in the code that was sent; RFC 6749 §4.1.3'),
    example: {
      ...exampleTokenError(400, 'invalid_grant'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: { grant_type: 'authorization_code', code: '4%2FabC', redirect_uri: 'https://app.example/callback' },
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  }),
  fault({
    code: 'code-not-taken-whole',
    title: 'The code was changed or contains extra text',
    meaning: 'A code is compared character by character. No other part of the redirect URL may be included.',
    causes: [
      'The rest of the URL was copied too, such as &state= or a fragment',
      'The code was sent percent-encoded',
      'A plus sign in the code was turned into a space',
      'A line break was copied with it',
    ],
    when: (view) => {
      const worded = findCode(view, 'code_malformed')
      if (worded !== undefined) return { ...worded, values: { what: undefined } }
      const error = invalidGrant(view)
      const code = view.request?.form?.code ?? ''
      // `[code 0123456789]` is what a safe copy has in the place of a code.
      if (error === undefined || /^\[[^\]]*\]$/.test(code)) return undefined
      const what = strayText.find(([text]) => text.test(code))?.[1]
      if (what === undefined) return undefined
      return { at: ['/request/form/code', ...error.at], certainty: 'likely', values: { what } }
    },
    explain: ({ what }) => ({
      cause:
        what === undefined
          ? 'The token endpoint says that the value sent as the code does not look like a code.'
          : `The code in the form contains ${what}, so it is probably not the code that was issued.`,
      fix: 'Sign in again, take only the value of the code parameter, decode it once, and encode it once in the token request.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the code that was sent', 'the format of codes is not described (§2.2)'),
    example: {
      ...exampleTokenError(400, 'invalid_grant'),
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: { grant_type: 'authorization_code', code: 'abc&state=x', redirect_uri: 'https://app.example/callback' },
      },
    },
    expected: answers('likely', 'caller', 'after-fix', '/request/form/code', '/response/body'),
  }),
  fault({
    code: 'code-of-other-client',
    title: 'The code was issued to a different client',
    meaning: 'A code is bound to the client of the authorization request. No other client can exchange it.',
    causes: [
      'The client was switched between the two requests',
      'Two places in the configuration name different clients',
    ],
    when: (view) => {
      const named = view.step === 'token' ? findCode(view, 'grant_of_other_client') : undefined
      if (named !== undefined) return { ...named, values: {} }
      const error = invalidGrant(view)
      const asked = view.flow?.clientId
      const form = view.request?.form?.client_id
      const sent = typeof view.basic === 'object' ? view.basic.clientId : form
      if (error === undefined || asked === undefined || sent === undefined || asked === sent) return undefined
      const at = typeof view.basic === 'object' ? view.basic.at : '/request/form/client_id'
      return { at: ['/flow/clientId', at, ...error.at], certainty: 'certain', values: { asked, sent } }
    },
    explain: ({ asked, sent }) => ({
      cause:
        asked === undefined || sent === undefined
          ? 'The token endpoint says that the code was not issued to the client that tried to exchange it.'
          : `The sign-in used the client ${quoted(asked)}, and the client ${quoted(sent)} tried to exchange its code.`,
      fix: 'Use the same client in both requests, and start the sign-in again to get a new code.',
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: standard('RFC 6749 §4.1.3 and §5.2', 'other error codes are not described (§7.1)'),
    example: {
      ...exampleTokenError(400, 'invalid_grant'),
      flow: { clientId: 'demo' },
      request: {
        method: 'POST',
        url: 'https://id.sandbox.example/oauth2/token',
        form: {
          grant_type: 'authorization_code',
          code: 'abc',
          redirect_uri: 'https://app.example/callback',
          client_id: 'other',
        },
      },
    },
    expected: answers('certain', 'caller', 'after-fix', '/flow/clientId', '/request/form/client_id', '/response/body'),
  }),
  fault({
    code: 'code-of-other-environment',
    title: 'The code was sent to another environment',
    meaning: 'Only the identity service that issued a code can exchange it.',
    causes: [
      'The token endpoint belongs to another environment',
      'The code was copied from a sign-in to another environment',
    ],
    when: (view) => {
      const error = invalidGrant(view)
      const address = addressedEnvironment(view)
      return error === undefined || address === undefined
        ? undefined
        : { at: ['/request/url', ...error.at], certainty: 'likely', values: { address } }
    },
    explain: ({ address }, view) => ({
      cause: `The sign-in ran in ${environmentName(view.environment)}, but the code was sent to the token endpoint of ${address}.`,
      fix: `Set the token endpoint of ${environmentName(view.environment)} to the URL of its own identity service, and start the sign-in again.`,
    }),
    who: 'operator',
    retry: 'after-fix',
    basis: inferred('the request’s URL compared with those of the environments', '§1 and §4.2'),
    example: {
      at: exampleNow,
      step: 'token',
      environment: sandbox,
      others: [production],
      request: { method: 'POST', url: 'https://id.example/oauth2/token' },
      response: { status: 400, body: '{"error":"invalid_grant"}' },
    },
    expected: answers('likely', 'operator', 'after-fix', '/request/url', '/response/body'),
  }),
]

const strayText: [text: RegExp, what: string][] = [
  [/[&#]/, 'a “&” or a “#”'],
  [/[\r\n]/, 'a line break'],
  [/\s/, 'a space'],
  [/^code=/, '“code=” at its start'],
]

/** A refusal of the code itself. */
function invalidGrant(view: CallView): Finding<null> | undefined {
  const grant = view.request?.form?.grant_type ?? 'authorization_code'
  return view.step === 'token' && grant === 'authorization_code' ? findCode(view, 'invalid_grant') : undefined
}

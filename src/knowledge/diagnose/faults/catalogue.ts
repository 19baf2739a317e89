import type { Fault } from '../fault.ts'
import { answerFaults } from './answer.ts'
import { headerFaults } from './authorization-header.ts'
import { authorizeFaults, identityPageFaults } from './authorize.ts'
import { blockedFaults } from './blocked.ts'
import { businessFaults } from './business.ts'
import { callbackChecks } from './callback-checks.ts'
import { clientFaults } from './client-authentication.ts'
import { gatewayFaults } from './gateway.ts'
import { metadataFaults } from './metadata.ts'
import { networkFaults } from './network.ts'
import { pathParameterFaults } from './path-parameter.ts'
import { preflightFaults } from './preflight.ts'
import { refusedFieldFaults } from './refused-fields.ts'
import { statedAtApi } from './stated-at-api.ts'
import { statedAtSignIn } from './stated-at-sign-in.ts'
import { statedAtTokenEndpoint } from './stated-at-token-endpoint.ts'
import { statedByApplication } from './stated-by-application.ts'
import { statedByBusinessApi } from './stated-by-business-api.ts'
import { statedByProgram } from './stated-by-program.ts'
import { statedByServer } from './stated-by-server.ts'
import { statedOfAuthorization } from './stated-of-authorization.ts'
import { statedOfGrants } from './stated-of-grants.ts'
import { statedOfProofs } from './stated-of-proofs.ts'
import { lastResorts } from './status.ts'
import { tokenFaults } from './token.ts'
import { bindingFaults } from './token-binding.ts'
import { originFaults } from './token-origin.ts'
import { tokenResponseChecks } from './token-response-checks.ts'
import { timeFaults } from './token-times.ts'
import { trustFaults, unexplainedToken } from './token-trust.ts'

/** The code of every entry: anyone who names one elsewhere does so by this type. */
export type FaultCode = ((typeof groups)[number] | typeof lastResort)['faults'][number]['code']

/** A group of entries, as `/errors` shows it. */
export interface FaultGroup {
  id: string
  title: string
  summary: string
  faults: readonly Fault<FaultCode>[]
}

const groups = [
  {
    id: 'network',
    title: 'No response',
    summary: 'The connection failed before a response was complete, or something in between responded.',
    faults: [...networkFaults, ...statedByProgram, ...preflightFaults, ...blockedFaults],
  },
  {
    id: 'refusals',
    title: 'Refused by Claimcheck',
    summary: 'Checks that a sign-in must pass before its tokens are accepted.',
    faults: [...callbackChecks, ...tokenResponseChecks],
  },
  {
    id: 'authorize',
    title: 'Sign-in',
    summary: 'The identity service returned no code.',
    faults: [
      ...authorizeFaults,
      ...metadataFaults,
      ...statedAtSignIn,
      ...statedOfAuthorization,
      ...statedByApplication,
      ...identityPageFaults,
    ],
  },
  {
    id: 'token',
    title: 'Token and renewal',
    summary: 'The exchange of a code or refresh token was rejected.',
    faults: [...clientFaults, ...tokenFaults, ...statedAtTokenEndpoint, ...statedOfGrants],
  },
  {
    id: 'bearer',
    title: 'Access token',
    summary: 'The call was rejected because of the token that was sent.',
    faults: [
      ...headerFaults,
      ...originFaults,
      ...timeFaults,
      ...trustFaults,
      ...bindingFaults,
      ...statedAtApi,
      ...statedOfProofs,
      ...unexplainedToken,
    ],
  },
  {
    id: 'answer',
    title: 'Response format',
    summary: 'The response is not what an API or an identity service sends.',
    faults: answerFaults,
  },
  {
    id: 'business',
    title: 'Business APIs',
    summary: 'The API itself rejected the call or failed.',
    faults: [...pathParameterFaults, ...businessFaults, ...refusedFieldFaults, ...statedByBusinessApi],
  },
  {
    id: 'gateway',
    title: 'Gateway',
    summary: 'The gateway itself responded.',
    faults: [...gatewayFaults, ...statedByServer],
  },
]

const lastResort = {
  id: 'status',
  title: 'Statuses and unknown codes',
  summary: 'What a status says on its own, and what to collect when nothing else is known.',
  faults: lastResorts,
}

/** All entries that recognise a cause, in the order in which causes must be fixed: what moots others comes first. */
export const faultGroups: readonly FaultGroup[] = groups

/** Entries for what no other entry recognises. */
export const lastResortGroup: FaultGroup = lastResort

import { inferred, standard } from '../../protocol/basis.ts'
import type { Call } from '../../protocol/call.ts'
import { answers } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'
import { exchange, statedCause } from './stated-cause.ts'

/** Entries for what an API says of its items, its rules and its plans. */
export const statedByBusinessApi = [
  statedCause({
    code: 'already-exists',
    names: ['already_exists'],
    steps: ['api'],
    title: 'An item like this already exists',
    meaning:
      'The item to be created has an identifier or a value that must be unique, but another item already has it.',
    causes: [
      'The same request was sent before, perhaps without reading its response',
      'A number, name or email address is taken',
      'Two programs assign the same identifiers',
    ],
    fix: 'Read the existing item by that identifier or value. If it is the one you want, use it. Otherwise, send a new identifier or value.',
    who: 'caller',
    basis: standard('RFC 9110 §15.5.10'),
    example: withMessage(409, 'ALREADY_EXISTS: The resource already exists'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'version-conflict',
    names: ['version_conflict'],
    steps: ['api'],
    title: 'The item has changed in the meantime',
    meaning:
      'The request is based on an outdated state, so the API did not overwrite the item. APIs return the same error for an idempotency key that is used again with different contents.',
    causes: [
      'Somebody else changed the item after it was read',
      'The ETag or version in the request is outdated',
      'An idempotency key was used again for another request',
    ],
    fix: 'Read the item again, make the change on its current state and send its new ETag or version. For a new request, use a new idempotency key.',
    who: 'caller',
    basis: standard('RFC 9110 §13.1.1, §15.5.13'),
    example: withMessage(412, 'Conditions not met: the ETag supplied in If-Match does not match'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'business-rule-refuses',
    names: ['business_rule'],
    steps: ['api'],
    title: 'A business rule of the API rejects this',
    meaning:
      'The API understood the request and the caller may send it, but a business rule does not allow it: an amount, a limit, a date, a balance or the state of an item.',
    causes: [
      'The item is in a state that does not allow the change, such as paid or canceled',
      'A limit, a balance or a time of day does not allow it',
      'A value contradicts an earlier agreement or item',
    ],
    fix: 'Read what the response says, look up the current state of the item, and change the request to satisfy the rule. Sending it unchanged gives the same response.',
    who: 'caller',
    basis: inferred('the API’s own words; RFC 9110 §15.5.21 defines only the status'),
    example: withMessage(422, 'Limite diário excedido'),
    expected: answers('likely', 'caller', 'after-fix', '/response/body', '/response/status'),
  }),
  statedCause({
    code: 'not-in-plan',
    names: ['license_or_plan'],
    steps: [...exchange, 'api'],
    title: 'The plan or license does not include this',
    meaning:
      'The organization that uses the service has a plan, a license or credits that do not cover this call. Tokens and scopes do not change that.',
    causes: [
      'The plan does not include the feature or the API',
      'The subscription has ended, or an invoice is unpaid',
      'The credits or the quota of the plan are used up',
      'Billing is not turned on for the project',
    ],
    fix: 'Ask the person who manages the account with the provider to check the plan, billing and credits, and to turn on what the response names. Then send the call again.',
    who: 'operator',
    basis: inferred('the response’s own words; RFC 9110 §15.5.3 reserves the status 402'),
    example: withMessage(402, 'Recurso não disponível no plano contratado'),
    expected: answers('likely', 'operator', 'after-fix', '/response/body', '/response/status'),
  }),
]

function withMessage(status: number, message: string): Call {
  return exampleApiCall('/webhooks', status, { body: { message }, claims: { scope: 'webhooks' } })
}

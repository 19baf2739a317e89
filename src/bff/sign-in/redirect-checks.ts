import type { RefusedCheck } from '#knowledge/protocol/call.ts'
import type { FailedCheck } from '../identity/judged.ts'

/** What is known when the browser comes back from the identity service. */
export interface Redirect {
  /** The parameters of the callback address, in order. */
  parameters: [string, string][]
  /** What the page made of `state`: the value that it sent, none, or one that it did not send. */
  state: 'matched' | 'absent' | 'unknown'
  /** This browser has had the code before. */
  codeUsedBefore: boolean
  /** The sign-in that it belongs to; absent when this browser has none of that name. */
  transaction?: { open: boolean; expiresAt: number; issuer: string; issInRedirect: 'required' | 'optional' }
  /** Epoch milliseconds. */
  now: number
}

/** Checks a redirect before any code is sent: the first check that it fails, or undefined. */
export function failedRedirectCheck(redirect: Redirect): FailedCheck | undefined {
  for (const { check, violates } of checks) {
    const violated = violates(redirect)
    if (violated) return { check, field: violated === true ? undefined : violated }
  }
  return undefined
}

/** The one value of a parameter that came once. */
export function parameter(parameters: [string, string][], name: string): string | undefined {
  return parameters.find(([known]) => known === name)?.[1]
}

/** Each answers whether the redirect violates it, or the name of the parameter that does. */
const checks: { check: RefusedCheck; violates: (redirect: Redirect) => boolean | string | undefined }[] = [
  // RFC 6749 §3.1: parameters must not be included more than once.
  { check: 'parameter-repeated', violates: ({ parameters }) => repeated(parameters.map(([name]) => name)) },
  {
    check: 'code-and-error',
    violates: ({ parameters }) =>
      parameter(parameters, 'code') !== undefined && parameter(parameters, 'error') !== undefined,
  },
  {
    check: 'code-missing',
    violates: ({ parameters }) => !parameter(parameters, 'code') && parameter(parameters, 'error') === undefined,
  },
  { check: 'state-unknown', violates: ({ state, codeUsedBefore }) => state === 'unknown' && !codeUsedBefore },
  { check: 'code-used', violates: ({ codeUsedBefore, transaction }) => codeUsedBefore || transaction?.open === false },
  { check: 'transaction-missing', violates: ({ transaction }) => transaction === undefined },
  {
    check: 'transaction-expired',
    violates: ({ transaction, now }) => transaction !== undefined && transaction.expiresAt <= now,
  },
  {
    check: 'iss-missing',
    violates: ({ transaction, parameters }) =>
      transaction?.issInRedirect === 'required' && parameter(parameters, 'iss') === undefined,
  },
  {
    // RFC 9207 §2.4: compared character by character, in error responses as well.
    check: 'iss-mismatch',
    violates: ({ transaction, parameters }) => {
      const iss = parameter(parameters, 'iss')
      return iss !== undefined && iss !== transaction?.issuer
    },
  },
]

function repeated(names: string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index)
}

import { isRouteErrorResponse } from 'react-router'
import type { Refusal } from '#contract/refusal.ts'
import { Refused } from './bff.ts'

/** What a person is told of an error: the BFF's own words where it refused, else that this page is at fault. */
export function describeError(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  return {
    code: 'internal',
    message: 'Something went wrong on this page.',
    fix: `Try again. If it happens again, tell the operator of this installation what you did, and include this message: ${
      isRouteErrorResponse(error)
        ? `${error.status} ${error.statusText}`
        : error instanceof Error
          ? error.message
          : String(error)
    }`,
  }
}

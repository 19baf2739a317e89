import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/refusal.ts'
import { mostSessions } from '#contract/session.ts'

type Code = Refusal['code']

/** What each refusal says unless the place that refuses knows better. */
const refusals: Record<Code, { status: number; message: string; fix: string }> = {
  'session-ended': {
    status: 401,
    message: 'Your session has ended: it timed out, or you signed out in another tab.',
    fix: 'Sign in again.',
  },
  'too-many-sessions': {
    status: 409,
    message: `This browser has ${mostSessions} sessions, which is the maximum, so no new one was started.`,
    fix: 'Sign out of one of them, then try again.',
  },
  'not-same-origin': {
    status: 403,
    message: 'The request did not come from a page of this app, so nothing was done.',
    fix: 'Open the app at its own URL and try again there.',
  },
  'request-invalid': {
    status: 400,
    message: 'This app does not understand the request, so nothing was done.',
    fix: 'Reload the page to get the server’s version, and try again.',
  },
  'request-too-large': {
    status: 413,
    message: 'The request is larger than this app accepts, so it was not read.',
    fix: 'Send a smaller body.',
  },
  'not-found': { status: 404, message: 'Nothing found at this URL.', fix: 'Check the address.' },
  'method-not-allowed': {
    status: 405,
    message: 'This URL does not support this method.',
    fix: 'Use one of the methods that the Allow header lists.',
  },
  'too-many-requests': {
    status: 429,
    message: 'Your IP address sent too many requests within a minute, so this one was rejected.',
    fix: 'Wait as many seconds as the Retry-After header says, then try again.',
  },
  'store-unavailable': {
    status: 503,
    message: 'The session store does not respond. Your session is not lost.',
    fix: 'Try again in a moment. If the problem continues, tell the operator of this app.',
  },
  'identity-service-unknown': {
    status: 502,
    message: 'The identity service’s metadata, which names its endpoints, could not be read.',
    fix: 'Tell the operator of this installation.',
  },
  overloaded: {
    status: 503,
    message: 'The server is too busy to accept the request.',
    fix: 'Try again in a moment.',
  },
  internal: {
    status: 500,
    message: 'Something failed inside this app. The error is in Claimcheck and has been logged.',
    fix: 'Try again. If it happens again, tell the operator of this app the time and what you did.',
  },
}

/** Thrown where the BFF itself does not do what it was asked; the error handler turns it into its response. */
export class Refused extends Error {
  readonly code: Code
  readonly status: number
  readonly refusal: Refusal

  constructor(code: Code, details: { status?: number; message?: string; fix?: string; cause?: unknown } = {}) {
    const usual = refusals[code]
    super(details.message ?? usual.message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? usual.status
    this.refusal = { code, message: this.message, fix: details.fix ?? usual.fix }
  }
}

/** Fastify's error handler: a refusal as it is, the framework's own errors by their status, all else as `internal`. */
export function answerError(error: FastifyError | Refused, request: FastifyRequest, reply: FastifyReply) {
  const refused = error instanceof Refused ? error : asRefused(error)
  if (refused.status >= 500) request.log.error({ err: error }, refused.code)
  sendRefusal(reply, refused)
}

/** Sends a refusal; no cache keeps it. */
export function sendRefusal(reply: FastifyReply, { status, refusal }: Refused) {
  const told: Refusal = { ...refusal, requestId: reply.request.id }
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(told)
}

const byStatus: Record<number, Code> = {
  401: 'session-ended',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'request-too-large',
  429: 'too-many-requests',
}

function asRefused(error: FastifyError): Refused {
  const status = error.statusCode ?? 500
  if (status >= 500) return new Refused('internal', { cause: error })
  const code = byStatus[status]
  if (code) return new Refused(code, { cause: error })
  const [problem] = error.validation ?? []
  const message = problem
    ? `This app does not understand the request: ${problem.instancePath || 'the body'} ${problem.message}.`
    : undefined
  return new Refused('request-invalid', { status, message, cause: error })
}

import type { FastifyBaseLogger } from 'fastify'

/** Something that happened to a session. None of its members can hold a token, a code or a claim. */
export interface AuditEvent {
  event: 'sign-in' | 'renewal' | 'sign-out'
  outcome: 'done' | 'refused' | 'kept' | 'ended'
  /** Ids in the configuration. */
  environment?: string
  client?: string
  /** Keyed fingerprint of the session: the same in each line of one session, and of use to nobody. */
  session?: string
  /** Why it was refused: the check that failed, by its name. */
  check?: string
}

/** Writes what happened to sessions into the log, a line each at the level `info`. */
export function audit(log: FastifyBaseLogger, event: AuditEvent): void {
  log.info(event, 'audit')
}

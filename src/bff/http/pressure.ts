import type { FastifyInstance } from 'fastify'
import { Refused } from './refused.ts'

/** How often it is measured how late the event loop is, in milliseconds. */
const measureMilliseconds = 500

/** How late the event loop is, by what was measured last. */
export interface Pressure {
  /** @param milliseconds by how much a timer was late */
  measured(milliseconds: number): void
  isHigh(): boolean
}

/**
 * The pressure is high while the event loop was later than `limit` milliseconds twice in a row: late once is also a
 * process that was stopped for a while, which keeps up as before.
 */
export function pressureAbove(limit: number): Pressure {
  let last = 0
  let before = 0
  return {
    measured(milliseconds) {
      before = last
      last = milliseconds
    },
    isHigh: () => Math.min(last, before) > limit,
  }
}

/**
 * Turns requests away while the process cannot keep up, but not those of watchers.
 *
 * @param limit milliseconds
 * @throws Refused `overloaded`
 */
export function demandCapacity(app: FastifyInstance, limit: number): void {
  const pressure = pressureAbove(limit)
  let due = performance.now() + measureMilliseconds
  const timer = setInterval(() => {
    const now = performance.now()
    pressure.measured(now - due)
    due = now + measureMilliseconds
  }, measureMilliseconds).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (request, _, done) => {
    if (pressure.isHigh() && !request.routeOptions.config.anyHost) throw new Refused('overloaded')
    done()
  })
}

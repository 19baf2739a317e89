/**
 * Gives up what has not settled in time, with one timer for all: the time is as long for each, so the oldest is the
 * first.
 *
 * @returns takes how one is given up, and answers what to call when it has settled
 */
export function deadlines(milliseconds: number): (giveUp: () => void) => () => void {
  const waiting = new Map<object, { until: number; giveUp: () => void }>()
  const clock = { runs: false }

  function wait(time: number) {
    clock.runs = true
    setTimeout(look, time).unref()
  }

  function look() {
    clock.runs = false
    const now = performance.now()
    for (const [one, { until, giveUp }] of waiting) {
      if (until > now) return wait(Math.ceil(until - now))
      waiting.delete(one)
      giveUp()
    }
  }

  return (giveUp) => {
    const one = { until: performance.now() + milliseconds, giveUp }
    waiting.set(one, one)
    if (!clock.runs) wait(milliseconds)
    return () => void waiting.delete(one)
  }
}

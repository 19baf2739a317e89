import type { Config, Demonstration } from '#contract/config.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { played } from './played.ts'

/** How a story that was played in this tab ended. */
export type Ending = 'as-expected' | 'otherwise'

const begunKey = 'claimcheck.demonstrations.begun'
const endingsKey = 'claimcheck.demonstrations.endings'

/** The story that was begun last in this tab, by one press or by hand. It outlives the way over the identity service. */
export const begunStory = (): string | undefined => sessionStorage.getItem(begunKey) ?? undefined

export const beginStory = (id: string): void => sessionStorage.setItem(begunKey, id)

let run: string | undefined

/** The story whose end this tab has just brought about, until its screen is left: the verdict on it is what was asked for. */
export const justRun = (): string | undefined => run

export function noteRun(id: string | undefined): void {
  run = id
}

/**
 * Takes in how the stories have ended by now, and tells how each ended when it was played last: the next sign-in takes
 * the messages that told of it away.
 */
export function noteEndings(demonstrations: Demonstration[], messages: FlowMessage[], config: Config) {
  const endings = keptEndings()
  for (const demonstration of demonstrations) {
    const so = played(demonstration, messages, config, begunStory())
    if (so.state === 'ended') endings[demonstration.id] = so.asExpected ? 'as-expected' : 'otherwise'
  }
  sessionStorage.setItem(endingsKey, JSON.stringify(endings))
  return endings
}

function keptEndings(): Record<string, Ending> {
  return JSON.parse(sessionStorage.getItem(endingsKey) ?? '{}') as Record<string, Ending>
}

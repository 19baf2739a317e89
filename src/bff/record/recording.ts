import type { Exchange } from '#contract/exchange.ts'
import type { Sealed } from '../stores/sealed.ts'
import { asKept, keptMessages, rowsOf } from './kept-messages.ts'

/** The session that continues with the messages of one that was replaced. */
export interface Successor {
  secret: string
}

/** Keeps messages behind the responses that they are about, many in one go. */
export interface Recording {
  /**
   * Has an exchange kept with a session, soon after. It is kept for certain once `settled` has resolved; what a process
   * has not written yet is lost with it when it is killed.
   *
   * @param token what the access token said that was sent, so that a failure can still be explained when the session has
   *   another one
   * @returns a promise to wait for where more is waiting than should be
   */
  keep(secret: string, exchange: Exchange, token?: Exchange['token']): Promise<void> | undefined
  /** Resolves when all that was given before is kept, or given up. */
  settled(): Promise<void>
}

/** Milliseconds that a message waits for others: as long as many come, once more, up to the longest wait. */
const gatherMilliseconds = 25
const manyMessages = 16
const longestMilliseconds = 100
/** Messages that may wait before no response is sent ahead of them: at most some 30 KB each. */
const mostWaiting = 500
/** Milliseconds before it is tried again to write what the store did not take. */
const retryMilliseconds = [200, 800, 2_000]

interface Message {
  secret: string
  exchange: Exchange
  token: Exchange['token']
  attempts: number
}

/**
 * As long as the store takes nothing, no call is responded to ahead of it: a message then fails with the call that it is about.
 *
 * @param successors of sessions that were replaced while a call was running
 * @param lost is told why messages were given up, and how many
 */
export function recording(
  sessions: Pick<Sealed<unknown, Exchange>, 'append'>,
  successors: Pick<Sealed<Successor>, 'get'>,
  lost: (why: unknown, messages: number) => void,
): Recording {
  let waiting: Message[] = []
  let due: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let failing = false

  function writeIn(milliseconds: number) {
    due ??= setTimeout(() => void write(), milliseconds)
  }

  /** @param seen messages that waited before */
  function gather(seen: number, until: number) {
    const isBusy = waiting.length - seen >= manyMessages && performance.now() + gatherMilliseconds <= until
    if (isBusy) due = setTimeout(gather, gatherMilliseconds, waiting.length, until)
    else void write()
  }

  /** One after the other, so that the messages of a session keep their order. */
  function write(): Promise<void> {
    clearTimeout(due)
    due = undefined
    const own = (writing ?? Promise.resolve()).then(writeAll).finally(() => {
      if (writing === own) writing = undefined
    })
    writing = own
    return own
  }

  async function writeAll(): Promise<void> {
    const batch = Map.groupBy(waiting, ({ secret }) => secret)
    waiting = []
    const results = await Promise.all(
      [...batch].map(([secret, messages]) =>
        writeTo(secret, messages).then(
          () => ({ failed: [], why: undefined }),
          (why: unknown) => ({ failed: messages, why }),
        ),
      ),
    )
    const failed = results.flatMap((result) => result.failed)
    failing = failed.length > 0
    if (!failing) return
    for (const message of failed) message.attempts += 1
    const again = failed.filter(({ attempts }) => attempts <= retryMilliseconds.length)
    waiting = [...again, ...waiting]
    const [first] = again
    if (first) writeIn(retryMilliseconds[first.attempts - 1] ?? 0)
    if (again.length === failed.length) return
    lost(results.find(({ why }) => why !== undefined)?.why, failed.length - again.length)
  }

  /** With the session, or with the one that has taken its place since the call began; with none where it was signed out. */
  async function writeTo(secret: string, messages: Message[]): Promise<void> {
    const rows = rowsOf(messages.map(({ exchange, token }) => asKept(exchange, token)))
    await Promise.all(
      rows.map(async (row) => {
        let holder: string | undefined = secret
        while (holder !== undefined && !(await sessions.append(holder, row, keptMessages)))
          holder = (await successors.get(holder))?.secret
      }),
    )
  }

  async function writeAtOnce(message: Message): Promise<void> {
    await writeTo(message.secret, [message])
    failing = false
    if (waiting.length > 0) void write()
  }

  return {
    keep(secret, exchange, token) {
      const message = { secret, exchange, token, attempts: 0 }
      if (failing) return writeAtOnce(message)
      waiting.push(message)
      if (waiting.length >= mostWaiting) return write()
      due ??= setTimeout(gather, gatherMilliseconds, 0, performance.now() + longestMilliseconds)
    },
    async settled() {
      if (waiting.length > 0) await write()
      else await writing
    },
  }
}

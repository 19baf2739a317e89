import { trustedWorkerUrl } from '../trusted-worker.ts'
import { whenIdle } from '../when-idle.ts'
import type { Answered, Answers, Asked, Question } from './questions.ts'
import workerUrl from './worker.ts?worker&url'

interface Waiting {
  question: Question
  signal: AbortSignal | undefined
  take: (answer: Answers[keyof Answers]) => void
  refuse: (error: Error) => void
}

let worker: Worker | undefined
let questions = 0
/** Those that are not answered, in the order in which they were asked; the first is with the worker. */
const waiting = new Map<number, Waiting>()

/**
 * Asks why something failed. What is known of failures is too much for a page to hold while it answers keys, so a worker
 * has it: it is started by the first question or by `warmUp`, and lives as long as the page. Rejects where the worker
 * cannot be had, and where `signal` says that nobody waits any more; the next question tries again.
 */
export function askWhy<About extends Question['about']>(
  question: Extract<Question, { about: About }>,
  signal?: AbortSignal,
): Promise<Answers[About]> {
  return new Promise((take, refuse) => {
    questions += 1
    waiting.set(questions, { question, signal, take: (answer) => take(answer as Answers[About]), refuse })
    start()
    if (waiting.size === 1) next()
  })
}

/** Has the worker at hand when the page has nothing else to do, so that the first question does not wait for it. */
export function warmUpSoon(about: Question['about']): void {
  if (!warm.has(about)) whenIdle(() => warmUp(about))
}

/**
 * Has the worker put in order what is known for questions of a kind, by a failure that nobody asked about. Calls need
 * less of it than texts, and are answered the sooner.
 */
export function warmUp(about: Question['about']): void {
  if (warm.has(about)) return
  warm.add(about)
  void askWhy(about === 'text' ? anyText : anyCall).catch(() => undefined)
}

const warm = new Set<Question['about']>()

const anyText: Question = {
  about: 'text',
  text: 'The server responded with status 400 and invalid_grant.',
  known: { now: 0 },
  personal: false,
}

const anyCall: Question = {
  about: 'calls',
  calls: [{ at: 0, step: 'token', response: { status: 400, body: '{"error":"invalid_grant"}' } }],
}

function start(): void {
  if (worker) return
  worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<Answered>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('answer' in data) asked?.take(data.answer)
    else asked?.refuse(new Error(data.problem))
    next()
  }
  worker.onerror = () => {
    worker?.terminate()
    worker = undefined
    warm.clear()
    const asked = [...waiting.values()]
    waiting.clear()
    for (const { refuse } of asked) refuse(new Error('The explanations could not be loaded.'))
  }
}

/** Sends the next question that somebody still waits for. */
function next(): void {
  for (const [id, { question, signal, refuse }] of waiting) {
    if (!signal?.aborted) {
      worker?.postMessage({ do: 'reason', id, question } satisfies Asked)
      return
    }
    waiting.delete(id)
    refuse(new Error('No one is waiting for this result.'))
  }
}

import type { Config } from '#contract/config.ts'
import { keysQuery, queryClient } from '../../queries.ts'
import { knownHere } from '../recorded-call.ts'
import { startWorker } from './ask-worker.ts'
import type { Answers, HarSummary, Question } from './messages.ts'

/** A HAR file that was read. Its entries stay in the worker, which is asked for what is drawn. */
export interface HarFile {
  /** Tells files apart that this page read. */
  id: number
  summary: HarSummary
  ask: <About extends Question['about']>(question: Extract<Question, { about: About }>) => Promise<Answers[About]>
}

/** How far the reading of a file is. */
export type HarReading =
  | { state: 'reading'; part: number }
  | { state: 'read'; har: HarFile }
  | { state: 'failed'; problem: string }

let filesRead = 0

/**
 * Reads the flows in a HAR file off the main thread, with all that they are judged by. The returned function ends the worker, and
 * with it what it read.
 */
export function readHarFile(file: Blob, config: Config, tell: (reading: HarReading) => void): () => void {
  let end: () => void = () => undefined
  let ended = false
  const begin = async () => {
    const { environments, operations, keys } = knownHere(config)
    const asked = environments.map(({ id }) => queryClient.ensureQueryData(keysQuery(id)).catch(() => undefined))
    await Promise.all(asked)
    if (ended) return
    const published = Object.fromEntries(environments.map(({ id }) => [id, keys(id)]))
    const waiting = new Map<number, { take: (answer: unknown) => void; refuse: (error: Error) => void }>()
    let questions = 0
    filesRead += 1
    const id = filesRead
    const worker = startWorker((message) => {
      switch (message.state) {
        case 'progress':
          return tell({ state: 'reading', part: message.part })
        case 'failed':
          return tell(message)
        case 'read':
          return tell({ state: 'read', har: { id, summary: message.summary, ask } })
        case 'answer':
          waiting.get(message.id)?.take(message.answer)
          waiting.delete(message.id)
          return
        case 'no-answer':
          waiting.get(message.id)?.refuse(new Error(message.problem))
          waiting.delete(message.id)
      }
    })
    const ask = <About extends Question['about']>(question: Extract<Question, { about: About }>) =>
      new Promise<Answers[About]>((take, refuse) => {
        questions += 1
        waiting.set(questions, { take: (answer) => take(answer as Answers[About]), refuse })
        worker.ask({ do: 'answer', id: questions, question })
      })
    end = worker.end
    worker.ask({ do: 'read', file, known: { environments, operations, keys: published } })
  }
  begin().catch(() => tell({ state: 'failed', problem: 'The code that checks the file could not be loaded.' }))
  return () => {
    ended = true
    end()
  }
}

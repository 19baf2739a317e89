import type { Config } from '#contract/config.ts'
import { catalogueQuery, keysQuery, queryClient } from '../../queries.ts'
import { knownHere } from '../recorded-call.ts'
import { askWorker } from './ask-worker.ts'
import type { FromWorker } from './messages.ts'

/** Reads the flows in a HAR file off the main thread, with all that they are judged by; the answer cancels it. */
export function readHarFile(file: Blob, config: Config, tell: (message: FromWorker) => void): () => void {
  let end: () => void = () => undefined
  let cancelled = false
  const begin = async () => {
    const { environments, operations, keys } = knownHere(config)
    const asked = environments.map(({ id }) => queryClient.ensureQueryData(keysQuery(id)).catch(() => undefined))
    const [rows] = await Promise.all([queryClient.ensureQueryData(catalogueQuery), ...asked])
    if (cancelled) return
    const published = Object.fromEntries(environments.map(({ id }) => [id, keys(id)]))
    end = askWorker({ do: 'read', file, known: { environments, operations, keys: published, rows } }, tell)
  }
  begin().catch(() => tell({ state: 'failed', problem: 'What is needed to judge the file could not be loaded.' }))
  return () => {
    cancelled = true
    end()
  }
}

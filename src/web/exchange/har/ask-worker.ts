import { trustedWorkerUrl } from '../../trusted-worker.ts'
import workerUrl from '../worker.ts?worker&url'
import type { FromWorker, MakeSafe, ToWorker } from './messages.ts'

/** Has a worker do one thing, tells what it says, and ends it then; the returned function cancels it. */
export function askWorker(wish: MakeSafe, tell: (message: FromWorker) => void): () => void {
  const worker = startWorker((message) => {
    if (message.state !== 'progress') worker.end()
    tell(message)
  })
  worker.ask(wish)
  return worker.end
}

/** Starts a worker; it lives until it is ended or fails. */
export function startWorker(tell: (message: FromWorker) => void): { ask: (wish: ToWorker) => void; end: () => void } {
  const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => tell(data)
  worker.onerror = () => {
    worker.terminate()
    tell({ state: 'failed', problem: 'The HAR reader stopped. The file may need more memory than is available.' })
  }
  return { ask: (wish) => worker.postMessage(wish), end: () => worker.terminate() }
}

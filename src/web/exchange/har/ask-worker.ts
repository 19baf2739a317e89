import { trustedWorkerUrl } from '../../trusted-worker.ts'
import workerUrl from './har-worker.ts?worker&url'
import type { FromWorker, ToWorker } from './messages.ts'

/** Has a worker do one thing, tells what it says, and ends it then; the answer cancels it. */
export function askWorker(wish: ToWorker, tell: (message: FromWorker) => void): () => void {
  const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.state !== 'progress') worker.terminate()
    tell(data)
  }
  worker.onerror = () => {
    worker.terminate()
    tell({ state: 'failed', problem: 'The reader of HAR files stopped. The file may need more memory than there is.' })
  }
  worker.postMessage(wish)
  return () => worker.terminate()
}

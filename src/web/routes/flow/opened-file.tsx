import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import { serverNow } from '../../clock.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { readHarFile } from '../../exchange/har/read-har-file.ts'
import { OpenFileButton } from './open-file-button.tsx'
import styles from './opened-file.module.css'

/** A flow that came from a file. It stays in this tab. */
export interface OpenedFile {
  name: string
  /** When it was opened, in epoch seconds by the BFF's clock. */
  at: number
  exchanges: Exchange[]
}

/** More are for the Inspect screen, which draws them page by page. */
const most = 2_000

/** Opens a saved flow in the place of the session's own, and closes it again. */
export function OpenFile({
  opened,
  config,
  show,
}: {
  opened: OpenedFile | undefined
  config: Config
  show: (file?: OpenedFile) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    const end = readHarFile(file, config, async (reading) => {
      if (reading.state === 'reading') return
      if (reading.state === 'failed') setProblem(noFlowIn(file.name))
      else {
        const messages = reading.har.summary.flows.steps
        if (messages === 0) setProblem(noFlowIn(file.name))
        else if (messages > most)
          setProblem(`${file.name} has ${messages.toLocaleString('en')} messages. Open it in Inspect.`)
        else show({ name: file.name, at: serverNow(), exchanges: await reading.har.ask({ about: 'exchanges' }) })
      }
      end()
    })
  }
  return (
    <>
      {opened ? (
        <div className={styles.opened}>
          <Notice
            title={`This is the flow in ${opened.name}`}
            actions={
              <button type="button" className={button.button} onClick={() => show()}>
                <X size={15} aria-hidden />
                Close the file
              </button>
            }
          >
            <p>
              It was read in this tab and is not sent anywhere. Anything that was removed before it was saved is
              missing.
            </p>
          </Notice>
        </div>
      ) : (
        <div>
          <OpenFileButton onClick={() => input.current?.click()} />
          <input
            ref={input}
            type="file"
            hidden
            aria-label="HAR file with a flow"
            accept=".har,application/json"
            onChange={(event) => {
              read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
      )}
      {problem && (
        <div className={styles.opened}>
          <Notice tone="warn" title="This file contains no flow" live>
            <p>{problem}</p>
          </Notice>
        </div>
      )}
    </>
  )
}

function noFlowIn(name: string): string {
  return `${name} is not a HAR file, or it contains no sign-in or API call. Save it again as HAR with content.`
}

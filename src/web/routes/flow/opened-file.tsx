import { FolderOpen, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Exchange } from '#contract/exchange.ts'
import { readArchive } from '#knowledge/har/archive.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'

/** A flow that came from a file. It stays in this tab. */
export interface OpenedFile {
  name: string
  exchanges: Exchange[]
}

/** Larger files are for the Inspect screen, which reads them off the main thread, in bytes. */
const largest = 10_000_000

/** Opens a saved flow in the place of the session's own, and closes it again. */
export function OpenFile({ opened, show }: { opened: OpenedFile | undefined; show: (file?: OpenedFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined) => {
    if (!file) return
    const found = file.size > largest ? [] : readArchive(await file.text())
    setProblem(found.length > 0 ? undefined : problemOf(file))
    if (found.length > 0) show({ name: file.name, exchanges: found })
  }
  return (
    <>
      {opened ? (
        <Notice
          title={`This is the flow in ${opened.name}`}
          actions={
            <button type="button" className={button.button} onClick={() => show()}>
              <X size={15} aria-hidden />
              Close the file
            </button>
          }
        >
          <p>It was read in this tab and sent nowhere. What was removed before it was saved is not in it.</p>
        </Notice>
      ) : (
        <div>
          <button type="button" className={button.button} onClick={() => input.current?.click()}>
            <FolderOpen size={15} aria-hidden />
            Open a saved flow
          </button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label="HAR file with a flow"
            accept=".har,application/json"
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
      )}
      {problem && (
        <Notice tone="warn" title="This file shows no flow" live>
          <p>{problem}</p>
        </Notice>
      )}
    </>
  )
}

function problemOf({ name, size }: File): string {
  return size > largest
    ? `${name} is larger than ten megabytes. Open it on the Inspect screen, which reads large files.`
    : `${name} is not a HAR file, or it holds no sign-in at /oauth2/ and no call below /v1/. Save it again as HAR, with its content.`
}

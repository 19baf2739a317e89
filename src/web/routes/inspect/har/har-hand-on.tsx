import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Kind, keptByDefault } from '#knowledge/privacy/kinds.ts'
import type { Leak } from '#knowledge/privacy/scan-again.ts'
import type { Change } from '#knowledge/privacy/scrub.ts'
import type { Receipt } from '#knowledge/share/ticket-report.ts'
import button from '../../../elements/button.module.css'
import { Notice } from '../../../elements/notice.tsx'
import { Panel } from '../../../elements/panel.tsx'
import copy from '../../../elements/safe-copy.module.css'
import { LeaksFound, ReceiptView } from '../../../elements/safe-copy.tsx'
import { askWorker } from '../../../exchange/har/ask-worker.ts'
import { pageKey } from '../../../privacy/make-safe.ts'
import { saveFile } from '../../../privacy/save-file.ts'
import { Progress } from './progress.tsx'

type Made =
  | { state: 'not-yet' }
  | { state: 'making'; part: number; cancel: () => void }
  | { state: 'safe'; file: Blob; receipt: Receipt; changes: Change[]; leaks: Leak[]; text: string; shown: number }
  | { state: 'failed'; problem: string }

/** Characters of the file that are laid out at a time. */
const page = 20_000

/** The HAR file made safe to hand on: shown with its receipt before it is saved. */
export function HarHandOn({ file }: { file: Blob }) {
  const [keep, setKeep] = useState<ReadonlySet<Kind>>(keptByDefault)
  const [made, setMade] = useState<Made>({ state: 'not-yet' })
  const make = async (kept: ReadonlySet<Kind>) => {
    const key = await pageKey()
    const end = askWorker({ do: 'make-safe', file, keep: kept, key }, async (message) => {
      if (message.state === 'progress') setMade({ state: 'making', part: message.part, cancel })
      else if (message.state === 'safe')
        setMade({ ...message, text: await message.file.slice(0, page).text(), shown: page })
      else if (message.state === 'failed') setMade(message)
    })
    const cancel = () => {
      end()
      setMade({ state: 'not-yet' })
    }
    setMade({ state: 'making', part: 0, cancel })
  }
  return (
    <Panel title="Hand on" note="The HAR file, with recognised secrets and personal data removed">
      <div className={copy.handOn}>
        {made.state === 'not-yet' && (
          <button type="button" className={button.button} onClick={() => void make(keep)}>
            Make a safe copy
          </button>
        )}
        {made.state === 'making' && <Progress what="Making the copy safe" part={made.part} onCancel={made.cancel} />}
        {made.state === 'failed' && (
          <Notice tone="bad" title="The copy could not be made" live>
            <p>{made.problem}</p>
          </Notice>
        )}
        {made.state === 'safe' && (
          <>
            <ReceiptView
              receipt={made.receipt}
              changes={made.changes}
              keep={keep}
              change={(kept) => {
                setKeep(kept)
                void make(kept)
              }}
            />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
            <pre className={copy.report} tabIndex={0}>
              {made.text}
            </pre>
            {made.shown < made.file.size && (
              <button
                type="button"
                className={button.quiet}
                onClick={async () => {
                  const shown = made.shown + page
                  setMade({ ...made, shown, text: await made.file.slice(0, shown).text() })
                }}
              >
                Show more of its {Math.ceil(made.file.size / 1000).toLocaleString('en')} kB
              </button>
            )}
            {made.leaks.length > 0 ? (
              <LeaksFound leaks={made.leaks} />
            ) : (
              <button
                type="button"
                className={button.button}
                onClick={() => saveFile(made.file, 'safe.har', 'application/json')}
              >
                <Download size={15} aria-hidden />
                Save the safe copy
              </button>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

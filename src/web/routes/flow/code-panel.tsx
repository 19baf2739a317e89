import { Tabs } from '@base-ui/react/tabs'
import { useMemo, useState } from 'react'
import type { Session } from '#contract/session.ts'
import { safeRequest, sampleLanguages, writeSample } from '#knowledge/share/code-samples.ts'
import type { FlowMessage } from '#knowledge/share/flow-messages.ts'
import { CopyButton } from '../../elements/copy-button.tsx'
import { Panel } from '../../elements/panel.tsx'
import tabs from '../../elements/tabs.module.css'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './code-panel.module.css'

/** The request as code in several languages. The token is a variable, unless it is asked for and there is one. */
export function CodePanel({ message: { exchange }, session }: { message: FlowMessage; session: Session }) {
  const [inline, setInline] = useState(false)
  const presenting = usePresenting()
  const token = session.state === 'signed-in' && exchange.bearer !== undefined ? session.accessToken : undefined
  const written = inline && !presenting ? token : undefined
  const request = useMemo(() => safeRequest(exchange.request), [exchange.request])
  return (
    <Panel
      title="As code"
      note={exchange.shortened?.includes('request') ? 'Its body is not whole: it was too long to keep.' : undefined}
      side={
        token !== undefined && (
          <label className={styles.inline}>
            <input
              type="checkbox"
              checked={written !== undefined}
              disabled={presenting}
              onChange={(event) => setInline(event.target.checked)}
            />
            Write the session’s access token into it
          </label>
        )
      }
      flush
    >
      <Tabs.Root defaultValue={sampleLanguages[0]?.id}>
        <Tabs.List className={`${tabs.list} ${styles.tabs}`} aria-label="Languages">
          {sampleLanguages.map(({ id, name }) => (
            <Tabs.Tab key={id} value={id} className={tabs.tab}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sampleLanguages.map((language) => {
          const code = writeSample(language, request, written)
          return (
            <Tabs.Panel key={language.id} value={language.id} className={styles.panel}>
              <div className={styles.copy}>
                <CopyButton text={code} what={`the code for ${language.name}`} />
              </div>
              <pre className={styles.code}>{code}</pre>
            </Tabs.Panel>
          )
        })}
      </Tabs.Root>
    </Panel>
  )
}

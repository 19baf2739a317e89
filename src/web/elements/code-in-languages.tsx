import { Tabs } from '@base-ui/react/tabs'
import { use, useMemo, useState } from 'react'
import type { Exchange } from '#contract/exchange.ts'
import type { Session } from '#contract/session.ts'
import { loadVocabulary } from '#knowledge/privacy/load-vocabulary.ts'
import { safeRequest, sampleLanguages, writeSample } from '#knowledge/share/code-samples.ts'
import { usePresenting } from '../privacy/privacy.ts'
import styles from './code-panel.module.css'
import { CopyButton } from './copy-button.tsx'
import { Panel } from './panel.tsx'
import tabs from './tabs.module.css'

interface Shown {
  exchange: Pick<Exchange, 'request' | 'bearer' | 'shortened'>
  session: Session
}

/** The request as code in several languages. The token is a variable, unless it is asked for and there is one. */
export default function CodeInLanguages({ exchange, session }: Shown) {
  const [inline, setInline] = useState(false)
  const presenting = usePresenting()
  const token = session.state === 'signed-in' && exchange.bearer !== undefined ? session.accessToken : undefined
  const written = inline && !presenting ? token : undefined
  const vocabulary = use(loadVocabulary())
  const request = useMemo(() => safeRequest(exchange.request, vocabulary), [exchange.request, vocabulary])
  return (
    <Panel
      title="As code"
      note={exchange.shortened?.includes('request') ? 'The body is incomplete: it was too long to keep.' : undefined}
      side={
        token !== undefined && (
          <label className={styles.inline}>
            <input
              type="checkbox"
              checked={written !== undefined}
              disabled={presenting}
              onChange={(event) => setInline(event.target.checked)}
            />
            Include the access token
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
                <CopyButton text={code} what={`the code for ${language.name}`} leaving="own" />
              </div>
              <pre className={styles.code}>{code}</pre>
            </Tabs.Panel>
          )
        })}
      </Tabs.Root>
    </Panel>
  )
}

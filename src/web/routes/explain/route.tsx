import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../clock.ts'
import { PageHead } from '../../elements/page-head.tsx'
import { useHandOff } from '../../exchange/hand-off.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { catalogueQuery, configQuery, keysQuery, queryClient } from '../../queries.ts'
import { readContext } from './context.ts'
import { ContextFields } from './context-fields.tsx'
import styles from './explain.module.css'
import { Explanation } from './explanation.tsx'
import { nothingPasted, type Pasted, PasteForm } from './paste-form.tsx'
import { useExplanation } from './use-explanation.ts'

/** Fetches what reasoning needs before anything is pasted, so that nothing has to be asked for afterwards. */
export async function loader(): Promise<null> {
  const { environments } = await queryClient.ensureQueryData(configQuery)
  for (const { id } of environments) void queryClient.prefetchQuery(keysQuery(id))
  void queryClient.prefetchQuery(catalogueQuery)
  return null
}

/** What is chosen on the screen changes nothing of what the loader fetched. */
export const shouldRevalidate = () => false

/** Explains what was pasted: an error body, an exchange, a redirect, a log line, a token. It all stays in this tab. */
export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const [address] = useSearchParams()
  const handedOver = useHandOff('explain')
  const [pasted, setPasted] = useState<Pasted>(() =>
    handedOver === undefined ? nothingPasted : { text: handedOver, token: '', at: serverNow() },
  )
  const read = useDeferredValue(pasted)
  const environments = useMemo(() => config.environments.map(asEnvironment), [config])
  const context = readContext(address, environments)
  const { environment, step, judgeAt } = context
  const keys = useQueries({
    queries: environments.map(({ id }) => ({ ...keysQuery(id), enabled: false })),
    combine: (found) =>
      Object.fromEntries(
        environments.map(({ id }, at) => {
          const published = found[at]?.data
          return [id, published?.state === 'known' ? published.keys : undefined]
        }),
      ),
  })
  const known = useMemo(
    () => ({
      now: read.at,
      token: read.token,
      environments,
      environment,
      step,
      judgeAt: judgeAt === 'pasting' ? read.at : judgeAt,
      operations: config.operations,
      keys,
    }),
    [read, environments, environment, step, judgeAt, config, keys],
  )
  const explained = useExplanation(read.text, known)
  const [chosen, setChosen] = useState(0)
  const readings = explained.state === 'told' ? explained.told.readings : []
  const at = Math.min(chosen, Math.max(0, readings.length - 1))
  return (
    <>
      <PageHead title="Explain">
        Paste what you have of a failure: a body, a whole answer, a redirect address, a log line, a code.
      </PageHead>
      <p className={styles.promise}>
        <ShieldCheck size={16} aria-hidden />
        Nothing that you paste leaves this browser. It is kept nowhere and is gone when you leave this screen.
      </p>
      <div className={styles.columns}>
        <div className={styles.given}>
          <PasteForm
            pasted={pasted}
            change={(next) => {
              setPasted(next)
              setChosen(0)
            }}
          />
          <ContextFields context={context} environments={environments} reading={readings[at]} />
        </div>
        <Explanation
          empty={read.text.trim() === '' && read.token.trim() === ''}
          pasted={read.text}
          explained={explained}
          chosen={at}
          choose={setChosen}
          put={(text) => setPasted({ text, token: '', at: serverNow() })}
        />
      </div>
    </>
  )
}

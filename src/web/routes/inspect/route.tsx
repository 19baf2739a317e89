import { useSuspenseQuery } from '@tanstack/react-query'
import { GitCompareArrows, ShieldCheck } from 'lucide-react'
import { use, useMemo } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { type Inspection, inspect } from '#knowledge/paste/inspect.ts'
import { loadWordLists } from '#knowledge/privacy/load-vocabulary.ts'
import { sensitivityOf } from '#knowledge/privacy/sensitivity.ts'
import { loadClaims } from '#knowledge/protocol/registries/load-claims.ts'
import button from '../../elements/button.module.css'
import { clearPasted, type Pasted, usePasted } from '../../exchange/pasted.ts'
import { warmUpSoon } from '../../exchange/reasons.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { configQuery, keysQuery, queryClient } from '../../queries.ts'
import { whenIdle } from '../../when-idle.ts'
import { ScreenHead } from '../screen-head.tsx'
import { BreakOnPurpose } from './break-it/break-on-purpose.tsx'
import { Compared } from './compared.tsx'
import { readContext } from './context.ts'
import { Found } from './found.tsx'
import { HarFacts, HarView, useHar } from './har/har-view.tsx'
import styles from './inspect.module.css'
import { PastedBox } from './pasted-box.tsx'
import { Samples } from './samples.tsx'

/**
 * Fetches what the screen may need before anything is pasted, so that nothing must be asked for afterwards; what is
 * large, when there is time for it.
 */
export async function loader() {
  const { environments } = await queryClient.ensureQueryData(configQuery)
  for (const { id } of environments) void queryClient.prefetchQuery(keysQuery(id))
  warmUpSoon('text')
  // Patterns and tables are made at their first use, for which the first paste need not wait.
  whenIdle(() => void inspect('-'))
  whenIdle(() => void sensitivityOf('x', 'field'))
  whenIdle(() => {
    // A copy asks for it again where it cannot be had now.
    void loadWordLists().catch(() => undefined)
    void import('../../cryptography/verify.ts')
  })
  return { registries: loadClaims() }
}

/** What is chosen on the screen changes nothing of what the loader fetched. */
export const shouldRevalidate = () => false

/** Paste anything: why it failed, what its tokens say, and a copy for a ticket. Nothing of it leaves the browser. */
export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const registries = use(useLoaderData<typeof loader>().registries)
  const [address, setAddress] = useSearchParams()
  const comparing = address.has('compare')
  const { one, other, token, tokenAt, generation } = usePasted()
  const file = one && 'file' in one ? one.file : undefined
  const har = useHar(file, config)
  const [inspected, against] = [useInspection(one), useInspection(other)]
  const empty = one === undefined && token.trim() === ''
  const settled = comparing ? inspected !== undefined && against !== undefined : isTaken(one)
  return (
    <>
      <div className={settled ? styles.settled : styles.start}>
        <ScreenHead of="/inspect" brief={settled} />
        <p className={styles.promise}>
          <ShieldCheck size={16} aria-hidden />
          Nothing that you paste leaves this browser.
        </p>
        <button
          type="button"
          className={button.button}
          aria-pressed={comparing}
          onClick={() => {
            if (comparing) clearPasted('other')
            setAddress(
              (current) => {
                if (comparing) current.delete('compare')
                else current.set('compare', '')
                return current
              },
              { replace: true, preventScrollReset: true },
            )
          }}
        >
          <GitCompareArrows size={15} aria-hidden />
          {comparing ? 'Stop comparing' : 'Compare two'}
        </button>
      </div>
      {comparing ? (
        <div className={styles.pair}>
          <PastedBox label="Working token" box="one" pasted={one}>
            {file && <p>{cannotBeCompared}</p>}
          </PastedBox>
          <PastedBox label="Failing token" box="other" pasted={other}>
            {other && 'file' in other && <p>{cannotBeCompared}</p>}
          </PastedBox>
        </div>
      ) : file ? (
        <PastedBox label="HAR file" box="one" pasted={one}>
          <HarFacts reading={har} />
        </PastedBox>
      ) : (
        <Found
          pasted={one && 'text' in one ? one : undefined}
          token={token}
          tokenAt={tokenAt}
          generation={generation}
          fresh={one && 'text' in one && !one.typed ? `${generation}` : undefined}
          config={config}
          registries={registries}
        />
      )}
      {file && <HarView reading={har} file={file} rows={registries.claims} fresh={`${generation}`} />}
      {comparing && inspected && against && <Compared left={inspected} right={against} />}
      {empty && <Samples />}
      {!comparing && !file && (
        <BreakOnPurpose
          key={`test-${generation}`}
          inspection={inspected}
          config={config}
          context={readContext(address, config.environments.map(asEnvironment))}
        />
      )}
    </>
  )
}

const cannotBeCompared = 'HAR files cannot be compared. Paste a token or a response.'

/** Whether there is something to look at, and not only somebody who types. */
const isTaken = (pasted: Pasted | undefined): boolean => pasted !== undefined && ('file' in pasted || pasted.taken)

function useInspection(pasted: Pasted | undefined): Inspection | undefined {
  const text = pasted && 'text' in pasted ? pasted.text : undefined
  return useMemo(() => (text === undefined ? undefined : inspect(text)), [text])
}

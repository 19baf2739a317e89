import { useSuspenseQuery } from '@tanstack/react-query'
import { GitCompareArrows, ShieldCheck } from 'lucide-react'
import { use } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { loadClaims } from '#knowledge/service/registries/load-claims.ts'
import button from '../../elements/button.module.css'
import { PageHead } from '../../elements/page-head.tsx'
import { handOff } from '../../exchange/hand-off.ts'
import { catalogueQuery, configQuery, keysQuery, queryClient } from '../../queries.ts'
import { useCheckContext } from './checked-against.tsx'
import { Compared } from './compared.tsx'
import { HarView, useHar } from './har/har-view.tsx'
import styles from './inspect.module.css'
import { InspectedView } from './inspected-view.tsx'
import { PastedBox } from './pasted-box.tsx'
import { Recognised } from './recognised.tsx'
import { type Inspected, useInspected } from './use-inspected.ts'

/** Fetches what the screen may need before anything is pasted, so that nothing has to be asked for afterwards. */
export async function loader() {
  const { environments } = await queryClient.ensureQueryData(configQuery)
  for (const { id } of environments) void queryClient.prefetchQuery(keysQuery(id))
  void queryClient.prefetchQuery(catalogueQuery)
  void import('../../cryptography/verify.ts')
  return { registries: loadClaims() }
}

/** What is chosen on the screen changes nothing of what the loader fetched. */
export const shouldRevalidate = () => false

/** Paste anything, see everything that a token says. Nothing of it leaves the browser. */
export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const registries = use(useLoaderData<typeof loader>().registries)
  const context = useCheckContext(config)
  const [address, setAddress] = useSearchParams()
  const comparing = address.has('compare')
  const one = useInspected()
  const other = useInspected()
  const har = useHar(config)
  const file = one.pasted && 'file' in one.pasted ? one.pasted.file : undefined
  return (
    <>
      <PageHead title="Inspect">
        Paste anything that has a token in it, whole or broken, and see everything that it says.
      </PageHead>
      <p className={styles.promise}>
        <ShieldCheck size={16} aria-hidden />
        What you paste is read in this browser. Nothing of it is sent, stored or put into the address.
      </p>
      {/* Above the boxes: below them it would move away while it is pressed, as leaving a box has it read. */}
      <button
        type="button"
        className={`${button.quiet} ${styles.compare}`}
        aria-pressed={comparing}
        onClick={() => {
          if (comparing) other.clear()
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
        {comparing ? 'Stop comparing' : 'Compare with another'}
      </button>
      <div className={comparing ? styles.pair : styles.single}>
        <Box label={comparing ? 'The one, which works' : 'What do you have?'} inspected={one} har={har} />
        {comparing && <Box label="The other, which does not" inspected={other} />}
      </div>
      {file && <HarView reading={har.reading} file={file} rows={registries.claims} />}
      {comparing && one.inspection && other.inspection ? (
        <Compared left={one.inspection} right={other.inspection} />
      ) : (
        one.inspection && (
          <InspectedView
            key={one.generation}
            inspection={one.inspection}
            owner="one"
            config={config}
            context={context}
            registries={registries}
          />
        )
      )}
    </>
  )
}

function Box({ label, inspected, har }: { label: string; inspected: Inspected; har?: ReturnType<typeof useHar> }) {
  const { pasted, inspection, take, clear, correct } = inspected
  return (
    <PastedBox
      label={label}
      pasted={pasted}
      onTake={(next) => {
        take(next)
        if ('file' in next) har?.start(next.file)
      }}
      onClear={() => {
        har?.stop()
        clear()
      }}
    >
      {pasted && 'file' in pasted && (
        <p>{har ? 'A HAR file.' : 'A HAR file is not compared; put a token or a response here.'}</p>
      )}
      {inspection && pasted && 'text' in pasted && (
        <Recognised inspection={inspection} onCorrect={correct} onExplain={() => handOff('explain', pasted.text)} />
      )}
    </PastedBox>
  )
}

import { Hammer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Config } from '#contract/config.ts'
import type { Inspection } from '#knowledge/paste/inspect.ts'
import button from '../../../elements/button.module.css'
import type { InspectContext } from '../context.ts'

const BreakIt = lazy(() => import('./break-it.tsx'))

/** The way to test tokens: closed until it is asked for, and then loaded. */
export function BreakOnPurpose({
  inspection,
  config,
  context,
}: {
  inspection: Inspection | undefined
  config: Config
  context: InspectContext
}) {
  const [isOpen, setOpen] = useState(false)
  const pasted = inspection?.tokens.flatMap(({ token }) =>
    token.form === 'jws' && token.payload.value
      ? [{ header: token.header.value ?? {}, claims: token.payload.value }]
      : [],
  )[0]
  return (
    <>
      <div>
        <button type="button" className={button.quiet} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Hammer size={15} aria-hidden />
          {pasted ? 'Make a broken copy' : 'Make a test token'}
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <BreakIt pasted={pasted} config={config} context={context} />
        </Suspense>
      )}
    </>
  )
}

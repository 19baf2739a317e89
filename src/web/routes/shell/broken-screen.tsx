import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useRevalidator, useRouteError } from 'react-router'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { describeError } from '../../error-message.ts'
import { useConnection } from '../../offline.ts'
import { fromKeptFiles, queryClient } from '../../queries.ts'
import { Brand } from './brand.tsx'
import styles from './shell.module.css'

/** A screen that could not be shown: says why and lets one try again; the rest of the app stays usable. */
export function BrokenScreen() {
  const error = useRouteError()
  const connection = useConnection()
  // The shell says that nothing responds; here is only what this screen does about it.
  if (error instanceof Refused && error.status === 0 && connection !== 'connected' && fromKeptFiles())
    return <Waiting />
  return (
    <WhatBroke title="This screen could not be shown">
      <Link to="/" className={button.button}>
        Go to sign-in
      </Link>
    </WhatBroke>
  )
}

/** A screen that cannot be shown without the BFF: it comes by itself, at its own address, once that responds. */
function Waiting() {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <PageHead title="Waiting for Claimcheck’s server">
        This screen opens by itself as soon as the server responds.
      </PageHead>
      <p className={button.row}>
        <button
          type="button"
          className={button.primary}
          disabled={state !== 'idle'}
          onClick={() => void queryClient.invalidateQueries().then(() => revalidate())}
        >
          Try again
        </button>
        <Link to="/inspect" className={button.button}>
          Inspect a token or an error
        </Link>
        <Link to="/errors" className={button.button}>
          Search the errors
        </Link>
      </p>
    </>
  )
}

/** What every screen stands on could not be had: the frame, empty but for the reason and another try. */
export function BrokenApp() {
  return (
    <div className={styles.shell}>
      <header className={styles.rail}>
        <Brand />
      </header>
      <main id="content" className={styles.main}>
        <div className={styles.screen}>
          <WhatBroke title="Claimcheck could not start" />
        </div>
      </main>
    </div>
  )
}

function WhatBroke({ title, children }: { title: string; children?: ReactNode }) {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const { revalidate, state } = useRevalidator()
  const refusal = describeError(error)
  return (
    <>
      <PageHead title={title} />
      <Notice
        tone="bad"
        title={refusal.message}
        live
        actions={
          <>
            <button
              type="button"
              className={button.primary}
              disabled={state !== 'idle'}
              onClick={() => {
                reset()
                void revalidate()
              }}
            >
              Try again
            </button>
            {children}
          </>
        }
      >
        <RefusalText refusal={refusal} />
      </Notice>
    </>
  )
}

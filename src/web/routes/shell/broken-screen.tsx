import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRevalidator, useRouteError } from 'react-router'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { describeError } from '../../error-message.ts'

/** A screen that could not be shown: says why and lets one try again; the rest of the app stays usable. */
export function BrokenScreen() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const { revalidate, state } = useRevalidator()
  const { message, fix } = describeError(error)
  return (
    <>
      <PageHead title="This screen could not be shown" />
      <Notice
        tone="bad"
        title={message}
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
            <Link to="/" className={button.button}>
              Go to the sign-in
            </Link>
          </>
        }
      >
        <p>{fix}</p>
      </Notice>
    </>
  )
}

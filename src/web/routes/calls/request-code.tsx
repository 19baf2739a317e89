import { useMemo, useState } from 'react'
import type { CallRequest } from '#contract/calls.ts'
import type { SignedIn } from '#contract/session.ts'
import { CodePanel } from '../../elements/code-panel.tsx'
import styles from './call-form.module.css'

/** The request of the form as code, before it is sent. */
export function RequestCode({
  request: { headers, body, token },
  url,
  method = 'GET',
  session,
}: {
  request: CallRequest
  url: string
  method?: string
  session: SignedIn
}) {
  const [open, setOpen] = useState(false)
  const exchange = useMemo(() => {
    const bearer = token === undefined ? session.accessTokenFingerprint : undefined
    const authorization = token === '' ? undefined : `Bearer ${bearer ?? 'fp:test-token'}`
    return { request: { method, url, headers: { ...headers, ...(authorization && { authorization }) }, body }, bearer }
  }, [headers, body, token, url, method, session.accessTokenFingerprint])
  return (
    <details className={styles.code} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The request as curl or code</summary>
      {open && <CodePanel exchange={exchange} session={session} />}
    </details>
  )
}

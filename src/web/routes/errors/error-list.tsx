import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { searchHit } from '#knowledge/diagnose/error-index.ts'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import { Marked } from '../../elements/marked.tsx'
import { StatusTag, Tag } from '../../elements/tag.tsx'
import { useOnlyForeign } from '../../exchange/only-foreign.ts'
import styles from './errors.module.css'

/** Beyond this many the rest is shown when asked for, so that a list appears as fast as one types. */
const shownAtOnce = 40

/**
 * Errors as links, one a line, with status and the names that they go by. The arrow keys lead from one to the next.
 *
 * @param props.wanted what was searched for, marked where it stands
 */
export function ErrorList({ errors, wanted }: { errors: ErrorPage[]; wanted?: string }) {
  const [whole, setWhole] = useState(false)
  const foreign = useOnlyForeign()
  if (errors.length === 0) return null
  const shown = whole ? errors : errors.slice(0, shownAtOnce)
  return (
    <>
      <ul className={styles.list}>
        {shown.map((page) => (
          <Row key={page.code} page={page} foreign={foreign} wanted={wanted} />
        ))}
      </ul>
      {shown.length < errors.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show the other {errors.length - shown.length}
        </button>
      )}
    </>
  )
}

function Row({ page, foreign, wanted = '' }: { page: ErrorPage; foreign: boolean; wanted?: string }) {
  const { code, title, aliases, basis, unconfirmed, example } = page
  const status = example.response?.status
  const { alias, sentence } = wanted === '' ? {} : searchHit(page, wanted)
  const names = [...new Set([...(alias === undefined ? [] : [alias]), ...aliases])].slice(0, 3)
  return (
    <li>
      <span className={styles.status}>{status !== undefined && <StatusTag status={status} />}</span>
      <Link to={`/errors/${code}`} data-result>
        <Marked text={title} wanted={wanted} />
      </Link>
      <span className={styles.names}>
        {[code, ...names].map((name) => (
          <code key={name}>
            <Marked text={name} wanted={wanted} />
          </code>
        ))}
      </span>
      {!foreign && basis.kind === 'documented' && <Tag title="In the API guide">documented</Tag>}
      {unconfirmed && (
        <Tag tone="warn" title="Only one source describes it; no second source confirms it.">
          unconfirmed
        </Tag>
      )}
      {sentence && (
        <span className={styles.sentence}>
          <Marked text={sentence} wanted={wanted} />
        </span>
      )}
    </li>
  )
}

/** Leads the focus with the arrow keys: from the search down into the results, from one to the next, and back up. */
export function followArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const search = event.currentTarget.querySelector<HTMLInputElement>('input[type="search"]')
  if (event.key === 'Escape' && event.target !== search) search?.focus()
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-result]')].filter(
    (result) => result.offsetParent !== null,
  )
  const at = results.indexOf(document.activeElement as HTMLElement)
  if (at < 0 && (event.target !== search || step < 0)) return
  event.preventDefault()
  const next = results[at + step]
  if (next) next.focus()
  else if (at + step < 0) search?.focus()
}

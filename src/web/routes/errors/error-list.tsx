import { useState } from 'react'
import { Link } from 'react-router'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import { searchHit } from '#knowledge/diagnose/search-hit.ts'
import { Marked } from '../../elements/marked.tsx'
import { outcomeOf } from '../../elements/outcome.ts'
import { StatusTag } from '../../elements/status-tag.tsx'
import { Tag } from '../../elements/tag.tsx'
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
  if (errors.length === 0) return null
  const shown = whole ? errors : errors.slice(0, shownAtOnce)
  return (
    <>
      <ul className={styles.list} data-statuses={shown.some(({ example }) => example.response?.status !== undefined)}>
        {shown.map((page) => (
          <Row key={page.code} page={page} wanted={wanted} />
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

function Row({ page, wanted = '' }: { page: ErrorPage; wanted?: string }) {
  const { code, title, aliases, unconfirmed, example } = page
  const status = example.response?.status
  const { alias, sentence } = wanted === '' ? {} : searchHit(page, wanted)
  const names = [...new Set([...(alias === undefined ? [] : [alias]), ...aliases])].slice(0, 1)
  return (
    <li>
      {status !== undefined && (
        <span className={styles.status}>
          <StatusTag status={status} outcome={outcomeOf(example.response, page)} />
        </span>
      )}
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
      {unconfirmed && (
        <Tag tone="warn" title="Only one source describes it. No second source confirms it.">
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

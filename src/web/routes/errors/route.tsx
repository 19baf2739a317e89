import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { errorIndex, searchErrors } from '#knowledge/diagnose/error-index.ts'
import type { ErrorGroup, ErrorPage } from '#knowledge/diagnose/error-page.ts'
import { takePasted } from '../../exchange/pasted.ts'
import { catalogueQuery, queryClient } from '../../queries.ts'
import { ScreenHead } from '../screen-head.tsx'
import { ErrorList, followArrows } from './error-list.tsx'
import styles from './errors.module.css'

/** The errors of the registries come with our own, so that nothing moves; where they cannot be had, ours are shown. */
export async function loader(): Promise<null> {
  await queryClient.prefetchQuery(catalogueQuery)
  return null
}

/** Every error that Claimcheck can explain, by where it is met; searched as one types. */
export function Component() {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState(address.get('q') ?? '')
  const { data: rows } = useQuery(catalogueQuery)
  const wanted = text.trim()
  const found = useMemo(() => (wanted === '' ? undefined : searchErrors(wanted, rows)), [wanted, rows])
  const groups = useMemo(() => errorIndex(rows), [rows])
  const search = useSlashKey()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only leads the focus between the search and the links in it
    <div className={styles.screen} onKeyDown={followArrows}>
      <ScreenHead of="/errors" />
      <div className={styles.search}>
        <Search size={17} aria-hidden />
        <input
          ref={search}
          type="search"
          value={text}
          aria-label="Search the errors"
          aria-describedby="search-keys"
          placeholder="NoMatchingPublicKey, invalid_grant, 403, expired"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          // The address follows when the search is left, so that each key costs a search and no more.
          onBlur={() =>
            text !== (address.get('q') ?? '') &&
            setAddress(text.trim() === '' ? {} : { q: text }, { replace: true, preventScrollReset: true })
          }
          onKeyDown={(event) => {
            const best = event.key === 'Enter' && text.trim() !== '' ? searchErrors(text, rows)[0] : undefined
            if (best) void navigate(`/errors/${best.code}`)
          }}
        />
      </div>
      <p id="search-keys" className={styles.count}>
        <span role="status">
          {found && (found.length === 0 ? `No errors match “${wanted}”. ` : `${found.length} found. `)}
        </span>
        <span className={styles.keys}>
          <kbd>/</kbd> to search, <kbd>↓</kbd> <kbd>↑</kbd> to move, <kbd>Enter</kbd> to open
        </span>
      </p>
      {found?.length === 0 && (
        <p>
          Try a shorter word or the status, or{' '}
          <Link to="/inspect" onClick={() => takePasted(text)}>
            inspect “{wanted.slice(0, 60)}”
          </Link>
          .
        </p>
      )}
      {found ? (
        <Found errors={found} wanted={wanted} />
      ) : (
        <>
          <nav className={styles.jump} aria-label="Groups of errors">
            {groups.map(({ id, title, errors }) => (
              <a key={id} href={`#group-${id}`}>
                {title} <span>{errors.length}</span>
              </a>
            ))}
          </nav>
          <Groups groups={groups} />
        </>
      )}
    </div>
  )
}

const Found = memo(({ errors, wanted }: { errors: ErrorPage[]; wanted: string }) => (
  <ErrorList key={errors[0]?.code} errors={errors} wanted={wanted} />
))

/** All groups; one of more than forty is closed until it is wanted. */
const Groups = memo(({ groups }: { groups: ErrorGroup[] }) =>
  groups.map(({ id, title, summary, errors }) =>
    errors.length > 45 ? (
      <details key={id} id={`group-${id}`} className={styles.group}>
        <summary data-result>
          <h2>{title}</h2> <span>{errors.length}</span>
        </summary>
        <p>{summary}</p>
        <ErrorList errors={errors} />
      </details>
    ) : (
      <section key={id} id={`group-${id}`} className={styles.group} aria-labelledby={`title-${id}`}>
        <h2 id={`title-${id}`}>{title}</h2>
        <p>{summary}</p>
        <ErrorList errors={errors} />
      </section>
    ),
  ),
)

/** Has the key `/` put the focus into the search, wherever on the screen it was; not where somebody writes. */
function useSlashKey() {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const writing =
        event.target instanceof Element && event.target.matches('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || writing || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      search.current?.focus()
      search.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return search
}

import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { searchErrors } from '#knowledge/diagnose/error-index.ts'
import type { ErrorPage } from '#knowledge/diagnose/error-page.ts'
import { takePasted } from '../../exchange/pasted.ts'
import { catalogueQuery } from '../../queries.ts'
import { ErrorList } from './error-list.tsx'
import styles from './errors.module.css'

/**
 * Searches the errors as one types. The arrow keys lead from the search into what is below it and back.
 *
 * @param props.start what is searched for until something else is typed
 * @param props.children shown while nothing is searched for
 */
export function ErrorSearch({ start = '', children }: { start?: string; children?: ReactNode }) {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const [text, setText] = useState(address.get('q') ?? start)
  const { data: rows } = useQuery(catalogueQuery)
  const wanted = text.trim()
  const found = useMemo(() => (wanted === '' ? undefined : searchErrors(wanted, rows)), [wanted, rows])
  const search = useSlashKey()
  const opens = useRef(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only leads the focus between the search and the links in it
    <div className={styles.screen} onKeyDown={followArrows}>
      <div className={styles.searching}>
        <div className={styles.search}>
          <Search size={17} aria-hidden />
          <input
            ref={search}
            type="search"
            value={text}
            aria-label="Search the errors"
            aria-describedby="search-keys"
            placeholder="invalid_grant, 403, expired"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            onFocus={() => {
              opens.current = false
            }}
            // The address follows when the search is left, so that each key costs a search and no more; not where it is
            // left for the error that is being opened, whose address comes instead.
            onBlur={() =>
              !opens.current &&
              text !== (address.get('q') ?? start) &&
              setAddress(text.trim() === '' ? {} : { q: text }, { replace: true, preventScrollReset: true })
            }
            onKeyDown={(event) => {
              const best = event.key === 'Enter' && text.trim() !== '' ? searchErrors(text, rows)[0] : undefined
              if (!best) return
              opens.current = true
              void navigate(`/errors/${best.code}`)
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
      </div>
      {found?.length === 0 && (
        <p>
          Try a shorter word or the status, or{' '}
          <Link to="/inspect" onClick={() => takePasted(text)}>
            inspect “{wanted.slice(0, 60)}”
          </Link>
          .
        </p>
      )}
      {found ? <Found errors={found} wanted={wanted} /> : children}
    </div>
  )
}

const Found = memo(({ errors, wanted }: { errors: ErrorPage[]; wanted: string }) => (
  <ErrorList key={errors[0]?.code} errors={errors} wanted={wanted} />
))

/** Leads the focus with the arrow keys: from the search down into the results, from one to the next, and back up. */
function followArrows(event: KeyboardEvent<HTMLElement>): void {
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

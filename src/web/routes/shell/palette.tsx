import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { searchErrors } from '#knowledge/diagnose/error-index.ts'
import { searchHit } from '#knowledge/diagnose/search-hit.ts'
import { Marked } from '../../elements/marked.tsx'
import { knownOperations } from '../../exchange/operations.ts'
import { clearPasted } from '../../exchange/pasted.ts'
import { setPresenting, usePresenting } from '../../privacy/privacy.ts'
import { catalogueQuery, configQuery } from '../../queries.ts'
import { useSession } from '../../session/session.ts'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import styles from './palette.module.css'
import { screens } from './screens.ts'
import { showSources, useSourcesShown } from './sources-switch.ts'
import { setTheme, themeNames, themes } from './theme.ts'

interface Entry {
  group: string
  title: string
  /** Said beside it, and searched. */
  more?: string
  go: () => void
}

/** Entries that are shown of the errors; the Errors screen has them all. */
const mostErrors = 8

/** Screens, operations, errors, environments and actions, found by typing. Opened by Ctrl+K or ⌘K. */
export default function Palette({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const entries = useEntries(wanted)
  const [at, setAt] = useState(0)
  const place = Math.min(at, entries.length - 1)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, place])
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    dialog.current?.close()
    entry.go()
  }
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(entries[place])
    else if (step !== undefined) setAt((place + step + entries.length) % entries.length)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a press beside it is a second way
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Go to"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className={styles.inner}>
        <input
          className={styles.search}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${place}` : undefined}
          aria-label="Go to a screen, an operation, an error or an action"
          placeholder="Screens, operations, errors, environments, actions"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={steer}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Matches" className={styles.list}>
          {entries.map((entry, index) => (
            <div key={`${entry.group} ${entry.title} ${entry.more}`}>
              {entry.group !== entries[index - 1]?.group && (
                <p className={styles.group} aria-hidden>
                  {entry.group}
                </p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field that has the focus */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option */}
              <div
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === place}
                className={styles.entry}
                onClick={() => choose(entry)}
                onPointerMove={() => setAt(index)}
              >
                <span>
                  <Marked text={entry.title} wanted={wanted} />
                </span>
                {entry.more && (
                  <span className={styles.more}>
                    <Marked text={entry.more} wanted={wanted} />
                  </span>
                )}
              </div>
            </div>
          ))}
        </div>
        <p className={styles.count} role="status">
          {entries.length === 0 ? `Nothing matches “${text}”.` : wanted !== '' && `${entries.length} matches`}
        </p>
      </div>
    </dialog>
  )
}

function useEntries(wanted: string): Entry[] {
  const navigate = useNavigate()
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const { data: rows } = useQuery(catalogueQuery)
  const { submit: renew } = useFetcher({ key: 'renew' })
  const { submit: leave } = useFetcher({ key: 'sign-out' })
  const presenting = usePresenting()
  const sources = useSourcesShown()
  const sessions = useSessionLabels()
  const { submit: enter } = useFetcher({ key: 'switch' })
  const own = session.state === 'signed-in' ? session.name : undefined
  const signedIn = session.state === 'signed-in'
  return useMemo(() => {
    const to = (address: string) => () => void navigate(address)
    const perform = (what: typeof renew, wish: string) => () =>
      void what({ do: wish }, { method: 'post', action: '/session' })
    const entries: Entry[] = [
      ...screens.map(({ to: address, label, about }) => ({
        group: 'Screens',
        title: label,
        more: about,
        go: to(address),
      })),
      { group: 'Screens', title: 'API guide', more: 'the passages that sources link to', go: to('/guide') },
      ...knownOperations(config).map(({ id, title, method, path }) => ({
        group: 'Operations',
        title,
        more: `${method} ${path}${signedIn ? '' : ', after a sign-in'}`,
        go: to(`/calls/${id}`),
      })),
      ...(config.demonstrations ?? []).map(({ id, title, story }) => ({
        group: 'Demonstrations',
        title,
        more: story,
        go: to(`/demonstrations/${id}`),
      })),
      ...config.environments.map(({ id, name }) => ({
        group: 'Environments',
        title: `Sign in to ${name}`,
        go: to(`/?environment=${encodeURIComponent(id)}`),
      })),
      ...(signedIn
        ? [
            { group: 'Actions', title: 'Renew the tokens', go: perform(renew, 'renew') },
            { group: 'Actions', title: 'Sign out', go: perform(leave, 'sign-out') },
          ]
        : []),
      ...sessions
        .filter(({ name }) => name !== own)
        .map(({ name, title, more }) => ({
          group: 'Sessions',
          title: `Switch to ${title}`,
          more,
          go: () =>
            void enter(
              { do: 'switch', to: name, as: title, at: location.pathname + location.search },
              { method: 'post', action: '/session' },
            ),
        })),
      ...(sessions.length > 1
        ? [{ group: 'Sessions', title: 'Sign out of all', go: perform(leave, 'sign-out-all') }]
        : []),
      {
        group: 'Actions',
        title: presenting ? 'Stop masking secrets' : 'Mask secrets',
        go: () => setPresenting(!presenting),
      },
      { group: 'Actions', title: sources ? 'Hide sources' : 'Show sources', go: () => showSources(!sources) },
      ...themes.map((theme) => ({ group: 'Actions', title: themeNames[theme], go: () => setTheme(theme) })),
      {
        group: 'Actions',
        title: 'Inspect something new',
        more: 'clears the box',
        go: () => {
          clearPasted()
          void navigate('/inspect')
        },
      },
    ]
    const words = wanted.split(/\s+/).filter(Boolean)
    const fitting = entries.filter(({ title, more = '' }) =>
      words.every((word) => `${title} ${more}`.toLowerCase().includes(word)),
    )
    const found = words.length === 0 ? [] : searchErrors(wanted, rows)
    // An error whose text alone contains the words would stand here without a reason that is seen.
    const errors = found.flatMap((page) => {
      const { alias, sentence } = searchHit(page, wanted)
      const { code, title } = page
      return sentence === undefined ? [{ group: 'Errors', title, more: alias ?? code, go: to(`/errors/${code}`) }] : []
    })
    return [...fitting, ...errors.slice(0, mostErrors)]
  }, [wanted, navigate, config, signedIn, own, sessions, rows, renew, leave, enter, presenting, sources])
}

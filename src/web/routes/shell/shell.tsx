import { useSuspenseQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavLink, Outlet, ScrollRestoration, useFetcher, useLocation, useNavigation } from 'react-router'
import type { Session } from '#contract/session.ts'
import { Notice } from '../../elements/notice.tsx'
import { Skeleton } from '../../elements/skeleton.tsx'
// The frame that is in the page shows it before this does.
import '../../elements/skeleton.module.css'
import { replayEarlyPresses } from '../../early-presses.ts'
import { showToast, Toasts } from '../../elements/toasts.tsx'
import { useConnection } from '../../offline.ts'
import { maskForStage, unmaskAfterStage } from '../../privacy/privacy.ts'
import { configQuery, fromKeptFiles, queryClient, sessionsQuery } from '../../queries.ts'
import { currentSession, useHeldSessions, useSession } from '../../session/session.ts'
import type { action as sessionAction } from '../session-action.ts'
import { Brand } from './brand.tsx'
import { More } from './more.tsx'
import { usePasteAnywhere } from './paste-anywhere.ts'
import { screens } from './screens.ts'
import styles from './shell.module.css'
import { Switches } from './switches.tsx'

/** What every screen stands on: the installation and the session. */
export async function shellLoader() {
  const [held] = await Promise.all([
    queryClient.ensureQueryData(sessionsQuery),
    currentSession(),
    queryClient.ensureQueryData(configQuery),
  ])
  if (held.length > 0) await importTicket()
  return null
}

const importTicket = () => import('./session-ticket.tsx')

const SessionTicket = lazy(importTicket)
const RenewalNotice = lazy(() => import('./renewal-notice.tsx'))
const Palette = lazy(() => import('./palette.tsx'))
const Wait = lazy(() => import('./wait.tsx'))

const groups = ['Call', 'Explain', 'Learn'] as const

/** The frame around every screen: where one can go, who is signed in, and the switches that hold everywhere. */
export function Shell() {
  const session = useSession()
  const held = useHeldSessions()
  const { data: config } = useSuspenseQuery(configQuery)
  const news = useSessionNews(session.state)
  const connection = useConnection()
  const busy = useNavigation().state !== 'idle'
  const main = useFocusOnNewScreen()
  const [searching, setSearching] = useSearchKey()
  usePasteAnywhere()
  useMaskingOnStage()
  useEffect(replayEarlyPresses, [])
  const signedIn = session.state === 'signed-in'
  const offered = screens.filter(({ to }) => to !== '/demonstrations' || config.demonstrations)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.rail}>
        <Brand />
        <nav className={styles.nav} aria-label="Screens">
          {groups.map((group) => (
            <ul key={group} className={styles.group} aria-label={group}>
              {offered
                .filter((screen) => screen.group === group)
                .map(({ to, label, Icon, needsSession, tab }) => (
                  <li key={to} className={tab || (to === '/token' && signedIn) ? styles.tab : styles.wide}>
                    <NavLink to={to} end={to === '/'} className={styles.link} data-dim={needsSession && !signedIn}>
                      <Icon size={17} aria-hidden />
                      {label}
                    </NavLink>
                  </li>
                ))}
            </ul>
          ))}
          <More
            signedIn={signedIn}
            screens={offered.filter(({ to, tab }) => (to === '/' ? signedIn : !tab && !(to === '/token' && signedIn)))}
          />
        </nav>
        <Toasts />
        <div className={styles.foot}>
          {held.length > 0 && (
            <Suspense>
              <SessionTicket session={session} />
            </Suspense>
          )}
          <div className={styles.tools}>
            <button
              type="button"
              className={styles.search}
              aria-keyshortcuts="Control+K"
              onClick={() => setSearching(true)}
            >
              <Search size={16} aria-hidden />
              <span>Go to</span>
              <kbd>{searchKey}</kbd>
            </button>
            <Switches />
          </div>
        </div>
      </header>
      <main ref={main} id="content" className={styles.main} tabIndex={-1} aria-busy={busy}>
        {(connection === 'offline' || (connection === 'no-server' && fromKeptFiles())) && (
          <div className={styles.news}>
            <Notice
              tone="warn"
              title={connection === 'offline' ? 'You are offline' : 'Claimcheck’s server does not respond'}
              live
            >
              <p>Inspect and Errors work offline. Sign-in, calls and Flow do not.</p>
            </Notice>
          </div>
        )}
        {news.result && (
          <Suspense>
            <RenewalNotice result={news.result} dismiss={news.dismiss} />
          </Suspense>
        )}
        <Suspense>{busy && <Wait />}</Suspense>
        <div className={styles.screen}>
          <Suspense fallback={<Skeleton what="Loading what masks secrets" />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
      {searching && (
        <Suspense>
          <Palette close={() => setSearching(false)} />
        </Suspense>
      )}
      <div className={styles.progress} data-busy={busy} aria-hidden />
      <ScrollRestoration />
    </div>
  )
}

const searchKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'

/** Whether the search over everything is open; Ctrl+K or ⌘K opens it from anywhere. */
function useSearchKey() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return [open, setOpen] as const
}

/** Masks for as long as the step of a demonstration is on the screen, whichever way one came to it and leaves it. */
function useMaskingOnStage(): void {
  const { pathname, search } = useLocation()
  const onStage = pathname.startsWith('/demonstrations/') && new URLSearchParams(search).has('step')
  useLayoutEffect(() => (onStage ? maskForStage() : unmaskAfterStage()), [onStage])
}

/** What came of the last renewal, or of a sign-out that failed. It goes with the screen that it came on, unless it tells why that screen was left. */
function useSessionNews(session: Session['state']) {
  const { pathname } = useLocation()
  const { data, state, reset } = useFetcher<typeof sessionAction>({ key: 'renew' })
  const { data: notLeft, reset: forget } = useFetcher<typeof sessionAction>({ key: 'sign-out' })
  const { data: notEntered, reset: forgetSwitch } = useFetcher<typeof sessionAction>({ key: 'switch' })
  const place = `${session} ${pathname}`
  const shownOn = useRef(place)
  useEffect(() => {
    if (shownOn.current === place) return
    shownOn.current = place
    if (data && data.state !== 'ended' && data.state !== 'failed') reset()
  }, [place, data, reset])
  const toasted = useRef<typeof data>(undefined)
  useEffect(() => {
    if (state !== 'idle' || data?.state !== 'renewed' || toasted.current === data) return
    toasted.current = data
    showToast({ title: 'The tokens were renewed', more: 'You have a new access token.' })
  }, [state, data])
  const dismiss = () => {
    reset()
    forget()
    forgetSwitch()
  }
  const result = state === 'idle' ? (data ?? notLeft ?? notEntered) : undefined
  return { result: result?.state === 'renewed' ? undefined : result, dismiss }
}

/** Whether this page was loaded by the way back from the identity service. */
const cameBack = /\/callback(?:\?|$)/.test(performance.getEntriesByType('navigation')[0]?.name ?? '')

/** Moves the focus to the content when another screen comes, or a sign-in ends, so that keyboard and screen reader start there. */
function useFocusOnNewScreen() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(cameBack ? undefined : pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // A result that came with the screen has it already.
    if (main.current?.querySelector('[tabindex="-1"]:focus')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

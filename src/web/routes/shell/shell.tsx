import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRightLeft, BookOpen, KeyRound, LogIn, MessageCircleQuestionMark, ScanSearch, Send } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { NavLink, Outlet, ScrollRestoration, useFetcher, useLocation, useNavigation } from 'react-router'
import { configQuery, queryClient, sessionQuery } from '../../queries.ts'
import type { action as sessionAction } from '../session-action.ts'
import { SessionTicket } from './session-ticket.tsx'
import styles from './shell.module.css'
import { Switches } from './switches.tsx'

/** What every screen stands on: the installation and the session. */
export async function shellLoader() {
  await Promise.all([queryClient.ensureQueryData(configQuery), queryClient.ensureQueryData(sessionQuery)])
  return null
}

const RenewalNotice = lazy(() => import('./renewal-notice.tsx'))

const screens = [
  { to: '/', label: 'Sign in', Icon: LogIn },
  { to: '/token', label: 'Token', Icon: KeyRound },
  { to: '/calls', label: 'Calls', Icon: Send },
  { to: '/flow', label: 'Flow', Icon: ArrowRightLeft },
  { to: '/explain', label: 'Explain', Icon: MessageCircleQuestionMark },
  { to: '/inspect', label: 'Inspect', Icon: ScanSearch },
  { to: '/errors', label: 'Errors', Icon: BookOpen },
]

/** The frame around every screen: where one can go, who is signed in, and the switches that hold everywhere. */
export function Shell() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const renewal = useFetcher<typeof sessionAction>({ key: 'renew' })
  const busy = useNavigation().state !== 'idle'
  const main = useFocusOnNewScreen()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.rail}>
        <NavLink to="/" className={styles.brand}>
          <Mark />
          <span className={styles.name}>Claimcheck</span>
        </NavLink>
        <nav className={styles.nav} aria-label="Screens">
          {screens.map(({ to, label, Icon }) => (
            <NavLink key={to} to={to} end={to === '/'} className={styles.link}>
              <Icon size={17} aria-hidden />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.foot}>
          {session.state === 'signed-in' && <SessionTicket session={session} />}
          <Switches />
        </div>
      </header>
      <main ref={main} id="content" className={styles.main} tabIndex={-1} aria-busy={busy}>
        {renewal.data && (
          <Suspense>
            <RenewalNotice result={renewal.data} dismiss={() => renewal.reset()} />
          </Suspense>
        )}
        <Outlet />
      </main>
      <div className={styles.progress} data-busy={busy} aria-hidden />
      <ScrollRestoration />
    </div>
  )
}

/** Moves the focus to the content when another screen comes, so that keyboard and screen reader start there. */
function useFocusOnNewScreen() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function Mark() {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden>
      <path
        fill="var(--accent)"
        d="M5 6h22a2 2 0 0 1 2 2v5a3 3 0 0 0 0 6v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-5a3 3 0 0 0 0-6V8a2 2 0 0 1 2-2z"
      />
      <path
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m10 16.3 4.2 4.2L22.5 12"
      />
    </svg>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRightLeft, BookOpen, KeyRound, LogIn, MessageCircleQuestionMark, ScanSearch, Send } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { NavLink, Outlet, ScrollRestoration, useFetcher, useLocation, useNavigation } from 'react-router'
import type { Session } from '#contract/session.ts'
import { configQuery, queryClient, sessionQuery } from '../../queries.ts'
import type { action as sessionAction } from '../session-action.ts'
import { Brand } from './brand.tsx'
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
  const news = useSessionNews(session.state)
  const busy = useNavigation().state !== 'idle'
  const main = useFocusOnNewScreen()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.rail}>
        <Brand />
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
        {news.result && (
          <Suspense>
            <RenewalNotice result={news.result} dismiss={news.dismiss} />
          </Suspense>
        )}
        <div className={styles.screen}>
          <Outlet />
        </div>
      </main>
      <div className={styles.progress} data-busy={busy} aria-hidden />
      <ScrollRestoration />
    </div>
  )
}

/** What came of the last renewal, or of a sign-out that failed. It goes with the screen that it came on, unless it tells why that screen was left. */
function useSessionNews(session: Session['state']) {
  const { pathname } = useLocation()
  const { data, state, reset } = useFetcher<typeof sessionAction>({ key: 'renew' })
  const { data: notLeft, reset: forget } = useFetcher<typeof sessionAction>({ key: 'sign-out' })
  const place = `${session} ${pathname}`
  const shownOn = useRef(place)
  useEffect(() => {
    if (shownOn.current === place) return
    shownOn.current = place
    if (data && data.state !== 'ended' && data.state !== 'failed') reset()
  }, [place, data, reset])
  const dismiss = () => {
    reset()
    forget()
  }
  return { result: state === 'idle' ? (data ?? notLeft) : undefined, dismiss }
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

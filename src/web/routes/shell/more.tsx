import { Ellipsis } from 'lucide-react'
import { useId, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import styles from './more.module.css'
import type { Screen } from './screens.ts'
import { Switches } from './switches.tsx'

/** The last tab of a phone: a sheet with the screens that have no tab of their own, and the switches. */
export function More({ screens, signedIn }: { screens: Screen[]; signedIn: boolean }) {
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  const here = screens.some(({ to }) => (to === '/' ? pathname === '/' : pathname.startsWith(to)))
  return (
    <div className={styles.more}>
      <button type="button" className={styles.tab} popoverTarget={id} data-here={here}>
        <Ellipsis size={17} aria-hidden />
        More
      </button>
      <div ref={sheet} id={id} popover="auto" className={styles.sheet}>
        <ul>
          {screens.map(({ to, label, about, Icon, needsSession }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'} className={styles.link} onClick={() => sheet.current?.hidePopover()}>
                <Icon size={20} aria-hidden />
                <b>{label}</b>
                <span>{needsSession && !signedIn ? 'after a sign-in' : about}</span>
              </NavLink>
            </li>
          ))}
        </ul>
        <Switches named />
      </div>
    </div>
  )
}

import {
  ArrowRightLeft,
  BookOpen,
  KeyRound,
  LogIn,
  type LucideIcon,
  Presentation,
  ScanSearch,
  Send,
} from 'lucide-react'

export interface Screen {
  to: string
  label: string
  Icon: LucideIcon
  /** What one does there. */
  group: 'Call' | 'Explain' | 'Learn'
  /** In a few words. */
  about: string
  /** It shows nothing to somebody who is not signed in. */
  needsSession?: boolean
  /** One of the four that a phone has at the bottom. */
  tab?: boolean
}

/** The screens in the order of the navigation. */
export const screens: Screen[] = [
  { to: '/', label: 'Sign in', Icon: LogIn, group: 'Call', about: 'choose scopes', tab: true },
  { to: '/token', label: 'Token', Icon: KeyRound, group: 'Call', about: 'what was granted', needsSession: true },
  { to: '/calls', label: 'Calls', Icon: Send, group: 'Call', about: 'call an API', needsSession: true, tab: true },
  { to: '/flow', label: 'Flow', Icon: ArrowRightLeft, group: 'Call', about: 'every message', tab: true },
  {
    to: '/inspect',
    label: 'Inspect',
    Icon: ScanSearch,
    group: 'Explain',
    about: 'tokens, errors, HAR files',
    tab: true,
  },
  { to: '/demonstrations', label: 'Demonstrations', Icon: Presentation, group: 'Learn', about: 'run a scenario' },
  { to: '/errors', label: 'Errors', Icon: BookOpen, group: 'Learn', about: 'causes and codes' },
]

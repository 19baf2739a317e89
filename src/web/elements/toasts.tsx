import { CircleCheck, type LucideIcon, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import button from './button.module.css'
import styles from './toasts.module.css'

/** Something that worked, or that can be done now. What is wrong is never told by a toast. */
export interface Toast {
  title: string
  more?: string
  action?: { label: string; do: () => void; Icon: LucideIcon }
}

/** Milliseconds that a toast stays, unless it has the pointer or the focus. */
const stays = 8_000

let shown: (Toast & { id: number }) | undefined
const listeners = new Set<() => void>()

/** Shows a toast in the place of the one before. */
export function showToast(toast: Toast): void {
  shown = { ...toast, id: (shown?.id ?? 0) + 1 }
  tell()
}

export function dismissToast(): void {
  shown = undefined
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The toast that is shown, read out when it comes. It stays for as long as it is looked at. */
export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
  useEffect(() => {
    if (!toast) return
    const timer = setInterval(() => {
      if (!document.querySelector('[data-toast]:is(:hover, :focus-within)')) dismissToast()
    }, stays)
    return () => clearInterval(timer)
  }, [toast])
  const Icon = toast?.action?.Icon ?? CircleCheck
  return (
    <div className={styles.place} aria-live="polite">
      {toast && (
        <div key={toast.id} className={styles.toast} role="status" data-toast>
          <Icon size={18} aria-hidden />
          <div className={styles.words}>
            <b>{toast.title}</b>
            {toast.more && <p>{toast.more}</p>}
          </div>
          {toast.action && (
            <button
              type="button"
              className={button.primary}
              onClick={() => {
                const { action } = toast
                dismissToast()
                action?.do()
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button type="button" className={button.icon} aria-label="Close the message" onClick={dismissToast}>
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  )
}

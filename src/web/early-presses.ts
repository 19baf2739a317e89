/** What the script in the page has noted since it was painted (`build/frames.ts`). */
interface EarlyPresses {
  buttons: HTMLButtonElement[]
  note: (event: Event) => void
}

/**
 * Presses the buttons that were pressed before the app could react. Those of the frame have a successor in the app, and
 * what opens a popover needed no app as long as it stays.
 */
export function replayEarlyPresses(): void {
  const { early } = globalThis as { early?: EarlyPresses }
  if (!early) return
  removeEventListener('click', early.note, true)
  for (const button of early.buttons.splice(0))
    if (!button.isConnected) successorOf(button)?.click()
    else if (!button.popoverTargetElement) button.click()
}

const successorOf = (gone: HTMLButtonElement): HTMLButtonElement | undefined =>
  Array.from(document.querySelectorAll('button')).find(
    (button) => button.textContent === gone.textContent && button.ariaLabel === gone.ariaLabel,
  )

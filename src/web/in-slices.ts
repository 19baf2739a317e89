/** Lets what waits in the page, such as a key that was pressed, go first. A timer would wait long in a hidden page. */
export function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((go) => {
    port1.onmessage = () => {
      port1.close()
      go()
    }
    port2.postMessage(0)
  })
}

/** Where the page was opened: what is fetched with it is that of this screen. */
const openedAt = location.pathname.replace(/\/+$/, '')

/**
 * Loads a screen whose modules take long to evaluate. Where the page was opened at it, and so has all of them fetched,
 * those that it stands on are evaluated first, one after another with a pause between them, so that the page reacts
 * meanwhile. From another screen everything is fetched at once: one after another would take a journey each.
 *
 * @param slices what the screen imports too, in the order in which it may be evaluated
 */
export async function inSlices<Screen>(
  path: string,
  slices: readonly (() => Promise<unknown>)[],
  screen: () => Promise<Screen>,
): Promise<Screen> {
  for (const slice of openedAt === path ? slices : []) {
    await slice()
    await pause()
  }
  return screen()
}

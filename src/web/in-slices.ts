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

/**
 * Loads a screen whose modules take long to evaluate: those that it stands on first, one after another with a pause
 * between them, so that the page reacts meanwhile. All of them are fetched together, by what the page preloads.
 *
 * @param slices what the screen imports too, in the order in which it may be evaluated
 */
export async function inSlices<Screen>(
  slices: readonly (() => Promise<unknown>)[],
  screen: () => Promise<Screen>,
): Promise<Screen> {
  for (const slice of slices) {
    await slice()
    await pause()
  }
  return screen()
}

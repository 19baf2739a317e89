/** Milliseconds that work waits for a pause at most. */
const longest = 400

/** Does work when the page is there and has nothing else to do: what is on the screen comes first. */
export function whenIdle(work: () => void): void {
  const begin = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: longest }) : setTimeout(work, longest)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

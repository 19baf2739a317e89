import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is at least so many pixels wide: for what stands elsewhere then, not only looks otherwise. */
export function useWide(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

import { type DataRouter, matchRoutes } from 'react-router'

/** Fetches a screen as soon as somebody is about to open it: on the pointer over a link, on its focus, on a touch. */
export function prefetchOnIntent(router: DataRouter): void {
  const fetched = new Set<unknown>()
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin) return
    for (const { route } of matchRoutes(router.routes, link.pathname) ?? []) {
      if (typeof route.lazy !== 'function' || fetched.has(route.lazy)) continue
      fetched.add(route.lazy)
      // A failure is told where the screen is opened.
      void route.lazy().catch(() => undefined)
    }
  }
  for (const intent of ['pointerover', 'focusin', 'touchstart']) addEventListener(intent, prefetch, { passive: true })
}

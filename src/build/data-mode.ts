import type { Plugin } from 'vite'

/**
 * Leaves out of React Router what this app asks for nowhere: prefetching of a framework's modules by links, observers of
 * the router, routes that are found while navigating, view transitions, data that a server rendered. These are options of
 * functions that the app calls, so the bundler cannot see that they are never given.
 */
export function dataMode(): Plugin {
  return {
    name: 'react-router-in-data-mode',
    apply: 'build',
    transform: {
      filter: {
        id: /node_modules\/react-router\/dist\/production\/lib\/(?:router\/router|dom\/lib|components|hooks)\.js$/,
      },
      handler(code, id) {
        const file = Object.keys(unused).find((name) => id.endsWith(`/lib/${name}`)) ?? ''
        return unused[file]?.reduce((text, [found, instead]) => {
          if (!text.includes(found)) throw new Error(`${file} of React Router has no “${found}”.`)
          return text.replaceAll(found, instead)
        }, code)
      },
    },
  }
}

/** Expressions of a file, each with what it is where the option is not given. */
const unused: Record<string, [found: string, instead: string][]> = {
  'router/router.js': [
    ['init.instrumentations', 'undefined'],
    ['opts?.instrumentations', 'undefined'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'undefined'],
    ['init.patchRoutesOnNavigation', 'undefined'],
    ['init.hydrationData', 'undefined'],
    ['init.dataStrategy', 'undefined'],
    ['fogOfWar.active && fogOfWar.matches', 'false'],
    ['if (isFogOfWar)', 'if (false)'],
    ['future.unstable_customRouteDiscovery', 'false'],
    ['future.unstable_routePatternMatching', 'false'],
  ],
  'dom/lib.js': [
    ['let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);', ''],
    ['...prefetchHandlers,', ''],
    ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
    ['useViewTransitionState(path) && viewTransition === true', 'false'],
    ['opts?.hydrationData || parseHydrationData()', 'undefined'],
  ],
  'components.js': [
    ['React$1.useContext(FrameworkContext)?.routeDiscoveryRuntime', 'undefined'],
    ['if (!viewTransitionOpts || !isViewTransitionAvailable)', 'if (true)'],
    ['if (vtContext.isTransitioning && !vtContext.flushSync)', 'if (false)'],
    ['if (renderDfd && pendingState && router.window)', 'if (false)'],
    ['if (renderDfd && pendingState && state.location.key === pendingState.location.key)', 'if (false)'],
    ['if (!vtContext.isTransitioning && interruption)', 'if (false)'],
  ],
  'hooks.js': [
    ['if (this.context && typeof error === "object"', 'if (false && typeof error === "object"'],
    ['if (this.context) return', 'if (false) return'],
  ],
}

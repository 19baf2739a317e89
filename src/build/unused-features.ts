import type { Plugin } from 'vite'

/**
 * Leaves out of React Router what this app asks for nowhere: prefetching of a framework's modules by links, observers of
 * the router, routes that are found while navigating, view transitions, data that a server rendered; and out of TanStack
 * Query the lists that grow page by page. These are options of functions that the app calls, so the bundler cannot see
 * that they are never given.
 */
export function unusedFeatures(): Plugin {
  return {
    name: 'unused-features',
    apply: 'build',
    transform: {
      filter: {
        id: /node_modules\/(?:react-router\/dist\/production\/lib\/(?:router\/router|dom\/lib|components|hooks)|@tanstack\/query-core\/build\/modern\/query)\.js$/,
      },
      handler(code, id) {
        const file = Object.keys(unused).find((name) => id.endsWith(`/${name}`)) ?? ''
        return unused[file]?.reduce((text, [found, instead]) => {
          if (!text.includes(found)) throw new Error(`${file} has no “${found}”.`)
          return text.replaceAll(found, instead)
        }, code)
      },
    },
  }
}

/** Expressions of a file, each with what it is where the option is not given. */
const unused: Record<string, [found: string, instead: string][]> = {
  'lib/router/router.js': [
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
  'lib/dom/lib.js': [
    ['let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);', ''],
    ['...prefetchHandlers,', ''],
    ['mergeRefs(forwardedRef, prefetchRef)', 'forwardedRef'],
    ['return shouldPrefetch && !isAbsolute ?', 'return false ?'],
    ['useViewTransitionState(path) && viewTransition === true', 'false'],
    ['opts?.hydrationData || parseHydrationData()', 'undefined'],
  ],
  'lib/components.js': [
    ['React$1.useContext(FrameworkContext)?.routeDiscoveryRuntime', 'undefined'],
    ['if (!viewTransitionOpts || !isViewTransitionAvailable)', 'if (true)'],
    ['if (vtContext.isTransitioning && !vtContext.flushSync)', 'if (false)'],
    ['if (renderDfd && pendingState && router.window)', 'if (false)'],
    ['if (renderDfd && pendingState && state.location.key === pendingState.location.key)', 'if (false)'],
    ['if (!vtContext.isTransitioning && interruption)', 'if (false)'],
  ],
  'lib/hooks.js': [
    ['if (this.context && typeof error === "object"', 'if (false && typeof error === "object"'],
    ['if (this.context) return', 'if (false) return'],
  ],
  'query-core/build/modern/query.js': [
    [
      'this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior',
      'this.options.behavior',
    ],
  ],
}

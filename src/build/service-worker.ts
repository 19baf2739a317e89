import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** What is not kept for times without a network: it is about what an API answered. */
const notKept = /pdf|Foxit|LiberationSans|robots\.txt|\.map$/

/**
 * Builds the service worker with the list of the app's files, each by its hash. It keeps the files of the build and of
 * `public/`, and no response of the BFF.
 */
export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        if (!('index.html' in bundle)) return
        const built = Object.values(bundle)
          .filter(({ fileName }) => fileName.startsWith('assets/') && !notKept.test(fileName))
          .map(({ fileName }) => ({ url: `/${fileName}`, revision: null }))
        const page = bundle['index.html']
        const named = readdirSync(join(root, 'public'))
          .filter((name) => !notKept.test(name))
          .map((name) => ({ url: `/${name}`, revision: hashOf(readFileSync(join(root, 'public', name))) }))
        const files = [
          ...built,
          ...named,
          { url: '/index.html', revision: hashOf(page?.type === 'asset' ? page.source : '') },
        ]
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await workerOf(root, files) })
      },
    },
  }
}

const hashOf = (source: string | Uint8Array): string => createHash('sha256').update(source).digest('hex').slice(0, 16)

async function workerOf(root: string, files: { url: string; revision: string | null }[]): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __FILES__: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'src/web/service-worker.ts', output: { format: 'iife' } },
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}

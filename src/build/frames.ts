import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Circumstances } from '../web/frame.tsx'
import { usedStyles } from '../web/used-styles.ts'

/** `pages.json`, from which the BFF makes a page: the order of `frames` is that of `circumstances`. */
export interface Pages {
  pages: {
    /** As the router writes it; `*` for every other. */
    path: string
    /** What the template of scripts has more, so that the screen's own files are asked for together with the app's. */
    preload: string
    /** Whether the frames are the whole screen, as the app shows it. */
    whole?: true
    /** Those styles of the screen that apply to its content, where a frame has that too. */
    styles?: string
    /** All styles of a screen whose content the BFF has painted. */
    paintedWith?: string
    /** By whether a session is there, and whether there are demonstrations. */
    frames: Record<FrameKey, string>
    /** The same with what the screen shows as long as nothing is recorded. */
    empty?: Record<FrameKey, string>
  }[]
}

type FrameKey = `${'signed-in' | 'signed-out'}${'' | ' demonstrations'}`

/**
 * The screens by their paths, with the module that each is loaded from, the path whose heading it has, and when its content
 * comes with the page: always, as long as nothing is recorded, or painted by the BFF.
 */
const screens: {
  path: string
  module?: string
  like?: string
  needsSession?: true
  content?: 'always' | 'empty' | 'painted'
}[] = [
  { path: '/' },
  { path: '/token', module: 'token/route.tsx', needsSession: true },
  { path: '/calls/:operation?', module: 'calls/route.tsx', like: '/calls', needsSession: true },
  { path: '/flow', module: 'flow/route.tsx', content: 'empty' },
  { path: '/inspect', module: 'inspect/route.tsx' },
  { path: '/demonstrations/:id?', module: 'demonstrations/route.tsx', like: '/demonstrations' },
  { path: '/errors', module: 'errors/route.tsx' },
  { path: '/errors/:code', module: 'errors/error-page.tsx', like: '/errors', content: 'painted' },
  { path: '/guide', module: 'guide/route.tsx', content: 'always' },
  { path: '/callback', module: 'callback.tsx', like: '/callback' },
  { path: '*', like: '/-' },
]

/**
 * Puts the frame that stands around every screen, and the styles of the first screen, into the page, and has its scripts
 * asked for when that is painted: nothing that the first paint does not need competes with it for network and processor.
 * `index.html` keeps the frame of a browser without a session; what differs by path and session goes to `pages.json`.
 */
export function frames(): Plugin {
  let root = ''
  return {
    name: 'frames',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const painter = await painterFor(root)
        const { renderFrame } = await loaded(painter, root)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const own = new Set(
          Array.from(String(page.source).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g), ([, file = '']) => file),
        )
        const pages = screens.map(({ path, module, like = path, needsSession, content }) => {
          const files = module === undefined ? [] : filesFor(module, chunks, own, bundle)
          const frames = (whole: boolean) =>
            Object.fromEntries(
              circumstances.map(([key, one]) => [
                key,
                renderFrame(needsSession && !one.signedIn ? '/' : like, one, whole),
              ]),
            )
          const styles = stylesOf(files, bundle)
          const whole = frames(true)
          return {
            path,
            preload: files.map(preloadOf).join(''),
            frames: content === 'always' ? whole : frames(false),
            ...(content === 'always' && { whole: true }),
            ...((content === 'always' || content === 'empty') && {
              styles: usedStyles(styles, Object.values(whole).join('')),
            }),
            ...(content === 'empty' && { empty: whole }),
            ...(content === 'painted' && { paintedWith: styles }),
          }
        })
        const source = withIcon(withStyles(String(page.source), bundle), root)
        page.source = afterFirstPaint(typefacesAside(source)).replace(
          '<!--frame-->',
          () => pages.find(({ path }) => path === '*')?.frames['signed-out'] ?? '',
        )
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify({ pages }) })
        this.emitFile({ type: 'asset', fileName: 'painter.mjs', source: painter })
      },
    },
  }
}

const circumstances: [FrameKey, Circumstances][] = [
  ['signed-out', { signedIn: false, demonstrations: false }],
  ['signed-in', { signedIn: true, demonstrations: false }],
  ['signed-out demonstrations', { signedIn: false, demonstrations: true }],
  ['signed-in demonstrations', { signedIn: true, demonstrations: true }],
]

/** What paints frames, built for Node, with all that it imports. */
async function painterFor(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    // What is loaded later is never painted.
    plugins: [{ name: 'without-later', resolveDynamicImport: () => false }],
    build: {
      ssr: 'src/web/frame.tsx',
      write: false,
      minify: true,
      rolldownOptions: { output: { codeSplitting: false, banner: noBrowser } },
    },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}

/** Of a browser, what paints frames finds no more than that nothing is kept in it. */
const noBrowser = `const localStorage = { getItem: () => null }, sessionStorage = localStorage, addEventListener = () => {},
  document = { addEventListener, getElementById: () => null, documentElement: { dataset: {} } }, BroadcastChannel = class {}`

async function loaded(painter: string, root: string): Promise<typeof import('../web/frame.tsx')> {
  const directory = join(root, 'node_modules/.cache/claimcheck')
  const file = join(directory, `painter-${process.pid}.mjs`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(file, painter)
  try {
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(file)
  }
}

/** The scripts and styles that come with a chunk, its own among them. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, found)
  }
  return found
}

/** The files of a screen that are not in every page. */
function filesFor(
  module: string,
  chunks: Rolldown.OutputChunk[],
  own: ReadonlySet<string>,
  bundle: Rolldown.OutputBundle,
): string[] {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/routes/${module}`))
  if (!chunk) throw new Error(`No chunk is made of ${module}.`)
  return [...filesOf(chunk, bundle)].filter((file) => !own.has(file))
}

const preloadOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`

const stylesOf = (files: string[], bundle: Rolldown.OutputBundle): string =>
  files
    .filter((file) => file.endsWith('.css'))
    .map((file) => styleOf(file, bundle))
    .join('')

function styleOf(name: string, bundle: Rolldown.OutputBundle): string {
  const style = bundle[name]
  if (style?.type !== 'asset') throw new Error(`The build has no style sheet ${name}.`)
  return String(style.source).trim()
}

/**
 * The page with its scripts, and all else that is fetched, in a template, whose content comes alive once something is
 * painted. A page in the background paints nothing and does not wait, and none waits for longer than a second. A button
 * that is pressed before the app has started is noted for it.
 */
function afterFirstPaint(page: string): string {
  const [scripts, rest] = taken(
    page,
    /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>/g,
  )
  return rest
    .replace('</title>', () => `</title><template id="scripts">${scripts}</template>`)
    .replace('</body>', () => `<script>${begin}</script></body>`)
}

/**
 * The page with the typefaces that are fetched in a second template. On a first visit the text is painted in those of the
 * machine, and these follow at once. Where the service worker has kept them, they are there from the start, and nothing
 * changes before somebody's eyes.
 */
function typefacesAside(page: string): string {
  const [preloads, withoutPreloads] = taken(page, /<link rel="preload" as="font"[^>]*>/g)
  const [faces, rest] = taken(withoutPreloads, /@font-face\s*\{[^}]*\burl\([^}]*\}/g)
  return rest.replace(
    '</head>',
    () =>
      `<template id="typefaces">${preloads}<style>${faces}</style></template><script>${beginWithKeptTypefaces}</script></head>`,
  )
}

/** What of a page matches, and the page without it. */
function taken(page: string, pattern: RegExp): [found: string, rest: string] {
  return [(page.match(pattern) ?? []).join(''), page.replace(pattern, '')]
}

const beginWithKeptTypefaces =
  "if (navigator.serviceWorker?.controller) document.head.append(document.getElementById('typefaces').content)"

const begin = `{
  const begin = () => ['typefaces', 'scripts'].forEach((id) => document.head.append(document.getElementById(id).content))
  if (document.hidden) begin()
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  setTimeout(begin, 1000)
  const buttons = []
  const note = ({ target }) => buttons.push(...[target.closest('button')].filter(Boolean))
  globalThis.early = { buttons, note }
  addEventListener('click', note, true)
}`

/** The page with its style sheets in it. */
function withStyles(page: string, bundle: Rolldown.OutputBundle): string {
  return page.replace(
    /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
    (_, name: string) => `<style>${styleOf(name, bundle)}</style>`,
  )
}

/** The page with its icon in it, which else is a request of its own. */
function withIcon(page: string, root: string): string {
  return page.replace(/(<link rel="icon" href=")\/([^"]+\.svg)"/, (_, before, name) => {
    const icon = readFileSync(join(root, 'public', name), 'utf8').trim()
    return `${before}data:image/svg+xml,${encodeURIComponent(icon)}"`
  })
}

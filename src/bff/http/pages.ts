import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#contract/config.ts'
import { type InPage, inPageId, type PaintError } from '#contract/in-page.ts'
import { isOnlyForeign } from '#contract/only-foreign.ts'
import { publicConfiguration } from '../config/config-route.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** Answers a navigation with the app's page; false where there is none to send. */
export type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** What the build says of a page, in `pages.json`. */
interface BuiltPage {
  /** As the page's router writes it; `*` for every other. */
  path: string
  /** Elements for the template of scripts, so that the screen's own files are asked for together with the app's. */
  preload: string
  /** Whether the frames are the whole screen, as the app shows it. */
  whole?: true
  /** Those styles of the screen that apply to its content, where a frame has that too. */
  styles?: string
  /** All styles of a screen whose content `painter.mjs` makes. */
  paintedWith?: string
  /** What stands around the screen, by whether somebody is signed in and whether there are demonstrations. */
  frames: Record<string, string>
  /** The same with what the screen shows as long as nothing is recorded for the browser. */
  empty?: Record<string, string>
}

/**
 * Serves the built app: files whose names carry a hash for ever, any other never without asking again. A page is made
 * for each navigation and kept by nobody: the frame of its screen is in it, and what it may know of the
 * installation. Where nothing has been built, there are no pages.
 *
 * @param directory what the build made, with `index.html`, `pages.json` and `assets/`
 */
export async function servePages(app: FastifyInstance, directory: string | undefined): Promise<ServePage> {
  if (directory === undefined || !existsSync(join(directory, 'index.html'))) return async () => false
  const template = readFileSync(join(directory, 'index.html'), 'utf8')
  const scripts = hashesOf(template, 'script')
  const styles = hashesOf(template, 'style')
  const policy = contentSecurityPolicy({ scripts, styles })
  const { pages }: { pages: BuiltPage[] } = JSON.parse(readFileSync(join(directory, 'pages.json'), 'utf8'))
  const patterns = pages.map((page) => ({ page, pattern: patternOf(page.path) }))
  const painter = pathToFileURL(join(directory, 'painter.mjs'))
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    globIgnore: ['pages.json*', 'painter.mjs*'],
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.startsWith(join(directory, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (path.startsWith(join(directory, 'index.html'))) reply.header('content-security-policy', policy)
    },
  })
  return async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = reads && (path === '/' || (request.headers.accept ?? '').includes('text/html'))
    if (!wantsPage || path === '/bff' || path.startsWith('/bff/') || path.startsWith('/assets/')) return false
    const built = patterns.find(({ pattern }) => pattern.test(path))
    if (!built) return false
    const config = await Promise.race([publicConfiguration(app.appState), setTimeout(longestWait, undefined)])
    const error = config && (await errorAt(request.url, config))
    const known = knownTo(request, config, error)
    const content = await contentOf(built.page, path, known)
    const own = content.styles === '' ? styles : [...styles, hashOf(content.styles)]
    reply.header('content-security-policy', contentSecurityPolicy({ scripts, styles: own }))
    await sendPacked(request, reply, pageOf(built.page.preload, content, known.inPage))
    return true
  }

  function knownTo(request: FastifyRequest, config: Config | undefined, error: InPage['error']): Known {
    const signedIn = app.appState.cookies.sessions(request).length > 0
    const isUnknown = !signedIn && bringsStrictCookies(request)
    const isEmpty = isUnknown && app.appState.cookies.transactions(request).length === 0
    const inPage: InPage | undefined = config && {
      config,
      ...(isUnknown && { sessions: [] }),
      ...(isEmpty && { messages: { serverTime: config.serverTime, messages: [], refused: [] } }),
      ...(error && { error }),
    }
    return { signedIn, isEmpty, inPage }
  }

  /** An error is painted for somebody who is not signed in: what can be done about it depends on the session. */
  async function contentOf(
    { whole, styles = '', paintedWith, frames, empty = frames }: BuiltPage,
    path: string,
    { signedIn, isEmpty, inPage }: Known,
  ): Promise<Content> {
    const { config, sessions, error } = inPage ?? {}
    if (paintedWith !== undefined && config && sessions && error && error.errors.length > 0) {
      const { paintError }: { paintError: PaintError } = await import(painter.href)
      return { ...paintError({ path, config, named: error, styles: paintedWith }), isWhole: true }
    }
    const key = `signed-${signedIn ? 'in' : 'out'}${config?.demonstrations ? ' demonstrations' : ''}`
    return { frame: (isEmpty ? empty : frames)[key] ?? '', styles, isWhole: whole === true && sessions !== undefined }
  }

  function pageOf(preload: string, { frame, styles, isWhole }: Content, known: InPage | undefined): string {
    const inPage: InPage | undefined = known && { ...known, ...(isWhole && { painted: true }) }
    return template
      .replace('</template>', () => `${preload}</template>${styles === '' ? '' : `<style>${styles}</style>`}`)
      .replace(/(<div id="root">).*?(<\/div>\s*<noscript>)/s, (_, before, after) => before + frame + after)
      .replace('<!--in-page-->', () =>
        inPage ? `<script type="application/json" id="${inPageId}">${inert(inPage)}</script>` : '',
      )
  }
}

/** What is in the root of a page, its styles, and whether that is the whole screen as the app shows it. */
type Content = ReturnType<PaintError> & { isWhole: boolean }

/** What is known of a browser that asks for a page. */
interface Known {
  signedIn: boolean
  /** Whether nothing can have been recorded for it. */
  isEmpty: boolean
  /** What is sent along; undefined where the installation cannot be told in time. */
  inPage: InPage | undefined
}

/**
 * What the page of an error shows. What is known of errors is read when such a page is first asked for, and nothing is
 * sent along where the name cannot be read.
 */
async function errorAt(url: string, { environments }: Config): Promise<InPage['error']> {
  const [, written = '', query] = /^\/errors\/([^/?]{1,200})\/*(?:\?(.*))?$/i.exec(url) ?? []
  const name = decoded(written)
  if (name === '') return undefined
  const environment = new URLSearchParams(query).get('environment')
  const { namedErrors } = await import('#knowledge/diagnose/named-errors.ts')
  return { name, environment, ...(await namedErrors(name, isOnlyForeign(environments, environment))) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** Milliseconds after which a page is sent without what an identity service has not told yet. */
const longestWait = 250

/** The hashes by which a policy lets what is in the page itself be used, and nothing else. */
function hashesOf(page: string, element: 'script' | 'style'): string[] {
  return Array.from(page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs')), ([, text = '']) => hashOf(text))
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** @param path such as `/errors/:code` or `/calls/:operation?` */
function patternOf(path: string): RegExp {
  if (path === '*') return /^/
  const source = path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/*$`, 'i')
}

/** Whether a browser would have sent a strict cookie with a navigation: not where another site began it. */
function bringsStrictCookies({ headers }: FastifyRequest): boolean {
  return ['none', 'same-origin', 'same-site'].includes(String(headers['sec-fetch-site']))
}

/** JSON that ends no element of HTML and begins none. */
function inert(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

async function sendPacked(request: FastifyRequest, reply: FastifyReply, page: string): Promise<void> {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const packing = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', vary: 'accept-encoding' })
  if (packing === undefined) return void reply.send(page)
  reply.header('content-encoding', packing).send(await packers[packing](page))
}

const packers = {
  br: (page: string) => promisify(zlib.brotliCompress)(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page: string) => promisify(zlib.gzip)(page),
}

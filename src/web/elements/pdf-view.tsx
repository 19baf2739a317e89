import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { trustedWorkerUrl } from '../trusted-worker.ts'
import { drawingScale } from './pdf-scale.ts'
import styles from './pdf-view.module.css'

const mostPages = 20
/** Milliseconds after which a drawing is given up: a few bytes of PDF can ask for years of work. */
const longestDrawing = 20_000
/** Pixels of a picture within a page; larger ones are left out. */
const largestPicture = 16_000_000

/**
 * A PDF drawn on canvases by PDF.js in a worker. Scripts, forms and links in it are never run or followed: what is
 * drawn is a picture.
 */
export default function PdfView({ bytes, name }: { bytes: Uint8Array; name: string }) {
  const holder = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'unreadable'>('drawing')
  useEffect(() => {
    const leaving = new AbortController()
    setState('drawing')
    draw(bytes, holder.current, AbortSignal.any([leaving.signal, AbortSignal.timeout(longestDrawing)])).then(
      () => leaving.signal.aborted || setState('drawn'),
      () => leaving.signal.aborted || setState('unreadable'),
    )
    return () => leaving.abort()
  }, [bytes])
  return (
    <figure className={styles.pdf}>
      <div
        ref={holder}
        className={styles.pages}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus.
        tabIndex={0}
        aria-label={`${name}, drawn`}
        aria-busy={state === 'drawing'}
      />
      {state === 'unreadable' && (
        <p role="alert">
          The response is labeled as a PDF, but it could not be displayed: it is damaged, protected or not a PDF, or
          takes longer than
          {longestDrawing / 1000} seconds to draw. You can still save it and open it elsewhere.
        </p>
      )}
    </figure>
  )
}

/** Draws into `holder`. When `signal` aborts, the drawing and its worker end at once, whatever they are busy with. */
async function draw(bytes: Uint8Array, holder: HTMLDivElement | null, signal: AbortSignal): Promise<void> {
  const port = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' })
  const loading = getDocument({
    // PDF.js hands the bytes over to its worker for good.
    data: bytes.slice(),
    worker: PDFWorker.create({ port }),
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    maxImageSize: largestPicture,
    canvasMaxAreaInBytes: largestPicture * 4,
    standardFontDataUrl: 'fonts/',
    BinaryDataFactory: BundledFonts,
  })
  try {
    const pages = await Promise.race([drawPages(loading, signal), abortOf(signal)])
    holder?.replaceChildren(...pages)
  } finally {
    // Cancels what is being drawn. Its end is not waited for: a busy worker would never answer.
    loading.destroy().catch(() => undefined)
    port.terminate()
  }
}

async function drawPages(loading: PDFDocumentLoadingTask, signal: AbortSignal): Promise<HTMLCanvasElement[]> {
  const document = await loading.promise
  const pages = Math.min(document.numPages, mostPages)
  const canvases: HTMLCanvasElement[] = []
  for (let number = 1; number <= pages && !signal.aborted; number += 1) {
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale: drawingScale(page.getViewport({ scale: 1 }), pages) })
    const canvas = window.document.createElement('canvas')
    canvas.width = Math.max(1, viewport.width)
    canvas.height = Math.max(1, viewport.height)
    await page.render({ canvas, viewport }).promise
    canvases.push(canvas)
  }
  return canvases
}

const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const fonts = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{ttf,pfb}', {
  query: '?url',
  import: 'default',
})

/** Gives PDF.js the fonts that every PDF reader must bring (ISO 32000-1 §9.6.2.2), from this app's own build. */
class BundledFonts {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = Object.entries(fonts).find(([path]) => path.endsWith(`/${filename}`))?.[1]
    if (kind !== 'standardFontDataUrl' || !load) throw new Error(`${filename} is not part of this build.`)
    return new Uint8Array(await (await fetch(await load())).arrayBuffer())
  }
}

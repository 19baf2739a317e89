/** Twice the size of print, so that small type stays sharp. */
const usualScale = 2
const pixelsOfPage = 4_000_000
const pixelsOfAll = 40_000_000
/** Pixels; some browsers draw nothing on a canvas with a much longer side. */
const longestSide = 8_192

/**
 * The scale at which to draw a page, so that one page takes at most 4 million pixels and all pages together at most 40
 * million: a PDF of 2 KB can name pages of any size.
 *
 * @param size of the page at scale 1, in pixels
 * @param pages how many pages are drawn
 */
export function drawingScale({ width, height }: { width: number; height: number }, pages: number): number {
  const pixels = Math.min(pixelsOfPage, pixelsOfAll / pages)
  return Math.min(usualScale, Math.sqrt(pixels / (width * height)), longestSide / Math.max(width, height))
}

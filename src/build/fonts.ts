import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const styles = fileURLToPath(new URL('../web/styles/fonts.css', import.meta.url))
const made = fileURLToPath(new URL('../../node_modules/.cache/claimcheck/fonts', import.meta.url))

/**
 * Cuts the typefaces down to what nearly every text needs, for the first screen to wait for no more. `fonts.css` says
 * what is cut, and how: each `url("cut/<file of a font package>")` is that file with no more than the face's own
 * `unicode-range` and `font-weight`. The whole file is beside it for the characters that are not in the range.
 */
export function cutFonts(): Plugin {
  return {
    name: 'cut-fonts',
    async config() {
      mkdirSync(made, { recursive: true })
      const css = readFileSync(styles, 'utf8')
      for (const [face] of css.matchAll(/@font-face\s*\{[^}]*\}/g)) {
        const source = /url\("cut\/([^"]+)"\)/.exec(face)?.[1]
        if (source !== undefined) await cut(source, face)
      }
      return { resolve: { alias: { cut: made } } }
    },
  }
}

async function cut(source: string, face: string): Promise<void> {
  const [, ranges = ''] = /unicode-range:([^;]+);/.exec(face) ?? []
  const [, min, max] = /font-weight:\s*(\d+)\s+(\d+);/.exec(face) ?? []
  const whole = readFileSync(createRequire(import.meta.url).resolve(source))
  const variationAxes = { wght: { min: Number(min), max: Number(max) } }
  const file = `${made}/${source}`
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true })
  writeFileSync(file, await subsetFont(whole, charactersOf(ranges), { targetFormat: 'woff2', variationAxes }))
}

/** @param ranges as CSS writes them: `U+20-7E, U+2019` */
function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [, from = '', to = from] = /U\+([0-9A-F]+)(?:-([0-9A-F]+))?/i.exec(range) ?? []
      const first = Number.parseInt(from, 16)
      return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .join('')
}

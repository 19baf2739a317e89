import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Writes a Brotli and a gzip copy beside every text file of the build, for the BFF to send as they are. */
export function precompressed(): Plugin {
  let directory = ''
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved(config) {
      directory = config.build.outDir
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|mjs|css|html|svg|json|webmanifest)$/.test(name)) continue
          const file = join(directory, name)
          const source = readFileSync(file)
          // The last steps of quality take a megabyte some ten times as long, for a few hundredths of its size.
          const quality = source.length > 1_000_000 ? 9 : 11
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
          writeFileSync(`${file}.br`, brotli)
          writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }))
        }
      },
    },
  }
}

import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), precompressed()],
  publicDir: 'public',
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Loaded only when wanted: PDF.js when a PDF comes back, and the rows of known errors when a failure is explained.
    chunkSizeWarningLimit: 6000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long a build takes is no warning: it is the machine's affair.
      checks: { bundlerTimings: false },
      // The schemas of src/contract are for the BFF; the page takes their types and paths alone.
      treeshake: { manualPureFunctions: ['Type'] },
      output: {
        codeSplitting: {
          groups: [
            // What every screen stands on changes seldom: one file that browsers keep from version to version.
            {
              name: 'framework',
              test: /rolldown|node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack)[\\/]/,
            },
            // Small pieces that several screens share come in one request, not in one each.
            {
              name: 'shared',
              test: /lucide-react|sign-in[\\/]choice|src[\\/](web[\\/]((session|exchange|privacy|elements)[\\/])?(?!diagnoses|shown|report|safe-copy|make-safe|without-secrets|code-panel|tabbed-parts|time-line|token-headline|verify|claims-table)|knowledge[\\/](service[\\/](apis|scopes)|text[\\/](duration|address)))[^\\/]*$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})

/** Writes a Brotli and a gzip copy beside every text file of the build, for the BFF to send as they are. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/\.(js|mjs|css|html|svg|json|webmanifest)$/.test(file.fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          // The last steps of quality take a megabyte some ten times as long, for a few hundredths of its size.
          const quality = source.length > 1_000_000 ? 9 : 11
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

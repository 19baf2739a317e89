import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), precompressed()],
  publicDir: 'public',
  build: {
    outDir: 'dist',
    target: 'es2023',
    // PDF.js is one large module that is loaded only when a PDF comes back.
    chunkSizeWarningLimit: 1500,
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
              test: /lucide-react|sign-in[\\/]choice|src[\\/](web[\\/]((session|exchange|privacy|elements)[\\/])?(?!diagnoses|fingerprints)|knowledge[\\/](service[\\/](apis|scopes)|text[\\/](duration|address)))[^\\/]*$/,
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
          const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotli })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) })
        }
      },
    },
  }
}

import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { cutFonts } from './src/build/fonts.ts'
import { frames } from './src/build/frames.ts'
import { ownIcons } from './src/build/icons.ts'
import { precompressed } from './src/build/precompressed.ts'
import { serviceWorker } from './src/build/service-worker.ts'
import { unusedFeatures } from './src/build/unused-features.ts'

export default defineConfig({
  plugins: [ownIcons(), unusedFeatures(), react(), cutFonts(), frames(), serviceWorker(), precompressed()],
  publicDir: 'public',
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Loaded only when wanted: PDF.js when a PDF comes back, and the rows of known errors when a failure is explained.
    chunkSizeWarningLimit: 6000,
    modulePreload: {
      polyfill: false,
      // The styles of the app are in the page itself.
      resolveDependencies: (_, files) => files.filter((file) => !/^assets\/app-[^/]*\.css$/.test(file)),
    },
    rolldownOptions: {
      // How long a build takes is no warning: it is the machine's affair.
      checks: { bundlerTimings: false },
      // The schemas of src/contract are for the BFF; the page takes their types and paths alone.
      treeshake: {
        manualPureFunctions: ['Type'],
        moduleSideEffects: [{ test: /node_modules[\\/]typebox/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            // What every screen stands on changes seldom: one file that browsers keep from version to version.
            {
              name: 'framework',
              test: /^\0rolldown|node_modules[\\/](react|react-dom|react-router|scheduler|@tanstack[\\/](query-core|react-query))[\\/](?!.*(?:queriesObserver|useQueries|mutationObserver|useMutation)\.)/,
            },
            // The app with its first screen.
            { name: (id, context) => (!/@tanstack/.test(id) && startsWith(id, context) ? 'app' : null) },
            // Small pieces that several other screens share come in one request, not in one each.
            {
              name: 'shared',
              test: /lucide-react|sign-in[\\/]choice|src[\\/](web[\\/]((session|exchange|privacy|elements)[\\/])?(?!diagnoses|shown|report|safe-copy|make-safe|without-secrets|masks|receipt|code-in-languages|tabbed-parts|time-line|token-headline|verify|claims-table)|knowledge[\\/](service[\\/](apis|scopes)|text[\\/](duration|address)))[^\\/]*$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})

/** Whether the app starts with a module: what starts it imports it, itself or by way of others. */
function startsWith(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(main)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return context.getModuleInfo(id)?.importers.some((importer) => startsWith(importer, context, seen)) ?? false
}

const main = '/src/web/main.tsx'

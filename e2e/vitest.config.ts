import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const reports = process.env.CLAIMCHECK_REPORTS

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Milliseconds. Generous: on a busy machine a slow test is no failure.
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // No test file changes what another could see, so that the workers need not begin again with each.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    reporters: reports ? ['default', 'json'] : ['default'],
    outputFile: { json: join(reports ?? '', 'unit.json') },
  },
})

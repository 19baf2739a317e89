import { join } from 'node:path'
import { defineConfig } from 'playwright/test'

const reports = process.env.CLAIMCHECK_REPORTS

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // A story that passes only at the second try is passed, and named by .ci/run: something in it depends on luck.
  retries: 1,
  // Milliseconds. Generous: on a busy machine a slow story is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(reports ? [['json', { outputFile: join(reports, 'browser.json') }] as const] : [])],
  use: {
    // Both come from the global set-up.
    baseURL: process.env.CLAIMCHECK_ADDRESS,
    launchOptions: {
      executablePath: process.env.CLAIMCHECK_BROWSER,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        // Chromium's own sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
    // Each story begins in a fresh browser, which would fetch every file of the app for later; the story about it allows it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    // Not UTC, so that a local time is never right by chance.
    timezoneId: 'America/Sao_Paulo',
    trace: 'retain-on-failure',
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})

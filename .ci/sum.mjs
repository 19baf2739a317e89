import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [reports, outcome] = process.argv.slice(2)

const unit = read('unit.json')
const browser = read('browser.json')

const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0) + (browser?.stats.flaky ?? 0)
const counted =
  (unit?.numFailedTests ?? 0) +
  // A file that could not be loaded has no test that could fail.
  (unit?.testResults ?? []).filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length +
  (browser?.stats.unexpected ?? 0) +
  (browser?.errors.length ?? 0)
// Types, lint and whatever else stops the command are no tests: their failure counts as one.
const failed = outcome === '0' ? counted : Math.max(counted, 1)

for (const title of titlesOf(browser?.suites ?? [])) console.log(`passed only at the second try: ${title}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** The stories that failed first and passed when they were told again. */
function titlesOf(suites) {
  return suites.flatMap((suite) => [
    ...titlesOf(suite.suites ?? []),
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `${spec.file}: ${spec.title}`),
  ])
}

/** A stage that was not reached, because one before it failed, has left no report. */
function read(name) {
  const path = join(reports, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

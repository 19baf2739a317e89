import { expect, it } from 'vitest'
import { subjectOf, withoutPassedTests } from './speaks-of-failure.ts'

it.each([
  ['a log line', '2026-11-22 10:01:02 ERROR invalid_client: bad credentials', 'failure'],
  ['a status alone', 'HTTP/1.1 401', 'failure'],
  ['a sentence in Portuguese', 'o login parou de funcionar desde ontem', 'failure'],
  ['a sentence in Spanish', 'el token fue rechazado por el banco', 'failure'],
  ['a code of a system', 'connect ECONNREFUSED 10.0.0.1:443', 'failure'],
  ['a number of a product', 'AADSTS50011', 'failure'],
  ['a success', 'GET /v1/payments 200 OK in 31 ms', 'no-failure'],
  ['what says that nothing failed', 'finished: 214 calls, 0 errors, failed=0, no problems', 'no-failure'],
  ['what says so in Portuguese', 'sincronizado, sem nenhum erro', 'no-failure'],
  ['release notes', '## 4.2.0\n- fix invalid_grant after renewal\n- remove 401 loop', 'document'],
  ['a table of codes', '| code | meaning |\n|---|---|\n| invalid_grant | the code has expired |', 'document'],
  [
    'questions and answers',
    '1. What does invalid_grant mean?\nThe code expired.\n2. What does invalid_client mean?\nThe secret is wrong.',
    'document',
  ],
  [
    'code that handles errors',
    "try {\n  const token = await client.renew()\n  return token\n} catch (error) {\n  if (error.code === 'invalid_grant') return signIn()\n  throw error\n}",
    'document',
  ],
  [
    'code with the trace of its run',
    'const t = await renew()\nError: invalid_grant\n    at renew (/app/a.js:3:9)',
    'failure',
  ],
])('takes %s for what it is', (_what, text, subject) => {
  expect(subjectOf(text)).toBe(subject)
})

it('leaves out what a test runner reports as passed, and keeps what failed', () => {
  const report = '  ✓ refuses an expired token (401)\n  ✗ signs in: invalid_client\n  ✓ says invalid_grant'
  expect(withoutPassedTests(report).trim()).toBe('✗ signs in: invalid_client')
})

import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

function titleOf(text: string): string {
  return explain(text, { now: 1_790_000_000, environments: [] }).diagnoses[0]?.title ?? ''
}

it('sees that a refusal names an empty scope', () => {
  const redirect = (scopes: string) =>
    `GET /cb?error=invalid_scope&error_description=Invalid+scopes%3A+${scopes}&state=1`
  expect(titleOf(redirect(''))).toBe('The requested scope is empty')
  expect(titleOf(redirect('read'))).not.toBe('The requested scope is empty')
})

it('sees a secret that a step of a workflow did not get', () => {
  const run = (inputs: string) =>
    `      - uses: acme/notify@v1\n        with:\n          access_token: \${{ secrets.NOTIFY_TOKEN }}\n\nRun acme/notify@v1\n  with:\n${inputs}    message: done\n{"status":401,"message":"Missing Bearer"}`
  expect(titleOf(run(''))).toBe('The secret “NOTIFY_TOKEN” is empty in this run')
  expect(titleOf(run('    access_token: ***\n'))).not.toMatch(/is empty in this run/)
})

import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

function titleOf(text: string): string {
  return explain(text, { now: 1_790_000_000, environments: [] }).diagnoses[0]?.title ?? ''
}

it('leaves a remark about a certificate behind what a server that was reached says', () => {
  const answered =
    'Warning: Unable to verify the first certificate\nHTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer error="invalid_token", error_description="The issuer \'http://localhost:8080/realms/a\' is invalid"'
  expect(titleOf(answered)).not.toMatch(/certificate/)
  expect(titleOf('GET https://api.example.org failed: unable to verify the first certificate')).toMatch(/certificate/)
})

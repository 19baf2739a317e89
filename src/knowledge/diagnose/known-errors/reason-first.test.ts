import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

it('puts the reason behind a colon before what failed', () => {
  const text =
    'client SSL certificate verify error: (26:unsupported certificate purpose) while reading client request headers, server: localhost\nssl_verify_client on;'
  const [first] = explain(text, { now: 1_790_000_000, environments: [] }).diagnoses
  expect(first?.title).toMatch(/purpose|client authentication|valid for clients/)
})

import { describe, expect, it } from 'vitest'
import { missingScopes } from './missing-scopes.ts'

const refused = (url: string, challenge?: string) => ({
  id: '1',
  step: 'api' as const,
  environment: 'sandbox',
  startedAt: 0,
  at: 0,
  durationMs: 0,
  request: { method: 'POST', url, headers: {} },
  response: {
    status: 403,
    headers: (challenge === undefined ? {} : { 'www-authenticate': challenge }) as Record<string, string>,
    size: 0,
    cut: false,
  },
})

describe('the scopes to ask for', () => {
  it.each([
    [
      'are those that the answer names',
      refused('https://api.example/v1/bank-slips', 'Bearer error="insufficient_scope", scope="webhooks apps"'),
      ['webhooks', 'apps'],
    ],
    [
      'are the operation’s where the answer names none',
      refused('https://api.example/v1/bank-slips', 'Bearer error="insufficient_scope"'),
      ['apis.example/bank-slips.readwrite'],
    ],
    ['are not guessed for a path that is not known', refused('https://api.example/v1/other'), []],
  ])('%s', (_name, exchange, scopes) => {
    expect(missingScopes(exchange, 'apis.example')).toEqual(scopes)
  })
})

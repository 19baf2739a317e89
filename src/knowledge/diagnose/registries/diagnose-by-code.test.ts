import { expect, test } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnose } from '../diagnose.ts'
import { faultGroups } from '../faults/catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'

const rows = await loadCatalogue()
// Of a system that is not configured nothing is certain by its code.
const environment = {
  id: 'test',
  kind: 'sandbox',
  authUrl: 'https://id.example',
  baseUrl: 'https://api.example',
} as const
const aliases = faultGroups.flatMap(({ faults }) => faults).flatMap(({ aliases = [] }) => aliases)
const ofEntries = {
  gateway: aliases.filter((name) => name.includes('.')).map((errorcode) => ({ errorcode, status: 401 })),
  oauth: aliases.filter((name) => /^[a-z_]+$/.test(name)).map((error) => ({ error, status: 400 })),
}
const gateway = [...ofEntries.gateway, ...rows.gateway].map(
  ({ errorcode, status }) =>
    (said: string): Call => ({
      at: 1,
      step: 'api',
      environment,
      request: { method: 'GET', url: 'https://api.example/v1/x' },
      response: {
        status: status ?? 400,
        body: JSON.stringify({ fault: { faultstring: said, detail: { errorcode } } }),
      },
    }),
)
const oauth = [...ofEntries.oauth, ...rows.oauth].flatMap(({ error, status }) =>
  (['token', 'api'] as const).map(
    (step) =>
      (said: string): Call => ({
        at: 1,
        step,
        environment,
        request: { method: 'POST', url: 'https://id.example/oauth2/token' },
        response: { status: status ?? 400, body: JSON.stringify({ error, error_description: said }) },
      }),
  ),
)

test.each(['', 'The token has expired.', 'The client secret is wrong.'])(
  'nothing that is certain changes by the rows of the registries: %j',
  (said) => {
    const calls = [...gateway, ...oauth].map((made) => made(said))
    const settled = calls.filter((call) => diagnose(call)[0]?.certainty === 'certain')
    expect(settled.length).toBeGreaterThan(10)
    for (const call of settled) expect(diagnose(call)).toEqual(diagnose(call, rows))
  },
)

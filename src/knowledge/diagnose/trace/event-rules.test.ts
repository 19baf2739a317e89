import { expect, it } from 'vitest'
import { explain } from '../../explain.ts'

const environments = [
  {
    id: 'sandbox',
    kind: 'sandbox' as const,
    name: 'Sandbox',
    authUrl: 'https://id.bank.example',
    baseUrl: 'https://api.bank.example',
    resourceDomain: 'res.bank.example',
  },
]

it('the scopes of a token beside a response are not what the response is about', async () => {
  const text = `POST /v1/bank-slips HTTP/1.1
Host: api.bank.example

HTTP/1.1 422 Unprocessable Content
content-type: application/json

{"message":"payer is missing"}

token: {"scope":"openid webhooks res.bank.example/bank-slips.readwrite res.bank.example/authorized-direct-debits.readonly"}`
  const { diagnoses } = await explain(text, { now: 1_795_412_000, environments })
  expect(diagnoses[0]?.cause).toContain('payer is missing')
  expect(diagnoses.map(({ title }) => title).join()).not.toContain('Webhooks')
})

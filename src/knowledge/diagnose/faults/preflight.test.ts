import { expect, it } from 'vitest'
import type { Call } from '../../protocol/call.ts'
import { diagnose } from '../diagnose.ts'

const preflight = (status: number): Call => ({
  at: 1_760_000_000,
  step: 'api',
  request: {
    method: 'OPTIONS',
    url: 'https://api.shop.example/pets',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  },
  response: { status, headers: {} },
})

it('misses no token in a preflight request, which never carries one', () => {
  expect(diagnose(preflight(401))[0]).toMatchObject({
    code: 'preflight-refused',
    who: 'operator',
    certainty: 'possible',
  })
  expect(diagnose(preflight(401)).map(({ code }) => code)).not.toContain('bearer-missing')
})

it('says nothing of a preflight request that was answered', () => {
  expect(diagnose(preflight(204))).toEqual([])
})

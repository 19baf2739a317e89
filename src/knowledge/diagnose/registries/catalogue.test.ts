import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { expect, expectTypeOf, it } from 'vitest'
import { catalogue } from './catalogue.ts'
import type { GatewayRow, OAuthRow } from './rows.ts'

const words = Type.String({ pattern: '^\\S.*\\S$' })
const shared = {
  status: Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), Type.Null()]),
  meaning: words,
  causes: Type.Array(words, { minItems: 1 }),
  who: Type.Enum(['caller', 'identity-team', 'api-team', 'transient']),
  confirmed: Type.Boolean(),
}
const gatewaySchema = Type.Object(
  { ...shared, errorcode: Type.String({ pattern: '^[\\w.-]+$' }), policy: words },
  { additionalProperties: false },
)
const oauthSchema = Type.Object(
  {
    ...shared,
    error: Type.String({ pattern: '^[\\w.-]+$' }),
    spec: words,
    vendor: Type.Union([words, Type.Null()]),
  },
  { additionalProperties: false },
)

it('the schemas below say what the types say', () => {
  expectTypeOf<Static<typeof gatewaySchema>>().toEqualTypeOf<GatewayRow>()
  expectTypeOf<Static<typeof oauthSchema>>().toEqualTypeOf<OAuthRow>()
})

it('every row is whole', () => {
  for (const row of catalogue.gateway) expect(Value.Errors(gatewaySchema, row), row.errorcode).toEqual([])
  for (const row of catalogue.oauth) expect(Value.Errors(oauthSchema, row), row.error).toEqual([])
})

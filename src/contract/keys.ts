import { type Static, Type } from 'typebox'

export const keysRoute = '/bff/keys/:environment'
export const keysPath = (environment: string) => keysRoute.replace(':environment', encodeURIComponent(environment))

/** `GET /bff/keys/:environment`: the public keys of an environment, fetched by the BFF. */
export const Keys = Type.Union([
  Type.Object({
    state: Type.Literal('known'),
    /** Epoch seconds. */
    fetchedAt: Type.Number(),
    keys: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  }),
  Type.Object({ state: Type.Literal('not-configured') }),
  Type.Object({ state: Type.Literal('unavailable'), message: Type.String(), fix: Type.String() }),
])
export type Keys = Static<typeof Keys>

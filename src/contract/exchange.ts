import { Type } from 'typebox'
import type { Exchange as Recorded } from '#knowledge/protocol/exchange.ts'

/**
 * One request that the BFF sent and what came back, as recorded. Its members are those of `Exchange` in
 * knowledge/protocol; only the BFF writes it, so the compiler checks them and nothing is declared twice.
 */
export const Exchange = Type.Unsafe<Recorded>(Type.Object({}))
export type Exchange = Recorded

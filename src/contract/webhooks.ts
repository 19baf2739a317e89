import { type Static, Type } from 'typebox'

export const webhooksPath = '/bff/webhooks'
/** Where senders post to; the name of an address stands below it. */
export const receivingPath = '/hooks'

/** A webhook as it arrived. Its sender is anyone who knows the address: nothing in it is proven. */
export const Delivery = Type.Object({
  id: Type.String(),
  /** Epoch seconds by the BFF's clock. */
  receivedAt: Type.Number(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
})
export type Delivery = Static<typeof Delivery>

/**
 * `GET /bff/webhooks`: what arrived for this session, newest last; asking does not lengthen the session. `POST` opens an
 * address for it first. The newest fifty are kept, and all go with the session.
 */
export const Webhooks = Type.Object({
  serverTime: Type.Number(),
  /** Where webhooks for this session can be sent to; absent until it is opened. */
  address: Type.Optional(Type.String()),
  deliveries: Type.Array(Delivery),
})
export type Webhooks = Static<typeof Webhooks>

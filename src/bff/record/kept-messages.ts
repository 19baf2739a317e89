import type { Exchange } from '#contract/exchange.ts'
import { sides } from '#knowledge/protocol/exchange.ts'
import type { Sealed } from '../stores/sealed.ts'

/** Messages that are kept with a session; older ones give way. */
const keptMessages = 100
/** Bytes of a kept body. With the limits on headers and addresses, a whole session's messages stay within a few MB. */
const keptBytes = { request: 8_192, response: 24_576 }

/**
 * Keeps an exchange with a session; answers whether there was one to keep it with.
 *
 * @param token what the access token said that was sent, so that a failure can still be explained when the session has
 *   another one
 */
export function keepMessage(
  sessions: Pick<Sealed<unknown, Exchange>, 'append'>,
  secret: string,
  exchange: Exchange,
  token?: Exchange['token'],
): Promise<boolean> {
  return sessions.append(secret, asKept(exchange, token), keptMessages)
}

/**
 * Has a session go on with the messages of the one before it.
 *
 * @param room messages that are kept of its own right away
 */
export async function carryMessages(
  sessions: Pick<Sealed<unknown, Exchange>, 'append' | 'items'>,
  from: string,
  to: string,
  room: number,
): Promise<void> {
  for (const exchange of await sessions.items(from, keptMessages - room))
    await sessions.append(to, exchange, keptMessages)
}

/** The exchanges that are kept with a session, oldest first. */
export function keptExchanges(sessions: Pick<Sealed<unknown, Exchange>, 'items'>, secret: string): Promise<Exchange[]> {
  return sessions.items(secret, keptMessages)
}

/** An exchange as it is kept: a body that is too long is cut where it is text, and left out where it is not. */
export function asKept(exchange: Exchange, token?: Exchange['token']): Exchange {
  const { request, response } = exchange
  const sent = shorten(request.body, keptBytes.request)
  const got = shorten(response?.body, keptBytes.response)
  const binary = (response?.bodyBase64?.length ?? 0) > keptBytes.response
  return {
    ...exchange,
    request: sent.shortened ? { ...request, body: sent.text } : request,
    response: response && { ...response, body: got.text, bodyBase64: binary ? undefined : response.bodyBase64 },
    token,
    shortened: sides.filter((side) => (side === 'request' ? sent.shortened : got.shortened || binary)),
  }
}

function shorten(text: string | undefined, limit: number): { text?: string; shortened: boolean } {
  if (text === undefined || Buffer.byteLength(text) <= limit) return { text, shortened: false }
  // What is cut may end within a character, which is then left out.
  return { text: new TextDecoder().decode(Buffer.from(text).subarray(0, limit), { stream: true }), shortened: true }
}

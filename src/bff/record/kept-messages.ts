import type { Exchange } from '#contract/exchange.ts'
import { sides } from '#knowledge/protocol/exchange.ts'
import type { Sealed } from '../stores/sealed.ts'

/** Messages that are kept with a session; older ones give way. */
export const keptMessages = 100
/** Bytes of a kept body. With the limits on headers and addresses, a whole session's messages stay within a few MB. */
const keptBytes = { request: 8_192, response: 24_576 }

/** Keeps an exchange with a session; answers whether there was one to keep it with. */
export function keepMessage(
  sessions: Pick<Sealed<unknown, Exchange>, 'append'>,
  secret: string,
  exchange: Exchange,
): Promise<boolean> {
  return sessions.append(secret, [asKept(exchange)], keptMessages)
}

/**
 * Has a session go on with the messages of the one before it, which ends with that. What is added to the one before while
 * its messages are copied is taken along.
 *
 * @param room messages that are kept of its own right away
 */
export async function moveMessages(
  sessions: Pick<Sealed<unknown, Exchange>, 'append' | 'items' | 'take'>,
  from: string,
  to: string,
  room: number,
): Promise<void> {
  const copied = await sessions.items(from, keptMessages - room)
  await appendAll(copied)
  const known = new Set(copied.map(({ id }) => id))
  const late = (await sessions.take(from, keptMessages - room)).filter(({ id }) => !known.has(id))
  await appendAll(late)

  async function appendAll(exchanges: Exchange[]) {
    await Promise.all(rowsOf(exchanges).map((row) => sessions.append(to, row, keptMessages)))
  }
}

/** Exchanges that are kept as one: one that is large by itself, or several small ones. */
export function rowsOf(exchanges: Exchange[]): Exchange[][] {
  const rows: Exchange[][] = []
  let left = 0
  for (const exchange of exchanges) {
    const size = headBytes + sizeOf(exchange)
    const row = rows.at(-1)
    if (row && size <= left) row.push(exchange)
    else rows.push([exchange])
    left = (row && size <= left ? left : keptBytes.response) - size
  }
  return rows
}

/** About what an exchange has beside its bodies. */
const headBytes = 1_024

function sizeOf({ request, response }: Exchange): number {
  return (request.body?.length ?? 0) + (response?.body?.length ?? 0) + (response?.bodyBase64?.length ?? 0)
}

/** The exchanges that are kept with a session, oldest first. */
export async function keptExchanges(
  sessions: Pick<Sealed<unknown, Exchange>, 'items'>,
  secret: string,
): Promise<Exchange[]> {
  const exchanges = await sessions.items(secret, keptMessages)
  // What a store took and did not say so was written once more.
  return [...new Map(exchanges.map((exchange) => [exchange.id, exchange])).values()]
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

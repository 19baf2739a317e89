import type { FastifyRequest } from 'fastify'
import type { Exchange } from '#contract/exchange.ts'
import { type Message, type Messages, messagesPath } from '#contract/messages.ts'
import { decodeJwt } from '#knowledge/token/jwt.ts'
import type { App } from './app.ts'
import type { Cookies } from './cookies.ts'
import { type Installation, seconds } from './installation.ts'
import { demandSession } from './session.ts'

/** Messages that are kept with a session; older ones give way. */
export const keptMessages = 100
/** Bytes of a kept body. With the limits on headers and addresses, a whole session's messages stay within a few MB. */
const keptBytes = { request: 8_192, response: 24_576 }

/** Tells a browser what was recorded for it. */
export function messagesRoute(app: App, installation: Installation, cookies: Cookies) {
  const { sessions, transactions, clock } = installation

  app.get(messagesPath, async (request): Promise<Messages> => {
    const signedIn = cookies.session(request) !== undefined
    const session = signedIn ? await demandSession(installation, cookies, request) : undefined
    const ofSession = session ? await sessions.items(session.secret) : []
    const messages = [...ofSession, ...(await ofRefusedSignIns(request, session?.record.signedInAt ?? 0))]
    messages.sort((a, b) => a.exchange.startedAt - b.exchange.startedAt)
    return { serverTime: seconds(clock()), messages }
  })

  /** What came before the session may be another person's, and stays untold. */
  async function ofRefusedSignIns(request: FastifyRequest, since: number): Promise<Message[]> {
    const held = cookies.transactions(request).map(({ secret }) => transactions.get(secret))
    return (await Promise.all(held)).flatMap((record) => {
      if (record?.state !== 'refused' || record.openedAt < since) return []
      return [record.redirect, record.exchange].flatMap((exchange) => (exchange ? [asMessage(exchange)] : []))
    })
  }
}

/**
 * An exchange as it is kept: a body that is too long is cut where it is text, and left out where it is not.
 *
 * @param bearer the access token that was sent; what it says is kept, so that a failure can still be explained when the
 *   session has another one
 */
export function asMessage(exchange: Exchange, bearer?: string): Message {
  const { request, response } = exchange
  const sent = shorten(request.body, keptBytes.request)
  const got = shorten(response?.body, keptBytes.response)
  const binary = (response?.bodyBase64?.length ?? 0) > keptBytes.response
  return {
    exchange: {
      ...exchange,
      request: sent.shortened ? { ...request, body: sent.text } : request,
      response: response && { ...response, body: got.text, bodyBase64: binary ? undefined : response.bodyBase64 },
    },
    token: bearer === undefined ? undefined : decodeJwt(bearer),
    shortened: [
      ...(sent.shortened ? (['request'] as const) : []),
      ...(got.shortened || binary ? (['response'] as const) : []),
    ],
  }
}

function shorten(text: string | undefined, limit: number): { text?: string; shortened: boolean } {
  if (text === undefined || Buffer.byteLength(text) <= limit) return { text, shortened: false }
  // What is cut may end within a character, which is then left out.
  return { text: new TextDecoder().decode(Buffer.from(text).subarray(0, limit), { stream: true }), shortened: true }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { mostSessions, sessionHeader, slotOf } from '#contract/session.ts'
import { isSecure } from '../config/configuration.ts'
import { Refused } from './refused.ts'

/** The cookies of an installation. Over plain http, which only this machine itself may use, `__Host-` cannot be. */
export function cookies(publicUrl: string) {
  const secure = isSecure(publicUrl)
  const commonName = secure ? '__Host-claimcheck-' : 'claimcheck-'
  const sessionBase = `${commonName}session`
  /** By slot; the first is named as the one cookie was in a version that had one session. */
  const sessionCookies = Array.from({ length: mostSessions }, (_, slot) =>
    slot === 0 ? sessionBase : `${sessionBase}-${slot}`,
  )
  const sessionCookie = (slot: number) => sessionCookies[slot] ?? sessionBase
  const browserName = `${commonName}browser`
  const transactionPrefix = `${commonName}tx-`
  const attributes = { path: '/', secure, httpOnly: true, sameSite: 'strict' } as const
  /** Cookies that only begin as ours do are somebody else's. */
  const held = (request: FastifyRequest) =>
    Object.entries(request.cookies)
      .filter(([name]) => name.startsWith(transactionPrefix))
      .map(([name, secret]) => ({ id: name.slice(transactionPrefix.length), secret: secret ?? '' }))
      .filter(({ id, secret }) => isTransaction(id, secret))
      .sort((a, b) => openedAt(a.id) - openedAt(b.id))
  return {
    /**
     * The session that a request names, with the secret in the cookie of its slot; undefined where it names none.
     *
     * @throws Refused `request-invalid` for what is no name
     */
    named(request: FastifyRequest): { name: string; slot: number; secret: string | undefined } | undefined {
      const { [sessionHeader]: name } = request.headers
      if (name === undefined) return undefined
      const slot = typeof name === 'string' ? slotOf(name) : undefined
      if (typeof name !== 'string' || slot === undefined) throw new Refused('request-invalid')
      return { name, slot, secret: request.cookies[sessionCookie(slot)] }
    },
    /** Secrets of all the sessions that this browser holds, by slot. */
    sessions: (request: FastifyRequest): { slot: number; secret: string }[] =>
      sessionCookies.flatMap((name, slot) => {
        const secret = request.cookies[name]
        return secret === undefined ? [] : [{ slot, secret }]
      }),
    setSession: (reply: FastifyReply, slot: number, secret: string) =>
      void reply.setCookie(sessionCookie(slot), secret, attributes),
    clearSession: (reply: FastifyReply, slot: number) => void reply.clearCookie(sessionCookie(slot), attributes),
    /** Random name of the browser, by which its sessions are known together. */
    browser: (request: FastifyRequest): string | undefined => secretForm.exec(request.cookies[browserName] ?? '')?.[0],
    setBrowser: (reply: FastifyReply, name: string) => void reply.setCookie(browserName, name, attributes),
    clearBrowser: (reply: FastifyReply) => void reply.clearCookie(browserName, attributes),
    transaction: (request: FastifyRequest, id: string): string | undefined =>
      isTransaction(id, request.cookies[transactionPrefix + id]) ? request.cookies[transactionPrefix + id] : undefined,
    /** Secrets of all the transactions that this browser holds, oldest first. */
    transactions: held,
    setTransaction: (reply: FastifyReply, id: string, secret: string, seconds: number) =>
      void reply.setCookie(transactionPrefix + id, secret, { ...attributes, maxAge: seconds }),
    clearTransaction: (reply: FastifyReply, id: string) => void reply.clearCookie(transactionPrefix + id, attributes),
    /** @throws Refused when a cookie of ours came twice, or more transactions than we set: some were planted. */
    demandOwn(request: FastifyRequest): void {
      const { cookie = '' } = request.headers
      if (cookie.indexOf(commonName) === cookie.lastIndexOf(commonName)) return
      const names = cookie.split(';').map((pair) => pair.split('=', 1)[0]?.trim())
      const ours = names.filter(
        (name = '') => sessionCookies.includes(name) || name === browserName || name.startsWith(transactionPrefix),
      )
      if (ours.length < 2 || (new Set(ours).size === ours.length && held(request).length <= mostTransactions)) return
      throw new Refused('request-invalid', {
        message: 'The request contains more cookies of this app than the app sets, so some of them are not genuine.',
        fix: 'Delete this site’s cookies in your browser, then sign in again.',
      })
    },
  }
}

/** More than tabs that begin at the same instant can come to, each of which makes room for itself alone. */
const mostTransactions = 16

const isTransaction = (id: string, secret: string | undefined): secret is string =>
  /^[0-9a-z]{1,9}-[\w-]{12}$/.test(id) && secretForm.test(secret ?? '')

/** A value that this app set: 32 random bytes in base64url. */
const secretForm = /^[\w-]{43}$/

/** A transaction's public name starts with the second of its opening, so that the oldest can be told. */
export function transactionId(openedAtMilliseconds: number, random: string): string {
  return `${Math.floor(openedAtMilliseconds / 1000).toString(36)}-${random}`
}

function openedAt(id: string): number {
  return Number.parseInt(id.split('-', 1)[0] ?? '', 36) || 0
}

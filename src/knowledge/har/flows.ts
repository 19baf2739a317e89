import type { Environment, Flow } from '../protocol/call.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { parseObject } from '../text/json.ts'
import { answersAuthorization, bearerOf, broughtBack, parametersOf, type ReadEntry, readEntry } from './read.ts'
import { writeForm } from './write.ts'

/** Exchanges that belong together: a sign-in with the calls that its token made, or the calls of one other token. */
export interface HarFlow {
  kind: 'sign-in' | 'calls' | 'calls-without-token' | 'sign-out'
  exchanges: Exchange[]
  /** Ids of those among them that ended the session at the identity service. */
  signOuts: Set<string>
}

/** Takes the entries of a HAR file one after the other and finds the flows in them. Nothing throws, whatever they hold. */
export interface HarReader {
  /** What the entry is, and the id of its exchange; undefined where it relates to neither. */
  take: (entry: unknown) => { kind: ReadEntry['kind']; id: string } | undefined
  flows: () => HarFlow[]
  /** Entries that were taken, and those among them that relate to neither. */
  counts: () => { entries: number; others: number }
}

/** Characters of all bodies together that are kept at the length at which they were read. */
const allBodies = 20_000_000
/** Of calls after that. */
const keptOfFurther = { success: 2_000, failure: 20_000 }

export function createHarReader(environments: Environment[]): HarReader {
  const flows: HarFlow[] = []
  const ids = new Set<string>()
  const byToken = new Map<string, HarFlow>()
  const codes = new Map<string, { flow: HarFlow; receivedAt: number; exchanged: boolean }>()
  let withoutToken: HarFlow | undefined
  let [entries, others, kept] = [0, 0, 0]

  const begin = (kind: HarFlow['kind'], ...exchanges: Exchange[]): HarFlow => {
    const flow: HarFlow = { kind, exchanges, signOuts: new Set() }
    flows.push(flow)
    return flow
  }
  const lastSignIn = (match: (exchange: Exchange) => boolean): HarFlow | undefined =>
    flows.findLast(({ kind, exchanges }) => kind === 'sign-in' && exchanges.some(match))
  const add = (flow: HarFlow, exchange: Exchange): HarFlow => {
    flow.exchanges.push(exchange)
    return flow
  }

  const place: Record<ReadEntry['kind'], (exchange: Exchange) => HarFlow> = {
    authorize: (exchange) => begin('sign-in', exchange),
    callback: (exchange) => {
      const back = asRedirect(exchange)
      const location = back.response?.headers.location ?? ''
      const values = new Map(parametersOf(location))
      const state = values.get('state')
      const began = (one: Exchange) =>
        one.step === 'authorize' &&
        (state === undefined || one.flow?.state === state) &&
        (!isRedirectBack(one) || one.response?.headers.location === location)
      const flow = lastSignIn(began) ?? begin('sign-in', back)
      const request = flow.exchanges.find(began)
      if (request) {
        Object.assign(request, comeBack(request, back))
        exchange.id = request.id
      }
      const code = values.get('code')
      if (code !== undefined && !codes.has(code))
        codes.set(code, { flow, receivedAt: exchange.startedAt, exchanged: false })
      for (const token of [values.get('access_token'), values.get('id_token')])
        if (token !== undefined) byToken.set(token, flow)
      return flow
    },
    'sign-out': (exchange) => {
      const values = new Map([...parametersOf(exchange.request.url), ...Object.entries(exchange.request.form ?? {})])
      const client = values.get('client_id')
      const flow =
        byToken.get(values.get('id_token_hint') ?? '') ??
        lastSignIn(({ flow: asked }) => client === undefined || asked?.clientId === client) ??
        begin('sign-out')
      flow.signOuts.add(exchange.id)
      return add(flow, exchange)
    },
    token: (exchange) => {
      const code = exchange.request.form?.code
      const known = code === undefined ? undefined : codes.get(code)
      const flow = known?.flow ?? lastSignIn(({ step }) => step !== 'api') ?? begin('sign-in')
      exchange.flow = {
        ...signInKnown(known?.flow),
        ...(known && {
          codeAgeSeconds: Math.max(0, exchange.startedAt - known.receivedAt),
          codeUsedBefore: known.exchanged,
        }),
        // What was recorded with it is surer.
        ...given(exchange.flow),
      }
      if (known) known.exchanged = true
      return add(flow, exchange)
    },
    refresh: (exchange) => add(byToken.get(exchange.request.form?.refresh_token ?? '') ?? begin('sign-in'), exchange),
    api: (exchange) => {
      const bearer = exchange.bearer ?? bearerOf(exchange.request)
      if (bearer === undefined) {
        withoutToken ??= begin('calls-without-token')
        return add(withoutToken, exchange)
      }
      const flow = byToken.get(bearer) ?? begin('calls')
      byToken.set(bearer, flow)
      return add(flow, exchange)
    },
  }

  return {
    take: (entry) => {
      const read = readEntry(entry, entries, environments)
      entries += 1
      if (read === undefined) {
        others += 1
        return undefined
      }
      const { kind, exchange } = read
      // Files are joined by hand too.
      if (ids.has(exchange.id)) exchange.id = `entry-${entries - 1}`
      ids.add(exchange.id)
      const flow = place[kind](exchange)
      for (const token of tokensOf(exchange)) byToken.set(token, flow)
      kept += exchange.response?.body?.length ?? 0
      if (kept > allBodies && exchange.step === 'api') shorten(exchange)
      return { kind, id: exchange.id }
    },
    flows: () =>
      flows.map(({ kind, exchanges, signOuts }) => ({
        kind,
        signOuts,
        exchanges: exchanges.toSorted((one, other) => one.startedAt - other.startedAt),
      })),
    counts: () => ({ entries, others }),
  }
}

/**
 * The browser asked for the address that the service had sent it to, or posted a form there (`form_post`), or was sent
 * there with a fragment; what was asked of the service is not in the file. A form is written as the query that it could
 * have been.
 */
function asRedirect(callback: Exchange): Exchange {
  const { url, form } = callback.request
  const posted = form && `${url}${url.includes('?') ? '&' : '?'}${writeForm(form)}`
  const asked = [posted, url].find(
    (one) => one && answersAuthorization(new Set(parametersOf(one).map(([name]) => name))),
  )
  const location = asked ?? broughtBack(callback.response) ?? url
  return {
    ...callback,
    request: { method: 'GET', url: '', headers: {} },
    response: { status: 302, headers: { location }, size: 0, cut: false },
    failure: undefined,
    flow: undefined,
  }
}

/** A sign-in as it is recorded: the request that the browser left with, and what it returned. */
function comeBack(request: Exchange, { startedAt: at, response }: Exchange): Exchange {
  return { ...request, at, durationMs: Math.max(0, at - request.startedAt) * 1000, response, failure: undefined }
}

function isRedirectBack({ response }: Exchange): boolean {
  const names = parametersOf(response?.headers.location ?? '').map(([name]) => name)
  return ['code', 'error', 'id_token', 'access_token'].some((name) => names.includes(name))
}

/** What the token endpoint gave out, so that what uses it later can be joined to its sign-in. */
function tokensOf({ step, response }: Exchange): string[] {
  if (step !== 'token' && step !== 'refresh') return []
  const answer = parseObject(response?.body ?? '')
  return [answer?.access_token, answer?.refresh_token, answer?.id_token].filter((token) => typeof token === 'string')
}

function signInKnown(flow: HarFlow | undefined): Flow | undefined {
  const asked = flow?.exchanges.find(({ step }) => step === 'authorize')?.flow
  return (
    asked && {
      requestedScopes: asked.requestedScopes,
      redirectUri: asked.redirectUri,
      clientId: asked.clientId,
      nonce: asked.nonce,
    }
  )
}

/** The members that are not undefined. */
function given(flow: Flow | undefined): Flow {
  return Object.fromEntries(Object.entries(flow ?? {}).filter(([, value]) => value !== undefined))
}

function shorten(exchange: Exchange): void {
  const { response } = exchange
  if (response?.body === undefined) return
  const room = keptOfFurther[response.status < 400 ? 'success' : 'failure']
  if (response.body.length <= room) return
  response.body = response.body.slice(0, room)
  exchange.shortened = [...(exchange.shortened ?? []), 'response']
}

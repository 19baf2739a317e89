import { diagnose } from '../diagnose/diagnose.ts'
import type { Diagnosis } from '../diagnose/diagnosis.ts'
import { environmentAt, flowOf, stepAt } from '../paste/places.ts'
import type { Call, Environment, FailureKind } from '../service/call.ts'
import { splitScopes } from '../service/scopes.ts'
import { parseAddress, parseForm } from '../text/address.ts'
import { textOfBase64 } from '../text/base64.ts'
import { decodeJwt } from '../token/jwt.ts'

/** One exchange of a HAR file that has to do with signing in or calling an API. */
export interface HarStep {
  kind: keyof typeof harStepNames
  /** Place among the entries of the file, from 0. */
  entry: number
  /** Epoch seconds. */
  startedAt: number
  durationMs: number
  call: Call
  /** Why it failed, best first; none for an exchange with nothing wrong. */
  diagnoses: Diagnosis[]
}

export const harStepNames = {
  authorize: 'Authorization request',
  callback: 'Redirect back',
  token: 'Token request',
  refresh: 'Renewal',
  api: 'API call',
}

/** Steps that belong together: a sign-in with the calls that its token made, or the calls of one other token. */
export interface HarFlow {
  kind: 'sign-in' | 'calls' | 'calls-without-token'
  steps: HarStep[]
}

/** Takes the entries of a HAR file one after the other and tells the flows in them. Nothing throws, whatever they hold. */
export interface HarReader {
  take: (entry: unknown) => void
  flows: () => HarFlow[]
  /** Entries that were taken, and those among them that have to do with neither. */
  counts: () => { entries: number; others: number }
}

/** Characters of a body that are read, and of all bodies together that are kept at that length. */
const longestBody = 200_000
const allBodies = 20_000_000
const keptOfFurther = 2_000

export function createHarReader(environments: Environment[]): HarReader {
  const flows: HarFlow[] = []
  const byToken = new Map<string, HarFlow>()
  const codes = new Map<string, { flow: HarFlow; receivedAt: number; exchanged: boolean }>()
  let [entries, others, kept] = [0, 0, 0]

  const begin = (kind: HarFlow['kind']): HarFlow => {
    const flow: HarFlow = { kind, steps: [] }
    flows.push(flow)
    return flow
  }
  const signIn = (match: (step: HarStep) => boolean): HarFlow =>
    flows.findLast(({ kind, steps }) => kind === 'sign-in' && steps.some(match)) ?? begin('sign-in')

  const place: Record<HarStep['kind'], (step: HarStep) => HarFlow> = {
    authorize: () => begin('sign-in'),
    callback: ({ call, startedAt }) => {
      const values = new Map(parseAddress(call.response?.headers?.location ?? '').query)
      const state = values.get('state')
      const flow = signIn(
        ({ kind, call: { request } }) =>
          kind === 'authorize' &&
          (state === undefined || parseAddress(request?.url ?? '').query.some(([, value]) => value === state)),
      )
      const code = values.get('code')
      if (code !== undefined && !codes.has(code)) codes.set(code, { flow, receivedAt: startedAt, exchanged: false })
      return flow
    },
    token: ({ call, startedAt }) => {
      const code = call.request?.form?.code
      const known = code === undefined ? undefined : codes.get(code)
      call.flow = { ...call.flow, ...signInKnown(known?.flow) }
      if (known === undefined) return signIn(({ kind }) => kind !== 'api')
      call.flow = {
        ...call.flow,
        codeAgeSeconds: Math.max(0, startedAt - known.receivedAt),
        codeUsedBefore: known.exchanged,
      }
      known.exchanged = true
      return known.flow
    },
    refresh: ({ call }) => byToken.get(call.request?.form?.refresh_token ?? '') ?? begin('sign-in'),
    api: ({ call }) => {
      const bearer = bearerOf(call)
      if (bearer === undefined)
        return flows.find(({ kind }) => kind === 'calls-without-token') ?? begin('calls-without-token')
      const flow = byToken.get(bearer) ?? begin('calls')
      byToken.set(bearer, flow)
      return flow
    },
  }

  return {
    take: (entry) => {
      const step = readStep(entry, entries, environments)
      entries += 1
      if (step === undefined) {
        others += 1
        return
      }
      const flow = place[step.kind](step)
      flow.steps.push(step)
      for (const token of tokensOf(step)) byToken.set(token, flow)
      step.diagnoses = step.kind === 'authorize' && (step.call.response?.status ?? 0) < 400 ? [] : diagnose(step.call)
      kept += step.call.response?.body?.length ?? 0
      if (kept > allBodies && step.call.response?.body !== undefined)
        step.call.response.body = step.call.response.body.slice(0, keptOfFurther)
    },
    flows: () => flows,
    counts: () => ({ entries, others }),
  }
}

function readStep(entry: unknown, at: number, environments: Environment[]): HarStep | undefined {
  const call = readCall(entry)
  if (call?.request === undefined) return undefined
  const { request, response } = call
  const environment = environmentAt(
    { what: '', certainty: 'certain', steps: [], notes: [], request, response },
    environments,
  )
  const kind = kindOf(call, environment, environments)
  if (kind === undefined) return undefined
  const startedAt = text(member(entry, 'startedDateTime'))
  const seconds = Date.parse(startedAt ?? '') / 1000
  const durationMs = Number(member(entry, 'time')) || 0
  const step = kind === 'callback' ? 'authorize' : kind
  const candidate = { what: '', certainty: 'certain' as const, steps: [step], notes: [], request }
  const bearer = bearerOf(call)
  return {
    kind,
    entry: at,
    startedAt: Number.isFinite(seconds) ? seconds : 0,
    durationMs: Math.max(0, durationMs),
    diagnoses: [],
    call: {
      ...call,
      at: (Number.isFinite(seconds) ? seconds : 0) + Math.max(0, durationMs) / 1000,
      step,
      environment,
      others: environments.filter(({ id }) => id !== environment?.id),
      token: bearer === undefined ? undefined : decodeJwt(bearer),
      flow: flowOf(step, candidate, splitScopes),
      // The browser asked for the address that the service had sent it to.
      ...(kind === 'callback'
        ? { request: undefined, response: { status: 302, headers: { location: request.url } } }
        : {}),
    },
  }
}

function kindOf(
  call: Call,
  environment: Environment | undefined,
  environments: Environment[],
): HarStep['kind'] | undefined {
  const { request } = call
  if (request === undefined || request.method === 'OPTIONS') return undefined
  const names = new Set(parseAddress(request.url).query.map(([name]) => name))
  const step = stepAt(request, environments)
  if (step === 'authorize' && names.has('client_id')) return 'authorize'
  if ((step === 'token' || step === 'refresh') && request.method === 'POST') return step
  if ((names.has('code') || names.has('error')) && (names.has('state') || names.has('iss'))) return 'callback'
  if (bearerOf(call) !== undefined || /"fault"\s*:/.test(call.response?.body?.slice(0, 2_000) ?? '')) return 'api'
  return step === 'api' && environment !== undefined ? 'api' : undefined
}

/** A request and its answer as HAR 1.2 writes them; undefined for what has not that form. */
function readCall(entry: unknown): Call | undefined {
  const [request, response] = [member(entry, 'request'), member(entry, 'response')]
  const url = text(member(request, 'url'))
  if (url === undefined) return undefined
  const posted = member(request, 'postData')
  const body = text(member(posted, 'text'))
  const params = pairsOf(member(posted, 'params'))
  const type = text(member(posted, 'mimeType')) ?? ''
  const isForm = /urlencoded/i.test(type) || (type === '' && /^[\w.-]+=/.test(body ?? ''))
  const form =
    params.length > 0 ? params : isForm && body !== undefined ? parseForm(body.slice(0, longestBody)) : undefined
  const status = Number(member(response, 'status')) || 0
  const failure = text(member(response, '_error')) ?? text(member(entry, '_error'))
  return {
    at: 0,
    step: 'api',
    request: {
      method: (text(member(request, 'method')) ?? 'GET').toUpperCase(),
      url,
      headers: headersOf(member(request, 'headers')),
      form: form && table(form),
      body: form === undefined ? body?.slice(0, longestBody) : undefined,
    },
    ...(status === 0 && failure !== undefined
      ? { failure: { kind: failureOf(failure), message: failure.slice(0, 500) } }
      : {
          response: {
            status,
            headers: headersOf(member(response, 'headers')),
            body: contentOf(member(response, 'content')),
          },
        }),
  }
}

function contentOf(content: unknown): string | undefined {
  const body = text(member(content, 'text'))
  if (body === undefined) return undefined
  if (member(content, 'encoding') !== 'base64') return body.slice(0, longestBody)
  return textOfBase64(body.slice(0, longestBody - (longestBody % 4)).replace(/\s+/g, ''))
}

const failures: [pattern: RegExp, kind: FailureKind][] = [
  [/NAME_NOT_RESOLVED|DNS/i, 'dns'],
  [/REFUSED/i, 'refused'],
  [/TIMED_OUT|TIMEOUT/i, 'timeout'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/ABORTED|CANCEL/i, 'aborted'],
]

function failureOf(error: string): FailureKind {
  return failures.find(([pattern]) => pattern.test(error))?.[1] ?? 'reset'
}

/** What the token endpoint gave out in a step, so that what uses it later can be joined to its sign-in. */
function tokensOf({ kind, call }: HarStep): string[] {
  if (kind !== 'token' && kind !== 'refresh') return []
  try {
    const answer: unknown = JSON.parse(call.response?.body ?? '')
    return ['access_token', 'refresh_token'].flatMap((name) => text(member(answer, name)) ?? [])
  } catch {
    return []
  }
}

function signInKnown(flow: HarFlow | undefined): Call['flow'] {
  const asked = flow?.steps.find(({ kind }) => kind === 'authorize')?.call.flow
  if (asked === undefined) return undefined
  const { requestedScopes, redirectUri, clientId, nonce } = asked
  return { requestedScopes, redirectUri, clientId, nonce }
}

function bearerOf({ request }: Call): string | undefined {
  return /^\s*(?:Bearer|DPoP)\s+(\S+)/i.exec(request?.headers?.authorization ?? '')?.[1]
}

function headersOf(list: unknown): Record<string, string> {
  return table(pairsOf(list).map(([name, value]) => [name.toLowerCase(), value]))
}

function pairsOf(list: unknown): [string, string][] {
  if (!Array.isArray(list)) return []
  return list.slice(0, 300).flatMap((item): [string, string][] => {
    const [name, value] = [text(member(item, 'name')), text(member(item, 'value'))]
    return name === undefined ? [] : [[name, value ?? '']]
  })
}

function table(pairs: [string, string][]): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of pairs) values[name] ??= value
  return values
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

import {
  type Call,
  type DecodedToken,
  type Environment,
  type Flow,
  failureKinds,
  type KnownOperation,
  refusedChecks,
  steps,
} from '../protocol/call.ts'
import type { Complete } from '../protocol/exchange.ts'

/**
 * A call as its type promises it, whatever came in: members of another type are left out, the rest stays where it
 * stood, so that JSON pointers into the result hold in the original. Without a time `at` is NaN, which compares as
 * neither before nor after anything.
 */
export function parseCall(input: unknown): Call {
  const call = record(input)
  const request = record(call?.request)
  const response = record(call?.response)
  return {
    at: number(call?.at) ?? Number.NaN,
    step: steps.find((one) => one === call?.step) ?? 'api',
    environment: environment(call?.environment),
    others: list(call?.others, environment),
    request: request && {
      method: text(request.method) ?? '',
      url: shortened(request.url) ?? '',
      headers: texts(request.headers),
      form: texts(request.form),
      body: text(request.body),
    },
    response: response && {
      status: number(response.status),
      headers: texts(response.headers),
      body: text(response.body),
    },
    failure: parseFailure(call?.failure),
    token: parseToken(call?.token),
    keys: list(call?.keys, publishedKey),
    flow: parseFlow(call?.flow),
    operations: list(call?.operations, operation)?.slice(0, 500),
  } satisfies Complete<Call>
}

/** Why no complete response came; undefined for a kind that is not known. */
export function parseFailure(input: unknown): Call['failure'] {
  const failure = record(input)
  const kind = failureKinds.find((one) => one === failure?.kind)
  return kind && { kind, message: text(failure?.message) }
}

/** Header and claims of a token, where both are objects. */
export function parseToken(input: unknown): DecodedToken | undefined {
  const token = record(input)
  return token && { header: record(token.header) ?? {}, claims: record(token.claims) ?? {} }
}

function environment(input: unknown): Environment | undefined {
  const values = record(input)
  if (values === undefined) return undefined
  return {
    id: text(values.id) ?? '',
    name: text(values.name),
    kind: values.kind === 'production' ? 'production' : 'sandbox',
    authUrl: text(values.authUrl) ?? '',
    authorizationUrl: text(values.authorizationUrl),
    tokenUrl: text(values.tokenUrl),
    baseUrl: text(values.baseUrl) ?? '',
    pathPrefix: text(values.pathPrefix),
    foreign: values.foreign === true || undefined,
    issuer: text(values.issuer),
    audience: text(values.audience),
    resourceDomain: text(values.resourceDomain),
    clientIds: list(values.clientIds, text),
  }
}

function operation(input: unknown): KnownOperation | undefined {
  const values = record(input)
  const [id, api, method, path] = [values?.id, values?.api, values?.method, text(values?.path)?.slice(0, 500)].map(text)
  if (id === undefined || api === undefined || method === undefined || path === undefined) return undefined
  const needs = record(values?.needs)
  const scope = text(needs?.scope)
  const level = text(needs?.level)
  if (scope === undefined && level === undefined) return undefined
  return {
    id,
    api,
    title: text(values?.title) ?? id,
    summary: text(values?.summary) ?? '',
    method,
    path,
    needs: scope === undefined ? { level: level ?? '' } : { scope },
    company: values?.company === true,
  }
}

/** What is known of a sign-in; a check by an unknown name is left out. */
export function parseFlow(input: unknown): Flow | undefined {
  const values = record(input)
  if (values === undefined) return undefined
  const refused = record(values.refused)
  const check = refusedChecks.find((one) => one === refused?.check)
  return {
    clientId: text(values.clientId),
    requestedScopes: list(values.requestedScopes, text),
    grantedScope: text(values.grantedScope),
    redirectUri: text(values.redirectUri),
    state: text(values.state),
    nonce: text(values.nonce),
    codeAgeSeconds: number(values.codeAgeSeconds),
    codeUsedBefore: truth(values.codeUsedBefore),
    signedOut: truth(values.signedOut),
    tabClockSkewSeconds: number(values.tabClockSkewSeconds),
    clientAuthentication: text(values.clientAuthentication),
    secretSpelling: (['plain', 'form'] as const).find((spelling) => spelling === values.secretSpelling),
    credentialsTaken: truth(values.credentialsTaken),
    bearerField: values.bearerField === 'refresh_token' ? 'refresh_token' : undefined,
    opaqueToken: truth(values.opaqueToken),
    testToken: text(values.testToken),
    publishedKeys: list(values.publishedKeys, publishedKey),
    refused: check && { check, field: text(refused?.field), detail: text(refused?.detail) },
  } satisfies Complete<Flow>
}

function publishedKey(key: unknown): { kid?: string; alg?: string } | undefined {
  const values = record(key)
  return { kid: text(values?.kid), alg: text(values?.alg) }
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function truth(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** An address; servers refuse longer ones, and no more of it is read. */
function shortened(value: unknown): string | undefined {
  return text(value)?.slice(0, 8_000)
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function texts(value: unknown): Record<string, string> | undefined {
  const values = record(value)
  if (values === undefined) return undefined
  const kept: Record<string, string> = Object.create(null)
  for (const name of Object.keys(values)) {
    const one = values[name]
    if (typeof one === 'string') kept[name] = one
  }
  return kept
}

function list<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value
    .slice(0, 1000)
    .map(read)
    .filter((item) => item !== undefined)
}

import type { DecodedToken, Flow } from '../protocol/call.ts'
import type { Complete, Exchange, ExchangeRequest, ExchangeResponse } from '../protocol/exchange.ts'
import { parseObject } from '../text/json.ts'
import type { Scrubber } from './scrub.ts'
import type { Place } from './sensitivity.ts'

/** An exchange without anything that opens something. Each member says for itself how it is made safe. */
export function scrubExchange(exchange: Exchange, scrubber: Scrubber): Exchange {
  return {
    id: exchange.id,
    step: exchange.step,
    environment: exchange.environment,
    startedAt: exchange.startedAt,
    at: exchange.at,
    firstByteMs: exchange.firstByteMs,
    durationMs: exchange.durationMs,
    request: scrubRequest(exchange.request, scrubber),
    response: exchange.response && scrubResponse(exchange.response, scrubber),
    failure: exchange.failure && {
      kind: exchange.failure.kind,
      message: given(exchange.failure.message, (text) => scrubber.text(text)),
    },
    // A keyed fingerprint tells two tokens apart and leads back to neither.
    bearer: exchange.bearer,
    token: exchange.token && scrubToken(exchange.token, scrubber),
    flow: exchange.flow && scrubFlow(exchange.flow, scrubber),
    shortened: exchange.shortened,
  } satisfies Complete<Exchange>
}

/** What was sent, made safe. */
export function scrubRequest(
  { method, url, headers, form, body }: ExchangeRequest,
  scrubber: Scrubber,
): ExchangeRequest {
  return {
    method,
    url: scrubber.text(url),
    headers: scrubFields(headers, 'header', scrubber),
    form: form && scrubFields(form, 'parameter', scrubber),
    body: given(body, (text) => scrubber.text(text)),
  } satisfies Complete<ExchangeRequest>
}

/** What came back, made safe. */
export function scrubResponse(response: ExchangeResponse, scrubber: Scrubber): ExchangeResponse {
  return {
    status: response.status,
    headers: scrubFields(response.headers, 'header', scrubber),
    body: given(response.body, (text) => scrubber.text(text)),
    bodyBase64: given(response.bodyBase64, (text) => bodyInBase64(text, scrubber)),
    size: response.size,
    cut: response.cut,
  } satisfies Complete<ExchangeResponse>
}

function scrubToken({ header, claims }: DecodedToken, scrubber: Scrubber): DecodedToken {
  return { header, claims: safeClaims(claims, scrubber) } satisfies Complete<DecodedToken>
}

function scrubFlow(flow: Flow, scrubber: Scrubber): Flow {
  return {
    clientId: flow.clientId,
    requestedScopes: flow.requestedScopes,
    grantedScope: flow.grantedScope,
    redirectUri: given(flow.redirectUri, (text) => scrubber.text(text)),
    state: given(flow.state, (value) => scrubber.text(value, { name: 'state', place: 'parameter' })),
    nonce: given(flow.nonce, (value) => scrubber.text(value, { name: 'nonce', place: 'parameter' })),
    codeAgeSeconds: flow.codeAgeSeconds,
    codeUsedBefore: flow.codeUsedBefore,
    signedOut: flow.signedOut,
    tabClockSkewSeconds: flow.tabClockSkewSeconds,
    clientAuthentication: flow.clientAuthentication,
    secretSpelling: flow.secretSpelling,
    credentialsTaken: flow.credentialsTaken,
    bearerField: flow.bearerField,
    opaqueToken: flow.opaqueToken,
    testToken: flow.testToken,
    publishedKeys: flow.publishedKeys,
    refused: flow.refused,
  } satisfies Complete<Flow>
}

/** Claims, less what describes a person. */
function safeClaims(claims: Record<string, unknown>, scrubber: Pick<Scrubber, 'claims'>): Record<string, unknown> {
  return parseObject(scrubber.claims(JSON.stringify(claims))) ?? {}
}

/** The scrubber reads such a body in an object as any other reader of JSON would; its own quotation marks are dropped. */
function bodyInBase64(body: string, scrubber: Scrubber): string {
  const { bodyBase64 } = parseObject(scrubber.text(JSON.stringify({ bodyBase64: body }))) ?? {}
  return typeof bodyBase64 === 'string' ? bodyBase64 : ''
}

/** Headers or form fields, by their names and values. */
function scrubFields(fields: Record<string, string>, place: Place, scrubber: Scrubber): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, scrubber.text(value, { name, place })]),
  )
}

function given(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text)
}

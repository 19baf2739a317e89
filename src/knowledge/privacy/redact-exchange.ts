import type { DecodedToken, Flow } from '../service/call.ts'
import type { Complete, Exchange, ExchangeRequest, ExchangeResponse } from '../service/exchange.ts'
import type { Redactor } from './redact.ts'
import type { Place } from './sensitivity.ts'

/** An exchange without anything that opens something. Each member says for itself how it is made safe. */
export function redactExchange(exchange: Exchange, redactor: Redactor): Exchange {
  return {
    id: exchange.id,
    step: exchange.step,
    environment: exchange.environment,
    startedAt: exchange.startedAt,
    at: exchange.at,
    firstByteMs: exchange.firstByteMs,
    durationMs: exchange.durationMs,
    request: redactRequest(exchange.request, redactor),
    response: exchange.response && redactResponse(exchange.response, redactor),
    failure: exchange.failure && {
      kind: exchange.failure.kind,
      message: given(exchange.failure.message, redactor.text),
    },
    // A keyed fingerprint tells two tokens apart and leads back to neither.
    bearer: exchange.bearer,
    token: exchange.token && redactToken(exchange.token, redactor),
    flow: exchange.flow && redactFlow(exchange.flow, redactor),
    shortened: exchange.shortened,
  } satisfies Complete<Exchange>
}

/** What was sent, made safe. */
export function redactRequest(
  { method, url, headers, form, body }: ExchangeRequest,
  redactor: Redactor,
): ExchangeRequest {
  return {
    method,
    url: redactor.text(url, 'url'),
    headers: redactFields(headers, 'header', redactor),
    form: form && redactFields(form, 'parameter', redactor),
    body: given(body, (text) => redactor.text(text, 'body')),
  } satisfies Complete<ExchangeRequest>
}

/** What came back, made safe. */
export function redactResponse(response: ExchangeResponse, redactor: Redactor): ExchangeResponse {
  return {
    status: response.status,
    headers: redactFields(response.headers, 'header', redactor),
    body: given(response.body, (text) => redactor.text(text, 'body')),
    bodyBase64: response.bodyBase64,
    size: response.size,
    cut: response.cut,
  } satisfies Complete<ExchangeResponse>
}

function redactToken({ header, claims }: DecodedToken, redactor: Redactor): DecodedToken {
  return { header, claims: redactor.claims(claims, 'counted') } satisfies Complete<DecodedToken>
}

function redactFlow(flow: Flow, redactor: Redactor): Flow {
  return {
    clientId: flow.clientId,
    requestedScopes: flow.requestedScopes,
    grantedScope: flow.grantedScope,
    redirectUri: given(flow.redirectUri, redactor.text),
    state: given(flow.state, (value) => redactor.field('state', value, 'parameter')),
    nonce: given(flow.nonce, (value) => redactor.field('nonce', value, 'parameter')),
    codeAgeSeconds: flow.codeAgeSeconds,
    codeUsedBefore: flow.codeUsedBefore,
    signedOut: flow.signedOut,
    tabClockSkewSeconds: flow.tabClockSkewSeconds,
    refused: flow.refused,
  } satisfies Complete<Flow>
}

/** Headers or form fields, by their names and values. */
function redactFields(fields: Record<string, string>, place: Place, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactor.field(name, value, place)]))
}

function given(text: string | undefined, change: (text: string) => string): string | undefined {
  return text === undefined ? undefined : change(text)
}

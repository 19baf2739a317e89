import { liesBelow } from '../text/address.ts'
import type { Call, DecodedToken, Environment } from './call.ts'
import type { Complete, Exchange, ExchangeResponse } from './exchange.ts'

/** What is known beside an exchange. */
export interface KnownBeside {
  /** The environments in the configuration. */
  environments: Environment[]
  operations?: Call['operations']
  /** The public keys that an environment publishes, by its id. */
  keys?: (environment: string) => Call['keys']
  /** The bearer that was sent, decoded, where it was not kept with the exchange. */
  token?: DecodedToken
  tabClockSkewSeconds?: number
}

/** Joins an exchange with what is known beside it. The one way from what was recorded to what is reasoned about. */
export function recordedCall(exchange: Exchange, known: KnownBeside): Call {
  const { step, environment: _, at, request, response, failure, bearer: __, token, flow, ...others } = exchange
  others satisfies Bystanders<keyof typeof others>
  const environment = environmentOf(exchange, known.environments)
  return {
    at,
    step,
    environment,
    others: known.environments.filter(({ id }) => id !== environment?.id),
    // Of a redirect that came back by itself the request is not known.
    request: request.url === '' ? undefined : request,
    response: response && judgedResponse(response),
    failure,
    token: token ?? known.token,
    keys: flow?.publishedKeys ?? (environment && known.keys?.(environment.id)),
    flow: { ...flow, tabClockSkewSeconds: known.tabClockSkewSeconds ?? flow?.tabClockSkewSeconds },
    operations: known.operations,
  } satisfies Complete<Call>
}

function judgedResponse({ status, headers, body, ...others }: ExchangeResponse): Call['response'] {
  others satisfies Bystanders<keyof typeof others>
  return { status, headers, body }
}

/** Members of an exchange that no cause of a failure shows in; `judgedCall` sees to `shortened`. */
type Bystanders<Names extends string> = {
  [Name in Names]?: Name extends Bystander ? unknown : never
}

type Bystander = 'id' | 'startedAt' | 'firstByteMs' | 'durationMs' | 'shortened' | 'bodyBase64' | 'size' | 'cut'

/** As much of a recorded call as reasoning may rest on: a body that was cut for keeping says nothing of the one that came. */
export function judgedCall(call: Call, { shortened }: Exchange): Call {
  return shortened?.includes('response') ? { ...call, response: { ...call.response, body: undefined } } : call
}

/**
 * The environment that an exchange was sent to: by its address, and where that lies at several of them, the one of its
 * id. An id alone may be that of another installation's environment.
 */
export function environmentOf(
  { environment: id, request: { url } }: Pick<Exchange, 'environment' | 'request'>,
  environments: Environment[],
): Environment | undefined {
  const serving = environments.filter((one) => servesAddress(one, url))
  return serving.find((one) => one.id === id) ?? serving[0]
}

/** Whether an address lies at an environment's identity service or gateway. */
export function servesAddress({ tokenUrl, authorizationUrl, authUrl, baseUrl }: Environment, url: string): boolean {
  return [tokenUrl, authorizationUrl, authUrl, baseUrl].some((base) => base !== undefined && liesBelow(url, base))
}

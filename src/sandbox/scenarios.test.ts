import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnose } from '#knowledge/diagnose/diagnose.ts'
import { passesByItself, saysThatItPasses } from '#knowledge/diagnose/passes-by-itself.ts'
import { fillPath, operations } from '#knowledge/protocol/apis.ts'
import type { Call, Environment, Flow } from '#knowledge/protocol/call.ts'
import { errorInRedirect } from '#knowledge/share/flow-messages.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { type ConfiguredEnvironment, type Sandbox, startSandbox } from './start.ts'
import { codeForm, signIn, type TokenResponse, tokenRequest } from './testing/visitor.ts'

let running: Sandbox
let ahead = 0
const clock = () => Date.now() / 1000 + ahead

beforeAll(async () => {
  running = await startSandbox({
    appUrl: 'http://localhost:8700',
    ports: { sandboxIdentity: 0, sandboxGateway: 0, productionIdentity: 0, productionGateway: 0 },
    clock,
  })
})

afterAll(() => running.close())

test.each(scenarios)('$id: $story', async (scenario) => {
  const call = await play(scenario)
  const first = diagnose(call)[0]
  expect(first?.code, JSON.stringify(call.response)).toBe(scenario.expected)
  expect(first && passesByItself(first, call.response)).toBe(
    scenario.expected && saysThatItPasses({ status: scenario.ends.status }),
  )
  expect({
    status: call.response?.status,
    error: call.response && errorInRedirect(call.response),
    says: first?.title ?? 'Success',
  }).toEqual(scenario.ends)
})

/** Plays a scenario over HTTP and returns what is known of its last exchange. */
async function play(scenario: Scenario): Promise<Call> {
  ahead = 0
  const environment = configured(scenario.environment)
  const client = environment.clients.find(({ id }) => id === scenario.client)
  if (!client) throw new Error(`there is no client ${scenario.client} in ${environment.id}`)
  const flow: Flow = {
    requestedScopes: scenario.scopes,
    redirectUri: client.redirect_uri,
    state: 'the-state',
    nonce: 'the-nonce',
  }
  const others = running.configuration.environments.filter(({ id }) => id !== environment.id).map(known)

  const callback = await signIn({ ...scenario, environment, client })
  if (!callback.searchParams.has('code')) {
    const response = { status: 302, headers: { location: callback.href } }
    return { at: clock(), step: 'authorize', environment: known(environment), others, response, flow }
  }

  const form = codeForm(client, callback)
  const answer = await tokenRequest(environment, client, running.secrets[client.secret_variable] ?? '', form)
  const exchange: Call = {
    at: clock(),
    step: 'token',
    environment: known(environment),
    others,
    request: { method: 'POST', url: environment.token_url, form },
    response: await recorded(answer.clone()),
    flow,
  }
  if (!answer.ok || !scenario.call) return exchange
  const { access_token, scope } = (await answer.json()) as TokenResponse

  const gateway = configured(scenario.call.gateway ?? scenario.environment)
  const operation = operations.find(({ id }) => id === scenario.call?.operation)
  if (!operation) throw new Error(`there is no operation ${scenario.call.operation}`)
  ahead = scenario.call.afterSeconds ?? 0
  const url = `${gateway.base_url}/v1${fillPath(operation, scenario.call.parameters ?? {})}`
  const body = operation.body === undefined ? undefined : JSON.stringify(operation.body)
  const response = await fetch(url, {
    method: operation.method,
    headers: { authorization: `Bearer ${access_token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body,
  })
  return {
    at: clock(),
    step: 'api',
    environment: known(gateway),
    others: running.configuration.environments.filter(({ id }) => id !== gateway.id).map(known),
    request: { method: operation.method, url, headers: { authorization: 'Bearer fp:00000000' }, body },
    response: await recorded(response),
    token: { header: { ...decodeProtectedHeader(access_token) }, claims: decodeJwt(access_token) },
    flow: { ...flow, grantedScope: scope },
  }
}

function configured(id: string): ConfiguredEnvironment {
  const environment = running.configuration.environments.find((candidate) => candidate.id === id)
  if (!environment) throw new Error(`there is no environment ${id}`)
  return environment
}

function known(environment: ConfiguredEnvironment): Environment {
  return {
    id: environment.id,
    name: environment.name,
    kind: environment.kind,
    authUrl: environment.auth_url,
    tokenUrl: environment.token_url,
    baseUrl: environment.base_url,
    issuer: environment.issuer,
    audience: environment.audience,
    resourceDomain: environment.resource_domain,
    clientIds: environment.clients.map(({ client_id }) => client_id),
  }
}

async function recorded(response: Response) {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

import { createHash } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '../people.ts'
import { type ConfiguredEnvironment, type Sandbox, startSandbox } from '../start.ts'
import {
  authorizationUrl,
  codeForm,
  obtainTokens,
  type SignInPlan,
  signIn,
  type TokenResponse,
  tokenRequest,
  Visitor,
} from '../testing/visitor.ts'

let running: Sandbox
let sandbox: ConfiguredEnvironment
let production: ConfiguredEnvironment
let plan: SignInPlan
let secret: string
const unexpected: unknown[] = []

beforeAll(async () => {
  running = await startSandbox({
    appUrl: 'http://localhost:8700',
    ports: { sandboxIdentity: 0, sandboxGateway: 0, productionIdentity: 0, productionGateway: 0 },
    onUnexpectedError: (error) => unexpected.push(error),
  })
  const [first, second] = running.configuration.environments
  const client = first?.clients[0]
  if (!first || !second || !client) throw new Error('the configuration lacks an environment')
  sandbox = first
  production = second
  secret = running.secrets[client.secret_variable] ?? ''
  plan = { environment: sandbox, client, account: 'ana-souza', scopes: sandbox.scopes }
})

afterAll(async () => {
  await running.close()
  expect(unexpected).toEqual([])
})

const business = (api: string, level = 'readonly') => `apis.sandbox.example/${api}.${level}`

describe('signing in', () => {
  test('marks the person who the client says is about to sign in, and nobody otherwise', async () => {
    const pageFor = async (hint: string) =>
      (await new Visitor().follow(`${authorizationUrl(plan)}&login_hint=${hint}`)).response.text()
    const hinted = await pageFor('Carla+Mendes')
    expect(hinted).toContain('Choose <strong>Carla Mendes</strong>')
    expect(hinted.match(/data-suggested/g)).toHaveLength(1)
    const unknown = await pageFor('nobody')
    expect(unknown).not.toContain('data-suggested')
  })

  test('says on its pages what a demonstration needs, and nothing otherwise', async () => {
    const consentPageFor = async (demonstration: string) => {
      const visitor = new Visitor()
      const { address } = await visitor.follow(authorizationUrl({ ...plan, parameters: { demonstration } }))
      const consentPage = await visitor.follow(`${address}/sign-in`, new URLSearchParams({ account: 'ana-souza' }))
      return consentPage.response.text()
    }
    const refused = await consentPageFor('scope-refused')
    expect(refused.match(/data-cued/g)).toHaveLength(1)
    expect(refused).toMatch(/data-cued>\s*<input[^>]*value="apis\.sandbox\.example\/bank-slips\.readonly"/)
    expect(await consentPageFor('denied')).toContain('press <strong>Deny all</strong>')
    expect(await consentPageFor('all-goes-well')).toContain('press <strong>Allow selected</strong>')
    expect(await consentPageFor('none-of-them')).not.toContain('class="cue"')
  })

  test('signs in and allows everything by one press where a demonstration refuses nothing', async () => {
    const parameters = { login_hint: 'Ana Souza', prompt: 'login' }
    const signInPage = (demonstration: string, visitor = new Visitor()) =>
      visitor.follow(authorizationUrl({ ...plan, parameters: { ...parameters, demonstration } }))
    const visitor = new Visitor()
    const { address, response } = await signInPage('all-goes-well', visitor)
    expect(await response.text()).toContain('name="everything"')
    const { left } = await visitor.follow(`${address}/sign-in`, new URLSearchParams({ everything: 'ana-souza' }))
    const answer = await tokenRequest(sandbox, plan.client, secret, codeForm(plan.client, left ?? new URL('no:way')))
    const { scope } = (await answer.json()) as TokenResponse
    expect(scope.split(' ').toSorted()).toEqual(plan.scopes.toSorted())
    expect(await (await signInPage('scope-refused')).response.text()).not.toContain('name="everything"')
  })

  test('leads back to the client with a 302 that carries code, iss and the state', async () => {
    const visitor = new Visitor()
    const signInPage = await visitor.follow(authorizationUrl(plan))
    const consentPage = await visitor.follow(
      `${signInPage.address}/sign-in`,
      new URLSearchParams({ account: 'ana-souza' }),
    )
    const { left, response } = await visitor.follow(
      `${consentPage.address}/consent`,
      new URLSearchParams({ decision: 'allow' }),
    )
    expect(response.status).toBe(302)
    expect(left?.origin).toBe('http://localhost:8700')
    expect(left?.pathname).toBe('/callback')
    expect(left?.searchParams.get('code')).toMatch(/^\S{20,}$/)
    expect(left?.searchParams.get('iss')).toBe(sandbox.issuer)
    expect(left?.searchParams.get('state')).toBe('the-state')
  })

  test('yields every field of the documented token response', async () => {
    const callback = await signIn(plan)
    const response = await tokenRequest(sandbox, plan.client, secret, codeForm(plan.client, callback))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    const tokens = (await response.json()) as TokenResponse
    expect(Object.keys(tokens).sort()).toEqual(
      ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'].sort(),
    )
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: sandbox.scopes.join(' ') })
  })

  test('yields tokens that the published keys of the environment verify', async () => {
    const tokens = await obtainTokens(plan, secret)
    const keys = createLocalJWKSet(await (await fetch(sandbox.jwks_url)).json())
    const access = await jwtVerify(tokens.access_token, keys, { issuer: sandbox.issuer, audience: sandbox.audience })
    expect(access.protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.stringMatching(/^sandbox-/) })
    expect(access.payload.scope).toBe(tokens.scope)
    const { payload } = await jwtVerify(tokens.id_token, keys, {
      issuer: sandbox.issuer,
      audience: plan.client.client_id,
    })
    expect(payload).toMatchObject({
      sub: 'ana-souza',
      nonce: 'the-nonce',
      name: 'Ana Souza',
      email: 'ana.souza@aurora.example',
    })
  })

  test('for a company puts its identifier into the audience and into a claim for each business API', async () => {
    const scopes = ['openid', 'webhooks', business('bank-slips'), business('authorized-direct-debits')]
    const claims = decodeJwt((await obtainTokens({ ...plan, scopes }, secret)).access_token)
    expect(claims.aud).toEqual([sandbox.audience, companies.aurora.id])
    expect(claims['apis.sandbox.example/bank-slips']).toBe(companies.aurora.id)
    expect(claims['apis.sandbox.example/authorized-direct-debits']).toBe(companies.aurora.id)
    expect(claims['apis.sandbox.example/account-statements']).toBeUndefined()
  })

  test('without a company names none anywhere', async () => {
    const claims = decodeJwt((await obtainTokens({ ...plan, account: 'carla-mendes' }, secret)).access_token)
    expect(claims.aud).toBe(sandbox.audience)
    expect(Object.keys(claims).filter((name) => name.includes('/'))).toEqual([])
  })

  test('with some scopes unticked grants the others alone', async () => {
    const scopes = ['openid', 'email', business('bank-slips'), business('account-statements')]
    const tokens = await obtainTokens({ ...plan, scopes, refuse: ['email', business('bank-slips')] }, secret)
    expect(tokens.scope).toBe(`openid ${business('account-statements')}`)
    expect(decodeJwt(tokens.access_token).scope).toBe(tokens.scope)
    expect(decodeJwt(tokens.id_token).email).toBeUndefined()
  })

  test('leaves out a scope that is not known here', async () => {
    const tokens = await obtainTokens({ ...plan, scopes: ['openid', 'apis.example/bank-slips.readonly'] }, secret)
    expect(tokens.scope).toBe('openid')
  })

  test('with no known scope at all is refused as invalid_scope', async () => {
    const visitor = new Visitor()
    const page = await visitor.follow(authorizationUrl({ ...plan, scopes: ['loans'] }))
    const answer = await visitor.follow(`${page.address}/sign-in`, new URLSearchParams({ account: 'ana-souza' }))
    expect(answer.left?.searchParams.get('error')).toBe('invalid_scope')
  })

  test('works with plain scopes alone, without openid', async () => {
    const tokens = await obtainTokens({ ...plan, scopes: ['apps'] }, secret)
    expect(tokens.scope).toBe('apps')
    expect(tokens.id_token).toBeUndefined()
  })

  test('that is denied answers access_denied, with iss and state, by a 302', async () => {
    const callback = await signIn({ ...plan, deny: true })
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      iss: sandbox.issuer,
      state: 'the-state',
    })
    const visitor = new Visitor()
    const page = await visitor.follow(authorizationUrl(plan))
    const cancelled = await visitor.follow(`${page.address}/sign-in`, new URLSearchParams({ decision: 'deny' }))
    expect(cancelled.response.status).toBe(302)
    expect(cancelled.left?.searchParams.get('error')).toBe('access_denied')
  })

  test('with every scope unticked counts as denied', async () => {
    const callback = await signIn({ ...plan, scopes: ['apps'], refuse: ['apps'] })
    expect(callback.searchParams.get('error')).toBe('access_denied')
  })

  test('again in the same browser asks for the scopes only, and with prompt=login for the person too', async () => {
    const visitor = new Visitor()
    await signIn(plan, visitor)
    const quiet = await visitor.follow(authorizationUrl(plan))
    expect(await quiet.response.text()).toContain('Allow selected')
    const asked = await visitor.follow(authorizationUrl({ ...plan, parameters: { prompt: 'login' } }))
    expect(await asked.response.text()).toContain('Choose who you are')
  })

  test('as somebody else over an existing session yields the tokens of that person', async () => {
    const visitor = new Visitor()
    const first = await obtainTokens(plan, secret, visitor)
    const second = await obtainTokens(
      { ...plan, account: 'bruno-lima', parameters: { prompt: 'login' } },
      secret,
      visitor,
    )
    expect(decodeJwt(first.access_token).sub).toBe('ana-souza')
    expect(decodeJwt(second.access_token)).toMatchObject({
      sub: 'bruno-lima',
      aud: [sandbox.audience, companies.horizonte.id],
    })
  })

  test('to both environments at once keeps their cookies apart', async () => {
    const visitor = new Visitor()
    const client = production.clients[0]
    if (!client) throw new Error('production has no client')
    const sandboxPage = await visitor.follow(authorizationUrl(plan))
    const elsewhere = { ...plan, environment: production, client, scopes: production.scopes }
    const productionPage = await visitor.follow(authorizationUrl(elsewhere))
    for (const page of [sandboxPage, productionPage]) {
      const next = await visitor.follow(`${page.address}/sign-in`, new URLSearchParams({ account: 'ana-souza' }))
      expect(await next.response.text()).toContain('Allow selected')
    }
  })
})

describe('a request that cannot be answered by redirect', () => {
  test('of an unknown client stays on a page that names it and says what to do', async () => {
    const stray = production.clients.find(({ id }) => id === 'sandbox-client')
    if (!stray) throw new Error('production has no stray client')
    const visit = await new Visitor().follow(authorizationUrl({ ...plan, environment: production, client: stray }))
    expect(visit.response.status).toBe(400)
    expect(visit.response.headers.get('location')).toBeNull()
    const text = await visit.response.text()
    expect(text).toContain('<code>invalid_client</code>')
    expect(text).toContain('ledger-desk-sandbox')
    expect(text).toContain('What to do')
  })

  test('with an unregistered redirect URI stays on a page, and escapes what the request said', async () => {
    const client = { ...plan.client, redirect_uri: 'http://evil.example/"><script>alert(1)</script>' }
    const visit = await new Visitor().follow(authorizationUrl({ ...plan, client }))
    expect(visit.response.status).toBe(400)
    const text = await visit.response.text()
    expect(text).toContain('<code>invalid_redirect_uri</code>')
    expect(text).not.toContain('<script')
  })

  test('of a sign-in that is over, or another browser’s, says so', async () => {
    const visit = await new Visitor().follow(authorizationUrl(plan))
    const stranger = await new Visitor().follow(visit.address)
    expect(stranger.response.status).toBe(400)
    expect(await stranger.response.text()).toContain('This sign-in is over')
  })

  test('at an address that does not exist gets a page with 404', async () => {
    const visit = await new Visitor().follow(`${sandbox.auth_url}/nothing`)
    expect(visit.response.status).toBe(404)
    expect(await visit.response.text()).toContain('Nothing found at this URL')
  })
})

test('pages run nothing, may be framed by nobody, and post to themselves and to the client alone', async () => {
  const { response } = await new Visitor().follow(authorizationUrl(plan))
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self' http://localhost:8700; base-uri 'none'; frame-ancestors 'none'",
  )
  expect(await response.text()).not.toMatch(/<script|style=|\son\w+=/)
})

test('pages of a demonstration run the clicker’s script alone', async () => {
  const { response } = await new Visitor().follow(
    authorizationUrl({ ...plan, parameters: { demonstration: 'denied', login_hint: 'Bruno Lima' } }),
  )
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src/)
  const page = await response.text()
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script src="/oauth2/clicker.js" defer>'])
  expect(page).toMatch(/value="bruno-lima"[^>]*data-next/)
  const script = await fetch(new URL('/oauth2/clicker.js', response.url))
  expect(script.headers.get('content-type')).toContain('text/javascript')
})

describe('the token endpoint', () => {
  test('answers client_not_found to a client of the other environment', async () => {
    const callback = await signIn(plan)
    const response = await tokenRequest(production, plan.client, secret, codeForm(plan.client, callback))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBeNull()
    expect(await response.json()).toEqual({
      error: 'client_not_found',
      error_description: 'The client does not exist in this environment (production).',
    })
  })

  test('answers invalid_client to a wrong secret', async () => {
    const callback = await signIn(plan)
    const response = await tokenRequest(sandbox, plan.client, 'wrong', codeForm(plan.client, callback))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  })

  test('answers invalid_client to a known client that sends no credentials', async () => {
    const response = await fetch(sandbox.token_url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', client_id: plan.client.client_id, code: 'x' }),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: 'invalid_client' })
  })

  test('answers invalid_grant to a used code and revokes what it had brought', async () => {
    const callback = await signIn(plan)
    const form = codeForm(plan.client, callback)
    const tokens = (await (await tokenRequest(sandbox, plan.client, secret, form)).json()) as TokenResponse
    const again = await tokenRequest(sandbox, plan.client, secret, form)
    expect(again.status).toBe(400)
    expect(await again.json()).toMatchObject({ error: 'invalid_grant' })
    const renewal = await renew(tokens.refresh_token)
    expect(await renewal.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('lets only one of two requests at once have the code', async () => {
    const callback = await signIn(plan)
    const requests = [1, 2, 3].map(() => tokenRequest(sandbox, plan.client, secret, codeForm(plan.client, callback)))
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('answers invalid_grant when the redirect URI differs', async () => {
    const form = { ...codeForm(plan.client, await signIn(plan)), redirect_uri: 'http://localhost:8700/other' }
    const response = await tokenRequest(sandbox, plan.client, secret, form)
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('accepts a code only with the verifier of its PKCE challenge', async () => {
    const verifier = 'a'.repeat(43)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const parameters = { code_challenge, code_challenge_method: 'S256' }
    const exchange = async (proof: Record<string, string>) => {
      const form = { ...codeForm(plan.client, await signIn({ ...plan, parameters })), ...proof }
      return (await tokenRequest(sandbox, plan.client, secret, form)).status
    }
    expect(await exchange({ code_verifier: verifier })).toBe(200)
    expect(await exchange({ code_verifier: 'b'.repeat(43) })).toBe(400)
    expect(await exchange({})).toBe(400)
  })

  test('rotates refresh tokens, and revokes the whole family when an old one comes again', async () => {
    const tokens = await obtainTokens(plan, secret)
    const renewed = (await (await renew(tokens.refresh_token)).json()) as TokenResponse
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    expect(renewed.scope).toBe(tokens.scope)
    expect(decodeProtectedHeader(renewed.access_token).typ).toBe('at+jwt')
    expect(await (await renew(tokens.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect(await (await renew(renewed.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('revokes tokens for the client that they were issued to, and for no other', async () => {
    const tokens = await obtainTokens(plan, secret)
    const revocation = { ...sandbox, token_url: sandbox.revocation_url }
    const revokeAs = (client: typeof plan.client) =>
      tokenRequest(revocation, client, running.secrets[client.secret_variable] ?? '', { token: tokens.refresh_token })
    expect((await revokeAs(nightBatch())).status).toBe(200)
    const renewed = (await (await renew(tokens.refresh_token)).json()) as TokenResponse
    expect(renewed.refresh_token).toBeTypeOf('string')
    tokens.refresh_token = renewed.refresh_token
    expect((await revokeAs(plan.client)).status).toBe(200)
    expect(await (await renew(renewed.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('gives the short-lived client tokens of ten seconds', async () => {
    const client = nightBatch()
    const tokens = await obtainTokens({ ...plan, client }, running.secrets[client.secret_variable] ?? '')
    const { iat = 0, exp = 0 } = decodeJwt(tokens.access_token)
    expect([tokens.expires_in, exp - iat]).toEqual([10, 10])
  })

  function nightBatch() {
    const client = sandbox.clients.find(({ id }) => id === 'night-batch')
    if (!client) throw new Error('there is no short-lived client')
    return client
  }

  const renew = (refresh_token: string) =>
    tokenRequest(sandbox, plan.client, secret, { grant_type: 'refresh_token', refresh_token })
})

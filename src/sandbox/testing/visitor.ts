import type { ConfiguredClient, ConfiguredEnvironment } from '../start.ts'

/** A browser, as far as a sign-in needs one: it keeps cookies by name and follows no redirect by itself. */
export class Visitor {
  readonly cookies = new Map<string, string>()

  async open(address: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      headers: { cookie, accept: 'text/html' },
      body: form,
      redirect: 'manual',
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Follows redirects as long as they stay with the identity service, to a page or to the one that leaves it. */
  async follow(start: string, form?: URLSearchParams): Promise<Visit> {
    let response = await this.open(start, form)
    let address = start
    for (;;) {
      const location = response.headers.get('location')
      if (location === null) return { address, response }
      const target = new URL(location, address)
      if (target.origin !== new URL(start).origin) return { address, response, left: target }
      address = target.href
      response = await this.open(address)
    }
  }
}

/** Where redirects ended: on a page of the identity service, or with one that left it. */
export interface Visit {
  address: string
  response: Response
  left?: URL
}

export interface SignInPlan {
  environment: ConfiguredEnvironment
  client: ConfiguredClient
  account: string
  scopes: string[]
  refuse?: string[]
  deny?: true
  /** Further parameters of the authorization request. */
  parameters?: Record<string, string>
}

/** The authorization request of §2.1, with `state` and `nonce`. */
export function authorizationUrl({ environment, client, scopes, parameters }: SignInPlan): string {
  const query = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: client.redirect_uri,
    scope: scopes.join(environment.scope_separator),
    state: 'the-state',
    nonce: 'the-nonce',
    ...parameters,
  })
  return `${environment.auth_url}/oauth2/authorize?${query}`
}

/** Goes through the pages as a person would, and returns the callback address that the client is sent to. */
export async function signIn(plan: SignInPlan, visitor = new Visitor()): Promise<URL> {
  let visit = await visitor.follow(authorizationUrl(plan))
  if ((await pageText(visit)).includes('/sign-in"')) {
    visit = await visitor.follow(`${visit.address}/sign-in`, new URLSearchParams({ account: plan.account }))
  }
  const form = new URLSearchParams({ decision: plan.deny ? 'deny' : 'allow' })
  for (const scope of plan.scopes) if (!plan.refuse?.includes(scope)) form.append('scope', scope)
  const { left } = await visitor.follow(`${visit.address}/consent`, form)
  if (!left) throw new Error('the sign-in did not lead back to the client')
  return left
}

async function pageText({ response }: Visit): Promise<string> {
  return response.clone().text()
}

/** The token request of §2.3, with credentials joined plainly (§5). */
export function tokenRequest(
  environment: ConfiguredEnvironment,
  client: ConfiguredClient,
  secret: string,
  form: Record<string, string>,
): Promise<Response> {
  const credentials = Buffer.from(`${client.client_id}:${secret}`).toString('base64')
  return fetch(environment.token_url, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams(form),
  })
}

/** Signs in and exchanges the code: the token response of §2.4. */
export async function obtainTokens(plan: SignInPlan, secret: string, visitor = new Visitor()): Promise<TokenResponse> {
  const callback = await signIn(plan, visitor)
  const response = await tokenRequest(plan.environment, plan.client, secret, codeForm(plan.client, callback))
  if (!response.ok) throw new Error(`the token endpoint returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as TokenResponse
}

export function codeForm(client: ConfiguredClient, callback: URL): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: client.redirect_uri,
  }
}

export interface TokenResponse {
  access_token: string
  refresh_token: string
  id_token: string
  scope: string
  token_type: string
  expires_in: number
}

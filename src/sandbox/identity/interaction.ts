import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { splitScopes } from '#knowledge/protocol/scopes.ts'
import { type HomeEnvironment, offeredScopes, plainScopes } from '../environments.ts'
import { findPerson, people } from '../people.ts'
import { type Scenario, scenarios } from '../scenarios.ts'
import { consentPage, errorPage, icon, signInPage } from './pages.ts'
import { show } from './show-page.ts'

const typefaces = {
  inter: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  mono: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Routes of the pages between the authorization request and its response: choosing a person, choosing scopes. */
export function interactions(provider: Provider, environment: HomeEnvironment) {
  const files: Record<string, { type: string; content: string | Buffer }> = {
    '/oauth2/pages.css': { type: 'text/css', content: beside('pages.css') },
    '/oauth2/clicker.js': { type: 'text/javascript', content: beside('clicker.js') },
    '/oauth2/inter.woff2': woff2(typefaces.inter),
    '/oauth2/mono.woff2': woff2(typefaces.mono),
    '/oauth2/icon.svg': { type: 'image/svg+xml', content: icon(environment) },
  }
  const answers: Record<string, Answer> = { 'sign-in': signIn, consent }

  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const file = Object.hasOwn(files, ctx.path) ? files[ctx.path] : undefined
    if (file && ctx.method === 'GET') {
      ctx.set({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      ctx.type = file.type
      ctx.body = file.content
      return
    }
    const [, uid, action] = /^\/oauth2\/interaction\/([\w-]+)(?:\/([\w-]+))?$/.exec(ctx.path) ?? []
    if (uid === undefined) return next()

    const interaction = await pending(provider, ctx, uid)
    if (!interaction) return show(ctx, errorPage(environment, { error: 'sign_in_over' }), 400)
    if (ctx.method === 'GET' && action === undefined) return show(ctx, await page(provider, environment, interaction))

    const answer = action !== undefined && Object.hasOwn(answers, action) ? answers[action] : undefined
    if (ctx.method !== 'POST' || !answer) return show(ctx, errorPage(environment, { error: 'not_found' }), 404)
    const form = await readForm(ctx.req)
    const denied = { error: 'access_denied', error_description: 'The person did not allow the request.' }
    const result = form.get('decision') === 'deny' ? denied : await answer({ provider, environment, interaction, form })
    // A page that is older than the sign-in's state, as after Back, leads to the page that is due.
    if (result === undefined) return redirect(ctx, `/oauth2/interaction/${uid}`)
    interaction.result = { ...interaction.lastSubmission, ...result }
    await interaction.persist()
    redirect(ctx, interaction.returnTo)
  }
}

function beside(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}

function woff2(file: string) {
  return { type: 'font/woff2', content: readFileSync(new URL(import.meta.resolve(file))) }
}

interface AnswerInput {
  provider: Provider
  environment: HomeEnvironment
  interaction: Interaction
  form: URLSearchParams
}
type Answer = (input: AnswerInput) => Promise<Interaction['result'] | undefined>

async function signIn({
  provider,
  environment,
  interaction,
  form,
}: AnswerInput): Promise<Interaction['result'] | undefined> {
  const allowsAll = form.has('everything')
  const person = findPerson(form.get(allowsAll ? 'everything' : 'account') ?? '')
  if (interaction.prompt.name !== 'login' || !person) return undefined
  const { session } = interaction
  if (session && session.accountId !== person.id) {
    // Somebody else signs in: the session before ends here, as oidc-provider would otherwise ask with a page of its own.
    await (await provider.Session.findByUid(session.uid))?.destroy()
    interaction.session = undefined
  }
  const login = { accountId: person.id }
  if (!allowsAll) return { login }
  return { login, consent: await grant(provider, environment, interaction, person.id, known(environment, interaction)) }
}

async function consent({ provider, environment, interaction, form }: AnswerInput) {
  const accountId = interaction.session?.accountId
  if (interaction.prompt.name !== 'consent' || accountId === undefined) return undefined
  const requested = known(environment, interaction)
  const granted = requested.filter((scope) => scope === 'openid' || form.getAll('scope').includes(scope))
  if (granted.length === 0) return { error: 'access_denied', error_description: 'The person allowed no scope.' }
  return { consent: await grant(provider, environment, interaction, accountId, granted) }
}

/** Keeps what the person allows; what else was requested is refused. */
async function grant(
  provider: Provider,
  environment: HomeEnvironment,
  interaction: Interaction,
  accountId: string,
  granted: string[],
): Promise<{ grantId: string }> {
  const refused = known(environment, interaction).filter((scope) => !granted.includes(scope))
  const kept = new provider.Grant({ accountId, clientId: String(interaction.params.client_id) })
  // A scope that is neither granted nor rejected would be asked for again.
  kept.addOIDCScope(plain(granted))
  kept.rejectOIDCScope(plain(refused))
  kept.addResourceScope(environment.audience, granted.join(' '))
  kept.rejectResourceScope(environment.audience, refused.join(' '))
  return { grantId: await kept.save() }
}

function plain(scopes: string[]): string {
  return scopes.filter((scope) => plainScopes.includes(scope)).join(' ')
}

function known(environment: HomeEnvironment, interaction: Interaction): string[] {
  const offered = offeredScopes(environment)
  return requestedScopes(interaction).filter((scope) => offered.includes(scope))
}

function requestedScopes(interaction: Interaction): string[] {
  return [...new Set(splitScopes(String(interaction.params.scope ?? '')))]
}

async function page(provider: Provider, environment: HomeEnvironment, interaction: Interaction) {
  const client = await provider.Client.find(String(interaction.params.client_id))
  const clientName = client?.clientName ?? String(interaction.params.client_id)
  const redirectUri = new URL(String(interaction.params.redirect_uri))
  const shared = { environment, uid: interaction.uid, clientName, clientOrigin: redirectUri.origin }
  const person = findPerson(interaction.session?.accountId ?? '')
  if (interaction.prompt.name === 'login') {
    const hint = interaction.params.login_hint
    const suggested = people.find(({ id, name }) => hint === id || hint === name)
    const asked = interaction.params.prompt === 'login'
    return signInPage({ ...shared, people, current: person, suggested, asked, wish: wishOf(interaction) })
  }
  if (!person) throw new Error(`consent is due, but nobody is signed in (${interaction.prompt.name})`)
  const scopes = known(environment, interaction)
  const unknown = requestedScopes(interaction).filter((scope) => !scopes.includes(scope))
  return consentPage({ ...shared, person, scopes, unknown, wish: wishOf(interaction) })
}

/** What a demonstration needs the person to refuse, by the id in the authorization request. */
function wishOf({ params }: Interaction): Pick<Scenario, 'refuse' | 'deny'> | undefined {
  return scenarios.find(({ id }) => id === params.demonstration)
}

/** The sign-in of this browser that goes by this name; undefined when it is over, or another one's. */
async function pending(provider: Provider, ctx: KoaContextWithOIDC, uid: string): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res)
    return interaction.uid === uid ? interaction : undefined
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined
    throw error
  }
}

/** 303, so that the browser follows the response to a form with GET. */
function redirect(ctx: KoaContextWithOIDC, address: string): void {
  ctx.status = 303
  ctx.redirect(address)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 20_000) throw new Error('the form is longer than 20,000 characters')
  }
  return new URLSearchParams(text)
}

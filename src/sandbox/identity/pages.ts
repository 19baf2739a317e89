import { describeScope } from '#knowledge/protocol/describe-scope.ts'
import type { HomeEnvironment } from '../environments.ts'
import type { Person } from '../people.ts'
import type { Scenario } from '../scenarios.ts'
import { type Html, html } from './html.ts'

/** A whole HTML document, and the origins that its forms may lead to besides its own. */
export interface Page {
  markup: string
  formTargets?: string[]
  /** Whether the page loads the script for a presenter's clicker. */
  hasScript?: boolean
}

interface SignInStep {
  environment: HomeEnvironment
  /** Names the sign-in in the addresses of the forms. */
  uid: string
  clientName: string
  /** Where the redirect at the end leads. */
  clientOrigin: string
}

/**
 * The page on which the person says who they are. `current` is who is signed in already, when asked again; `suggested`
 * is who the client says is about to sign in (`login_hint`, OpenID Connect Core §3.1.2.1). Where a demonstration wishes
 * nothing to be refused, one press signs that person in and allows all that is requested.
 */
export function signInPage(
  step: SignInStep & { people: Person[]; current?: Person; suggested?: Person; asked: boolean; wish?: Wish },
): Page {
  const { environment, uid, clientName, people, current, suggested, asked, wish } = step
  const allowsAll = wish !== undefined && !wish.deny && !wish.refuse
  return page(
    step,
    `Sign in · ${environment.title}`,
    html`
    <h1>Sign in to continue to ${clientName}</h1>
    <p class="lead">Choose who you are. These are demo accounts without passwords.</p>
    ${
      suggested &&
      html`<p class="cue">${
        allowsAll
          ? html`This demonstration signs in <strong>${suggested.name}</strong>, who allows everything.`
          : html`Choose <strong>${suggested.name}</strong>: ${clientName} expects this account.`
      }</p>`
    }
    ${
      asked &&
      current &&
      current !== suggested &&
      html`<p class="note">${clientName} requested a new sign-in (<code>prompt=login</code>), although ${current.name} is signed in here.</p>`
    }
    <form method="post" action="/oauth2/interaction/${uid}/sign-in">
      ${
        suggested &&
        allowsAll &&
        html`<p><button class="primary" name="everything" value="${suggested.id}" autofocus data-next>Sign in and allow everything</button></p>
      <p class="or">Or choose an account, and then what to allow.</p>`
      }
      <ul class="people">
        ${people.map(
          (person) => html`<li>
            <button class="person" name="account" value="${person.id}" ${person === suggested && html`data-suggested`} ${person === suggested && !allowsAll && html`autofocus data-next`}>
              <span class="initials" aria-hidden="true">${initials(person.name)}</span>
              <span class="who"><strong>${person.name}</strong> <span class="role">${person.role}</span></span>
              <span class="company">${
                person.company
                  ? html`<span>${person.company.name}</span> <span class="id">${person.company.taxId}</span>`
                  : 'Acts for no company'
              }</span>
            </button>
          </li>`,
        )}
      </ul>
      <p class="after"><button class="quiet" name="decision" value="deny">Cancel and go back to ${clientName}</button></p>
    </form>`,
  )
}

/** What a demonstration needs the person to refuse. */
type Wish = Pick<Scenario, 'refuse' | 'deny'>

/** The page on which the person chooses what the client may do. `unknown`: requested, but not known here. */
export function consentPage(
  step: SignInStep & { person: Person; scopes: string[]; unknown: string[]; wish?: Wish },
): Page {
  const { environment, uid, clientName, person, scopes, unknown, wish } = step
  return page(
    step,
    `Allow access · ${environment.title}`,
    html`
    <h1>What may ${clientName} do?</h1>
    <p class="lead">
      You are signed in as <strong>${person.name}</strong>${person.company ? html`, for <strong>${person.company.name}</strong>` : ', for no company'}${person.company?.name.endsWith('.') ? '' : '.'}
      Clear any scope that you don’t want to allow.
    </p>
    ${wish && html`<p class="cue">${cueOf(wish)}</p>`}
    <form method="post" action="/oauth2/interaction/${uid}/consent">
      <fieldset>
        <legend>Requested scopes</legend>
        <ul class="scopes">${scopes.map((scope, index) => scopeRow(scope, index, wish?.refuse?.includes(scope) === true))}</ul>
      </fieldset>
      ${
        unknown.length > 0 &&
        html`<p class="note">Also requested, but not known here and therefore not granted: ${unknown.map((scope) => html`<code>${scope}</code> `)}</p>`
      }
      <div class="actions">
        <button class="primary" name="decision" value="allow" ${wish && !wish.deny && html`data-next`} ${wish && !wish.deny && !wish.refuse && html`autofocus`}>Allow selected</button>
        <button class="secondary" name="decision" value="deny" ${wish?.deny && html`autofocus data-next`}>Deny all</button>
      </div>
    </form>
    <p class="after">Either way, you return to <span class="address">${step.clientOrigin}</span>.</p>`,
  )
}

/** What a demonstration needs next. */
function cueOf({ refuse, deny }: Wish): Html {
  if (deny) return html`This demonstration needs a refusal: press <strong>Deny all</strong>.`
  const press = html`press <strong>Allow selected</strong>`
  return refuse
    ? html`For this demonstration, clear ${refuse.map((scope) => html`<code>${breakable(scope)}</code>, `)}then ${press}.`
    : html`For this demonstration, ${press}.`
}

function scopeRow(scope: string, index: number, isCued: boolean): Html {
  // Without openid there is no sign-in (OpenID Connect Core §3.1.2.1), so it is shown and not offered for refusal.
  const fixed = scope === 'openid'
  return html`<li ${isCued && html`data-cued`}>
    <input type="checkbox" id="scope-${index}" name="scope" value="${scope}" checked ${fixed && html`disabled`} ${isCued && html`autofocus`} aria-describedby="meaning-${index}">
    <label for="scope-${index}"><code>${breakable(scope)}</code>${fixed && html` <span class="fixed">always part of a sign-in</span>`}</label>
    <p id="meaning-${index}">${describeScope(scope).meaning}</p>
  </li>`
}

/** What an error page is about: the error code, and what the request said of itself. */
export interface PageError {
  error: string
  error_description?: string
  clientId?: string
  redirectUri?: string
}

/** The page for whatever cannot get a redirect to the client. */
export function errorPage(environment: HomeEnvironment, problem: PageError): Page {
  const words = Object.hasOwn(explanations, problem.error) ? explanations[problem.error] : undefined
  const { title, why, fix } = words?.(problem, environment) ?? {
    title: 'This request cannot be completed',
    why: problem.error_description ?? 'The request does not follow the rules of the authorization endpoint.',
    fix: 'Go back to the application, check the parameters of the authorization request and start again.',
  }
  return page(
    { environment },
    `${title} · ${environment.title}`,
    html`
    <p class="code">Error <code>${problem.error}</code></p>
    <h1>${title}</h1>
    <p class="lead">${why}</p>
    <h2>What to do</h2>
    <p>${fix}</p>`,
  )
}

type Explain = (
  problem: PageError,
  environment: HomeEnvironment,
) => { title: string; why: Html | string; fix: Html | string }

const explanations: Record<string, Explain> = {
  invalid_client: ({ clientId }, environment) => ({
    title: 'This client is not registered here',
    why: html`The application identified itself as <code>${clientId ?? '(nothing)'}</code>. No client with this ID is registered with this identity service (${environment.title}), so you are not redirected: the redirect URI could belong to anyone.`,
    fix: 'Go back to the application and choose a client that is registered with this environment, or the environment that this client is registered with.',
  }),
  invalid_redirect_uri: ({ clientId, redirectUri }) => ({
    title: 'This redirect URI is not registered',
    why: html`The client <code>${clientId ?? '(none)'}</code> requested a redirect to <code>${redirectUri ?? '(nothing)'}</code>, which does not exactly match its registered redirect URI.`,
    fix: 'Compare the redirect URI with the registered one, character by character: scheme, host, port, path and trailing slash must all match.',
  }),
  sign_in_over: () => ({
    title: 'This sign-in is over',
    why: 'It was already finished, took longer than half an hour, or was started in another browser.',
    fix: 'Go back to the application and start the sign-in again.',
  }),
  not_found: () => ({
    title: 'Nothing found at this URL',
    why: 'The identity service is at /oauth2/authorize and /oauth2/token, and publishes its keys at /oauth2/keys.',
    fix: 'Start the sign-in from the application, which uses the correct URL.',
  }),
  server_error: () => ({
    title: 'The stand-in failed',
    why: 'An unexpected error stopped this identity service. Nobody was signed in and nothing was granted.',
    fix: 'Go back to the application and start the sign-in again. If it happens again, restart the sandbox.',
  }),
}

function page(
  context: { environment: HomeEnvironment; clientOrigin?: string; wish?: Wish },
  title: string,
  content: Html,
): Page {
  const { environment, clientOrigin, wish } = context
  const document = html`<!doctype html>
<html lang="en" data-environment="${environment.id}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/oauth2/icon.svg" type="image/svg+xml">
<link rel="preload" as="font" type="font/woff2" crossorigin href="/oauth2/inter.woff2">
<link rel="stylesheet" href="/oauth2/pages.css">
${wish && html`<script src="/oauth2/clicker.js" defer></script>`}
</head>
<body>
<header>
  <img src="/oauth2/icon.svg" alt="" width="28" height="28">
  <p><strong>${environment.title}</strong> <span class="tag">demo</span></p>
</header>
<main>${content}</main>
<footer><p>This service replaces a real one so that you can try sign-ins. Nothing here is real: no bank, no money, no passwords.</p></footer>
</body>
</html>`
  return {
    markup: document.markup,
    formTargets: clientOrigin === undefined ? [] : [clientOrigin],
    hasScript: wish !== undefined,
  }
}

/** The mark of an environment: a key's bow in the accent colour of its pages. */
export function icon({ id }: HomeEnvironment): string {
  const accent = { sandbox: '#0f766e', production: '#a3324f' }[id]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="${accent}"/><g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"><circle cx="10.5" cy="14" r="4"/><path d="M14.5 14h7.5M19.5 14v3.4"/></g></svg>`
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word[0])
    .join('')
}

/** Lets a long scope break where its grammar has a joint, and nowhere else. */
function breakable(scope: string): Html {
  const joint = scope.indexOf('/') + 1
  return html`<span>${scope.slice(0, joint)}</span><wbr><span>${scope.slice(joint)}</span>`
}

import { expect, type Locator, type Page } from 'playwright/test'
import { requestHeader } from '../src/contract/request.ts'
import { sessionHeader } from '../src/contract/session.ts'
import type { DiagnosisCode } from '../src/knowledge/diagnose/diagnosis.ts'
import { people } from '../src/sandbox/people.ts'
import type { Scenario } from '../src/sandbox/scenarios.ts'

/** What a person chooses on the way through a sign-in; the ids are those of the built-in environments and accounts. */
export interface SignInOptions {
  environment?: Scenario['environment']
  client?: string
  account?: string
  /** What to ask for; the screen's usual choice when left out. */
  scopes?: string[]
  /** What the person unticks. */
  refuse?: string[]
  /** The person denies the whole request. */
  deny?: boolean
  prompt?: 'login'
  /** Where to come back to. */
  returnTo?: string
}

/** Signs in, and stays on whatever screen the sign-in leads to. */
export async function signIn(page: Page, options: SignInOptions = {}): Promise<void> {
  await page.goto(signInScreen(options))
  await leaveForIdentityService(page)
  await chooseAccount(page, options.account)
  await answerConsent(page, options)
}

/** Signs in and sees the token screen. */
export async function signInAndSeeToken(page: Page, options: SignInOptions = {}): Promise<void> {
  await signIn(page, options)
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
}

/** The address of the sign-in screen with these choices made. */
export function signInScreen({ environment = 'sandbox', client, scopes, prompt, returnTo }: SignInOptions): string {
  const address = new URLSearchParams({ environment })
  if (client) address.set('client', client)
  if (scopes) address.set('scope', scopes.join(' '))
  if (prompt) address.set('prompt', prompt)
  if (returnTo) address.set('return', returnTo)
  return `/?${address}`
}

/**
 * Presses the button that leaves for the identity service, and waits until the sign-in screen, which names the demo
 * accounts too, is gone.
 */
export async function leaveForIdentityService(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Continue to / }).click()
  await hasLeft(page)
}

/** Waits for a page of the identity service, or for the way back when it asks nothing. */
export const hasLeft = (page: Page): Promise<void> =>
  page.waitForURL(({ pathname }) => /^\/(?:oauth2|callback)\b/.test(pathname), { waitUntil: 'commit' })

/** Chooses on the sign-in screen. A segment is its choice's label and lies over it, so the click is not held to it. */
export async function choose(page: Page, role: 'radio' | 'checkbox', name: string, chosen = true): Promise<void> {
  const choice = page.getByRole(role, { name, exact: true })
  if (role === 'checkbox' && !name.includes('prompt=')) await openScopes(page)
  if (role === 'checkbox') await choice.setChecked(chosen)
  else await choice.click({ force: true })
  await expect(choice).toBeChecked({ checked: chosen })
}

/** Opens the scopes on the sign-in screen, which are in one line otherwise. */
export async function openScopes(page: Page): Promise<void> {
  const scopes = page.getByRole('group').filter({ hasText: /^\d+ scopes?/ })
  await expect(scopes).toBeVisible()
  if (!(await scopes.evaluate((element: HTMLDetailsElement) => element.open))) await scopes.locator('summary').click()
}

/** Chooses a demo account on the identity service's own page. */
export async function chooseAccount(page: Page, account = 'ana-souza'): Promise<void> {
  const person = people.find(({ id }) => id === account)
  if (!person) throw new Error(`There is no demo account ${account}.`)
  await page.getByRole('button', { name: person.name }).click()
}

/** Unticks what is refused and answers the identity service's question. */
export async function answerConsent(page: Page, { refuse = [], deny = false }: SignInOptions = {}): Promise<void> {
  for (const scope of refuse) {
    // A long scope may break at its slash, and is then read out with a space there.
    await page.getByRole('checkbox', { name: scope.slice(scope.indexOf('/') + 1) }).uncheck()
  }
  await page.getByRole('button', { name: deny ? 'Deny all' : 'Allow selected' }).click()
}

/** Opens one part of the token screen. */
export async function openTokenPart(
  page: Page,
  name: 'Scopes' | 'Access token' | 'ID token' | 'Response',
): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

/** The operations of the Calls screen, one of them chosen. */
export const operationsOn = (page: Page): Locator => page.getByRole('combobox', { name: 'Operation' })

/** One of them, which says so where its scope is missing. */
export function operationOn(page: Page, title: string): Locator {
  return operationsOn(page)
    .locator('option')
    .filter({ hasText: new RegExp(`^${title.replaceAll('/', '\\/')}(?: \\(scope missing\\))?$`) })
}

/** Opens an operation by way of the navigation. */
export async function openOperation(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Calls' }).click()
  const value = await operationOn(page, title).getAttribute('value')
  await operationsOn(page).selectOption(value)
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** What the BFF tells the page about the session that its tab is in. */
export function askBff<Answer>(page: Page, path: string): Promise<Answer> {
  return page.evaluate(
    async ([path, own, session]): Promise<Answer> => {
      const name = sessionStorage.getItem('claimcheck.session')
      const headers = { [own]: '1', ...(name ? { [session]: name } : {}) }
      return (await fetch(path, { headers })).json()
    },
    [path, requestHeader, sessionHeader] as const,
  )
}

/** The rows of the response's table as the screen shows them, each cell by the name of its column. */
export async function shownRows(page: Page): Promise<Record<string, string>[]> {
  const table = page.getByRole('region', { name: 'The list as a table' })
  await expect(table).toBeVisible()
  const columns = await table.getByRole('columnheader').allInnerTexts()
  const [, ...rows] = await table.getByRole('row').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.getByRole('cell').allInnerTexts()
      return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
    }),
  )
}

/** The verdict on the screen explains the failure with the diagnosis of this code. */
export async function expectVerdict(page: Page, code: DiagnosisCode): Promise<void> {
  const verdict = page.getByRole('article', { name: 'Why it failed' })
  // Last comes the code; the evidence may have the same word.
  await expect(verdict.getByText(code, { exact: true }).last()).toBeVisible()
  const link = verdict.getByRole('link', { name: code, exact: true })
  // On its own page an error is named without a link.
  if (new URL(page.url()).pathname.startsWith('/errors/')) await expect(link).toHaveCount(0)
  else await expect(link).toHaveAttribute('href', `/errors/${code}`)
}

/** Waits until the page has fetched all that it fetches by itself, what makes it work offline included. */
export async function untilAllIsFetched(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('register-service-worker')),
  )
  await page.waitForLoadState('networkidle')
}

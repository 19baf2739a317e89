import { createHmac, generateKeyPairSync } from 'node:crypto'
import type { Page } from 'playwright/test'
import { type SignedIn, sessionPath } from '../src/contract/session.ts'
import { expectGoodLooks } from './looks.ts'
import { askBff, expectVerdict, signInAndSeeToken, untilAllIsFetched } from './people.ts'
import { expect, test } from './product-story.ts'

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const signature = `CANARY-signature-${'x'.repeat(325)}`
const now = Math.floor(Date.now() / 1000)
const usual = {
  iss: 'https://id.example',
  sub: 'ana',
  aud: 'https://api.example',
  scope: 'openid pay.example/bank-slips.readonly',
  iat: now - 600,
  exp: now + 600,
}
const made = (claims: unknown, header: object = {}) =>
  `${encoded({ alg: 'RS256', typ: 'at+jwt', kid: 'k1', ...header })}.${encoded(claims)}.${signature}`

/** Pastes as a person does, from the clipboard. */
async function paste(page: Page, text: string, box = 'What do you have?'): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.getByLabel(box).focus()
  await page.keyboard.press('ControlOrMeta+V')
}

async function open(page: Page): Promise<void> {
  await page.goto('/inspect')
  await expect(page.getByLabel('What do you have?')).toBeVisible()
  await untilAllIsFetched(page)
}

/** Opens the copy for a ticket in full. */
async function seeTheCopy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More ways to copy for a ticket' }).click()
  await page.getByRole('button', { name: 'Preview or save…' }).click()
  await expect(page.getByRole('button', { name: 'Copy Report for a ticket' })).toBeVisible()
}

/** Every request of the page and of its workers from now on, but for the page's own program, which is loaded when it is needed. */
function requests(page: Page): string[] {
  const asked: string[] = []
  const { origin } = new URL(page.url())
  page.context().on('request', (request) => {
    const [, file] = request.url().split(`${origin}/assets/`)
    if (request.method() !== 'GET' || file === undefined || !/^[\w-]+\.js$/.test(file))
      asked.push(`${request.method()} ${request.url()}`)
  })
  return asked
}

test('the support desk reads a token without a sign-in, and nothing of it leaves the page', async ({ page }) => {
  await open(page)
  await expect(page.getByText('Nothing that you paste leaves this browser.')).toBeVisible()
  const asked = requests(page)
  const address = page.url()

  const scope = Array.from({ length: 40 }, (_, at) => `api.example/part-${at}`).join(' ')
  await paste(page, made({ ...usual, scope }))
  await page.getByRole('button', { name: 'Show all 40' }).click()
  await expect(page.getByRole('tab', { name: 'Scopes (40)' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Clear' }).click()

  await paste(page, `Authorization: Bearer ${made(usual)}`)
  await page.getByRole('button', { name: 'Change the kind of token' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search the kinds of token' })).toBeFocused()
  await page.keyboard.type('id tok')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'ID token' })).toContainText('As you chose.')
  await page.getByRole('button', { name: 'Change the kind of token' }).click()
  await page.getByRole('button', { name: 'Access token', exact: true }).click()
  await expect(page.getByText('signature not verified')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Claims' })).toContainText('Unique per issuer')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('20 minutes')
  await expect(page.getByRole('article', { name: 'Access token' })).toContainText('Expires in')
  await expect(page.getByRole('article', { name: 'Access token' })).toContainText('for https://api.example')
  await page.getByRole('tab', { name: /^Scopes/ }).click()
  await expect(page.getByRole('region', { name: 'Scopes' })).toContainText('List bank slips')
  await expect(page.locator('main')).not.toContainText(signature)
  await seeTheCopy(page)
  await expect(
    page
      .locator('pre')
      .filter({ hasText: /SIGNATURE\\?_REMOVED/ })
      .last(),
  ).toBeVisible()
  await expect(page.locator('main')).not.toContainText(signature)

  expect(asked, 'requests after the paste').toEqual([])
  expect(page.url()).toBe(address)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(kept).not.toContain('CANARY')
})

test('a signature holds against the published keys, and not once a character was changed', async ({ page }) => {
  await signInAndSeeToken(page)
  const { accessToken: token } = await askBff<SignedIn>(page, sessionPath)
  await open(page)
  await paste(page, token)
  await page.getByRole('tab', { name: /^Checks/ }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('article', { name: 'Access token' })).toContainText('Valid for')
  await expect(page.getByText('signature valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()

  const at = token.indexOf('.') + 20
  await paste(page, `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`)
  await page.getByText('Context:').click()
  await page.getByLabel('Environment').selectOption('Sandbox')
  await page.getByRole('tab', { name: /^Checks/ }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('signature invalid', { exact: true })).toBeVisible()
})

test('a token is edited where it is shown as it is written, and judged again as one types', async ({ page }) => {
  await open(page)
  await paste(page, `token=${made(usual)}`)
  await page.getByRole('tab', { name: 'Raw' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click()
  const box = page.getByRole('textbox', { name: 'Encoded token' })
  await expect(box).toBeFocused()
  const decoded = page.getByRole('region', { name: 'Decoded' })
  await box.fill(made({ ...usual, sub: 'somebody else', exp: now - 3600 }))
  await expect(decoded).toContainText('somebody else')
  await expect(page.getByRole('article', { name: 'Access token' })).toContainText('Expired')
  await expectGoodLooks(page)

  await box.fill('e30')
  await expect(page.getByText('This text is not a readable token.')).toBeVisible()
  await expect(decoded).toContainText('somebody else')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(decoded).not.toContainText('somebody else')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true }).last()).toBeFocused()
  await expect(page.locator('main')).not.toContainText(signature)
})

const hostile: { what: string; text: string; says: string | RegExp }[] = [
  {
    what: 'with foreign characters',
    text: made(usual).replace('.', '.***'),
    says: '“*”, which is not a base64url character',
  },
  { what: 'not UTF-8', text: `${encoded({ alg: 'RS256' })}._____w.${signature}`, says: 'is not valid UTF-8' },
  { what: 'with a name twice', text: made('{"sub":"a","sub":"b"}'), says: 'appears more than once' },
  {
    what: 'with treacherous names',
    text: made('{"__proto__":{"x":1},"constructor":"y"}'),
    says: 'can confuse careless programs',
  },
  { what: 'with an integer past 2^53', text: made('{"id":9007199254740993}'), says: '9007199254740993' },
  {
    what: 'nested 200,000 deep',
    text: made(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
    says: 'It is nested very deeply',
  },
  {
    what: 'of a megabyte',
    text: made({ sub: 'ana', list: Array.from({ length: 20_000 }, (_, at) => `an entry of the list, number ${at}`) }),
    says: 'It is large',
  },
  {
    what: 'encrypted and compressed',
    text: `${encoded({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' })}..aaaa.bbbb.cccc`,
    says: 'compressed before it was encrypted',
  },
  {
    what: 'with a remote key',
    text: made(usual, { jku: 'http://127.0.0.1:9/keys' }),
    says: 'says where to fetch its key',
  },
  {
    what: 'without a signature',
    text: `${encoded({ alg: 'none' })}.${encoded(usual)}.`,
    says: 'anyone could have made it',
  },
]
test('attack 55: a token made to harm is named for what it is, fetches nothing, and leaves the page quick', async ({
  page,
}) => {
  await open(page)
  const asked = requests(page)
  for (const { what, text, says } of hostile) {
    await test.step(`a token ${what}`, async () => {
      await paste(page, text)
      await expect(page.locator('main')).toContainText(says)
      await expect(page.getByText('signature valid', { exact: true })).toHaveCount(0)
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect(page.getByLabel('What do you have?')).toBeVisible()
    })
  }
  expect(asked).toEqual([])
})

test('attack 54: markup, script addresses and marks that turn text stay text', async ({ page }) => {
  await open(page)
  const evil = '<img src=x onerror=alert(1)>'
  page.on('dialog', () => {
    throw new Error('A script ran.')
  })
  await paste(
    page,
    made({ ...usual, [evil]: evil, picture: 'javascript:alert(1)', name: 'abc\u202edef' }, { kid: evil }),
  )
  await expect(page.getByRole('region', { name: 'Claims' })).toContainText(evil)
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(page.locator('main a[href^="javascript"]')).toHaveCount(0)
  await expect(page.getByText('Text that is not what it looks like')).toBeVisible()
})

test('two tokens are compared by meaning', async ({ page }) => {
  await open(page)
  await page.getByLabel('What do you have?').fill(made(usual))
  await page.getByRole('button', { name: 'Compare two' }).click()
  await paste(page, made({ ...usual, scope: 'openid', exp: now - 60 }, { kid: 'k2' }), 'Failing token')
  await expect(page.getByRole('heading', { name: 'The failing token has expired' })).toBeVisible()
  const differences = page.getByRole('region', { name: 'Access token' })
  await expect(differences).toContainText('which opens “List bank slips”')
  await expect(differences).toContainText('By now the failing one has expired')
  await expect(differences).toContainText('They were signed with different keys')
  await expectGoodLooks(page)
})

test('while presenting, everything that describes a person is masked, and what is revealed is masked on leaving', async ({
  page,
}) => {
  await open(page)
  await paste(page, made({ ...usual, email: 'ana@example.com' }))
  await page.getByRole('tab', { name: 'Raw' }).click()
  await page.getByRole('button', { name: 'Reveal the token', exact: true }).click()
  await expect(page.locator('main')).toContainText(signature)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.locator('main')).not.toContainText(signature)
  await page.getByRole('tab', { name: 'Claims' }).click()
  await expect(page.locator('main')).toContainText('ana@example.com')
  await page.getByRole('button', { name: 'Mask secrets' }).click()
  await expect(page.locator('main')).not.toContainText('ana@example.com')
})

const entry = (url: string, more: { form?: string; status?: number; body?: unknown; headers?: object } = {}) => ({
  startedDateTime: new Date((now - 60) * 1000).toISOString(),
  time: 50,
  request: {
    method: more.form ? 'POST' : 'GET',
    url,
    headers: Object.entries(more.headers ?? {}).map(([name, value]) => ({ name, value })),
    ...(more.form && { postData: { mimeType: 'application/x-www-form-urlencoded', text: more.form } }),
  },
  response: { status: more.status ?? 200, headers: [], content: { text: more.body && JSON.stringify(more.body) } },
})
const har = JSON.stringify({
  log: {
    version: '1.2',
    entries: [
      entry('https://id.example/oauth2/authorize?client_id=app&response_type=code&state=CANARY-state', {
        status: 302,
      }),
      entry('https://app.example/callback?code=CANARY-code-1&iss=x&state=CANARY-state'),
      entry('https://id.example/oauth2/token', {
        form: 'grant_type=authorization_code&code=CANARY-code-1',
        body: { access_token: made(usual), refresh_token: 'CANARY-refresh', token_type: 'Bearer' },
      }),
      entry('https://api.example/v1/bank-slips', {
        headers: { Authorization: `Bearer ${made(usual)}`, Cookie: 'sid=CANARY-cookie' },
        status: 401,
        body: { fault: { faultstring: 'x', detail: { errorcode: 'steps.jwt.NoMatchingPublicKey' } } },
      }),
    ],
  },
})

test('a HAR file shows its flow with the diagnosis, and is handed on without a secret', async ({ page }) => {
  await open(page)
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from(har) })
  // The cause of the first failure comes first, and has the focus; what succeeded before it is one line.
  await expect(page.getByText('1 of 3 steps failed. 4 entries, 1 flow')).toBeVisible()
  await expectVerdict(page, 'no-matching-public-key')
  await expect(page.getByRole('article', { name: 'Why it failed' }).getByRole('heading', { level: 2 })).toBeFocused()
  const flow = page.getByRole('region', { name: '1. Sign-in' })
  const steps = flow.getByRole('listitem').getByRole('button')
  await expect(steps).toHaveText([/^2 steps succeeded$/, /401/])
  await steps.last().click()
  await expect(flow.getByRole('button', { name: /^Copy for / })).toHaveCount(1)
  await expect(flow.getByRole('article', { name: 'Why it failed' })).toContainText('no-matching-public-key')
  await expect(flow.getByRole('region', { name: 'Access token, as it was sent' })).toContainText('Unique per issuer')
  await expect(page.locator('main')).not.toContainText('CANARY')
  await page.getByRole('button', { name: 'Save a masked HAR' }).click()
  await expect(page.getByRole('table', { name: 'What was removed' })).toContainText('Tokens')
  await expect(page.locator('main')).not.toContainText('CANARY')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the masked HAR' }).click()
  const saved = await (await saving).createReadStream()
  const text = (await saved.toArray()).join('')
  expect(text).not.toContain('CANARY')
  expect(JSON.parse(text).log.entries).toHaveLength(4)
  await expectGoodLooks(page)
})

test('a HAR file that was sanitized is said to be so, lists every entry with why it has no response, and is reported whole', async ({
  page,
}) => {
  await open(page)
  const blocked = {
    ...entry('https://ads.example/pixel'),
    response: { status: 0, headers: [], content: {}, _error: 'net::ERR_BLOCKED_BY_CLIENT' },
  }
  const refused = entry('https://api.example/v1/bank-slips', { status: 401 })
  refused.response.headers = [{ name: 'WWW-Authenticate', value: 'Bearer realm="x"' }] as never[]
  const others = Array.from({ length: 300 }, (_, at) => entry(`https://app.example/assets/part-${at}.js`))
  const log = { creator: { name: 'WebInspector', version: '537.36' }, entries: [...others, blocked, refused] }
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ log })) })
  await expect(page.getByText('Tokens and cookies are missing from this file')).toBeVisible()
  await expect(page.getByText('Recorded with Chrome, Edge or another Chromium browser')).toBeVisible()
  const flow = page.getByRole('region', { name: '1. Calls whose token is not in the file' })
  await expect(flow).not.toContainText('contained no access token')

  const entries = page.getByRole('region', { name: 'All entries' })
  const rows = entries.getByRole('listitem')
  await expect(entries.getByRole('button', { name: /part-0\.js/ })).toBeVisible()
  // What is out of sight is not drawn.
  expect(await rows.count()).toBeLessThan(60)
  await entries.getByRole('button', { name: 'Without a response' }).click()
  await entries.getByRole('button', { name: /ads\.example/ }).click()
  await expect(entries.getByText('No response: blocked by an extension')).toBeVisible()
  await entries.getByRole('button', { name: 'All', exact: true }).click()
  await entries.getByRole('searchbox').fill('part-299')
  await expect(entries.getByRole('button', { name: /part-299\.js/ })).toBeVisible()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Copy a report of the file' }).click()
  await expect(page.getByText('HAR file x.har')).toBeVisible()
  await expect(page.getByText('blocked by an extension: once')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save the report' })).toBeVisible()
  await expectGoodLooks(page)
})

test('reading a HAR file can be cancelled', async ({ page }) => {
  await open(page)
  // Held back for good, the reader is certain to be at work when it is cancelled.
  await page.context().route(/\/worker-/, () => {})
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from(har) })
  await expect(page.getByRole('progressbar', { name: /^Reading the HAR file/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Reading was cancelled')).toBeVisible()
})

test('the screen looks right with a token in it, on a phone, a tablet and a desk', async ({ page }) => {
  await open(page)
  await expectGoodLooks(page)
  const long = { [`claim_without_a_place_to_break_${'x'.repeat(70)}`]: 'y'.repeat(300), kid: 'z'.repeat(300) }
  await paste(
    page,
    JSON.stringify({ access_token: made({ ...usual, ...long }), refresh_token: 'opaque-refresh', scope: 'openid' }),
  )
  await expect(page.getByRole('tab', { name: '2. Refresh token' })).toBeVisible()
  await seeTheCopy(page)
  await expectGoodLooks(page)
})

test('a token with its secret and a private key beside it is verified with them, and they are told first and stay masked', async ({
  page,
}) => {
  await open(page)
  const secret = 'dev-only-secret-0123456789abcdef'
  const input = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: 'ana', exp: now + 600 })}`
  const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  const pem = String(
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }),
  )
  await paste(page, `JWT_SETTING='{"type":"HS256","key":"${secret}"}'\nTOKEN=${token}\n${pem}`)
  await expect(page.getByText('signature valid')).toBeVisible()
  await expect(page.getByText('The text contains a private key and a shared secret')).toBeVisible()
  await expect(page.getByText('replace it', { exact: false }).first()).toBeVisible()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).not.toContainText(secret)
  await expect(result).not.toContainText(pem.split('\n')[1] ?? '')
})

import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import type { Page } from 'playwright/test'
import { signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'
import { expectAccessible } from './story.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = Math.floor(Date.now() / 1000)
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privatePem = String(rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }))
const publicPem = String(rsa.publicKey.export({ type: 'spki', format: 'pem' }))

function signed(claims: object): string {
  const input = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${input}.${createSign('sha256').update(input).sign(rsa.privateKey, 'base64url')}`
}

const claims = { iss: 'https://id.example', sub: 'ana', aud: 'https://api.example', iat: now - 60, exp: now + 600 }

async function inspect(page: Page, text: string): Promise<void> {
  await page.goto('/inspect')
  await page.getByLabel('What do you have?').fill(text)
  await page.keyboard.press('ControlOrMeta+Enter')
}

test('a key in any form verifies a token, and a private key is masked and said to be one', async ({ page }) => {
  await inspect(page, signed(claims))
  await page.getByRole('tab', { name: 'Checks' }).click()
  await page.getByLabel('a pasted key').check()
  const box = page.getByLabel('A key: PEM, JWK, JWKS, certificate, SSH')
  await box.fill(publicPem.trim().replaceAll('\n', '\\n'))
  await expect(page.getByText('Read as public key (SPKI), RSA, 2,048 bits.')).toBeVisible()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('signature valid', { exact: true })).toBeVisible()

  await box.fill(privatePem)
  await expect(page.getByText('This is a private key or a secret, so it is masked.')).toBeVisible()
  expect(await box.evaluate((area) => getComputedStyle(area).getPropertyValue('-webkit-text-security'))).toBe('disc')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Passed checks').click()
  await expect(page.getByText('the public half of the pasted private key (PKCS#8)')).toBeVisible()

  await box.fill('')
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'key.der',
      mimeType: 'application/octet-stream',
      buffer: rsa.publicKey.export({ type: 'spki', format: 'der' }),
    })
  await expect(page.getByText('Read as public key (SPKI), RSA, 2,048 bits.')).toBeVisible()
  await expectAccessible(page)
})

test('a token that was encrypted is decrypted with a key, and what is inside is inspected', async ({ page }) => {
  const token = await new CompactEncrypt(new TextEncoder().encode(signed(claims)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
    .encrypt(rsa.publicKey)
  await inspect(page, token)
  await page.getByRole('tab', { name: 'Decrypt' }).click()
  await page.getByLabel('The private key or shared secret, in any format').fill(publicPem)
  await page.getByRole('button', { name: 'Decrypt' }).click()
  await expect(page.getByText('A public key was pasted')).toBeVisible()
  await page.getByLabel('The private key or shared secret, in any format').fill(privatePem)
  await page.getByRole('button', { name: 'Decrypt' }).click()
  await expect(page.getByText('Inside the encrypted token')).toBeVisible()
  await expect(page.getByRole('row', { name: /^sub/ })).toContainText('ana')
})

test('content that was sent apart from its token is given in a field', async ({ page }) => {
  const [head, , signature] = signed(claims).split('.')
  await inspect(page, `${head}..${signature}`)
  await page.getByRole('tab', { name: 'Checks' }).click()
  await page.getByLabel('a pasted key').check()
  await page.getByLabel('A key: PEM, JWK, JWKS, certificate, SSH').fill(publicPem)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The token was sent without its content')).toBeVisible()
  await page.getByLabel('The signed content').fill(JSON.stringify(claims))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('signature valid', { exact: true })).toBeVisible()
})

test('a token is broken on purpose, and the verdicts change', async ({ page }) => {
  await inspect(page, signed(claims))
  await page.getByRole('button', { name: 'Make a broken copy' }).click()
  const panel = page.getByRole('region', { name: 'Test token' })
  await panel.getByLabel('Fault', { exact: true }).selectOption('Expired ten minutes ago')
  await panel.getByRole('button', { name: 'Make the test token' }).click()
  await expect(panel.getByRole('row', { name: /^Expiry/ })).toContainText('failed')
  await panel.getByLabel('Fault', { exact: true }).selectOption('Changed after it was signed')
  await panel.getByLabel('Signature algorithm').selectOption('ES256')
  await panel.getByRole('button', { name: 'Make the test token' }).click()
  await expect(panel.getByRole('row', { name: /^Signature/ })).toContainText('failed')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Inspect the test token' }).click()
  await expect(page.getByText('Worthless anywhere else.').first()).toBeVisible()
})

test('the Token screen verifies both tokens and the nonce that was sent', async ({ page }) => {
  await signInAndSeeToken(page)
  // What passed is folded away.
  const check = (name: RegExp) => page.locator('li').filter({ hasText: name })
  for (const [token, names] of [
    ['Access token', [/^Signature/]],
    ['ID token', [/^Signature/, /^Nonce/]],
  ] as const) {
    await page.getByRole('tab', { name: token }).click()
    await page.getByRole('tab', { name: 'Checks' }).click()
    for (const name of names) await expect(check(name)).toContainText('passed')
  }
})

test('a built-in gateway is called with no token and with a broken one, and the prediction is beside its verdict', async ({
  page,
}) => {
  await signInAndSeeToken(page)
  await page.goto('/calls/list-bank-slips')
  const compared = page.getByRole('region', { name: 'Prediction for the test token' })
  await page.getByLabel('Token to send').selectOption('No token')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(compared).toContainText('No token was sent.')
  await expect(compared).toContainText('401: The request contained no access token')
  await page.getByLabel('Token to send').selectOption('Changed after it was signed')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(compared).toContainText('Signature:')
  await expect(compared).toContainText('as predicted')
  // However soon Send is pressed after a choice, the token that was chosen is sent.
  await page.evaluate(() => {
    const choice = document.querySelector<HTMLSelectElement>('select:has([value="expired"])')
    if (!choice) throw new Error('There is no choice of tokens.')
    choice.value = 'expired'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    choice.form?.requestSubmit()
  })
  // The gateway stops at the key, so the expiry is seen among the reasons, which are open.
  await expect(compared.getByText(/^Expir/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'An expired token' })).toBeVisible()
  await page.getByRole('button', { name: 'Send with your access token' }).click()
  await expect(page.getByLabel('Token to send')).toHaveValue('own')
  await expect(compared).toBeHidden()
})

test('a private key that was pasted alone is masked, and told for what it is', async ({ page }) => {
  await page.goto('/inspect')
  await page.getByLabel('What do you have?').fill(' ')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), privatePem)
  await page.getByLabel('What do you have?').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByText('private key (PKCS#8), RSA, 2,048 bits')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A private key or shared secret' })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(privatePem.slice(60, 120))
})

test('a session cookie that is no JWT is verified with the secret key of its application', async ({ page }) => {
  const secret = 'the-secret-key-of-a-test-3f9'
  const content = `${encoded({ _user_id: '7' })}.${Buffer.from([0, now >> 16, now >> 8, now])
    .toString('base64url')
    .slice(0, 6)}`
  const key = createHmac('sha1', secret).update('cookie-session').digest()
  await inspect(page, `Cookie: session=${content}.${createHmac('sha1', key).update(content).digest('base64url')}`)
  await page.getByLabel('The secret key of the application').fill('another-secret-key-of-a-test')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The pasted secret did not create this signature')).toBeVisible()
  await page.getByLabel('The secret key of the application').fill(secret)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Passed checks').click()
  await expect(page.getByText('so the session is from a Flask application that has it')).toBeVisible()
  await expectAccessible(page)
})

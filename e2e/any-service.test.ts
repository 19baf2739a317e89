import { standIn } from '../src/bff/testing/stand-in.ts'
import { usualServices } from '../src/bff/testing/usual-services.ts'
import { operations as builtIn } from '../src/knowledge/protocol/apis.ts'
import { expectGoodLooks } from './looks.ts'
import { startOwnInstallation } from './own-installation.ts'
import { operationOn, operationsOn, send } from './people.ts'
import { freePorts } from './product.ts'
import { expect, test as story } from './story.ts'

/** A product with a file that names little more than issuers: one that is right, and one with a slash too many. */
const test = story.extend<{ installation: { address: string; written: () => string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern.
  installation: async ({}, use, testInfo) => {
    const ports = await freePorts()
    const { Keycloak } = usualServices
    if (!Keycloak) throw new Error('There is no stand-in for Keycloak.')
    const client = { id: 'spa', redirectUri: `http://localhost:${ports.PORT}/callback` }
    const service = await standIn(Keycloak, client, Date.now)
    const environment = {
      kind: 'production',
      base_url: service.address,
      clients: [{ id: 'spa', name: 'Page', client_id: 'spa', token_endpoint_auth_method: 'none' }],
    }
    const file = testInfo.outputPath('claimcheck.json')
    const product = await startOwnInstallation(ports, file, [
      { ...environment, id: 'shop', name: 'Shop', issuer: service.issuer },
      { ...environment, id: 'slip', name: 'Slip', issuer: `${service.issuer}/` },
    ])
    await use({ address: product.address, written: () => product.output.stdout })
    expect(await product.stop()).toBe(0)
    await service.close()
    expect(product.output.stderr).toBe('')
  },
  baseURL: async ({ installation }, use) => use(installation.address),
})

test('an issuer and a public client are enough to sign in, to renew and to call', async ({ page }) => {
  await page.goto('/?environment=shop')
  await expect(page.getByText('/realms/shop/protocol/openid-connect/auth')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Always ask for consent prompt=consent' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Shop' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(page.getByText(/renewed/i).first()).toBeVisible()

  await page.goto('/calls')
  await expect(operationOn(page, 'List things')).toHaveCount(1)
  for (const { title } of builtIn) await expect(operationOn(page, title)).toHaveCount(0)
  await operationsOn(page).selectOption('List things')
  await send(page)
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('200')
})

test('a slip in the configuration is told in the terminal and on the sign-in screen, with what to write', async ({
  page,
  installation,
  complaints,
}) => {
  const says = /issuer differs from it only in a trailing slash\. Set issuer to http:\S+\/realms\/shop\./
  await page.goto('/?environment=slip')
  await expect(page.getByText('The configuration check found problems')).toBeVisible()
  await expect(page.getByText(/only in a trailing slash/)).toBeVisible()
  await expectGoodLooks(page)
  await expect.poll(installation.written).toMatch(says)

  complaints.expect(/status of 502/)
  await page.getByRole('button', { name: 'Continue to Slip' }).click()
  await expect(page.getByRole('alert').getByText(/only in a trailing slash/)).toBeVisible()

  await page.goto('/?environment=shop')
  await expect(page.getByRole('button', { name: 'Continue to Shop' })).toBeVisible()
  await expect(page.getByText('The configuration check found problems')).toBeHidden()
})

test('after a sign-out the way to the sign-out of the service itself is offered, without a token in its address', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue to Shop' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Shop may still know you')).toBeVisible()
  const logout = page.getByRole('link', { name: 'Sign out at Shop' })
  await expect(logout).toHaveAttribute('href', /\/protocol\/openid-connect\/logout\?client_id=spa$/)
  await expectGoodLooks(page)
})

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { startSandbox } from '../src/sandbox/start.ts'
import { expectGoodLooks } from './looks.ts'
import { expectVerdict, openOperation, send, signIn, signInAndSeeToken } from './people.ts'
import { freePorts, startProduct } from './product.ts'
import { expect, test as story } from './story.ts'

/** What the installation's configuration adds to the built-in operations. */
const ownOperation = {
  id: 'count-entries',
  api: 'ledger',
  title: 'Entries of a ledger',
  method: 'GET',
  path: '/accounts/{account_id}/statements',
  scope: 'webhooks',
  parameters: [{ name: 'account_id', in: 'path', sample: 'acc-7001' }],
}

/** A product that reads its environments from a configuration file, and identity services that can be stopped. */
const test = story.extend<{ installation: { address: string; stopIdentityServices: () => Promise<void> } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern.
  installation: async ({}, use, testInfo) => {
    const ports = await freePorts()
    const sandbox = await startSandbox({
      appUrl: `http://localhost:${ports.PORT}`,
      ports: { sandboxIdentity: 0, sandboxGateway: 0, productionIdentity: 0, productionGateway: 0 },
    })
    const named = sandbox.configuration.environments.map((environment) => ({
      ...environment,
      name: `${environment.name} of an operator who likes long names, ${'LongNames'.repeat(8)}`,
      clients: environment.clients.map((client) => ({ ...client, name: `${client.name} ${'LongNames'.repeat(8)}` })),
    }))
    const environments = named.map((environment) =>
      environment.id === 'mixed'
        ? // Nothing answers there: this product starts no identity service of its own.
          { ...environment, token_url: `http://127.0.0.1:${ports.SANDBOX_IDENTITY_PORT}/oauth2/token` }
        : environment,
    )
    const file = testInfo.outputPath('claimcheck.json')
    await writeFile(file, JSON.stringify({ environments, operations: [ownOperation] }))
    const product = await startProduct(ports, {
      CLAIMCHECK_CONFIG: file,
      SESSION_KEYS: `story:${randomBytes(32).toString('base64url')}`,
      ...sandbox.secrets,
    })
    let stopping: Promise<void> | undefined
    const stopIdentityServices = () => {
      stopping ??= sandbox.close()
      return stopping
    }
    await use({ address: product.address, stopIdentityServices })
    const exitCode = await product.stop()
    await stopIdentityServices()
    expect(exitCode).toBe(0)
    expect(product.output.stderr).toBe('')
  },
  baseURL: async ({ installation }, use) => use(installation.address),
})

test('a token endpoint that cannot be reached is told as that', async ({ page }) => {
  await signIn(page, { environment: 'mixed' })
  await expectVerdict(page, 'identity-service-connection-refused')
  await expect(page.getByRole('link', { name: 'Try again with the same choices' })).toBeVisible()
})

test('attack 25: with the identity service down a renewal keeps the session, and the sign-out works', async ({
  page,
  installation,
}) => {
  await signInAndSeeToken(page)
  await installation.stopIdentityServices()

  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(page.getByText('The tokens were not renewed, but you are still signed in')).toBeVisible()
  await expectVerdict(page, 'identity-service-connection-refused')
  await expectGoodLooks(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /^Continue to / })).toBeVisible()
  await expectGoodLooks(page)
})

test('an operation that the installation adds is offered and called like the others', async ({ page }) => {
  await signInAndSeeToken(page)
  await openOperation(page, ownOperation.title)
  await send(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200')
  await expect(page.getByRole('tabpanel', { name: 'Body' })).toContainText('opening_balance')
})

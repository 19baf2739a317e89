import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startProgram } from './programs.ts'
import type { StartServer } from './server.ts'

/** oidc-provider from npm as it comes, with its pages for developers. */
export const startOidcProvider: StartServer = async ({ directory }, client) => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const registered = {
    client_id: client.id,
    client_secret: client.secret,
    redirect_uris: [client.redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
  }
  const file = join(directory, 'provider.mjs')
  await writeFile(
    file,
    `import Provider from ${JSON.stringify(import.meta.resolve('oidc-provider'))}
new Provider(${JSON.stringify(issuer)}, { clients: [${JSON.stringify(registered)}] }).listen(${port})
`,
  )
  const stop = await startProgram(process.execPath, [file], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH },
    answers: `${issuer}/.well-known/openid-configuration`,
  })
  return {
    name: 'oidc-provider',
    environment: { issuer, scopes: ['openid', 'offline_access'], prompts: ['consent'] },
    // Without it this server gives no refresh token (OpenID Connect Core §11).
    prompts: ['consent'],
    async signIn(page) {
      await page.locator('input[name=login]').fill('ana')
      await page.locator('input[name=password]').fill('any')
      await page.locator('button[type=submit]').click()
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    stop,
  }
}

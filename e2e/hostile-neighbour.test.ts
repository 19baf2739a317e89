import { signInAndSeeToken } from './people.ts'
import { expect, test } from './product-story.ts'

test('nothing else can take the name of the page’s Trusted Types policy', async ({ page, complaints }) => {
  complaints.expect(/TrustedTypePolicy|Trusted Types|trusted-types/)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue to Sandbox' })).toBeVisible()
  const taken = page.evaluate(() =>
    (
      window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
    ).trustedTypes.createPolicy('claimcheck', { createScriptURL: (url: string) => url }),
  )
  await expect(taken).rejects.toThrow('already exists')
})

test('a cookie that another server of this machine planted is refused in the words of the BFF', async ({
  page,
  context,
  baseURL,
  complaints,
}) => {
  complaints.expect(/400 .*\/bff\/session/)
  await signInAndSeeToken(page)
  const domain = new URL(baseURL ?? '').hostname
  await context.addCookies([{ name: 'claimcheck-session', value: 'planted', domain, path: '/bff' }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Claimcheck could not start' })).toBeVisible()
  await expect(page.getByText('Delete the cookies of this address in your browser')).toBeVisible()
})

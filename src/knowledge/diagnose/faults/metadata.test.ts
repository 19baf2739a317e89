import { expect, it } from 'vitest'
import { diagnose } from '../diagnose.ts'

const metadata = (url: string, issuer: string) =>
  diagnose({
    at: 1_000,
    step: 'api',
    request: { method: 'GET', url },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ issuer }) },
  })

it.each([
  [
    'https://dev-1-admin.okta.com/oauth2/default/.well-known/openid-configuration',
    'https://dev-1.okta.com/oauth2/default',
  ],
  ['http://keycloak:8080/realms/a/.well-known/openid-configuration', 'https://sso.example/realms/a'],
  ['https://id.example/.well-known/oauth-authorization-server/tenant', 'https://id.example/other'],
])('metadata at %s of the issuer %s is of another one', (url, issuer) => {
  const [first] = metadata(url, issuer)
  expect(first).toMatchObject({ code: 'metadata-of-other-issuer' })
  expect(first?.fix).toContain(issuer)
})

it.each([
  ['https://id.example/.well-known/openid-configuration', 'https://id.example/'],
  ['https://id.example/realms/a/.well-known/openid-configuration', 'https://id.example/realms/a'],
  ['https://id.example/.well-known/oauth-authorization-server/tenant', 'https://id.example/tenant'],
  [
    'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
    'https://login.microsoftonline.com/{tenantid}/v2.0',
  ],
])('metadata at %s of the issuer %s is in order', (url, issuer) => {
  expect(metadata(url, issuer)).toEqual([])
})

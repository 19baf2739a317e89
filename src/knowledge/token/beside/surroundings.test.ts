import { describe, expect, it } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const made = (claims: Record<string, unknown>, header: Record<string, unknown> = { alg: 'RS256', kid: 'k' }) =>
  `${base64UrlOf(JSON.stringify(header))}.${base64UrlOf(JSON.stringify(claims))}.${'A'.repeat(342)}`
const token = made({
  iss: 'https://id.example',
  sub: 'svc-17',
  aud: 'api',
  exp: 1_790_003_600,
  iat: 1_790_000_000,
  jti: 'j-1',
})
const workload = made({
  iss: 'https://app.terraform.io',
  sub: 'organization:a:run_phase:plan',
  aud: 'aws.workload.identity',
})
const account = made({
  iss: 'kubernetes/serviceaccount',
  sub: 'system:serviceaccount:ci:deployer',
  'kubernetes.io/serviceaccount/service-account.name': 'deployer',
})

const said = (text: string) =>
  inspect(text)
    .together.map(({ why }) => why)
    .join('\n')

describe('what the place of a token means for it', () => {
  it.each([
    ['a cookie without Secure', `HTTP/1.1 302 Found\nSet-Cookie: sid=${token}; HttpOnly; Path=/`, 'set without Secure'],
    [
      'a password in a command',
      `mosquitto_sub -h mqtt.example -u taps -P '${token}' -t keg`,
      'value of “-P” in a command',
    ],
    [
      'a variable of a bundle',
      `VITE_API_TOKEN=${token}`,
      '“VITE_API_TOKEN” shows that this value is part of code that runs in browsers',
    ],
    [
      'a secret in a manifest',
      `kind: Secret\nmetadata:\n  annotations:\n    kubernetes.io/service-account.name: deployer\nstringData:\n  token: ${account}`,
      'names the same service account as the token, “deployer”',
    ],
    [
      'an exchange',
      `{"access_token":"${token}","issued_token_type":"urn:ietf:params:oauth:token-type:access_token","expires_in":3600}`,
      'It has no refresh token, which is usual for an exchange',
    ],
    [
      'the lifetime of a response',
      `{"access_token":"${token}","expires_in":3600}`,
      'expires_in is 3,600 seconds (1 hour) and matches exp − iat',
    ],
    [
      'an introspection of the same token',
      `token=${token}\n\n{"active":true,"sub":"svc-17","jti":"j-1","exp":1790003600}`,
      'is about this token: both have the same sub, jti and exp',
    ],
    [
      'a role of AWS',
      `aws sts assume-role-with-web-identity --role-arn arn:aws:iam::210987654321:role/tfc-apply --web-identity-token ${workload}\nAn error occurred (AccessDenied): Not authorized to perform sts:AssumeRoleWithWebIdentity`,
      'did not let it assume the role “tfc-apply”: the trust policy of that role must name the provider “https://app.terraform.io”',
    ],
  ])('%s', (_, text, words) => {
    expect(said(text)).toContain(words)
  })

  it.each([
    ['a cookie that is guarded', `Set-Cookie: sid=${token}; HttpOnly; Secure; SameSite=Lax`, 'without'],
    ['an option that is no password', `mosquitto_pub -h mqtt.example -m '${token}'`, 'in a command'],
    ['a key that is meant for browsers', `NEXT_PUBLIC_SUPABASE_ANON_KEY=${token}`, 'browsers'],
    ['a setting of a server', `API_TOKEN=${token}`, 'browsers'],
    [
      'a response that renews',
      `{"access_token":"${token}","refresh_token":"8xLOxBtZp8","expires_in":3600}`,
      'exchange',
    ],
    [
      'an introspection of another token',
      `token=${token}\n\n{"active":true,"sub":"svc-18","jti":"j-2"}`,
      'about this token',
    ],
  ])('is left unsaid: %s', (_, text, words) => {
    expect(said(text)).not.toContain(words)
  })
})

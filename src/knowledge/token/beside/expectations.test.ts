import { expect, test } from 'vitest'
import { inspect } from '../../paste/inspect.ts'
import { base64UrlOf } from '../../text/base64.ts'

const now = 1_795_392_000
const made = (claims: object, header: object = {}) =>
  `${base64UrlOf(JSON.stringify({ alg: 'RS256', kid: 'k', ...header }))}.${base64UrlOf(JSON.stringify({ iat: now, exp: now + 600, ...claims }))}.${'A'.repeat(342)}`
const access = made({
  iss: 'https://id.dock.example/',
  aud: ['dock-api', 'x'],
  sub: 'u',
  client_id: 'dock-web',
  scope: 'read write',
})
const id = made({ iss: 'https://id.dock.example/', aud: 'dock-web', sub: 'u', nonce: 'n-0S6_WzA2Mj' })
const job = made({
  iss: 'https://token.actions.githubusercontent.com',
  aud: 'sts.amazonaws.com',
  sub: 'repo:dock/site:pull_request',
  repository: 'dock/site',
  job_workflow_ref: 'w',
})
const tenant = '6f1c2a3b-1111-4222-8333-944455556666'
const entra = made({
  iss: `https://login.microsoftonline.com/${tenant}/v2.0`,
  tid: tenant,
  aud: 'api://a',
  azpacr: '1',
  sub: 's',
})
const told = (text: string) => inspect(text).together.filter(({ outcome }) => outcome === 'failed')

const shop = made({
  iss: 'https://a.myshopify.com/admin',
  dest: 'https://a.myshopify.com',
  aud: 'a'.repeat(32),
  sub: '1',
})
const wallet = made({ aud: 'https://issuer.example', nonce: 'old-nonce-1' }, { typ: 'openid4vci-proof+jwt' })

test.each<[what: string, text: string]>([
  ['API key', `SHOPIFY_API_KEY=${'b'.repeat(32)}\n${shop}`],
  ['nonce', `{"c_nonce":"new-nonce-2"}\n${wallet}`],
  [
    'verifier',
    `client_id=x509_san_dns:v.example nonce=n-7788\nvp_token=${made({ aud: 'https://other.example', nonce: 'n-7788', sd_hash: 'h' }, { typ: 'kb+jwt' })}`,
  ],
  ['issuer', `issuer-uri=https://id.dock.example\n${access}`],
  ['issuer', `ValidIssuer = "https://id.other.example/"\n${access}`],
  ['audience', `jwtVerify(token, keys, { audience: 'orders-api' })\n${access}`],
  ['audience', `jwt audience invalid. expected: orders-api\n${access}`],
  [
    'audience',
    `IDX10214: Audience validation failed. Audiences: 'api://a'. Did not match: validationParameters.ValidAudience: 'api://b'\n${entra}`,
  ],
  ['nonce', `stored nonce: abc-123-xyz\nid_token=${id}`],
  ['client', `client_id=dock-mobile\nid_token=${id}`],
  ['tenant', `AZURE_TENANT_ID=11111111-1111-4222-8333-944455556666\n${entra}`],
  ['algorithm', `algorithms: ["PS256"]\n${access}`],
  ['scope', `WWW-Authenticate: Bearer error="insufficient_scope", scope="read admin"\n${access}`],
  ['subject', `"token.actions.githubusercontent.com:sub": "repo:dock/site:ref:refs/heads/main"\n${job}`],
  [
    'subject',
    `"oidc.circleci.com/org/0f3c:sub": "org/0f3c/project/AAA*/user/*"\n${made({ iss: 'https://oidc.circleci.com/org/0f3c', sub: 'org/0f3c/project/BBB/user/u', aud: '0f3c' })}`,
  ],
  [
    'domain of the identity service',
    `AUTH0_DOMAIN=prod.eu.auth0.com\n${made({ iss: 'https://dev.eu.auth0.com/', sub: 'auth0|1', aud: 'a', scope: 'x' })}`,
  ],
  ['authority', `Authority = "https://login.microsoftonline.com/11111111-1111-4222-8333-944455556666/v2.0"\n${entra}`],
  [
    'user pool',
    `userPoolId: "eu-west-1_Zzzzz9999"\n${made({ iss: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf123', token_use: 'access', sub: 'u', client_id: 'c' })}`,
  ],
  [
    'key ID',
    `APNS_KEY_ID=XYZ987WVUT\nauthorization: bearer ${base64UrlOf('{"alg":"ES256","kid":"ABC123DEFG"}')}.${base64UrlOf(`{"iss":"TEAM123456","iat":${now}}`)}.${'A'.repeat(86)}`,
  ],
])('another %s than what is beside the token is said in its headline', (what, text) => {
  const [relation] = told(text)
  expect(relation?.fault?.phrase).toBe(`with a different ${what} from the one the text expects`)
  expect(relation?.of).toHaveLength(1)
})

test.each([
  `issuer-uri=https://id.dock.example/\naudience: dock-api\nclientId: "dock-web"\n${access}`,
  `audience check ok, issuer is accepted, nonce is present, client_id is set\nBearer ${access}`,
  `OIDC_CLIENT_ID=dock-web OIDC_AUDIENCE=dock-api\naccess_token: ${access}\nid_token: ${id}`,
  `{"access_token":"${access}","id_token":"${id}","token_type":"Bearer","scope":"read write"}`,
  `client_id: <your-client-id>, audience: {{audience}}, issuer: process.env.ISSUER\n${access}`,
  `"sub": "repo:dock/site:*"\n${job}`,
  `curl https://api.dock.example/orders -H "Authorization: Bearer ${access}"`,
])('what fits, or names no value, is nothing to say', (text) => {
  expect(told(text)).toEqual([])
})

test('a proof is held against the request that it is sent with', () => {
  const proof = made({ jti: 'j', htm: 'POST', htu: 'https://api.dock.example/orders' }, { typ: 'dpop+jwt', jwk: {} })
  expect(told(`curl -X POST "https://api.dock.example/orders?page=2" -H "DPoP: ${proof}"`)).toEqual([])
  expect(told(`curl "https://api.dock.example/orders" -H "DPoP: ${proof}"`)[0]?.why).toContain('the request is “GET”')
})

test('a token exchange is told, and who acts is held against who may', () => {
  const exchanged = (allowed: string) =>
    inspect(
      JSON.stringify({
        subject_token: made({ sub: 'u', aud: 'a', scope: 's', may_act: { sub: allowed } }),
        access_token: made({ sub: 'u', aud: 'b', scope: 's', act: { sub: 'svc' } }),
      }),
    ).together
  expect(exchanged('svc').map(({ title, outcome }) => [title, outcome])).toEqual([['Token exchange', 'passed']])
  expect(exchanged('other').at(-1)).toMatchObject({ outcome: 'failed' })
})

test('a token that was issued in exchange for another says so by its act', () => {
  const of = (iat: number) => {
    const first = made({ iss: 'https://oidc.dock.example', sub: 'p', aud: 'a', iat: now })
    const second = made({ iss: 'https://oidc.dock.example', sub: 'p', aud: 'b', act: { aud: 'a', iat } })
    return inspect(`one: ${first}\nother: ${second}`).together.filter(({ title }) => title === 'Token exchange')
  }
  expect(of(now)[0]?.why).toContain('issued in exchange for the other. Both expire at the same time.')
  expect(of(now + 1)).toEqual([])
})

test('an error beside a token can be explained', () => {
  expect(inspect(`${access}\n< {"error":"invalid_grant"}`).explainable).toBe(true)
  expect(inspect(access).explainable).toBe(false)
})

test.each([
  ['an authority of any tenant', `Authority = "https://login.microsoftonline.com/common/v2.0"\n${entra}`],
  [
    'a domain beside one of the customer’s own',
    `AUTH0_DOMAIN=prod.eu.auth0.com\n${made({ iss: 'https://login.dock.example/', sub: 'auth0|1', aud: 'a', scope: 'x' })}`,
  ],
  [
    'an access key',
    `AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nclient_assertion=${made({ iss: 'c', sub: 'c', aud: 'https://id.dock.example' })}`,
  ],
  ['the audience of a token that is asked for', `audience=https://billing.dock.example&subject_token=${access}`],
])('%s says nothing against a token', (_, text) => {
  expect(told(text)).toEqual([])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import { readPasted } from '../paste/read-pasted.ts'
import { maskCall, maskDiagnosis, maskSecrets } from './mask.ts'

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJlLW9mLWl0'

it.each([
  ['a bearer', `Authorization: Bearer ${jwt}`, jwt],
  ['an opaque bearer', 'Bearer 7f3a-opaque-token-1', '7f3a-opaque-token-1'],
  ['Basic credentials', 'Basic ZGVtbzpzM2NyZXQ=', 'ZGVtbzpzM2NyZXQ='],
  ['a token alone', `sent ${jwt} there`, jwt],
  ['a code in an address', 'https://app.example/cb?code=s3cr3t-code&state=1', 's3cr3t-code'],
  ['a code in a form', 'grant_type=authorization_code&code=s3cr3t-code', 's3cr3t-code'],
  ['a verifier', 'code_verifier=s3cr3t-verifier-1&x=1', 's3cr3t-verifier-1'],
  ['a refresh token in JSON', '{"refresh_token": "s3cr3t-refresh"}', 's3cr3t-refresh'],
  ['a token in JSON that is escaped', '{\\"access_token\\":\\"s3cr3t-access\\"}', 's3cr3t-access'],
  ['a client secret', 'client_secret=s3cr3t-value', 's3cr3t-value'],
])('%s is masked, with its length beside it', (_name, text, secret) => {
  const masked = maskSecrets(text)
  expect(masked).not.toContain(secret)
  expect(masked).toContain(`(${secret.length} characters)`)
})

it.each([
  ['a challenge', 'Bearer realm="api", error="invalid_token"'],
  ['a status beside the word code', 'code=401 and more'],
  ['an error code', '{"error":"invalid_grant","code":"E1"}'],
  ['words about tokens', 'the access token was refused'],
])('%s is left as it is', (_name, text) => expect(maskSecrets(text)).toBe(text))

it('JSON stays JSON', () => {
  const masked = maskSecrets(`{"access_token":"${jwt}","scope":"openid"}`)
  expect(JSON.parse(masked).scope).toBe('openid')
})

it('nothing of what is shown back of an exchange contains a secret of it', () => {
  const canary = fc.stringMatching(/^[A-Za-z0-9]{16,40}$/).map((text) => `s3c${text}`)
  const messages: ((secret: string) => string)[] = [
    (secret) => `https://app.example/cb?code=${secret}&state=1&error=access_denied`,
    (secret) =>
      `> GET /v1/x HTTP/1.1\n> Host: api.example\n> Authorization: Bearer Bearer ${secret}\n>\n< HTTP/1.1 401\n<\n`,
    (secret) =>
      `HTTP/1.1 302 Found\nSet-Cookie: sid=${secret}; Path=/\nLocation: https://app.example/cb?code=${secret}\n\n`,
    (secret) =>
      `curl -d 'grant_type=authorization_code&code=${secret}' -u 'demo:${secret}' https://id.example/oauth2/token\n{"error":"invalid_grant"}`,
    (secret) => `{"access_token":"${secret}","refresh_token":"${secret}","token_type":"Bearer"}`,
    // A sentence of the other side becomes the title of the verdict.
    (secret) => `HTTP/1.1 422 Nope\n\n{"message":"nobody knows refresh_token=${secret} here any more"}`,
    (secret) =>
      `{"level":"error","msg":"POST failed","body":"{\\"refresh_token\\":\\"${secret}\\",\\"error\\":\\"invalid_grant\\"}"}`,
  ]
  fc.assert(
    fc.property(canary, fc.constantFrom(...messages), (secret, message) => {
      for (const { call, what, notes } of readPasted(message(secret), { now: 0 })) {
        const shown = { call: maskCall(call), what, notes, told: diagnose(call).map((one) => maskDiagnosis(one, call)) }
        expect(JSON.stringify(shown)).not.toContain(secret)
        expect(JSON.stringify(shown)).not.toContain(btoa(`demo:${secret}`))
      }
    }),
    { numRuns: 300 },
  )
})

it.each([
  [
    'that was sent in the form',
    { request: { method: 'POST', url: 'https://id.example/t', form: { code: 'Spl-xlOBe' } } },
  ],
  ['of the redirect', { response: { status: 302, headers: { location: '/callback?code=Spl-xlOBe&iss=x' } } }],
])('the words of a diagnosis do not repeat a code %s', (_where, call) => {
  const words = { title: 'Code Spl-xlOBe refused', cause: 'It says: “Spl-xlOBe is used”.', fix: 'Replace Spl-xlOBe.' }
  expect(JSON.stringify(maskDiagnosis(words, { at: 0, step: 'token', ...call }))).not.toContain('Spl-xlOBe')
})

it('the words of a diagnosis are masked where they quote the call, and nowhere else', () => {
  const words = {
    title: 'The Basic credentials are base64-encoded twice',
    cause: 'Its password: hunter2.',
    fix: 'Send Authorization: Bearer with the access token.',
  }
  const request = { method: 'POST', url: 'https://id.example/t', form: { password: 'hunter2' } }
  const shown = maskDiagnosis(words, { at: 0, step: 'token', request })
  expect(shown).toEqual({ ...words, cause: 'Its password: •••••• (7 characters).' })
})

it('the words of a diagnosis mask what the text hides, and show examples of their own', () => {
  const text = 'we retried, password=Kq7-pL0z everywhere'
  const words = {
    title: 'The client secret was not sent',
    cause: 'The service received “password=Wd4-tt1”.',
    fix: 'Send Authorization: Basic with the base64 of client_id:client_secret, or grant_type=client_credentials&scope=openid to /oauth2/token.',
  }
  const shown = maskDiagnosis(words, { at: 0, step: 'token' }, {}, { text, masked: maskSecrets(text) })
  expect(shown.fix).toBe(words.fix)
  expect(shown.cause).not.toContain('Wd4-tt1')
  expect(
    maskDiagnosis(
      { ...words, fix: 'Replace password=Kq7-pL0z.' },
      { at: 0, step: 'token' },
      {},
      { text, masked: maskSecrets(text) },
    ).fix,
  ).toBe('Replace password=•••••• (8 characters).')
})

it('the words of a diagnosis keep what explains the failure', () => {
  const words = { title: 'invalid_grant', cause: 'authorization_code was refused with code=401.', fix: 'Sign in.' }
  const form = { grant_type: 'authorization_code', redirect_uri: 'https://app.example/cb', code: 'code' }
  const request = { method: 'POST', url: 'https://id.example/t', form }
  expect(maskDiagnosis(words, { at: 0, step: 'token', request })).toEqual(words)
})

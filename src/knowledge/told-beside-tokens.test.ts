import { describe, expect, it } from 'vitest'
import { base64UrlOf } from './text/base64.ts'
import { tell } from './told.ts'

const now = 1_790_000_000
const token = (claims: Record<string, unknown>) =>
  `${base64UrlOf('{"alg":"RS256","kid":"k"}')}.${base64UrlOf(JSON.stringify({ exp: now + 900, ...claims }))}.${'A'.repeat(342)}`

const said = (text: string) => {
  const { outcome, readings } = tell(text, { now })
  return [outcome, ...(readings[0]?.diagnoses ?? []).flatMap(({ title, cause }) => [title, cause])].join('\n')
}

const idToken = token({ iss: 'https://id.example', sub: 'u', aud: 'app', token_use: 'id', iat: now })

describe('beside a token, no diagnosis is told that takes for granted what the text does not show:', () => {
  it.each([
    [
      'a cookie with an ID token was no bearer',
      `curl 'https://app.example/api/me' -H 'cookie: shop.x1.ana.doe.idToken=${idToken}'`,
      'sent',
    ],
    [
      'a callback is no token endpoint',
      `POST /auth/google HTTP/1.1\nHost: shop.example\nContent-Type: application/x-www-form-urlencoded\n\ncredential=${idToken}\n\nHTTP/1.1 500 Internal Server Error\ncontent-type: text/html\n\n<h1>Internal Server Error</h1>`,
      'token endpoint',
    ],
    [
      'a 403 with words of an unknown credential comes from no server that knows the caller',
      'twine upload -p pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAwLTAwMDAtNDAwMC04MDAwLTAwMDAwMDAwMDAwMAACKlszLCIwMDAwMDAwMCJdAAAGIAAAAAAAAAAA dist/*\nHTTPError: 403 Forbidden from https://upload.example/legacy/\nInvalid or non-existent authentication information.',
      'knows who the caller is',
    ],
    [
      'a message that names the user says who declined',
      `HTTP/1.1 302 Found\nLocation: https://app.example/cb?error=access_denied&error_description=The+user+cancelled+the+consent&id_token_hint=${idToken}`,
      'does not say whether the user',
    ],
  ])('%s', (_, text, unsaid) => {
    expect(said(text)).not.toContain(unsaid)
  })

  it('what the text shows stays', () => {
    const sent = `GET /orders HTTP/1.1\nAuthorization: Bearer ${idToken}\n\nHTTP/1.1 401 Unauthorized\nwww-authenticate: Bearer error="invalid_token"`
    expect(said(sent)).toContain('failed')
  })
})

describe('where nothing but its status shows why a request was rejected, the token that breaks a rule is the cause:', () => {
  const sent = (claims: Record<string, unknown>, status = '400 Bad Request') =>
    `POST /logout HTTP/1.1\nHost: shop.example\nContent-Type: application/x-www-form-urlencoded\n\nlogout_token=${token(
      {
        iss: 'https://id.example',
        aud: 'shop',
        iat: now,
        jti: 'j',
        sub: 'u',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
    )}\n\nHTTP/1.1 ${status}`

  it('a logout token with a nonce', () => {
    expect(said(sent({ nonce: 'n' }))).toContain(
      'The token in the text explains that. A logout token must not contain “nonce”',
    )
  })

  it('but not a sound one, nor beside a failure of the server', () => {
    expect(said(sent({}))).not.toContain('explains that')
    expect(said(sent({ nonce: 'n' }, '503 Service Unavailable'))).not.toContain('explains that')
  })
})

import { describe, expect, it } from 'vitest'
import { type Inspection, inspect } from '../paste/inspect.ts'
import { describeClaim } from '../protocol/claims.ts'
import { kinds } from './kinds.ts'
import { maskCall } from './mask.ts'
import { listedNames } from './name-meaning.ts'
import { createScrubber } from './scrub.ts'
import { claimSensitivity, isSecret, type Place, sensitivityOf } from './sensitivity.ts'

describe('what a field is does not depend on how its name is spelled', () => {
  it.each([
    'access_token accessToken AccessToken access-token X-Access-Token ACCESS_TOKEN x-forwarded-access-token',
    'clientSecret client_secret x-client-secret webhook_secret',
    'password new_password newPassword pwd senha passphrase',
    'apiKey api_key apikey APIKey x-api-key partner-apikey Ocp-Apim-Subscription-Key private_key privateKey',
    'PRIVATE-TOKEN x-vault-token X-Amz-Security-Token authenticity_token csrf_token id_token_hint',
    'code_verifier codeVerifier device_code SAMLResponse saml_request client_assertion otp pin cvv',
    'Authorization Proxy-Authorization Cookie Set-Cookie JSESSIONID session_id code state nonce key sig session',
  ])('secret: %s', (names) => {
    for (const name of names.split(' ')) expect(sensitivityOf(name, 'parameter'), name).toBe('secret')
  })

  it.each([
    'token_type tokenType token_endpoint token_type_hint expires_in scope grant_type redirect_uri client_id',
    'error error_code errorCode statusCode error_description secret_variable password_changed_at',
    'next_page_token nextPageToken Idempotency-Key Sec-WebSocket-Key Access-Control-Allow-Credentials',
    'x-request-id www-authenticate content-type bypass spin monkey',
  ])('open: %s', (names) => {
    for (const name of names.split(' ')) expect(sensitivityOf(name, 'header'), name).toBe('open')
  })

  it.each(['email Email user_email E-Mail', 'cpf CNPJ nome taxId payer_tax_id', 'givenName family_name phoneNumber'])(
    'personal: %s',
    (names) => {
      for (const name of names.split(' ')) expect(sensitivityOf(name, 'field'), name).toBe('personal')
    },
  )
})

describe('a name with two meanings is told by where it stands and by its value', () => {
  it.each<[place: Place, name: string, value: string, sensitivity: string]>([
    ['parameter', 'code', 'SplxlOBeZQQYbYS6WxSbIA', 'secret'],
    ['parameter', 'code', 'abc', 'secret'],
    ['parameter', 'code', '401', 'open'],
    ['field', 'code', 'SplxlOBeZQQYbYS6WxSbIA', 'secret'],
    ['field', 'code', 'invalid_grant', 'open'],
    ['field', 'code', 'PGT-0412', 'open'],
    ['field', 'code', 'AADSTS70002', 'open'],
    ['field', 'code', 'steps.jwt.NoMatchingPublicKey', 'open'],
    ['field', 'code', 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'open'],
    ['field', 'state', 'AWAITING_AUTHORIZATION', 'open'],
    ['parameter', 'state', 'open', 'open'],
    ['parameter', 'state', 'af0ifjsldkj', 'secret'],
    ['parameter', 'key', 'AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY', 'secret'],
    ['field', 'token', 'expired', 'open'],
    ['claim', 'nonce', 'n-0S6_WzA2Mj', 'open'],
    ['claim', 'client_secret', 'x', 'secret'],
    ['claim', 'email', 'ada@example.com', 'personal'],
    ['claim', 'of-nobody-knows-what', 'x', 'personal'],
    ['cookie', 'theme', 'dark', 'open'],
    ['cookie', 'theme', 'q8Zr2mXw7LpT4kVn', 'secret'],
  ])('%s %s=%s is %s', (place, name, value, sensitivity) => {
    expect(sensitivityOf(name, place, value)).toBe(sensitivity)
  })
})

describe('what is shown masked, what is removed from a copy and what is marked in pasted text agree', () => {
  const spellings = (name: string) => [
    name.replaceAll(' ', '_'),
    name.replaceAll(' ', '-'),
    name.replace(/ (\w)/g, (_, first: string) => first.toUpperCase()),
  ]
  const values = ['s3cReT-9f2Kx7Qw-44zB', 'not_allowed', '1234']
  const scrubber = createScrubber({
    fingerprint: () => '0a1b2c3d',
    keep: new Set(kinds.filter((kind) => !isSecret(kind))),
  })

  /** What counts as a token itself is no field any more, and always masked. */
  const markedIn = ({ fields }: Inspection, value: string): boolean[] =>
    fields.filter((field) => field.value === value).map(({ secret }) => secret)

  /** How each of the three treats a value: true where it is hidden. */
  const hidden: Record<string, (name: string, value: string) => boolean[]> = {
    parameter: (name, value) => {
      const request = { method: 'POST', url: `https://id.example/x?a=1&${name}=${value}#`, form: { [name]: value } }
      const masked = maskCall({ at: 0, step: 'token', request }).request
      const pasted = inspect(`grant_type=x&${name}=${value}`)
      return [
        !masked?.url.includes(value),
        masked?.form?.[name] !== value,
        !scrubber.text(`a=1&${name}=${value}`).includes(value),
        !scrubber.text(JSON.stringify({ queryString: [{ name, value }] })).includes(value),
        ...markedIn(pasted, value),
      ]
    },
    header: (name, value) => {
      const masked = maskCall({ at: 0, step: 'api', response: { status: 200, headers: { [name]: value } } })
      return [
        masked.response?.headers?.[name] !== value,
        !scrubber.text(JSON.stringify({ headers: [{ name, value }] })).includes(value),
        ...markedIn(inspect(`${name}: ${value}\naccept: */*`), value),
      ]
    },
    field: (name, value) => {
      const body = JSON.stringify({ a: 1, [name]: value })
      const pasted = inspect(JSON.stringify({ access_token: 'x', [name]: value }))
      const request = { method: 'POST', url: 'https://api.example/v1/x', body }
      return [
        !maskCall({ at: 0, step: 'api', request }).request?.body?.includes(value),
        !maskCall({ at: 0, step: 'api', response: { status: 400, body } }).response?.body?.includes(value),
        !scrubber.text(body).includes(value),
        !scrubber.text(body.slice(0, -1)).includes(value),
        ...markedIn(pasted, value),
      ]
    },
  }

  it.each(['parameter', 'header', 'field'] as const)('for every name of the table as a %s', (place) => {
    for (const name of listedNames().flatMap(spellings))
      for (const value of values) {
        const secret = sensitivityOf(name, place, value) === 'secret'
        const found = hidden[place]?.(name, value) ?? []
        expect(found, `${name}=${value}`).toEqual(found.map(() => secret))
      }
  })
})

it('a claim that the dictionary calls personal is personal as a field of a body too', () => {
  for (const name of ['name', 'email', 'phone_number', 'birthdate', 'address', 'sub', 'preferred_username', 'picture'])
    expect([claimSensitivity(name, describeClaim(name)), sensitivityOf(name, 'field')], name).toEqual([
      'personal',
      'personal',
    ])
})

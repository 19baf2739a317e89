import { describe, expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'
import { errorIndex, findError, searchErrors } from './error-index.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'
import { gatewayPage, oauthPage } from './registries/row-words.ts'

/** Codes that had a row of their own beside an entry that covers them. */
const nowOfEntries = `
    steps.jwt.NoMatchingPublicKey steps.jwt.FailedToDecode steps.jwt.TokenExpired steps.jwt.TokenNotYetValid
    steps.jwt.InvalidToken steps.jwt.InvalidClaim steps.jwt.JwtAudienceMismatch steps.jwt.JwtIssuerMismatch
    steps.jwt.JwtSubjectMismatch steps.jwt.AlgorithmMismatch steps.jwt.AlgorithmInTokenNotPresentInConfiguration
    steps.jwt.KeyIdMissing steps.jwt.NoAlgorithmFoundInHeader steps.jwt.InvalidJsonFormat
    steps.jwt.FailedToResolveVariable steps.jws.FailedToDecode steps.jws.FailedToResolveVariable
    steps.jws.InvalidClaim steps.jws.InvalidJsonFormat steps.jws.InvalidJws steps.jws.InvalidSignature
    steps.jws.NoAlgorithmFoundInHeader steps.jws.KeyIdMissing steps.jws.AlgorithmMismatch
    steps.jws.AlgorithmInTokenNotPresentInConfiguration steps.jws.NoMatchingPublicKey
    keymanagement.service.invalid_access_token keymanagement.service.access_token_expired
    keymanagement.service.InvalidAPICallAsNoApiProductMatchFound
    keymanagement.service.invalid_client-invalid_client_id
    keymanagement.service.invalid_request-authorization_code_invalid keymanagement.service.invalid_refresh_token
    keymanagement.service.refresh_token_expired oauth.v2.InvalidAccessToken oauth.v2.AccessTokenExpired
    steps.oauth.v2.InsufficientScope steps.oauth.v2.InvalidAPICallAsNoApiProductMatchFound
    steps.oauth.v2.invalid_access_token steps.oauth.v2.access_token_expired
    steps.oauth.v2.authorization_code_expired steps.oauth.v2.invalid_client-invalid_client_id
    steps.oauth.v2.invalid_refresh_token steps.oauth.v2.refresh_token_expired
    steps.oauth.v2.invalid_request-authorization_code_invalid steps.oauth.v2.invalid_client
    steps.oauth.v2.InvalidRequest steps.oauth.v2.InvalidAccessToken steps.oauth.v2.FailedToResolveToken
    steps.oauth.v2.FailedToResolveAccessToken steps.oauth.v2.UnSupportedGrantType
    policies.ratelimit.QuotaViolation policies.ratelimit.SpikeArrestViolation
    policies.concurrentratelimit.ConcurrentRatelimitViolation messaging.adaptors.http.flow.ApplicationNotFound
    messaging.adaptors.http.flow.ServiceUnavailable messaging.adaptors.http.flow.NoActiveTargets
    messaging.adaptors.http.flow.GatewayTimeout messaging.adaptors.http.flow.SslHandshakeFailed
    messaging.adaptors.http.flow.UnexpectedEOFAtTarget messaging.adaptors.http.UnexpectedEOFAtTarget
    flow.APITimedOut messaging.runtime.ApplicationNotFound messaging.runtime.UnknownAPIProxy invalid_request
    invalid_client invalid_grant unauthorized_client unsupported_grant_type unsupported_response_type
    invalid_scope access_denied server_error temporarily_unavailable invalid_token insufficient_scope
    interaction_required login_required account_selection_required consent_required invalid_request_uri
    invalid_request_object request_not_supported request_uri_not_supported registration_not_supported
    invalid_redirect_uri slow_down invalid_target insufficient_user_authentication not_found
    unsupported_response_mode client_not_found unknown_client invalid_client_id invalid_client_credentials
    redirect_uri_mismatch deleted_client disabled_client authorization_declined bad_verification_code
    incorrect_client_credentials too_many_attempts authorization_pending expired_token invalid_dpop_proof
    use_dpop_nonce unknown_user_id incorrect_device_code
`
  .trim()
  .split(/\s+/)

const rows = await loadCatalogue()
const pages = errorIndex(rows).flatMap(({ errors }) => errors)

describe('the error pages', () => {
  it('have codes of their own, data rows included', () => {
    expect(
      pages.filter(({ code }, at) => pages.findIndex((page) => page.code === code) !== at).map(({ code }) => code),
    ).toEqual([])
  })

  it.each(pages.map((page) => [page.code, page] as const))(
    '%s shows an example that leads back to it',
    (code, page) => {
      expect(diagnose(page.example, rows)[0]?.code).toBe(code)
    },
  )

  it.each([
    ['company-identifier-missing', 'company-identifier-missing'],
    ['steps.jwt.NoMatchingPublicKey', 'no-matching-public-key'],
    ['jwt.nomatchingpublickey', 'no-matching-public-key'],
    ['NoMatchingPublicKey', 'no-matching-public-key'],
    ['client_not_found', 'client-not-found'],
    ['insufficient_scope', 'scope-insufficient'],
    ['TokenExpired', 'access-token-expired'],
    ['access_token_expired', 'access-token-expired'],
    ['403', 'forbidden'],
    ['429', 'rate-limited'],
    ['504', 'upstream-timeout'],
  ])('%s is found', (name, code) => {
    expect(findError(name).map((page) => page.code)).toContain(code)
  })

  it('a status leads to what it means in general first, and then to what it can be more exactly', () => {
    const codes = findError('403').map(({ code }) => code)
    expect(codes[0]).toBe('forbidden')
    expect(codes).toContain('company-identifier-missing')
  })

  it('a code that only the registries know is found once they are loaded', () => {
    expect(findError('invalid_authorization_details')).toEqual([])
    expect(findError('invalid_authorization_details', rows)[0]?.code).toBe('oauth-invalid-authorization-details')
  })

  it('every code of the registries is found', () => {
    for (const name of [...rows.gateway.map((row) => row.errorcode), ...rows.oauth.map((row) => row.error)]) {
      expect(findError(name, rows), name).not.toHaveLength(0)
    }
  })

  it('no row repeats what an entry has: a name of a row leads to no entry', () => {
    for (const name of [...rows.gateway.map((row) => row.errorcode), ...rows.oauth.map((row) => row.error)])
      expect(findError(name), name).toEqual([])
  })

  it('a code whose row gave way to an entry leads there, and so does the page that the row had', () => {
    for (const name of nowOfEntries) {
      const pages = findError(name)
      expect(pages, name).not.toEqual([])
      const page = name.includes('.') ? gatewayPage(name) : oauthPage(name)
      expect(
        findError(page).map(({ code }) => code),
        page,
      ).toEqual(expect.arrayContaining([pages[0]?.code]))
    }
  })

  it('every answer that a row gives leads to a page', () => {
    for (const { error } of rows.oauth) {
      const [first] = diagnose({ at: 1, step: 'api', response: { status: 400, body: JSON.stringify({ error }) } }, rows)
      expect(findError(first?.code ?? '', rows), error).toHaveLength(1)
    }
  })

  it('searching shows the pages that hold every word, names first', () => {
    expect(searchErrors('public key')[0]?.code).toBe('no-matching-public-key')
    expect(searchErrors('access token expired')[0]?.code).toBe('access-token-expired')
    expect(searchErrors('no such words anywhere')).toEqual([])
    expect(searchErrors('')).toHaveLength(searchErrors(' ').length)
  })

  it.each(['', '__proto__', 'constructor', '...', '💥'])('a name that leads nowhere finds nothing: “%s”', (name) => {
    expect(findError(name, rows)).toEqual([])
  })
})

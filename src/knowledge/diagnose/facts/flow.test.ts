import { expect, it } from 'vitest'
import { factNames, factsOf } from './facts.ts'

const found = (text: string, kind: RegExp) => {
  const facts = factsOf(text, { now: 1_777_900_000 })
  return factNames.filter((name) => kind.test(name) && facts.has(name))
}

it.each([
  ['grant:refresh_token', 'The refresh token has expired due to inactivity (AADSTS700082)'],
  ['grant:refresh_token', 'acquireTokenSilent failed: InteractionRequiredAuthError'],
  ['grant:refresh_token', 'Erro ao renovar o token: invalid_grant'],
  ['grant:refresh_token', 'no consigo refrescar el token: invalid_grant'],
  ['grant:refresh_token', 'oauth2: token expired and refresh token is not set'],
  ['grant:refresh_token', 'type="REFRESH_TOKEN_ERROR" error="invalid_token"'],
  ['grant:refresh_token', 'RefreshError: invalid_grant: Token has been expired or revoked.'],
  ['grant:refresh_token', '{"grant_type":"refresh_token","refresh_token":"..."} 400'],
  ['grant:refresh_token', 'silent renew failed'],
  ['grant:refresh_token', 'O refresh token é inválido'],
  ['grant:refresh_token', 'Token refresh request failed with 400'],
  ['grant:refresh_token', 'RefreshAccessTokenError'],
  ['grant:authorization_code', 'Error exchanging code for token: invalid_grant'],
  ['grant:authorization_code', 'type="CODE_TO_TOKEN_ERROR" error="invalid_code"'],
  ['grant:authorization_code', 'ao trocar o código pelo token recebo invalid_grant'],
  ['grant:authorization_code', 'al intercambiar el código por el token'],
  ['grant:authorization_code', 'OAuthCallbackError invalid_grant'],
  ['grant:authorization_code', 'Code not valid'],
  ['grant:authorization_code', 'code_verifier does not match'],
  ['grant:authorization_code', 'data = {"grant_type": "authorization_code", "code": code}'],
  ['grant:client_credentials', 'grant_type=client_credentials'],
  ['grant:client_credentials', 'type="CLIENT_LOGIN_ERROR"'],
  ['grant:client_credentials', 'usando o fluxo client credentials'],
  ['grant:client_credentials', 'AcquireTokenForClient throws MsalServiceException'],
  ['grant:password', 'ROPC flow returns AADSTS50126'],
  ['grant:password', 'grant_type=password&username=a&password=b'],
  ['grant:password', 'Direct access grants'],
  ['grant:jwt-bearer', 'GoogleCredentials service_account invalid_grant: Invalid JWT'],
  ['grant:jwt-bearer', 'sf org login jwt'],
  ['grant:jwt-bearer', 'AcquireTokenOnBehalfOf AADSTS50013'],
  ['grant:jwt-bearer', 'on-behalf-of flow'],
  ['grant:device_code', 'az login --use-device-code'],
  ['grant:device_code', 'device_code expired'],
  ['grant:token-exchange', 'subject_token invalid'],
  ['grant:token-exchange', 'grant_type=urn:ietf:params:oauth:grant-type:token-exchange'],
  ['grant:ciba', 'auth_req_id=abc'],
])('%s is the one grant of: %s', (name, text) => {
  expect(found(text, /^grant:(?!misspelt)/)).toEqual([name])
})

it.each([
  ['step:authorize', 'AADSTS50011: The reply URL specified in the request does not match'],
  ['step:authorize', 'https://accounts.google.com/signin/oauth/error?authError=abc'],
  ['step:authorize', 'error=access_denied&error_description=foo&state=x'],
  ['step:authorize', 'login_required'],
  ['step:token', 'invalid_client: Client authentication failed'],
  ['step:token', 'unable to fetch token'],
  ['step:token', 'cannot obtain access token'],
  ['step:api', 'GET https://graph.microsoft.com/v1.0/me 403 Authorization_RequestDenied'],
  ['step:api', 'JwtBearer was not authenticated. Failure message: IDX10223'],
  ['step:api', 'insufficient_scope'],
  ['step:api', '{"fault":{"faultstring":"Invalid access token","detail":{"errorcode":"oauth.v2.InvalidAccessToken"}}}'],
  ['step:api', 'token has invalid claims: token is expired'],
  ['step:api', 'Full authentication is required to access this resource'],
  ['step:api', 'com.auth0.jwt.exceptions.TokenExpiredException'],
])('%s is a step of: %s', (name, text) => {
  expect(found(text, /^step:/)).toContain(name)
})

it.each([
  '{"access_token":"a","refresh_token":"b"}',
  'HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer error="invalid_token"',
  'The request was refreshed',
])('no grant is named by: %s', (text) => {
  expect(found(text, /^grant:/)).toEqual([])
})

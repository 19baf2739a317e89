/**
 * What a code amounts to, in the spelling of the standards, where a server has a name or a number of its own for it.
 * Undefined where nothing is known beyond the code itself.
 */
export function standardName(code: string): string | undefined {
  const segment = segmentOf(code)
  return names.get(segment)
}

/** The last segment of a fault code, with case and underscores taken out, so that its spellings meet. */
export function segmentOf(code: string): string {
  return code
    .slice(code.lastIndexOf('.') + 1)
    .toLowerCase()
    .replaceAll('_', '')
}

/** Codes of the standards; servers write them as `InvalidScope` and `INVALID_SCOPE` as well. */
const standard = [
  'access_denied',
  'consent_required',
  'insufficient_scope',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'invalid_token',
  'login_required',
  'redirect_uri_mismatch',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]

/** Other names, by what they amount to; each as `segmentOf` spells it. */
const synonyms: Record<string, string[]> = {
  // Keycloak’s word for a sign-in that was left open for too long.
  authentication_expired: [],
  access_token_expired: [
    '900903',
    'tokenexpired',
    'expiredauthenticationtoken',
    'expiredaccesstoken',
    'expiredtoken',
    'expiredtokenexception',
    'jwtexpired',
    'tokenhasexpired',
  ],
  application_not_found: ['missingauthenticationtokenexception', '900906'],
  access_token_revoked: ['tokenrevoked', '900904'],
  account_not_allowed: ['aadsts50105', 'aadsts50020', 'aadsts50057', 'accountinactive', 'userinactive'],
  api_not_subscribed: [
    'invalidapicallasnoapiproductmatchfound',
    'servicedisabled',
    'accessnotconfigured',
    '900907',
    '900908',
    '900909',
  ],
  audience_unknown: ['aadsts500011', 'aadsts650057', 'invalidtarget'],
  client_auth_method: ['aadsts700025'],
  client_credentials_missing: ['aadsts7000218'],
  client_blocked: ['oauthappblocked', 'oauthappaccessdenied', 'clientdisabled', 'aadsts7000112'],
  client_not_found: ['aadsts700016', 'aadsts90002', 'unknownclient'],
  consent_required: ['aadsts65001', 'aadsts90094'],
  access_denied: ['aadsts65004', 'authorizationdeclined'],
  client_secret_expired: ['aadsts7000222'],
  client_secret_wrong: ['aadsts7000215', 'badclientsecret', 'invalidclientsecret'],
  // The secret itself, not the way in which it was sent.
  incorrect_client_credentials: ['invalidclientcredentials'],
  code_used: ['aadsts54005', 'codealreadyused'],
  consent_not_valid: ['invalidconsentstatus', 'consentinvalid', 'consentexpired', 'consentunknown'],
  grant_expired: [
    'aadsts70008',
    'aadsts700082',
    'aadsts700084',
    'accessdenied-authorizationcodeexpired',
    'authorizationcodeexpired',
    'refreshtokenexpired',
  ],
  insufficient_scope: [
    'accesstokenscopeinsufficient',
    'insufficientpermissions',
    'missingscope',
    'missingscopes',
    '900910',
  ],
  interaction_required: ['aadsts50076', 'aadsts50079', 'aadsts50058', 'aadsts16000', 'aadsts65000'],
  invalid_client: [
    'aadsts700027',
    'aadsts50012',
    'invalidclient-invalidclientid',
    'invalidclientauthentication',
    'invalidclientidentifier',
  ],
  invalid_grant: [
    'aadsts70000',
    'authcodenotfound',
    'invalidcode',
    'refreshtokennotfound',
    'badauthcode',
    'badrefreshtoken',
    'badverificationcode',
    'invalidrefreshtoken',
    'invalidrequest-authorizationcodeinvalid',
  ],
  invalid_request: ['aadsts900144', 'aadsts9002313', 'aadsts90014'],
  invalid_scope: ['aadsts70011'],
  invalid_token: ['invalidauth', 'invalidsessionid', '900901'],
  identity_policy_refuses: ['aadsts53003', 'aadsts53000', 'aadsts53001', 'aadsts500014'],
  invalid_signature: ['signaturedoesnotmatch'],
  jwt_audience_mismatch: ['invalidauthenticationtokenaudience', 'invalidaudience'],
  jwt_issuer_mismatch: ['invalidauthenticationtokentenant', 'invalidissuer'],
  pkce_verifier_mismatch: ['aadsts501481', 'invalidpkcecodeverifier'],
  pkce_verifier_missing: ['aadsts9002325'],
  reauthentication_needed: ['itemloginrequired', 'reauthenticationrequired'],
  redirect_uri_mismatch: ['aadsts50011', 'aadsts500113', 'invalidredirecturi', 'badredirecturi'],
  refresh_session_ended: ['aadsts50173', 'aadsts70043', 'aadsts50078'],
  refresh_token_used: ['refreshreusedetected', 'refreshtokenreused', 'refreshtokenreusedetected', 'tokenreusedetected'],
  redirect_uri_of_other_kind: ['aadsts9002326', 'aadsts9002327'],
  signed_request_expected: ['incompletesignatureexception', 'invalidsignatureexception'],
  token_missing: ['notauthed', '900902'],
  wrong_environment: ['invalidenvironment'],
  too_many_requests: [
    'ratelimited',
    '900800',
    '900801',
    '900802',
    '900803',
    '900804',
    '900806',
    '900807',
    'concurrentratelimitviolation',
    'dailylimitexceeded',
    'limitexceededexception',
    'quotaexceeded',
    'quotaviolation',
    'ratelimitexceeded',
    'slowdown',
    'spikearrestviolation',
    'throttlingexception',
    'toomanyattempts',
    'toomanyrequestsexception',
    'userratelimitexceeded',
  ],
}

const names: ReadonlyMap<string, string> = new Map([
  ...[...standard, ...Object.keys(synonyms)].map((name) => [segmentOf(name), name] as const),
  ...Object.entries(synonyms).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
])

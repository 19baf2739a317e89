/** What a refusal amounts to: the names in which entries recognise it, whatever a server calls it. */
export type ErrorName = keyof typeof names

/** What is known of a name beside itself. */
export interface NameTraits {
  /** Other codes that amount to it, each as `segmentOf` spells it. */
  also?: readonly string[]
  /** It represents several causes, among which words beside it may tell. */
  vague?: true
  /** Told by sentences alone: a code of that spelling may mean something else. */
  inWordsAlone?: true
  /** A check of the access token, for which words outweigh what the token itself shows. */
  tokenCheck?: true
  /** But for 401 and 403 told only by a sentence that names an access token: APIs deal in tokens of other kinds too. */
  ofToken?: true
  /** A word that an API uses of its own affairs too. */
  everyday?: true
  /** Told by a sentence with an "or" in it all the same: what it wavers between comes to the same. */
  evenWithOr?: true
}

/** What a code amounts to; undefined where nothing is known beyond the code itself. */
export function errorName(code: string): ErrorName | undefined {
  return byCode.get(segmentOf(code))
}

export function traitsOf(name: ErrorName): NameTraits {
  return names[name]
}

/** The last segment of a fault code, with case and underscores taken out, so that its spellings meet. */
export function segmentOf(code: string): string {
  return code
    .slice(code.lastIndexOf('.') + 1)
    .toLowerCase()
    .replaceAll('_', '')
}

const names = {
  access_denied: { vague: true, everyday: true, also: ['aadsts65004', 'authorizationdeclined'] },
  access_token_expired: {
    ofToken: true,
    tokenCheck: true,
    also: [
      '900903',
      'tokenexpired',
      'expiredauthenticationtoken',
      'expiredaccesstoken',
      'expiredtoken',
      'expiredtokenexception',
      'jwtexpired',
      'tokenhasexpired',
    ],
  },
  access_token_revoked: { ofToken: true, also: ['tokenrevoked', '900904'] },
  account_not_allowed: {
    also: ['aadsts50105', 'aadsts16000', 'aadsts50020', 'aadsts50057', 'accountinactive', 'userinactive'],
  },
  account_selection_required: {},
  address_not_allowed: { inWordsAlone: true },
  algorithm_mismatch: {
    ofToken: true,
    tokenCheck: true,
    also: ['algorithmintokennotpresentinconfiguration', 'noalgorithmfoundinheader'],
  },
  already_exists: { inWordsAlone: true },
  answer_not_json: { inWordsAlone: true },
  api_key_refused: { inWordsAlone: true },
  api_not_subscribed: {
    also: [
      'invalidapicallasnoapiproductmatchfound',
      'servicedisabled',
      'accessnotconfigured',
      '900907',
      '900908',
      '900909',
    ],
  },
  application_not_found: {},
  path_not_found: { also: ['missingauthenticationtokenexception', '900906'] },
  audience_disabled: { also: ['aadsts500014'] },
  audience_unknown: { also: ['aadsts500011', 'aadsts650057', 'invalidtarget'] },
  // Keycloak’s word for a sign-in that was left open for too long.
  authentication_expired: {},
  authorization_pending: { also: ['aadsts70016'] },
  body_not_json: { inWordsAlone: true },
  body_too_large: { inWordsAlone: true },
  business_rule: { inWordsAlone: true },
  certificate_file_unreadable: { inWordsAlone: true },
  claim_missing: { inWordsAlone: true },
  client_assertion_refused: {
    inWordsAlone: true,
    also: ['aadsts50027', 'aadsts700021', 'aadsts700023', 'aadsts700027', 'invalidclientassertion'],
  },
  client_assertion_time: { inWordsAlone: true, also: ['aadsts700024'] },
  client_auth_method: { also: ['aadsts700025'] },
  client_auth_twice: { inWordsAlone: true },
  client_blocked: {
    also: ['oauthappblocked', 'oauthappaccessdenied', 'clientdisabled', 'disabledclient', 'aadsts7000112'],
  },
  client_certificate_missing: { inWordsAlone: true },
  client_certificate_refused: { inWordsAlone: true },
  client_credentials_missing: { also: ['aadsts7000218'] },
  client_not_found: {
    also: ['aadsts700016', 'unknownclient', 'deletedclient', 'invalidclientid'],
  },
  client_secret_expired: { also: ['aadsts7000222'] },
  client_secret_wrong: { also: ['aadsts7000215', 'badclientsecret', 'invalidclientsecret'] },
  code_malformed: { inWordsAlone: true },
  code_used: { evenWithOr: true, also: ['aadsts54005', 'codealreadyused'] },
  connection_refused: { inWordsAlone: true, also: ['econnrefused', 'errconnectionrefused'] },
  connection_reset: { inWordsAlone: true, also: ['econnreset', 'errconnectionreset', 'epipe'] },
  connection_timed_out: {
    inWordsAlone: true,
    also: ['etimedout', 'errconnectiontimedout', 'econnaborted', 'esockettimedout'],
  },
  consent_not_valid: { also: ['invalidconsentstatus', 'consentinvalid', 'consentexpired', 'consentunknown'] },
  consent_required: { also: ['aadsts65001', 'aadsts90094'] },
  cors_blocked: { inWordsAlone: true },
  device_code_expired: {
    inWordsAlone: true,
    evenWithOr: true,
    also: ['incorrectdevicecode', 'aadsts70018', 'aadsts70019', 'aadsts70020'],
  },
  discovery_mismatch: { inWordsAlone: true },
  dpop_nonce_required: { inWordsAlone: true, also: ['usedpopnonce'] },
  dpop_proof_invalid: { inWordsAlone: true, also: ['invaliddpopproof'] },
  field_missing: { inWordsAlone: true },
  field_refused: { inWordsAlone: true },
  firewall_blocked: { inWordsAlone: true },
  form_expected: { inWordsAlone: true },
  grant_expired: {
    also: [
      'aadsts70008',
      'aadsts700082',
      'aadsts700084',
      'accessdenied-authorizationcodeexpired',
      'authorizationcodeexpired',
      'refreshtokenexpired',
    ],
  },
  grant_of_other_client: { inWordsAlone: true },
  header_named: { inWordsAlone: true },
  identity_policy_refuses: { also: ['aadsts53003', 'aadsts53000', 'aadsts53001'] },
  // The secret itself, not the way in which it was sent.
  incorrect_client_credentials: { vague: true, also: ['invalidclientcredentials'] },
  insufficient_scope: {
    evenWithOr: true,
    tokenCheck: true,
    also: ['accesstokenscopeinsufficient', 'insufficientpermissions', 'missingscope', 'missingscopes', '900910'],
  },
  interaction_required: {
    also: ['aadsts50072', 'aadsts50074', 'mfarequired', 'aadsts50076', 'aadsts50079'],
  },
  invalid_client: {
    vague: true,
    also: ['aadsts50012', 'invalidclient-invalidclientid', 'invalidclientauthentication', 'invalidclientidentifier'],
  },
  invalid_grant: {
    vague: true,
    evenWithOr: true,
    also: [
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
  },
  invalid_request: { vague: true, also: ['aadsts900144', 'aadsts9002313', 'aadsts90014'] },
  invalid_request_object: {},
  invalid_request_uri: {},
  invalid_scope: { evenWithOr: true, also: ['aadsts70011'] },
  invalid_signature: { ofToken: true, also: ['signaturedoesnotmatch'] },
  invalid_token: { vague: true, ofToken: true, also: ['invalidauth', 'invalidsessionid', '900901'] },
  item_not_found: { inWordsAlone: true },
  jwt_audience_mismatch: {
    ofToken: true,
    tokenCheck: true,
    also: ['invalidauthenticationtokenaudience', 'invalidaudience'],
  },
  jwt_issuer_mismatch: { ofToken: true, tokenCheck: true, also: ['invalidauthenticationtokentenant', 'invalidissuer'] },
  key_id_missing: {},
  keys_not_fetched: { inWordsAlone: true },
  license_or_plan: { inWordsAlone: true, also: ['paymentrequired', 'subscriptionrequired', 'planupgraderequired'] },
  login_required: { also: ['aadsts50058'] },
  logout_uri_mismatch: { inWordsAlone: true },
  media_type_refused: { inWordsAlone: true, also: ['unsupportedmediatype', 'notacceptable'] },
  method_not_allowed: { inWordsAlone: true, also: ['methodnotallowed', 'httpmethodnotallowed'] },
  name_not_resolved: { inWordsAlone: true, also: ['enotfound', 'eaiagain', 'errnamenotresolved'] },
  no_matching_public_key: { ofToken: true, tokenCheck: true },
  nonce_mismatch: { inWordsAlone: true, evenWithOr: true },
  nothing_wrong: { inWordsAlone: true },
  origin_unreachable: { inWordsAlone: true },
  parameter_missing: { inWordsAlone: true },
  password_change_required: {
    inWordsAlone: true,
    also: ['aadsts50055', 'passwordexpired', 'passwordresetrequiredexception'],
  },
  permission_missing: { inWordsAlone: true },
  pkce_challenge_missing: { inWordsAlone: true },
  pkce_verifier_mismatch: { also: ['aadsts501481', 'invalidpkcecodeverifier'] },
  pkce_verifier_missing: { also: ['aadsts9002325'] },
  plain_http: { inWordsAlone: true },
  proxy_sign_in_required: { inWordsAlone: true, also: ['proxyauthenticationrequired'] },
  pushed_request_required: { inWordsAlone: true },
  reauthentication_needed: {
    also: ['insufficientuserauthentication', 'itemloginrequired', 'reauthenticationrequired'],
  },
  redirect_loop: { inWordsAlone: true, also: ['errtoomanyredirects'] },
  redirect_uri_mismatch: {
    evenWithOr: true,
    also: ['aadsts50011', 'aadsts500113', 'invalidredirecturi', 'badredirecturi'],
  },
  redirect_uri_of_other_kind: { also: ['aadsts9002326', 'aadsts9002327'] },
  refresh_concurrent: { inWordsAlone: true },
  refresh_session_ended: { also: ['aadsts50173', 'aadsts70043', 'aadsts50078'] },
  refresh_token_lifetime: { inWordsAlone: true },
  refresh_token_of_other_issuer: { inWordsAlone: true },
  refresh_token_used: {
    also: ['refreshreusedetected', 'refreshtokenreused', 'refreshtokenreusedetected', 'tokenreusedetected'],
  },
  registration_not_supported: {},
  request_header_too_big: { inWordsAlone: true, also: ['requestheaderfieldstoolarge'] },
  request_not_supported: {},
  request_object_refused: { inWordsAlone: true },
  request_time_skewed: { inWordsAlone: true, also: ['requesttimetooskewed', 'requestexpired'] },
  request_uri_expired: { inWordsAlone: true, evenWithOr: true },
  request_uri_not_supported: {},
  server_certificate_expired: { inWordsAlone: true, also: ['certhasexpired'] },
  server_certificate_not_trusted: {
    inWordsAlone: true,
    also: [
      'depthzeroselfsignedcert',
      'selfsignedcertinchain',
      'unabletoverifyleafsignature',
      'unabletogetissuercertlocally',
      'errcertauthorityinvalid',
    ],
  },
  server_certificate_of_other_host: {
    inWordsAlone: true,
    also: ['errtlscertaltnameinvalid', 'errcertcommonnameinvalid'],
  },
  server_error: { everyday: true },
  server_misconfigured: { inWordsAlone: true },
  service_unavailable: { inWordsAlone: true },
  sign_in_cookie_missing: { inWordsAlone: true },
  signed_request_expected: { also: ['incompletesignatureexception', 'invalidsignatureexception'] },
  single_sign_on_needed: { inWordsAlone: true },
  state_mismatch: { inWordsAlone: true, evenWithOr: true },
  temporarily_unavailable: { everyday: true },
  tenant_not_found: { also: ['aadsts90002'] },
  tls_version_refused: { inWordsAlone: true, also: ['errsslversionorciphermismatch', 'errsslprotocolerror'] },
  token_exchange_refused: { inWordsAlone: true },
  token_malformed: { ofToken: true, inWordsAlone: true },
  token_missing: { ofToken: true, also: ['notauthed', '900902'] },
  token_not_decrypted: { inWordsAlone: true },
  token_not_yet_valid: { ofToken: true, tokenCheck: true },
  token_of_other_kind: { ofToken: true, inWordsAlone: true },
  too_many_requests: {
    everyday: true,
    also: [
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
      'toomanyrequestsexception',
      'userratelimitexceeded',
    ],
  },
  unauthorized_client: { vague: true },
  unsupported_grant_type: {},
  unsupported_response_mode: {},
  unsupported_response_type: {},
  upstream_header_too_big: { inWordsAlone: true },
  user_credentials: { inWordsAlone: true },
  user_denied: { inWordsAlone: true },
  user_unknown: { inWordsAlone: true, also: ['aadsts50034', 'unknownuserid', 'usernotfound', 'usernotfoundexception'] },
  version_conflict: { inWordsAlone: true, also: ['preconditionfailed', 'etagmismatch'] },
  webhook_signature_refused: { inWordsAlone: true },
  wrong_environment: { also: ['invalidenvironment'] },
  wrong_server: { inWordsAlone: true },
} satisfies Record<string, NameTraits>

/** Names by the codes that amount to them; servers write a standard’s code as `InvalidScope` and `INVALID_SCOPE` too. */
const byCode: ReadonlyMap<string, ErrorName> = new Map(
  (Object.keys(names) as ErrorName[]).flatMap((name) => {
    const { also = [], inWordsAlone }: NameTraits = names[name]
    const codes = inWordsAlone ? also : [segmentOf(name), ...also]
    return codes.map((code) => [code, name] as const)
  }),
)

import type { Step } from '../protocol/call.ts'
import type { ErrorName } from './error-names.ts'

/** A cause, and the sentences in which servers tell it. */
export interface MessagePattern {
  means: ErrorName
  steps: readonly Step[]
  /** Statuses with which the sentence can mean this; any where it is not given. */
  statuses?: readonly number[]
  says: RegExp
}

const identity = ['token', 'refresh', 'authorize'] as const
const exchange = ['token', 'refresh'] as const
const refused = [400, 401, 403] as const
const bad =
  "(?:invalid|incorrect|wrong|bad|unknown|unsupported|unexpected|unauthori[sz]ed|not |n't |doesn|no match|mismatch|differ|fail|missing|reject|denied)"

/**
 * What servers say, cause by cause; the first row that fits counts. No standard fixes these sentences, and they are
 * translated and reworded, which is why nothing is recognised by them where anything firmer tells the cause.
 */
export const messagePatterns: MessagePattern[] = [
  // Its “policy” is the browser’s, not that of whoever answers.
  row('cors_blocked', [...exchange, 'api'], /\bcors\b[^.]{0,40}(?:polic|pol[íi]t|error|block)|access-control-allow-/),
  ...inOtherLanguages(),
  // Who may not, before what is wrong.
  row(
    'user_denied',
    ['authorize'],
    /(?:user|owner|person|customer|member)\b[^.]{0,40}(?:den(?:ied|ies|y)|cancel|declin|reject|abort|refused|did not consent|disallow)|(?:denied|cancell?ed|declined|rejected|refused) by (?:the )?(?:end[- ]?|resource )?(?:user|owner|customer)/,
  ),
  row(
    'consent_required',
    identity,
    /\bconsent(?:ed)?\b[^.]{0,60}(?:not|required|missing|needed|must|first)|(?:not|no|missing|requires?|without|need)\b[^.]{0,40}\bconsent/,
  ),
  row('account_not_allowed', identity, accountWords()),
  row(
    'identity_policy_refuses',
    identity,
    /\bpolic(?:y|ies)\b|conditional access|\brules?\b[^.]{0,30}(?:den|reject|fail|block)/,
  ),
  row(
    'client_blocked',
    identity,
    /\b(?:client|application|app)\b[^.]{0,30}\b(?:disabled|deactivated|suspended|inactive|blocked|switched off)/,
  ),
  row(
    'audience_unknown',
    identity,
    /\b(?:services?|audience|resource|api|target)\b(?! owner| server)[^.]{0,50}(?:not found|unknown|invalid|not (?:a )?(?:registered|valid|recogni[sz]ed|allowed)|does not exist)|(?:unknown|invalid|unregistered)[^.]{0,20}\b(?:audience|resource|target)\b(?! owner)/,
  ),
  row(
    'wrong_environment',
    [...exchange, 'api'],
    /wrong\b[^.]{0,25}\b(?:environment|ambiente)|(?:environment|ambiente)\b[^.]{0,25}(?:mismatch|differ)|belongs? to (?:another|the other|a different) (?:environment|mode)|n(?:ão|ao) pertence a(?:o)? (?:este )?ambiente|(?:token|key|credentials?) (?:is|are) for the (?:wrong|other) /,
  ),
  row('redirect_uri_of_other_kind', exchange, /cross-origin|single-page application/),
  // The client's proof.
  row('client_secret_expired', exchange, /secrets?\b[^.]{0,40}\bexpired|expired[^.]{0,20}\bsecret/),
  row(
    'client_auth_twice',
    exchange,
    /(?:multiple|more than one|two|both|several)\b[^.]{0,40}(?:credential|authentication|secret|method)/,
  ),
  row(
    'client_auth_method',
    exchange,
    /client_assertion(?:_type)?\b(?![^.]{0,30}\bor\b)|authentication method|auth[_ ]method|client_secret_(?:basic|post)/,
  ),
  row(
    'client_credentials_missing',
    exchange,
    /(?:secret|credentials|client_assertion|client authentication)[^.]{0,40}(?:not (?:been )?(?:provided|present|specified|sent|found|supplied|included)|missing|required|empty|undefined|null)|(?:missing|\bno\b|must (?:provide|contain|include)|requires?)[^.]{0,25}client[ _](?:secret|credentials|authentication|assertion)/,
  ),
  row(
    'client_secret_wrong',
    exchange,
    new RegExp(
      `secret[^.]{0,40}${bad}|\\b(?:invalid|incorrect|wrong|bad|mismatch(?:ed|ing)?)\\b[^.]{0,25}(?:client[ _-]?)?secret`,
    ),
  ),
  row(
    'client_not_found',
    identity,
    /client[ _-]?id(?:entifier)?\b[^.]{0,20}(?:invalid|incorrect|wrong|not valid)|\b(?:client|application|app)(?:[ _-]?(?:id(?:entifier)?|key))?\b[^.]{0,45}(?:not found|unknown|does(?:n.?t| not) exist|not registered|not recogni[sz]ed|could ?n.?o?t be found|was not found)|\b(?:unknown|no such|no|cannot find|can't find|could not find|couldn't find|unregistered|nonexistent)(?: (?:the|an?|any|oauth))? (?:oauth )?(?:client|application)\b|(?:invalid|incorrect|wrong)[^.]{0,20}client[ _]?(?:id|identifier|key)\b/,
  ),
  // The code.
  row(
    'pkce_verifier_missing',
    exchange,
    /(?:pkce|proof key|code[_ ]?verifier)[^.]{0,60}(?:missing|required|must|not (?:been )?(?:specified|provided|present|sent|supplied)|empty|needed)|(?:missing|requires?|must use|expect(?:s|ed)?|\bno\b|without)[^.]{0,30}(?:pkce|proof key|code[_ ]?verifier)/,
  ),
  row('pkce_verifier_mismatch', exchange, /pkce|proof key|code[_ ]?verifier|code[_ ]?challenge/),
  row(
    'pkce_challenge_missing',
    ['authorize'],
    /(?:pkce|proof key|code[_ ]?challenge)[^.]{0,80}(?:missing|required|must|not (?:specified|provided|present|sent)|empty|needed|enforce)|(?:missing|requires?|expect(?:s|ed)?|\bno\b|without|include)[^.]{0,40}(?:pkce|proof key|code[_ ]?challenge)/,
  ),
  row(
    'code_used',
    ['token'],
    /\b(?:code|grant)\b[^.]{0,60}\b(?:already|previously|once|been)\b[^.]{0,30}\b(?:used|redeemed|consumed|exchanged|claimed)|already (?:used|redeemed|consumed)|code reuse/,
  ),
  row(
    'grant_of_other_client',
    exchange,
    /(?:issued|belongs?|granted|bound|assigned)\b[^.]{0,40}\b(?:another|other|different|this|the)\b[^.]{0,20}\bclient|client(?![ _-]?certificate)[^.]{0,60}(?:do(?:es)?n.?t|does not|do not|not) match|wrong client/,
  ),
  row(
    'redirect_uri_mismatch',
    identity,
    new RegExp(
      `(?:redirect(?:ion)?|callback|return)[ _-]?(?:to[ _-])?ur[il]s?\\b[^.]{0,90}(?:${bad}|regist|whitelist|allow)|(?:invalid|incorrect|wrong|unregistered|illegal|mismatch\\w*|unknown|bad|unauthori[sz]ed)[^.]{0,40}(?:redirect(?:ion)?|callback)[ _-]?ur[il]`,
    ),
  ),
  row('code_malformed', ['token'], /malformed[^.]{0,30}\bcode\b|\bcode\b[^.]{0,30}malformed/),
  row(
    'grant_expired',
    ['token'],
    /\bcode\b[^.]{0,40}\bexpired|expired[^.]{0,25}\bcode\b|\bcode\b[^.]{0,30}(?:too old|lifetime)/,
  ),
  row(
    'invalid_grant',
    ['token'],
    /\b(?:authori[sz]ation|auth|access)?[ _]?code\b[^.]{0,40}(?:invalid|not found|unknown|incorrect|not valid|does not exist|not recogni[sz]ed)|(?:invalid|incorrect|unknown|bad|wrong)[^.]{0,20}(?:authori[sz]ation |auth |verification )code\b/,
  ),
  // The refresh token.
  row('refresh_concurrent', ['refresh'], /concurrent|simultaneous|at the same time|in parallel/),
  row(
    'refresh_token_used',
    ['refresh'],
    /re-?use|already (?:been )?(?:used|redeemed|consumed|rotated)|previously used|was used before|rotated/,
  ),
  row(
    'refresh_session_ended',
    ['refresh'],
    /session[^.]{0,40}(?:not active|not found|ended|terminated|inactive|closed|invalid|does(?:n.?t| not) exist)|logged out|signed out|revoked|blacklist/,
  ),
  row('grant_expired', ['refresh'], /expired|not active|inactiv|idle|lifetime|too old|max(?:imum)? age|stale token/),
  row('refresh_token_of_other_issuer', ['refresh'], /\bissuer\b|\biss\b/),
  // The request itself.
  row(
    'user_credentials',
    ['token'],
    /(?:user(?:name)?|password|email|login)\b[^.]{0,40}(?:credential|invalid|incorrect|wrong|password)|invalid user/,
  ),
  row(
    'authentication_expired',
    ['authorize'],
    /(?:session|log-?in|sign-?in|request|authentication|transaction|flow|page|action)\b[^.]{0,40}(?:has |is |was )?(?:expired|timed? ?out|too long)|took too long|time-?out/,
  ),
  row(
    'sign_in_cookie_missing',
    ['authorize'],
    /cookies?\b[^.]{0,40}(?:not found|missing|enabled|blocked|lost|disabled)/,
  ),
  row(
    'form_expected',
    exchange,
    /content[- ]type|form[- ]urlencoded|url[- ]?(?:encod|decod)|(?:body|request)[^.]{0,30}(?:must be|expected)[^.]{0,20}form|unsupported media/,
  ),
  row(
    'unauthorized_client',
    identity,
    /(?:grant|flow|client|response[_ ]?type|application|code)\b[^.]{0,70}(?:not (?:be )?(?:allowed|authori[sz]ed|enabled|permitted|configured|available)|disabled|unauthori[sz]ed)/,
  ),
  row(
    'invalid_scope',
    identity,
    new RegExp(
      `\\bscopes?\\b[^.]{0,60}(?:${bad}|malformed|exceed|beyond)|(?:invalid|unknown|unsupported|illegal|unauthori[sz]ed|disallowed|malformed)[^.]{0,20}\\bscopes?\\b`,
    ),
  ),
  row('state_mismatch', identity, /\bstate mismatch\b|^invalid state\b|\bno state in (?:the )?response\b/),
  row('parameter_missing', identity, parameterWords()),

  // Calls of APIs: what stands before the token.
  api(
    'header_named',
    [400, 401, 403],
    /\bheader\b:? +["'“]?([\w-]*(?:auth|token|secret|subscription|api-?)[\w-]*|\w*key)\b/,
  ),
  api(
    'wrong_server',
    [400, 401, 403, 404, 421],
    /wrong (?:cluster|server|data ?cent(?:er|re)|region|host|environment|domain|base url|endpoint)/,
  ),
  api(
    'reauthentication_needed',
    [400, 401, 403],
    /(?:log-?in|sign-?in) (?:is )?required\b|(?:log|sign) ?in again|re-?authenticat|strong customer authentication|\bsca\b|step-?up|recent (?:login|sign-?in|authentication)|multi-?factor|\bmfa\b|\b2fa\b/,
  ),
  api('consent_not_valid', [400, 401, 403], /\bconsents?\b/),
  api('single_sign_on_needed', [401, 403], /\bsaml\b|single sign-?on|\bsso\b/),
  api(
    'api_not_subscribed',
    [401, 403],
    /\bsubscri(?:bed|ption|be)\b(?![- ]?key)|api product|access to this api|(?:api|service)\b[^.]{0,60}(?:disallowed|not (?:been )?(?:enabled|activated|used in|subscribed|entitled|part of)|is disabled)|not (?:entitled|subscribed)/,
  ),
  everywhere(
    'client_certificate_refused',
    [400, 401, 403],
    /certificate\b[^.]{0,50}(?:not match|not valid|mismatch|does(?: not|n't) belong|expired|revoked|not trusted|untrusted|invalid)|certificado\b[^.]{0,40}(?:incompat|inv[aá]lid|expirad|vencid|revogad|n(?:ão|ao) (?:confere|pertence|corresponde))/,
  ),
  everywhere(
    'client_certificate_missing',
    [400, 401, 403, 496],
    /(?:client|ssl|tls|mtls|mutual)\b[^.]{0,25}certificate|certificate[^.]{0,30}(?:required|missing|not (?:sent|provided|present))/,
  ),
  api('plain_http', [400], /plain http request was sent to https|client sent an http request to an https/),
  api(
    'api_key_refused',
    [400, 401, 403],
    /(?:api|subscription|consumer|app)[- _]?keys?\b|x-api-key|x-ibm-client-id|client[- ]id header/,
  ),
  api(
    'address_not_allowed',
    [401, 403],
    /\bip\b[^.]{0,60}(?:not|block|den(?:y|ied)|forbid|restrict|allow|white|black)|(?:from|your|this|client) ip\b/,
  ),
  api(
    'too_many_requests',
    [403, 420, 503],
    /rate[- ]?limit|too many (?:requests|calls|connections)|throttl|\b(?:api|call|request)s?\b[^.]{0,20}\bquota|quota[^.]{0,30}\b(?:call|request)s?|requests? per (?:second|minute|hour|day)|\b(?:api|call|request|usage)s? limit/,
  ),
  // What is wrong with it.
  api(
    'keys_not_fetched',
    [400, 401, 403, 500, 503],
    /key[ _]retrieval|(?:jwks?|public keys?|signing keys?|openid-?configuration|discovery|metadata)\b[^.]{0,60}(?:fetch|retriev|download|load|obtain|unreach|connect|resolv|request)|(?:fetch|retriev|download|load|obtain|connect)\w*\b[^.]{0,60}(?:jwks?\b|public keys?|signing keys?|openid-?configuration|discovery|metadata)/,
  ),
  api(
    'jwt_audience_mismatch',
    refused,
    new RegExp(
      `\\b(?:audiences?|aud)\\b[^.]{0,80}(?:${bad}|expected|allowed)|(?:invalid|wrong|unexpected|incorrect|bad|unknown|different|no matching|not (?:the )?(?:expected|right|valid))[^.]{0,25}\\b(?:audiences?|aud)\\b|(?:meant|intended|issued) for (?:another|a different)`,
    ),
  ),
  api(
    'jwt_issuer_mismatch',
    refused,
    new RegExp(
      `\\b(?:issuers?|iss)\\b[^.]{0,80}(?:${bad}|expected|configured|trusted)|(?:invalid|wrong|unexpected|incorrect|bad|unknown|untrusted|no matching|not trusted|no credentials found)[^.]{0,30}\\b(?:issuers?|iss)\\b|wrong (?:tenant|realm)|realm[^.]{0,20}(?:not|mismatch)`,
    ),
  ),
  api(
    'algorithm_mismatch',
    refused,
    new RegExp(
      `\\b(?:alg|algorithms?)\\b[^.]{0,50}(?:${bad}|allowed|specified|\\bnone\\b)|(?:invalid|unsupported|unexpected|wrong|disallowed|not supported)[^.]{0,25}\\b(?:alg|algorithms?)\\b`,
    ),
  ),
  api(
    'no_matching_public_key',
    refused,
    /["']kid["']|\bkid\b[^.]{0,25}(?:claim|header|match|not found|unknown|jwk)|(?:\bno\b|unable to find|cannot find|could not find|did(?: not|n't) find|failed to find|no matching)[^.]{0,40}\b(?:keys?|jwks?|jwk)\b|\bkeys?\b[^.]{0,50}(?:not found|no match|could not be found|unknown|did not match|was not found)|jwks? doesn't have key|matching key/,
  ),
  api(
    'token_not_yet_valid',
    refused,
    /not (?:yet )?(?:valid|active) yet|not yet (?:valid|active)|used (?:too early|before)|\bnbf\b|before (?:its )?not[- ]before|issued (?:at|in) (?:the )?future|\biat\b|in the future/,
  ),
  api(
    'token_of_other_kind',
    refused,
    /wrong (?:token )?type|token (?:has )?(?:the )?(?:wrong|invalid|unexpected) (?:type|kind|use)|not an access token|\bid[_ ]token\b|token[_ ](?:use|type)\b[^.]{0,30}(?:not|invalid|wrong|expected)/,
  ),
  api(
    'access_token_expired',
    refused,
    /(?:token|jwt|session|signature|bearer|credentials?|authentication)\b[^.]{0,60}\b(?:expired|timed? ?out|no longer active|lapsed)|expired[^.]{0,20}(?:token|jwt|signature|session|bearer|credential)|["']exp["']|\bexp\b[^.]{0,12}claim|time[_ ]constraint|lifetime validation|token is not active|inactive token|token is too old/,
  ),
  api(
    'access_token_revoked',
    refused,
    /revoked|token[^.]{0,30}black-?list|black-?listed token|logged out|signed out|invalidated|session (?:was |has been )?(?:terminated|ended|closed)|password (?:was |has been )?changed/,
  ),
  api(
    'invalid_signature',
    refused,
    /signature[^.]{0,50}(?:invalid|fail|not |n't|mismatch|wrong|verif|bad|error|reject|incorrect|doesn)|(?:invalid|bad|wrong|incorrect|verify|verification of)[^.]{0,25}signature|(?:jwt|token) (?:verif\w+|validation) fails?$|jwt verification fails/,
  ),
  api(
    'token_malformed',
    refused,
    /(?:token|jwt|bearer|authori\w+)\b[^.]{0,30}malformed|malformed[^.]{0,30}\b(?:token|jwt|bearer|authori)|(?:token|jwt|jws|jwe)\b[^.]{0,70}(?:not (?:a )?well.?formed|decod|pars|not (?:in the )?(?:form|format)|segments?|three (?:parts|dots)|bad format|unreadable|deserial|compact|not a (?:valid )?jwt)|(?:decod|pars|deseriali[sz])\w*[^.]{0,50}(?:token|jwt|jws)|not enough segments|number of segments|bad[_ ]format|compacttoken|compact jw[se]|\b(?:invalid|not a(?: valid)?) jw[ts]\b|bearer[^.]{0,20}malformed/,
  ),
  api(
    'claim_missing',
    [400, 401, 403],
    /(?:missing|lacks?|without|not contain|requires?)\b[^.]{0,40}\bclaims?\b|\bclaims?\b[^.]{0,40}(?:missing|required|absent|not (?:present|found|set))/,
  ),
  api(
    'token_missing',
    [400, 401, 403],
    /(?:\bno\b|missing|without|lacks?|requires?|absent|must (?:provide|include|supply|pass|send))(?:(?! (?:in|of|from) (?:the |your )?(?:access )?token)[^.]){0,45}(?:\bauth\w*|(?<! (?:in|of|from) (?:the |your )?(?:access )?)token|bearer|credentials?|\bjwt\b)|(?:\bauth\w*(?: (?:header|credentials?|token|field|info\w*))?|token|bearer|\bjwt\b|credentials?)\b[^.]{0,40}(?:missing|required|absent|empty|not (?:been )?(?:provided|present|found|supplied|sent|included|set|specified|given))|not (?:logged|signed) in|unauthenticated/,
  ),
  api(
    'insufficient_scope',
    [400, 401, 403],
    /(?:not contain|missing|lacks?|insufficient|requires?|needs?|not have)[^.]{0,40}\bscopes?\b/,
  ),
  api('insufficient_scope', [401, 403], /\bscopes?\b/),
  api(
    'permission_missing',
    [401, 403],
    /(?:insufficient|missing|lacks?|requires?|not have|not enough|without|\bno\b|needs?)\b[^.]{0,60}\b(?:permissions?|privileges?|authority|authorities|roles?)\b|\b(?:permissions?|privileges?|roles?)\b[^.]{0,40}(?:insufficient|missing|required|denied|not )|not accessible by/,
  ),
  api('account_not_allowed', [401, 403], accountWords()),
  api(
    'invalid_token',
    [400, 401, 403, 404],
    /\binvalid (?:access |bearer |auth\w* )?token\b|\btoken (?:is |was )?(?:invalid|not valid|inv[aá]lido)\b|\btoken\b[^.]{0,80}\b(?:is|was) (?:invalid|not valid)\b/,
  ),
  // What is wrong with the rest.
  api(
    'body_not_json',
    [400, 422, 500],
    /(?:invalid|malformed|unexpected|not valid|unable to|could not|cannot|failed to|error|bad|unreadable)\b[^.]{0,40}\bjson|\bjson\b[^.]{0,50}(?:invalid|malformed|parse|pars|error|unexpected|syntax|decode|deserial|not valid|expected)|unexpected (?:token|character|eof|non-whitespace|end of (?:json|input|file|data))|not readable|expecting value/,
  ),
  api(
    'path_not_found',
    [404],
    /no route matched|no such (?:api|route|endpoint)|cannot (?:get|post|put|patch|delete) \/|no static resource|(?:resource|request) path|(?:unknown|invalid|unrecogni[sz]ed|no matching) (?:route|path|endpoint|url|resource)|unrecognized request url|page not found|requested url was not found/,
  ),
  api(
    'service_unavailable',
    [500, 502, 503, 504],
    /upstream|no healthy|backend|connection (?:refused|reset|timed out|failure|error)|connect (?:error|timeout)|\btarget (?:server|endpoint|host)|name resolution|could not resolve host|\bdns\b|no server is available|not available/,
  ),
  // What an API deals in comes last: its words are the most everyday ones.
  api(
    'already_exists',
    [400, 409, 422],
    /already (?:exists?\b|in use|registered|(?:been )?taken)|\bduplicated? (?:entry|key|value|record)|j[áa] (?:existe|cadastrad|registrad)|ya existe/,
  ),
  api(
    'version_conflict',
    [409, 412],
    /\betag\b|\bif-match\b|\bstale\b|(?:modified|changed|updated) (?:by another|since|in the meantime)/,
  ),
  api(
    'license_or_plan',
    [402, 403],
    /\b(?:your|current) (?:plan|subscription|license)\b[^.]{0,50}\b(?:not|expired)\b|upgrade (?:your|the) (?:plan|account)/,
  ),
  api('field_missing', [400, 422], /\b(?:missing|required) (?:required )?(?:field|property|parameter|attribute)s?\b/),
]

function row(means: ErrorName, steps: readonly Step[], says: RegExp): MessagePattern {
  return { means, steps, says: new RegExp(says.source, 'i') }
}

function everywhere(means: ErrorName, statuses: readonly number[], says: RegExp): MessagePattern {
  return { ...row(means, [...identity, 'api'], says), statuses }
}

function api(means: ErrorName, statuses: readonly number[], says: RegExp): MessagePattern {
  return { ...row(means, ['api'], says), statuses }
}

/** The same causes as services of Brazil, Portugal and the Spanish-speaking countries word them. */
function inOtherLanguages(): MessagePattern[] {
  return [
    row(
      'client_not_found',
      identity,
      /(?:cliente|software|aplica[cç](?:ão|ao|i[oó]n|ativo))\b[^.]{0,30}n(?:ão|ao|o) (?:foi )?(?:identificad|encontrad|cadastrad|localizad|registrad)/,
    ),
    row('client_secret_wrong', exchange, /(?:secret|segredo|senha|clave)\b[^.]{0,30}(?:inv[aá]lid|incorret|incorrect)/),
    row(
      'redirect_uri_mismatch',
      identity,
      /redirect[^.]{0,40}(?:inv[aá]lid|n(?:ão|ao|o) (?:confere|coincide|registrad|cadastrad|permitid))/,
    ),
    row('grant_expired', exchange, /(?:c[oó]digo|code|refresh|token)\b[^.]{0,40}(?:expir(?:ad|ou)|vencid|caducad)/),
    api(
      'access_token_expired',
      refused,
      /token\b[^.]{0,40}(?:expir(?:ad|ou)|vencid|caducad)|sess(?:ão|ao)[^.]{0,20}expir/,
    ),
    api(
      'token_missing',
      [400, 401, 403],
      /token\b[^.]{0,30}n(?:ão|ao|o) (?:foi )?(?:informad|enviad|fornecid|encontrad|proporcionad)|(?:falta|ausente)\b[^.]{0,30}token/,
    ),
    api('invalid_signature', refused, /(?:assinatura|firma)\b[^.]{0,40}(?:inv[aá]lid|n(?:ão|ao|o) confere)/),
    api(
      'insufficient_scope',
      [400, 401, 403],
      /\bescopos?\b|\b(?:[aá]mbitos|alcances?)\b[^.]{0,30}(?:falta|insuficient)|(?:falta|insuficient|sem)\w*[^.]{0,30}permiss/,
    ),
    api('consent_not_valid', [400, 401, 403], /\bconsentimentos?\b|\bconsentimientos?\b/),
    everywhere(
      'client_certificate_missing',
      [400, 401, 403],
      /\bcertificado\b(?!.{0,40}(?:incompat|inv[aá]lid|expirad|vencid|revogad|n(?:ão|ao) (?:confere|pertence|corresponde)))/,
    ),
    api('too_many_requests', [400, 403, 503], /limite[^.]{0,40}(?:requisi|chamad|excedid|atingid|peticiones)/),
    api('address_not_allowed', [401, 403], /\bip\b[^.]{0,40}(?:n(?:ão|ao|o) (?:autorizad|permitid)|bloquead)/),
  ]
}

/** A parameter by name with a word for its absence before or after it; the name is the first group that matched. */
function parameterWords(): RegExp {
  const name =
    '(grant[_ ]type|code|redirect[_ ]ur[il]|client[_ ]id|refresh[_ ]token|scope|response_type|nonce|state|username|password|assertion|audience|resource|device_code)'
  const absent =
    '(?:missing|required|lacks?|must (?:be )?(?:specif|provid|includ|contain|present|sent)|not (?:been )?(?:provided|specified|present|supplied|sent)|empty|absent|null|need)'
  return new RegExp(`${absent}[^.]{0,60}\\b${name}\\b|\\b${name}\\b[^.]{0,60}${absent}`)
}

function accountWords(): RegExp {
  return /\b(?:user|account|principal|member|person|customer)\b[^.]{0,60}(?:not (?:been )?(?:assigned|allowed|permitted|authori[sz]ed|granted|approved)|blocked|disabled|locked|suspended|inactive|deactivated|no access|does not have access|access (?:was )?denied)|(?:admin(?:istrator)?)\b[^.]{0,30}(?:approval|consent)|\btest(?:er|user| user)s?\b|\b(?:inactive|disabled|blocked|locked|suspended|deactivated) (?:user|account)/
}

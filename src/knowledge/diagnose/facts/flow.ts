import type { Evidence } from './evidence.ts'
import { family } from './family.ts'

export const grants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'password',
  'jwt-bearer',
  'device_code',
  'token-exchange',
  'ciba',
] as const
export type Grant = (typeof grants)[number]

const steps = ['authorize', 'token', 'refresh', 'api'] as const
type StepName = (typeof steps)[number]

/** Which grant the text is about, and at which step it failed. */
export const flowFacts = family(
  [...grants.map((one) => `grant:${one}` as const), ...steps.map((one) => `step:${one}` as const), 'assertion'],
  (evidence) => {
    const grant = grantSent(evidence) ?? grantInWords(evidence)
    const assertion =
      evidence.valuesOf('client_assertion', 'client_assertion_type').length > 0 ||
      /client[_ ]assertion|private[_ ]key[_ ]jwt|client-assertion-type/i.test(evidence.text())
    return {
      facts: [
        ...(grant === undefined ? [] : [`grant:${grant}` as const]),
        ...stepsIn(evidence, grant).map((step) => `step:${step}` as const),
        ...(assertion ? (['assertion'] as const) : []),
      ],
      values: { grant },
    }
  },
)

const failing = /^(?:error|error_code|errorcode|error_description|exception|fault|faultstring)$/

/** The grant of the token request that failed: the last one before the failure, else the first. */
function grantSent(evidence: Evidence): Grant | undefined {
  const sent = evidence
    .parameters()
    .filter(({ name }) => name === 'grant_type' || name === 'granttype')
    .flatMap(({ value, at }) => {
      const grant = grantNamed(value)
      return grant === undefined ? [] : [{ grant, at }]
    })
  const failed = Math.min(
    ...evidence.parameters().flatMap(({ name, at }) => (failing.test(name) ? [at] : [])),
    ...evidence.signals().statuses.flatMap(({ status, at }) => (status >= 400 ? [at] : [])),
  )
  return (sent.findLast(({ at }) => at < failed) ?? sent[0])?.grant
}

function grantNamed(value: string): Grant | undefined {
  const name = value.replace(/^urn:(?:ietf:params:oauth|openid:params):grant-type:/, '').toLowerCase()
  if (name === 'on_behalf_of') return 'jwt-bearer'
  return grants.find((grant) => grant === name)
}

/** Clear words for a grant, the surest first. */
const inWords: [Grant, RegExp][] = [
  ['ciba', /\bciba\b|auth_req_id|bc-authorize|backchannel[ _-]authenticat/],
  ['device_code', /\bdevice[_ -]?(?:code|flow|authori[sz]ation|grant)\b|codigo d[eo] dispositivo/],
  ['token-exchange', /\btoken[_ -]exchange\b|\bsubject_token\b|troca de token\b/],
  [
    'jwt-bearer',
    /grant-type:jwt-bearer|\bjwt bearer (?:flow|grant|token flow)|on[- ]?behalf[- ]?of\b|\blogin[ :]jwt\b|jwt:grant|\bservice_account\b|googlecredentials|getrequestingaccesstoken/,
  ],
  [
    'refresh_token',
    /refresh[_ ]?token_error|(?:fail\w*|error|consigo|puedo|consegue|logra|unable|could ?n.t|cannot|trying|tried|when|while|on|durante|ao|al|erro) (?:\w+ ){0,3}?(?:refresh\w*|renew\w*|renova\w*|renov\w*|refresc\w*|atualizar)(?: \w+){0,3} (?:tokens?|sess\w+)|(?:token|silent) (?:refresh|renew\w*)|refresh(?:ing)? (?:\w+ ){0,3}?tokens?(?: \w+){0,3} (?:fail|error|expired|is invalid|invalid|revoked|not)|refreshtoken|refresherror|refresh_?access_?token|acquiretokensilent|silent renew|renovacao (?:\w+ ){0,2}token|refresh[_ ]tokens? (?:\w+ ){0,4}?(?:expir|invalid|revog|revok|rejeit|reject|not |nao |no |inact|used|reus|fail|falh)/,
  ],
  [
    'client_credentials',
    /client[_ -]credentials?(?: (?:flow|grant|token))?\b|client_login_error|\bm2m\b|machine[- ]to[- ]machine|acquiretokenforclient|credenciais do cliente/,
  ],
  [
    'password',
    /\b(?:password[_ -](?:grant|flow|credentials grant)|grant password|ropc|resource owner password|direct access grants?|acquiretokenbyusernamepassword|direct_grant)\b/,
  ],
  [
    'authorization_code',
    /authorization[_ ]code|code_to_token|oauthcallbackerror|\bcode not valid\b|\binvalid_code\b|exchang\w* (?:\w+ ){0,3}?code|code exchange|auth(?:orization)? code|authorizationcode|code[_ ]verifier|getaccesstoken\(code|(?:troca|trocar|trocando) (?:d?o |de )?(?:codigo|code)|codigo de autoriza\w+|(?:intercambi|canje)\w+ (?:\w+ ){0,2}codigo|[?&]code=/,
  ],
]

function grantInWords(evidence: Evidence): Grant | undefined {
  // What a server supports is not what was sent.
  const words = evidence.words().replace(/grant_?types\w{0,12}["']?\s{0,3}[:=]\s{0,3}[[(][^\])]{0,600}/g, ' ')
  const refreshed = /refresh/.test(words)
  return inWords.find(([grant, said]) => {
    // A response that also has a refresh token is one to a code.
    if (
      grant === 'refresh_token' &&
      /[?&]code=|code_to_token|code[_ ]verifier|exchang\w* (?:\w+ ){0,3}?code/.test(words)
    )
      return refreshed && /refresh\w* (?:\w+ ){0,2}(?:fail|error)|fail\w* to refresh|refresh_token_error/.test(words)
    return said.test(words)
  })?.[0]
}

/** What shows a step for sure; and words that speak of one, which count where nothing shows it. */
const shows: Record<Exclude<StepName, 'refresh'>, { address: RegExp; text: RegExp; words: RegExp }> = {
  authorize: {
    address:
      /\/(?:authorize|authorization|oauth2\/(?:v\d\/)?auth|connect\/auth|openid-connect\/auth|par|bc-authorize)\/?$/,
    text: /[?&]response_type=|[?#&]error=|\blogin_error\b|[?&]code=[^\s]{0,2000}&state=|\/(?:authorize|openid-connect\/auth)\?/,
    words:
      /\bcallback\b|\bsign(?:ing)?[- ]?in\b|\blog(?:ging)?[- ]?in\b|redirect(?:ed|s|ing)? (?:back|to|uri)|redirect_uri|tela de login|pagina de login|iniciar sesion|consent screen|\bfazer login\b|mismatching_state|\bstate\b|reply url|(?:login|interaction|consent)_required|aadsts(?:50011|65001|50105|50076|50079|90094)/,
  },
  token: {
    address: /\/(?:access_?)?tokens?\/?$/,
    text: /\bgrant_type\b|code_to_token|client_login|refresh_token_error|\bclient_assertion\b|\b(?:post|get) \S{0,200}\/token\b/,
    words:
      /token (?:endpoint|request|exchange)|(?:get|obtain|obter|gerar|generar|obtener|acquir|fetch|request|solicitar|exchang|retriev)\w* (?:\w+ ){0,3}?tokens?\b|invalid_(?:grant|client)|unauthorized_client/,
  },
  api: {
    address: /\/v\d+(?:\.\d+)?\/(?!.*(?:token|authorize))|\/graphql\b|\/api\/(?!.*(?:token|auth))/,
    text: /\bauthorization["']?\s{0,2}[:=]{1,2}>?\s{0,2}["']?(?:bearer|dpop)\b|www-authenticate|\bbearer (?:realm|error)|insufficient[_ ]scope|\binvalid_token\b|jwtbearer|jwt bearer was not/,
    words:
      /\bapis?\b|resource server|\bgateway\b|\bendpoint protegido\b|jwt|bearer|access[ _]?token|invalid token|token (?:is|has|expirad)|full authentication is required|access denied|\bforbidden\b|\bunauthori[sz]ed\b/,
  },
}

/** The steps that a text belongs to. */
function stepsIn(evidence: Evidence, grant: Grant | undefined): StepName[] {
  const words = evidence.words()
  const paths = evidence.signals().addresses.map(({ url }) => url.replace(/[?#].*/s, ''))
  const all = ['authorize', 'token', 'api'] as const
  const shown = all.filter(
    (step) =>
      paths.some((path) => shows[step].address.test(path)) ||
      // A code that a token endpoint uses too is no sign of an API beside a grant.
      (step === 'api' && grant !== undefined ? words.replace(/\binvalid_token\b/g, ' ') : words).search(
        shows[step].text,
      ) >= 0,
  )
  if (grant !== undefined && !shown.includes('token')) shown.push('token')
  const steps: StepName[] = shown.length > 0 ? shown : all.filter((step) => shows[step].words.test(words))
  return grant === 'refresh_token' ? [...steps, 'refresh'] : steps
}

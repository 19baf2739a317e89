import { inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { folded } from '../facts/folded.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Said } from '../trace/rule.ts'
import { speaksOfFailure } from './failing.ts'

/** A signature over a body that the program parsed and wrote again. */
export const parsedBodyRule: CircumstanceRule = {
  basis: inferred('your app in the text'),
  find: ({ text, words }) => {
    if (!/signature|assinatura|\bfirma\b|webhook|hmac/.test(words()) || !speaksOfFailure(words())) return undefined
    if (!hmac.test(text)) return undefined
    const written = serialised.exec(text)?.[0]
    if (written === undefined || rawBody.test(text)) return undefined
    return {
      of: 'webhook-signature-refused',
      title: 'The signature is computed from the parsed body',
      cause: `The sender signs the raw body, but ${quoted(written)} serializes the parsed body again. Whitespace, escapes, key order and numbers can change, so the HMAC differs even with the right secret.`,
      fix: 'Keep the raw body (express.raw, the verify callback of the JSON parser, request.get_data(), request.body) and compute the HMAC over those bytes.',
      telling: written,
    }
  },
}

/** What programs, TLS libraries and logs of any product show of themselves. */
export const programMechanics: readonly CircumstanceRule[] = [
  parsedBodyRule,
  {
    basis: standard('RFC 5246 §7.4.2: a certificate comes with the chain that certifies it'),
    find: ({ text, words }) => {
      const told = words()
      const partial =
        /partialchain|unable to verify the first certificate|unable_to_verify_leaf_signature|num=21\b/.exec(
          told,
        )?.[0] ?? aloneInChain(text, told)
      if (partial === undefined) return undefined
      const ofClient =
        /certificateauthentication|client cert|subject was cn|customtruststore|ssl_verify_client|mtls|mutual/.test(told)
      return {
        of: ofClient ? 'client-certificate-refused' : 'gateway-certificate-not-trusted',
        title: ofClient
          ? 'The client certificate’s chain is incomplete'
          : 'The server does not send its intermediate certificate',
        cause: ofClient
          ? `The client certificate was issued by an intermediate CA that the server does not have: ${quoted(lineWith(text, partial), 200)}. The root alone is not enough: this check ignores the intermediate that the client sends.`
          : `The chain ends before a CA that the client knows: ${quoted(lineWith(text, partial), 200)}. The server does not send the intermediate certificate, which browsers fetch automatically but most other clients do not.`,
        fix: ofClient
          ? 'Add the intermediate CA to the server’s trust store (in .NET to CustomTrustStore, or AdditionalChainCertificates), besides the root.'
          : 'Make the server send the full chain (fullchain.pem). Until then, add the intermediate to your app’s CA file. Do not turn off verification.',
        who: ofClient ? 'operator' : 'api-team',
        telling: partial,
      }
    },
  },
  {
    basis: inferred('the CA and the image in the text'),
    find: ({ text, words }) => {
      const told = words()
      const ownAuthority = untrustedInContainer(text, told)
      if (ownAuthority !== undefined) return ownAuthority
      if (
        !/unknown authority|unable to get local issuer|untrustedroot|certificate verify failed|unable to find valid certification path/.test(
          told,
        )
      )
        return undefined
      const authority =
        /let.?s ?encrypt|digicert|sectigo|globalsign|godaddy|google trust services|zerossl|amazon (?:root )?ca|\bisrg\b|entrust|public ca|publicly trusted/i.exec(
          text,
        )?.[0]
      if (
        authority === undefined ||
        !/docker|\bimage\b|container|\bpod\b|alpine|distroless|scratch|imagem|conteiner/.test(told)
      )
        return undefined
      return {
        of: 'gateway-certificate-not-trusted',
        title: 'The container has no CA certificates',
        cause: `The certificate is from ${quoted(authority)}, a public CA that the machine trusts. The image contains no CA bundle (ca-certificates), so the container trusts no certificate.`,
        fix: 'Install ca-certificates in the image (apk add / apt-get install ca-certificates), or mount the host’s /etc/ssl/certs into it.',
        who: 'operator',
        telling: authority,
      }
    },
  },
  {
    basis: inferred('the response beside the client’s own message'),
    find: ({ text, words }) => {
      const complaint =
        /missing (?:required )?(?:field|key|property|parameter)s?:? [`"'\\]{0,4}(?:access_token|token_type|id_token)|(?:access_token|id_token)[`"'\\]{0,4} (?:is )?(?:missing|not (?:found|present|returned))|KeyError: ["']access_token|undefined (?:index|array key|property)[^\n]{0,20}access_token|MissingTokenError|no access token (?:in|was)/i.exec(
          text,
        )?.[0]
      if (complaint === undefined) return undefined
      const [, code] =
        /["']error["']\s{0,3}(?::|=>)\s{0,3}["']([a-z][\w.-]{3,60})["']/i.exec(text) ??
        /(?:^|[?&\s])error=([a-z][a-z_]{3,50})(?=[&\s])/m.exec(text) ??
        []
      if (code === undefined || /^(?:true|false|null)$/.test(code)) return undefined
      const [, description] = /["']error_description["']\s{0,3}(?::|=>)\s{0,3}["']([^"'\n]{4,300})/i.exec(text) ?? []
      if (!/(?<![\d.])200(?![\d.])|status.{0,5}ok/.test(words()) || knownByCode.test(code)) return undefined
      return {
        of: 'error-code-unknown',
        title: `Token endpoint returned 200 with an error`,
        cause: `The response contains no token because it is an error, although its status is 200: ${quoted(code)}${description === undefined ? '' : `, ${quoted(description, 240)}`}. ${quoted(complaint)} follows from that.`,
        fix: `Fix the cause of ${quoted(description ?? code)}, and sign in again. In your app, check the response for ${quoted('error')} even if the status is 200.`,
        who: /\buser\b|account|e-?mail|consent|verified/i.test(description ?? '') ? 'end-user' : 'caller',
        telling: code,
      }
    },
  },
  {
    basis: inferred('your app’s own check of the token'),
    find: ({ text, words }) => {
      if (!/validat|verif|\bjwt\b|id[_ ]token|access[_ ]token|claims?\b/.test(words())) return undefined
      const [, name = ''] =
        /\bclaim["':]{0,2} ["'`“\\]{0,3}([\w.:/-]{2,80}?)["'`”\\]{0,3} (?:is |was )?(?:missing|not (?:found|present)|absent)/i.exec(
          text,
        ) ??
        /\b(?:not found|missing|absent|no \w{3,12}) (?:at|in|under|for) (?:the )?(?:path|claim|attribute|key|field) ["'`“\\]{0,3}([\w.:/-]{2,80}?)["'`”\\]{0,3} (?:in|of|from) (?:the )?(?:id|access)?[ _-]?token/i.exec(
          text,
        ) ??
        /\b(?:missing|no|without|lacks?)(?: the| required| expected)? ["'`“\\]{1,3}([\w.:/-]{2,80})["'`”\\]{1,3} claim\b/i.exec(
          text,
        ) ??
        []
      if (name === '' || /^(?:required|the|a|this|is|was|exp|iat|nbf)$/.test(name)) return undefined
      const [, discovery] = /(https?:\/\/[\w.-]{1,80}\.okta(?:preview)?\.com)\/?["'\s]/.exec(text) ?? []
      return {
        of: 'claim-missing',
        title:
          discovery === undefined
            ? `The token contains no ${quoted(name)} claim`
            : `Okta’s org server does not issue ${quoted(name)}`,
        cause:
          discovery === undefined
            ? `The recipient reads ${quoted(name)} from the token, but the token does not contain it.`
            : `The issuer is ${quoted(discovery)}, Okta’s org authorization server. Claims defined under Security > API belong to a custom server (such as …/oauth2/default), so this token does not contain ${quoted(name)}.`,
        fix:
          discovery === undefined
            ? `Decode the token, and add ${quoted(name)} at the identity provider (the client’s mapper or claim, and its scope). Check that it is defined for this issuer and token type.`
            : `Set the discovery URL to the custom server (${quoted(`${discovery}/oauth2/default`)} or its ID) and request the scope that includes ${quoted(name)}.`,
        who: 'operator',
        certainty: discovery === undefined ? 'possible' : 'likely',
        telling: name,
      }
    },
  },
  {
    basis: inferred('the message of your app that reads the response'),
    find: ({ text }) => {
      const found = wrongType.map((one) => one.exec(text)).find((one) => one !== null)?.groups
      const field = (found?.field ?? '').replace(/^[$.]+/, '')
      if (found === undefined || field === '' || found.got === found.wanted) return undefined
      return {
        of: 'token-response-field',
        title: `${quoted(field)} is ${withArticle(found.got)}, not ${withArticle(found.wanted)}`,
        cause: `The response contains ${quoted(field)} as ${withArticle(found.got)}, but your app expects ${withArticle(found.wanted)}. The request itself succeeded.`,
        fix: `Make your app accept ${withArticle(found.got)} for ${quoted(field)}, for example with a converter, or update the library. If a standard defines the type, report it to the server’s operator.`,
        telling: field,
      }
    },
  },
  {
    basis: inferred('a warning of your app'),
    find: ({ text, words }) => {
      if (!speaksOfFailure(words())) return undefined
      const line = leftOut.exec(text)?.[0]?.trim()
      if (line === undefined) return undefined
      const credential = /credential|authorization|token|header|cookie/i.test(line)
      return {
        of: credential && /(?<![\d.])401(?![\d.])|unauth/.test(words()) ? 'bearer-missing' : 'server-misconfigured',
        title: credential ? 'Your app omitted the credentials' : 'Your app logged what it omitted',
        cause: `The log contains the warning ${quoted(line, 240)}, which explains the response.`,
        fix: 'Meet the condition in the warning, or set the option that sends it anyway. If neither is possible, set the header manually.',
        telling: line.slice(0, 160),
      }
    },
  },
]

/** A CA of one’s own that the machine knows and the container on it does not. */
function untrustedInContainer(text: string, told: string): Said | undefined {
  if (
    !untrusted.test(told) ||
    !/docker|\bimage\b|container|\bpod\b|compose|kubernetes|imagem|conteiner|contenedor/.test(told)
  )
    return undefined
  const authority =
    /\b(?:(?:our|my|own|internal|private|custom|company|corporate|selfmade|homelab|local|interne?|eigene)[\s-]{1,2}(?:root[\s-])?(?:ca\b|certificate authority|pki|root(?: certificate)?)|step-?ca|mkcert|smallstep|(?:ca|autoridade) (?:interna|propria|privada))/i.exec(
      told,
    )?.[0]
  if (authority === undefined) return undefined
  return {
    of: 'gateway-certificate-not-trusted',
    title: 'The container does not trust your CA',
    cause: `The certificate is from ${quoted(authority)}, which the host may trust. A container has its own CA list, so a CA installed on the host is not trusted inside.`,
    fix: 'Mount the root certificate into the container and make your app read it: SSL_CERT_FILE or SSL_CERT_DIR (Go, OpenSSL), NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, a Java trust store; or build it into the image with update-ca-certificates.',
    who: 'operator',
    telling: lineWith(text, 'certificate').slice(0, 120),
  }
}

const untrusted =
  /unknown authority|unable to get local issuer|untrustedroot|certificate verify failed|unable to find valid certification path|self.signed certificate/

/** The line of a chain that the server sends, where it is the only one and names another issuer (openssl s_client). */
function aloneInChain(text: string, told: string): string | undefined {
  if (!/unknown.?ca\b|unknown authority|local issuer|verify failed|valid certification path/.test(told))
    return undefined
  const chain = /Certificate chain\s{0,3}\n([\s\S]{10,2000}?)(?:\n---|$)/.exec(text)?.[1]
  const [, subject, issuer] = /^\s{0,3}0 s:([^\n]{3,300})\n\s{0,6}i:([^\n]{3,300})/m.exec(chain ?? '') ?? []
  if (chain === undefined || issuer === undefined || subject === issuer || /^\s{0,3}1 s:/m.test(chain)) return undefined
  return folded(`i:${issuer}`)
}

const wrongType = [
  // serde, zod, encoding/json, Jackson, System.Text.Json
  /(?<field>[\w.$]{2,60})["'`]?:\s{1,3}(?:invalid type: )?(?<got>sequence|map|string|integer|number|boolean|null)\b[^\n]{0,60}?, expected (?:an? )?(?<wanted>\w{2,20})/,
  /invalid type: (?<got>\w{2,20})[^\n]{0,60}?, expected (?:an? )?(?<wanted>\w{2,20})[^\n]{0,80}?(?:field|key|path|at) [`"']?(?<field>[a-z][\w.]{1,60})/,
  /[Ee]xpected (?<wanted>string|number|array|object|boolean), received (?<got>\w{3,12})[^\n]{0,80}?["'[\s](?<field>[a-z][\w.]{2,60})/,
  /cannot unmarshal (?<got>\w{2,20}) into Go struct field [\w]{1,60}\.(?<field>[\w.]{1,60}) of type (?<wanted>[\w.[\]]{2,40})/,
  /type (?:`|')?(?:java\.[\w.]{1,40}\.)?(?<wanted>\w{2,30})(?:`|')? from (?<got>Array|Object|String|Boolean|Integer|Number)\b[^\n]{0,300}?\["(?<field>[\w.]{2,60})"\]/,
  /The JSON value could not be converted to (?:System\.)?(?<wanted>[\w.]{2,40})\. Path: (?<field>[$.\w]{2,60})(?<got>)/,
]

function withArticle(type = ''): string {
  const plain = {
    sequence: 'an array',
    array: 'an array',
    map: 'an object',
    object: 'an object',
    '': 'of another type',
  }[type.toLowerCase()]
  return plain ?? `${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type}`
}

const hmac =
  /createHmac|hmac\.new\(|hash_hmac\(|OpenSSL::HMAC|HmacSHA(?:1|256|512)|HMACSHA(?:1|256|512)|hmac\.New\(|subtle\.(?:sign|verify)|\.(?:header|get|headers)[([]\s?["'`][\w-]{0,40}(?:hmac|signature)/i
const serialised =
  /JSON\.stringify\([^)\n]{0,60}(?:body|payload|data|event)[^)\n]{0,20}\)|json\.dumps\([^)\n]{0,80}\)|json_encode\([^)\n]{0,60}\)|(?:params|payload|body|request)\w{0,20}\.to_json|JsonConvert\.SerializeObject\([^)\n]{0,60}\)|JsonSerializer\.Serialize\([^)\n]{0,60}\)|writeValueAsString\([^)\n]{0,60}\)|json\.Marshal\([^)\n]{0,60}\)/
const rawBody =
  /express\.raw\(|bodyParser\.raw\(|rawBody|raw_body|getRawBody|get_data\(|request\.raw_post|php:\/\/input|req\.text\(\)|request\.text\(\)/

/** Codes of the standards, which other readers know. */
const knownByCode =
  /^(?:invalid_(?:grant|client|request|scope|token)|unauthorized_client|access_denied|unsupported_grant_type|authorization_pending|slow_down|expired_token|server_error)$/

const leftOut =
  /^[^\n]{0,200}?\b(?:(?:was|were|is|are|be|been) (?:not (?:used|sent|applied|added|attached|forwarded|set)|ignored|skipped|dropped|discarded|stripped|removed)|not (?:used|sent|applied|added|attached|forwarded)|ignoring|skipping|dropping|ignorad[oa]|descartad[oa])\b[^\n.]{0,80}\b(?:because|since|as the|as it|due to|unless|porque|pois|debido)\b[^\n]{0,200}$/im

function lineWith(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words)
  if (at < 0) return words
  const end = text.indexOf('\n', at)
  return text
    .slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end)
    .trim()
    .slice(-200)
}

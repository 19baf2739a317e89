/**
 * Whether a value is a word, a number or an error's code, such as `invalid_grant`, `PGT-0412` or `AADSTS70002`: what a
 * generator of secrets does not make.
 */
export function readsAsWord(value: string): boolean {
  if (value.length > 60 || value === '') return false
  if (/^(?:\d{1,12}|0x[\da-f]{1,8})$/i.test(value)) return true
  const parts = value.split(/[ _.:/-]{1,2}/)
  return isConstant(value) || (parts.every((part) => part === '' || word.test(part)) && /[A-Za-z\d]/.test(value))
}

/** `DOC_TOO_LARGE_10MB`: words in capital letters with a measure or a number among them. */
export function isConstant(value: string): boolean {
  return /^[A-Z]{1,24}(?:_(?:[A-Z]{2,24}\d{0,3}|\d{1,4}[A-Z]{0,3}))+$/.test(value) && /[A-Z]{3}/.test(value)
}

// One or two words in camel case, or an error's prefix, with a short number behind it; or a number alone.
const word =
  /^(?:\d{1,6}|[1-5][xX]{2}|[A-Z]{1,20}\d{0,8}|[A-Z]{0,8}[a-z]{1,24}(?:[A-Z][a-z]{1,23}){0,6}[A-Z]{0,8}\d{0,4})$/

/** Whether a text looks as if it was made by chance: one word of mixed characters, no name, number, path or date. */
export function looksRandom(value: string, least: number): boolean {
  if (value.length < least || value.length > 20_000 || /\s/.test(value)) return false
  if (readsAsWord(value) || ordinary.test(value)) return false
  const run = longestRun(value)
  return run.length >= Math.min(least, 12) && /\d/.test(run) && /[A-Za-z]/.test(run)
}

const ordinary =
  /^(?:[a-z][\w+.-]*:\/\/|\/|\.{1,2}\/|urn:|data:|\d{4}-\d\d-\d\d|[\d.,:+-]+$|[\w.+-]+\/[\w.+*-]+(?:;|$)|W?\/?"|(?:[\w-]+\.)+[a-z]{2,10}(?::\d+)?$|v?\d+(?:\.\d+)+[\w.-]*$|sha\d+[:=-])/i

/** The longest stretch of letters and digits, where separators stand far apart. */
function longestRun(value: string): string {
  const isUuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i.exec(value)
  if (isUuid) return isUuid[0]
  let longest = ''
  for (const [run] of value.slice(0, 2_000).matchAll(/[A-Za-z\d+/=~]+/g)) if (run.length > longest.length) longest = run
  return longest
}

/** Whether a name ends in what Kubernetes appends to it, which has no vowels: `default-token-x7k2p`. */
export function isNamedByCluster(value: string): boolean {
  return /^(?:[a-z]+-){2,6}(?:[\da-f]{8,10}-)?[bcdfghjklmnpqrstvwxz\d]{5}$/.test(value)
}

/** Whether a name ends in its version, as names of keys do: `hmac_v2`. */
export function isNamedWithVersion(value: string): boolean {
  return /^[a-z]{2,20}(?:[_-][a-z]{2,20}){0,4}[_-]v\d{1,3}$/.test(value)
}

/** Whether a single word is mixed enough to be a password: letters with digits, or with signs, or in mixed case. */
export function looksSecret(value: string): boolean {
  if (value.length < 4 || value.length > 4_000 || /\s/.test(value)) return false
  const [digit, letter] = [/\d/.test(value), /[A-Za-z]/.test(value)]
  const sign = /[!@#$%^&*+~?=|]/.test(value)
  const mixed = /[a-z][A-Z]/.test(value) && /[A-Z].*[A-Z]/.test(value)
  if (/^(?:[a-z][\w+.-]*:\/\/|\.{0,2}\/)/i.test(value)) return false
  return (digit && letter) || (sign && (digit || letter)) || mixed
}

/**
 * Whether what is in the place of a secret is none: a mask, a placeholder, a word or a sentence that says what is
 * wrong with it, or a piece of code that fetches it.
 */
export function explainsItself(value: string): boolean {
  if (value.length > 600) return false
  const text = value.trim()
  // What somebody is asked, as in `getpass("Token: ")`
  if (/^\p{L}[\p{L} ]{2,60}:\s+$/u.test(value)) return true
  // The type of a token (RFC 9068 § 2.1, RFC 9449 § 4.2)
  if (/^[a-z\d.-]{1,40}\+(?:jwt|sd-jwt|jws|json|cbor|cose|cwt)$/.test(text)) return true
  if (shortcut.test(text)) return true
  // `***.481.229-**`
  if (/^(?:[\d.\-/ ]*[*•]){3}[\d*•.\-/ ]*$/.test(text)) return true
  if (text === '' || isTrace(text) || placeholder.test(text) || nameOfVariable.test(text)) return true
  // `Bearer YOUR_ACCESS_TOKEN.` ends a sentence.
  const ended = /^(.{3,80}[A-Z>}])[.,;:]$/.exec(text)?.[1]
  if (ended !== undefined && (placeholder.test(ended) || nameOfVariable.test(ended))) return true
  if (typeName.test(text) || member.test(text)) return true
  if (/^[a-z]+(?:_[a-z]+)+#?$/.test(text) && text.split(/[_#]/).some((one) => explaining.has(one))) return true
  const plain = text.replace(/^["'`“([]+|["'`”.,;:!?)\]]+$/g, '').toLowerCase()
  if (explaining.has(plain)) return true
  if (expression.test(text)) return true
  const words = plain.split(/[\s,.:;()'"]+/, 60)
  return (
    words.length >= 2 &&
    // Small words are in passphrases as well: “suya and zobo”.
    (words.some((one) => explaining.has(one) || joining.has(one)) || (words.length > 4 && words.some(isSmall))) &&
    !words.some((one) => looksSecret(one) && !/^[a-z]+\d{0,2}$/.test(one))
  )
}

/** What is pressed together on a keyboard: `Ctrl+Shift+K` */
const shortcut =
  /^(?:(?:ctrl|control|alt|altgr|shift|cmd|command|option|meta|win|super|strg|umschalt|maj|fn)[ ]?[+-][ ]?){1,4}(?:[a-z\d]|f\d{1,2}|del|delete|entf|enter|return|esc|tab|space|up|down|left|right|home|end)$/i

/**
 * The same of what is in the place of a password or a key by its name: a passphrase has small words and words of messages
 * too (“blue kettle, broken spout”), so that several words pass only where all of them are of messages, or where they begin
 * as a message does: “must contain …”, “is too short (…)”, “The password field is …”.
 */
export function saysWhatIsDemanded(value: string): boolean {
  if (!explainsItself(value)) return false
  const text = value.trim()
  const words = text.toLowerCase().match(/[\p{L}\d'’_-]+/gu) ?? []
  if (words.length < 2 || !/^[\p{L}\d"'“‘¿¡]/u.test(text) || isCode(text)) return true
  if (
    /^(?:must|should|needs? to|has to|cannot|can['’]t|may not|(?:n[ãa]o |no )?(?:deve|pode|debe|puede|doit|peut|muss|darf|moet|mag|deve|pu[òo])(?: pas| nicht| niet)?|is|was|are|not) (?:be|have|contain|include|match|not|at|too|required|invalid|missing|expired|incorrect|wrong|empty|blank|present|allowed|found|set|given|ter|conter|ser|tener|contener|contenir|[êe]tre|enthalten|sein|zijn|bevatten|contenere|essere)(?![\p{L}])/iu.test(
      text,
    )
  )
    return true
  // “bloqueada após 3 tentativas”
  if (isState(words[0] ?? '') && words.some((word) => /^\d{1,2}$/.test(word))) return true
  const isNamed = words.slice(0, 4).some((word) => isPassword.test(word))
  const isMessage = (word: string) =>
    explaining.has(word) ||
    joining.has(word) ||
    demanding.has(word) ||
    isPassword.test(word) ||
    small.has(word) ||
    /^\d{1,2}$/.test(word)
  return isNamed
    ? words.some((word) => verbs.test(word) || isState(word)) && words.filter((word) => !isMessage(word)).length < 3
    : words.every(isMessage) && words.some((word) => verbs.test(word) || isState(word) || joining.has(word))
}

/** What something is found to be, rather than a thing of a protocol that may be in a passphrase: “code red”. */
function isState(word: string): boolean {
  return explaining.has(word) && !things.test(word)
}

const things =
  /^(?:id|code|access|refresh|query|form|body|cookie|post|get|headers?|openid|oauth2?|basic|bearer|digest|mac|default|opaque|sms|pap|chap|eap|plain|present|given|active|locked)$/

/** A call, a member or a placeholder rather than words. */
function isCode(text: string): boolean {
  return expression.test(text) || member.test(text) || placeholder.test(text) || typeName.test(text)
}

const verbs = /^(?:is|was|must|should|cannot|deve|debe|has|have|does|doesn|isn|é|foi|está|es|ist|est)$/

/** Words of demands and of what a secret is, beside which it is no secret. */
const demanding: ReadonlySet<string> = wordSet(`
  must may cannot can could should isn wasn doesn don deve debe não nao needs need at least too characters short long weak strong
  common taken ask see stored kept vault here your you seu sua yours tu never not yet same a o an the in be have contain
  uppercase lowercase letter letters number numbers symbol special field this that it value user username login by than
  in or and e y ou o la el um uma un una ter conter tener contener campo para usuario usuário account manager env file
  null unique nullable presence de caracteres dígitos zeichen caractères`)
const isPassword =
  /^(?:pass(?:word|phrase|code|wort)s?|senhas?|contrase[ñn]as?|kennwort|tokens?|secrets?|keys?|chaves?|claves?|pin|codes?|c[óo]digos?)$/

/**
 * The same of a name, an address or a number of a person, in which small words are common: “Travessa do Moinho”. Only
 * words that say what is wrong make it none.
 */
export function saysWhatIsWrong(value: string): boolean {
  if (!explainsItself(value)) return false
  const text = value.trim()
  if (!/^\p{Lu}/u.test(text) || !/\s/.test(text)) return true
  return text
    .toLowerCase()
    .split(/[\s,.:;()'"]+/, 60)
    .some((one) => explaining.has(one) || /^(?:must|may|cannot|can|could|should|deve|não|nao|debe)$/.test(one))
}

/** What a key of a host is recognised by (OpenSSH). */
export const fingerprint =
  /^(?:(?:ssh-[\w-]{3,20}|ecdsa-[\w-]{3,30})[ \t])?(?:SHA256:[A-Za-z\d+/]{43}=?|MD5:(?:[\da-f]{2}:){15}[\da-f]{2})$/

/** Whether this is what Claimcheck left in the place of a secret. */
export function isTrace(text: string): boolean {
  return trace.test(text)
}

const trace =
  /^(?:\[[^\]\s]{0,200}\] ?)?\[[\w.@$ -]{1,80}:[\da-z]{8}\]$|^(?:fp(?::|%3A)[\w-]{8})$|^•{2,}(?: \([\d,]+ characters\))?$|^(?:SIGNATURE|CONTENT|PAYLOAD)_REMOVED_\w+$/i

const placeholder =
  /^(?:[*•·.…x_-]{3,}|(?:[a-z]{2,8}[_-]){1,3}(?:x{6,}|\.{3,}|0{8,})|\^?\(\?[=!:<][^\n]{1,200}|\^[^\n]{0,80}(?:\[[^\]\n]{1,60}\]|\\[dws])[^\n]{0,80}\$|[a-z]{3,80}(?:Error|Exception)(?::(?: \d{1,6})?)?|…|\[[a-z_ -]{3,20}\]|(?:[a-z\d]+\.){1,8}\w{2,60}(?:Exception|Error)|x{2,}|\*+|<[^<>]{0,60}>|&lt;[^<>&]{0,60}&gt;|\{\{?(?!AQAA)(?![^{}]*&(?:amp|lt|gt|quot|#\d+);)[^{}]{0,60}\}?\}|\$\{?[A-Za-z_][\w.]{0,60}\}?|\$[a-z_]\w{0,60}-|\$\{\{[^{}]{0,80}\}?\}?|\$\{\w{1,60}:?\?[^{}]{0,80}\}?|%[-+]?\d{0,2}(?:\.\d{1,2})?[sdiqvux]|[\w-]{0,30}placeholder[\w-]{0,30}\??|\/\^[^\n]{1,200}\$\/[a-z]{0,6};?|\[?(?:string|id|int|float|boolean|date|datetime|uuid|json|email)!\]?!?|(?:[()./+ -]{0,3}0){8,20}|%[A-Z_]{2,40}%|\[[A-Z][A-Z _-]{2,30}\]|\[(?:filtered|redacted|removed|masked|hidden|omitted|object object)\]|#\{[^}]{0,60}\}|@[A-Za-z][\w.]{0,40}@?|\(?(?:redacted|masked|hidden|removed|omitted|filtered|left[ -]out|not shown|ocultado|oculto|mascarado)\)?|(?:your|seu|sua)[-_ ]?(?:own[-_ ]?)?[a-z]+(?:[-_ ][a-z]+){0,4}|\w{0,6}\*{3,}\w{0,6}|change_?me|true|false|null|nil|none|undefined|nan|void|string|str|text|object|array|integer|number|boolean|bool|optional|yes|no|on|off|sim|nao|não|n\/a|-)$/i

const nameOfVariable = /^(?:[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}|X(?:-[A-Z][A-Za-z]{1,20}){1,5}|x(?:-[a-z]{2,20}){1,5})$/

/** Code that names where a secret comes from: `process.env.TOKEN`, `getToken(request)`, `config["password"]`. */
const expression =
  /^(?:(?:[A-Za-z_$][\w$.]{0,60}\([\w.$'", [\]]{0,80}\)\.){1,6}\w{1,40}(?:\([^\n]{0,80})?$|[a-z]\w{0,12}\.(?:string|number|object|text|password)\($|(?:await|new|return|const|let|this|self|process|os|env|config|settings|req|request|res|response|ctx|context|options|args|props|params|data|body|headers|session|user|auth|client|credentials|var|vars|local|module|secrets|inputs|steps|needs|github)[.([][\w.$'"()[\]? ,]*|[A-Za-z_$][\w$.]{0,60}\((?:[\w.$'", [\]]{0,80}\)?)?;?|(?:base64|btoa|b64|encode|hmac|sha\d+)\w{0,20}\([\w$.'"+:, ()[\]]{0,160})$/i

/** A type in the place of a value: `password: CharArray`, `senha VARCHAR(60)`, `token: Option<String>`. */
const typeName =
  /^(?:(?:z|zod|yup|Yup|joi|Joi)\.[a-z]\w{2,20}|(?:[A-Z][a-z]+){0,3}(?:Array|Str|String|Bytes?|Char|Chars|CharSequence|Optional|Option|Promise|Buffer|Uint8Array|Secret|Password|Token|Credentials?|Field|Input|Dto|DTO|Request|Response|Type|Provider|Supplier|Any|Object|Int|Integer|Long|Boolean|Text)(?:<[\w<>., ?]{1,60}>|\[[\w., |]{1,40}\]?)?[?!]?(?:\[\])?|&?(?:mut )?(?:str|String|\[u8\])|\[\]byte|(?:var|n?var|n)?char2?\(\d{1,5}\)|text|bytea|std::string|unsigned char ?\*?|char ?\*)[),;?]*$/

/** A member that code reads: `$_POST['senha'] ?? ''`, `$user->password`, `row["token"]`. */
const member =
  /^(?:(?:data\.)?[a-z\d]+(?:_[a-z\d]+)+\.[\w-]+(?:\[\w+\])?\.[a-z_]+|\$?[A-Za-z_][\w.]{0,60}(?:->\w{1,60})?\[$|\$[A-Za-z_]\w{0,60}(?:(?:\[["']?[\w.-]{1,60}["']?\]|(?:->|\?->|::\$?)\w{1,60}(?:\(\))?){1,4})|[A-Za-z_]\w{0,60}\[["'][\w.:-]{1,60}["']\])(?:[ \t]*(?:\?\?|\|\||\?:)[ \t]*(?:""|''|null|nil|None))?[),;]*$/

/** Words that say what is the matter with a value, in English, Portuguese and Spanish. */
const explaining: ReadonlySet<string> = wordSet(`
  authentication decoding encoding rotated reused replayed renewed refreshed stored cached issued ignored skipped matched generated created deleted updated
  detected exceeded loaded same different required invalid missing expired revoked incorrect wrong empty blank valid unknown unsupported malformed mismatch
  mismatched rejected refused denied accepted unchanged disabled enabled locked inactive active pending absent present given
  provided supplied sent received unset changed reset hashed plain verified unverified unauthorized forbidden
  unauthenticated authenticated found minimum mínimo caracteres characters digits dígitos used unused consumed available unavailable allowed disallowed permitted supported
  mandatory optional default basic bearer dpop mac digest opaque jwt jws jwe access refresh id code authorization_code
  client_credentials implicit oauth oauth2 openid header headers query form body cookie post get failed failure failing
  error ok okay success successful succeeded inválido invalido inválida invalida obrigatório obrigatorio obrigatória
  obrigatoria expirado expirada expirou ausente faltando incorreto incorreta errado errada vazio vazia requerido requerida
  incorrecto incorrecta vencido vencida falta caducado caducada desconhecido desconhecida bloqueado bloqueada revogado
  revogada inexistente informado informada válido valido válida valida recebido recebida enviado enviada
  client_secret_basic client_secret_post private_key_jwt tls_client_auth access_token refresh_token id_token
  mschapv2 mschap pap chap gtc peap ttls eap gssapi kerberos xoauth2 oauthbearer cram-md5 digest-md5 scram-sha-1
  scram-sha-256 argon2 argon2i argon2id bcrypt scrypt pbkdf2 ntlm sha1 sha512 md5
  obligatoire requis requise invalide manquant manquante expiré expirée oublié renouvelé bloqué refusé vide
  erforderlich obligatorisch ungültig falsch abgelaufen fehlt fehlend gesperrt vergessen leer zurückgesetzt
  obbligatorio obbligatoria scaduto scaduta errato errata mancante bloccato dimenticata
  wymagane nieprawidłowe nieprawidłowy błędne błędny wygasło wygasł puste brak povinné neplatné neplatný chybné vypršelo chybí
  saknas ogiltigt ogiltig felaktigt felaktig krävs mangler ugyldig påkrævet påkrevd feil udløbet utløpt puuttuu virheellinen
  vaaditaan vanhentunut gerekli zorunlu geçersiz yanlış hatalı kötelező érvénytelen hibás lejárt hiányzik обязателен неверный
  неверен истёк истек требуется пустой недействителен usage
  verplicht ongeldig verlopen vergeten geblokkeerd onjuist olvidada esquecida caduca obligatorio obligatoria
  offline_access mfa sms totp rs256 es256 hs256 ps256 eddsa s256 sha256`)

/** Words that make a sentence of several. */
const joining: ReadonlySet<string> = wordSet(`
  must may cannot can't could should has have had is isn't are was wasn't were been be being does doesn't not no never
  only already needs need too at least characters when while because deve não nao é são foi está debe es está fue`)

/** Words between others, of sentences and passphrases alike. */
const small: ReadonlySet<string> = wordSet('the for from of with and or after before by para com')

function isSmall(word: string): boolean {
  return small.has(word)
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import type { Kind } from './kinds.ts'
import { meaningOf } from './name-meaning.ts'
import { isMessage, isOpenForm, isProvenHarmless } from './proven-harmless.ts'
import { isTrace, saysWhatIsDemanded } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds what any sign gives to a word for a secret, with more words between them than the name of a field has:
 * “PIN2 der Karte = 90317”, “LAPS for WKS-0417: …”, `JWT_SIGN → …`, `pw_attempt=…`, `DATA lv_pw TYPE string VALUE '…'`,
 * `Pass:hqzl wmfa rtoe pncd TLS:true`. Linear.
 */
export function findBehindSigns(text: string, vocabulary: Vocabulary, add: Add): void {
  if (!hint.test(text)) return
  for (const found of text.matchAll(given)) {
    const { noun = '', rest = '', between = '', quoted, bare = '' } = found.groups ?? {}
    const name = (noun + rest).replace(/["'\])]+$/, '')
    if (isOfOther(name, /(?:VALUE|DEFAULT)[ \t]*["']/.test(found[0]) ? '' : between)) continue
    const value = quoted ?? upToNext(bare)
    // `- password: show strength meter (#1882)` is a line of a list.
    if (/\s/.test(value) && /^[ \t]*\(/.test(bare.slice(value.length))) continue
    const isDigits = ofDigits.test(noun)
    if (!isGiven(value, isDigits, quoted !== undefined, vocabulary)) continue
    const written = quoted ?? bare
    const start = found.index + found[0].length - written.length - (quoted === undefined ? 0 : 1)
    const kind: Kind = isDigits ? 'code' : 'password'
    add({ start, end: start + value.length, kind, name: kind, value })
  }
}

const nouns =
  "(?:memorable|security|secret|safe|magic|code)[ -](?:word|place|name|phrase)|pass(?:wor[dt]|phrase|code|wd)?|(?:kenn|zugangs|losungs)(?:wort|code)|kenncode|wachtwoord|pwd?|pw|senhas?|contrase[ñn]a|clave|mot de passe|mdp|parola d[’']ordine|heslo|has[łl]o|l[öo]senord(?:et)?|passord(?:et)?|adgangskoden?|salasana|laps|(?:access|secret|temporary|zugangs)[ -](?:number|word|phrase|code)|secret|segredo|(?:recovery|signing|pairing|jwt|hmac)[ _-](?:key|sign\\p{L}{0,3}|secret)|pin\\d?|puk\\d?|tan|otp|cvv2?|cvc2?|(?:mailbox|voicemail)(?:\\.conf:)?|tunnusluku|geheimzahl|pincode"
const hint = new RegExp(nouns, 'iu')
const ofDigits = /^(?:pin|puk|tan|otp|cv|mailbox|voicemail|tunnus|geheimzahl|pincode|pairing)/i

const given = new RegExp(
  `(?<![\\p{L}\\d])(?:\\p{L}{1,16}_){0,3}(?<noun>${nouns})(?<rest>[\\p{L}\\d_]{0,24}["'\\])]{0,2})(?<between>(?:[ \\t]+[\\p{L}\\d().@#-]{1,24}){0,6}?)[ \\t]*(?:=>|->|→|:=|[:=|](?![=/:])|(?<=[ \\t])(?:is|VALUE|DEFAULT|lautet|ist|é|es|est|è)(?=[ \\t]))[ \\t]*(?:["'“„«](?<quoted>[^"'“”„«»\\n]{3,60})["'”“»]|(?<bare>[^\\s"'“”„«»<>[\\]{}|,;][^\\n"“”„«»<>[\\]|;]{2,60}))`,
  'giu',
)

/** Whether the words between say that the value belongs to something else: “password policy for admins: …”. */
function isOfOther(name: string, between: string): boolean {
  const words = between.toLowerCase().match(/\p{L}+/gu) ?? []
  return (
    words.some(
      (word) => ofThings.test(word) || (isOfIdentifiers(word) && !/^(?:card|user|account|attempt)$/.test(word)),
    ) ||
    (/[_\p{Lu}]/u.test(name.slice(1)) && notItself.test(name))
  )
}

const ofThings =
  /^(?:that|which|match\p{L}{0,3}|find|found|named?|called|unknown|not?|n[ãa]o|nicht|pas|was|were|has|had|polic\p{L}{1,3}|rules?|fields?|campos?|errors?|erros?|fehler\p{L}*|erreurs?|status|hash\p{L}*|reset\p{L}*|chang\p{L}*|expir\p{L}*|fail\p{L}*|invalid\p{L}*|incorrect\p{L}*|wrong|missing|required|length|min\p{L}*|max\p{L}*|check\p{L}*|type|format|algorithm|attempts?|retries|counter|tries|history|manager|prompt|page|screen|link|url|test\p{L}*|provider|filter|encoder|service|store|grant|flow)$/iu
const notItself =
  /(?:polic|rule|field|error|status|hash|reset|expir|length|min|max|type|format|algo|retr|count|tries|history|manager|prompt|page|link|url|uri|id|file|path|name|hint|label|provider|filter|encoder|service|store|grant|flow|enabled|required|age|salt|at|date|time|port|host)s?$/i

/** A value without quotation marks ends where the next name, sentence or remark begins. */
function upToNext(bare: string): string {
  const [value = ''] = bare.split(
    /[ \t]+(?=[\p{L}_][\p{L}\d_.-]{1,24}[:=])|,|&(?=[\p{L}_][\w.-]{1,30}=)|[.?](?:[ \t]|$)|[ \t]+(?:[–—-]|\(|#|\/\/|--)|[ \t]+(?:and|e|y|und|et|expires?|valid|aber|but|mas|pero|mais)(?![\p{L}\d])/u,
    1,
  )
  return value.trimEnd().replace(/[.):]+$/, '')
}

function isGiven(value: string, isDigits: boolean, isQuoted: boolean, vocabulary: Vocabulary): boolean {
  if (value.length < 3 || isTrace(value) || saysWhatIsDemanded(value)) return false
  if (isDigits) return /^\d{4,10}$/.test(value) && !/^(?:19|20)\d\d$/.test(value)
  const words = value.split(/[ \t]+/)
  if (words.length > 1)
    return (
      words.length < 6 &&
      words.every((word) => /^[\p{L}\d'’-]{2,16}$/u.test(word) && !(isFunctionWord(word) && !isQuoted)) &&
      !isMessage(value, vocabulary) &&
      (isQuoted || words.every((word) => vocabulary.classOf(word) !== 'term' && !isOpenForm(word)))
    )
  return (
    /\p{L}/u.test(value) &&
    !isProvenHarmless(value, vocabulary) &&
    !isFunctionWord(value) &&
    meaningOf(value).strength === 'open' &&
    vocabulary.classOf(value) !== 'term' &&
    !isOfIdentifiers(value)
  )
}

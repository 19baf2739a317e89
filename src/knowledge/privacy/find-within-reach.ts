import { isEnumerated } from './find-in-slots.ts'
import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import type { Kind } from './kinds.ts'
import { meaningOf } from './name-meaning.ts'
import { isMessage, isOpenForm, isProvenHarmless } from './proven-harmless.ts'
import { isNoun } from './said-nouns.ts'
import { explainsItself, isTrace, saysWhatIsDemanded } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds what is shortly behind a word or a name for a secret, whatever the syntax between them is: something in quotation
 * marks or brackets, a word that is no word of a language, a few digits behind a word for a PIN, the second of a pair
 * behind a word for signing in. There everything counts as the secret that is not proven to be harmless. Linear.
 */
export function findWithinReach(text: string, vocabulary: Vocabulary, add: Add): void {
  if (!hint.test(text)) return
  const nouns = [...text.matchAll(topics)].filter((found) => isOfSecret(text, found))
  for (const [order, found] of nouns.entries()) {
    const kind = topicOf(found)
    if (kind === undefined) continue
    const end =
      found.index +
      found[0].length +
      (restOfName.exec(text.slice(found.index + found[0].length, found.index + found[0].length + 60))?.[0].length ?? 0)
    const next =
      kind === 'login'
        ? undefined
        : nouns.slice(order + 1, order + 9).find((one) => topicOf(one) !== 'login' && topicOf(one) !== 'typed')
    const upTo = Math.min(next?.index ?? text.length, end + reach)
    if (upTo - end < 3) continue
    // What closes the quotation marks around the noun opens nothing.
    const start = /["'`”»]/.test(text.charAt(end)) && /["'`“«]/.test(text.charAt(found.index - 1)) ? end + 1 : end
    const window = { text, start, end: endOfReach(text, end, upTo), topic: kind, noun: found[0], vocabulary }
    for (const { way, of } of ways) if (of.includes(kind)) way(window, add)
  }
}

/** What is left of the name that a noun is a part of: `Protection(` of `PasswordProtection(`. */
const restOfName = /^[\p{L}\d_$]+/u

/** Whether a noun is a word of its own, or a part of a name that is one for a secret: not `bypass`, not `password_policy`. */
function isOfSecret(text: string, found: RegExpExecArray): boolean {
  const end = found.index + found[0].length
  const before = /[\p{L}\d_$]{0,40}$/u.exec(text.slice(Math.max(0, found.index - 40), found.index))?.[0] ?? ''
  const behind = restOfName.exec(text.slice(end, end + 60))?.[0] ?? ''
  // `docs/passwords.md`, “the secret to stable releases”
  if (
    /^\.[a-z]{2,4}(?![\w.-])/.test(text.slice(end, end + 6)) ||
    (text.charAt(found.index - 1) === '/' &&
      (/^[/.?#]/.test(text.slice(end, end + 1)) ||
        /\/[\w.-]+\/$/.test(text.slice(Math.max(0, found.index - 40), found.index))))
  )
    return false
  if (/^secret$/i.test(found[0]) && /^[ \t]to[ \t]\p{L}/u.test(text.slice(end, end + 6))) return false
  if (before === '' && behind === '') return true
  const topic = topicOf(found)
  if (topic !== 'password' && topic !== 'secret') return false
  // The rest of another word: `passport`, `tango`.
  if (/^\p{Ll}/u.test(behind) || (/\p{L}$/u.test(before) && !/^\p{Lu}/u.test(found[0]))) return false
  return meaningOf(before + found[0] + behind).strength !== 'open'
}

interface Window {
  text: string
  /** Where the word ends, and how far it reaches. */
  start: number
  end: number
  topic: Topic
  noun: string
  vocabulary: Vocabulary
}

/** What a word is for: a password, another secret, digits, signing in, or typing. */
type Topic = 'password' | 'secret' | 'digits' | 'login' | 'typed'

/** Characters. */
const reach = 140

const topicForms: readonly [Topic, string][] = [
  [
    'password',
    '(?:passwor[dt]|passphrase|passcode|kennwort|wachtwoord|losenord|lösenord|passord|adgangskode|salasana|jelsz[óo]|jelszav\\p{L}{1,4}|kenncode|contrase[ñn]a|senha)|pass[ -](?:word|phrase|code)|passwd|passw|(?:store|key|trust|db|user|sudo|root)pass|pass(?![ \\t]+(?!is\\b|was\\b|é)[\\p{L}\\d-])|pwd?|pw|mot de passe|mdp|palavra[ -]?(?:passe|secreta)|parola|heslo|hasło|şifre(?:m|si|niz)?|пароль|(?:frase|palavra|resposta|palabra|respuesta) (?:de seguran[çc]a|de seguridad|secreta|de acesso|de paso)|(?:security|secret|memorable|safe) (?:word|phrase|answer|question)|cred(?:ential|enciai|enciale)?s?|zugangsdaten|identifiants',
  ],
  [
    'secret',
    'secret|segredo|geheimnis|clave|psk|pre-?shared[ -]?key|pragma key|key(?= {0,2}=? {0,2}["\'])|chave(?: secreta| mestra)|(?:signing|encryption|master|shared|private) key',
  ],
  [
    'digits',
    'pin|tan|otp|cvv2?|cvc2?|ccv|(?:\\w{3,5}|d[oae]s|[34]) (?:digits|d[íi]gitos|ziffern|chiffres|cifre)|card (?:security )?code|pr[üu]fziffer|cryptogramme',
  ],
  [
    'login',
    'log(?:ged)? ?-?(?:in|on)|get in|logar|logou|logue|sign(?:ed)?[ -]in|logins?|acess(?:o|ar|e|ei)|acceso|entr(?:ar|a|e|ei|ou) (?:com|con|como)|anmeld\\p{L}{0,6}|zugang|zugriff|einloggen|default|padr[ãa]o|vpn|rdp|bastion|jump ?(?:host|box)|user(?:name)?|usu[áa]rio|usuario|benutzer|utilisateur|admin',
  ],
  [
    'typed',
    'typ(?:ed|ing|e)|entered|digit(?:ou|ei|ado|ando)|teclou|tecle[óo]|escribi[óo]|ingres[óo]|tap[ée]e?|saisi|eingegeben|getippt|tippte',
  ],
]
const topics = new RegExp(`(?:${topicForms.map(([, form], at) => `(?<k${at}>${form})`).join('|')})s?`, 'giu')
const hint =
  /psk|shared|typ(?:e|ed|ing)|enter|digit|tecle|escrib|tap[ée]|saisi|getippt|eingegeb|get in|vpn|rdp|bastion|jump|pass|senha|contrase|wort|kenncode|wacht|senord|adgang|salas|jelsz|pwd?\b|\bpw\b|\bmdp\b|parola|heslo|hasło|şifre|парол|frase|secret|segredo|geheim|clave|chave|key\b|palavra|palabra|resp|security|memorable|safe|cred|zugang|identifiant|\bpin\b|\btan\b|\botp\b|cv[vc]|\bccv\b|digit|d[íi]git|ziffer|chiffre|cifre|log|sign|acess|acceso|entr|anmeld|default|padr|user|usu|benutz|utilis|admin/i

function topicOf({ groups }: RegExpExecArray): Topic | undefined {
  return topicForms.find((_, at) => groups?.[`k${at}`] !== undefined)?.[0]
}

/** The rest of a line, and the next where a sentence continues. */
function endOfReach(text: string, from: number, to: number): number {
  const window = text.slice(from, to)
  const line = window.indexOf('\n')
  if (line < 0) return to
  const goesOn =
    /[\p{L}\d,][ \t]*\r?$/u.test(window.slice(0, line)) && /^[ \t>]{0,4}["“'«]?\p{Ll}/u.test(window.slice(line + 1))
  if (!goesOn) return from + line
  const next = window.indexOf('\n', line + 1)
  return next < 0 ? to : from + next
}

const ways: readonly { of: readonly Topic[]; way: (window: Window, add: Add) => void }[] = [
  { of: ['password', 'secret', 'typed'], way: inQuotes },
  { of: ['password', 'secret'], way: beforeComment },
  { of: ['password'], way: inApposition },
  { of: ['password'], way: inEnumeration },
  { of: ['password'], way: inWords },
  { of: ['digits'], way: inDigits },
  { of: ['login', 'password'], way: inPair },
  { of: ['login'], way: behindWith },
]

function put({ text }: Window, start: number, end: number, kind: Kind, add: Add): void {
  add({ start, end, kind, name: kind === 'code' ? 'code' : 'password', value: text.slice(start, end) })
}

const quoted =
  /(?<![\p{L}\d\\])"([^"\n\\]{3,60})"|(?<![\p{L}\d\\])'([^'\n\\]{3,60})'(?!\p{L})|`([^`\n]{3,60})`|[“„]([^“”„\n]{3,60})[”“]|«[ \u00a0]?([^«»\n]{3,60}?)[ \u00a0]?»|\[\[([^[\]\n]{3,60})\]\]|\{\{([^{}\n]{3,60})\}\}|<!\[CDATA\[([^[\]\n]{3,60})\]\]>|\|\|([^|\n]{3,60})\|\|/gu

/** What is in quotation marks or in brackets of code, unless it is a message, a name of a field or has a name of its own. */
function inQuotes(window: Window, add: Add): void {
  const { text, start, end, topic, vocabulary } = window
  const written = text.slice(start, Math.min(text.length, end + 64))
  for (const found of written.matchAll(quoted)) {
    if (start + found.index >= end) break
    const value = found.slice(1).find((one) => one !== undefined) ?? ''
    const from = start + found.index + found[0].indexOf(value)
    const before = text.slice(Math.max(start, from - 60), start + found.index)
    const behind = text.slice(start + found.index + found[0].length, start + found.index + found[0].length + 32)
    if (isOfOther(before) || !leadsTo.test(before.trimStart()) || isExample.test(before) || isNotGiven.test(behind))
      continue
    if (isHarmlessQuoted(value, vocabulary)) continue
    // What is typed may be anything; a password is like no word.
    if (topic === 'typed' && (/\s/.test(value) || !/\p{L}[^\p{L}]*\d|\d[^\p{L}]*\p{L}/u.test(value))) continue
    put(window, from, from + value.length, 'password', add)
  }
}

const commented = /[=:][ \t]*(["'])(?<value>[^"'\n]{4,60})\1[ \t]*[,;)]{0,2}[ \t]*(?:#|\/\/|--|\/\*|<!--)[^\n"']{0,60}$/

/** What the comment behind it on its line calls a secret: `shared = "…" # secret of the gateway`. */
function beforeComment(window: Window, add: Add): void {
  const { text, start, vocabulary } = window
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 200)
  const found = commented.exec(text.slice(from, start))
  const value = found?.groups?.value ?? ''
  if (found === null || isHarmlessQuoted(value, vocabulary)) return
  const at = from + found.index + found[0].indexOf(value)
  put(window, at, at + value.length, 'password', add)
}

function isHarmlessQuoted(written: string, vocabulary: Vocabulary): boolean {
  const value = written.trim()
  if (isTrace(value) || value.includes('[') || /^\W+$/.test(value)) return true
  return /\s/.test(value)
    ? saysWhatIsDemanded(value) || isMessage(value, vocabulary)
    : isProvenHarmless(value, vocabulary) || isFunctionWord(value) || isPlainTerm(value, vocabulary)
}

function isPlainTerm(value: string, vocabulary: Vocabulary): boolean {
  return (
    /^\p{L}+$/u.test(value) &&
    (vocabulary.classOf(value) === 'term' ||
      isOfIdentifiers(value) ||
      isEnumerated(value) ||
      meaningOf(value).strength !== 'open')
  )
}

/** A name that stands right before a value, other than the one that is spoken of. */
const ownName = /([\p{L}_$][\p{L}\d_.$-]{0,40})["'\])]{0,2}[ \t]{0,12}(?::=|=>|[:=])[ \t]{0,4}[bru@$]{0,2}["'`“]?$/u
const ofValue = /^(?:(?:new_?|old_?)?(?:value|val|v|data|to|text|content|default|input|answer|it|is|e|é))$/i

/** Whether what follows belongs to another name than the one of the secret. */
function isOfOther(before: string): boolean {
  const name = ownName.exec(before)?.[1]
  return name !== undefined && !ofValue.test(name) && meaningOf(name).strength !== 'strong'
}

/**
 * What may be between the noun and a value in quotation marks: a sign that something follows, or what a sentence says it
 * with. Behind any other word it is what that word calls: `kid "…"`, “the button "…"”.
 */
const leadsTo =
  /(?:[:=(,[{>|→«–—-]|^|(?<!\p{L})(?:is|was|are|be|reads|says|it['’]s|that['’]s|now|still|to|into|as|with|using|try|use|used|enter|type|either|or|and|é|eh|era|foi|fica|ficou|agora|para|pra|por|com|usa|use|ou|e|es|fue|ahora|con|o|y|ist|war|lautet|jetzt|auf|mit|oder|und|est|[ée]tait|c['’]est|maintenant|avec|ou|et|è|ora|con|är|er|jest|to))[ \t]{0,4}$/iu
/** “a passphrase such as "…"” */
const isExample =
  /(?<!\p{L})(?:such as|e\. ?g\.|for example|for instance|z\. ?B\.|zum Beispiel|por ej(?:emplo)?\.?|por ex(?:emplo)?\.?|par ex(?:emple)?\.?|ad esempio),?[ \t]*$/iu
const isNotGiven =
  /^[ \t]*(?:not\b|is (?:not|missing|required|invalid)|was not|does(?: not|n['’]t)|could not|cannot|não|failed|fehlt|no (?:existe|encontr)|already|field|header|claim|button|label|tab|page|column|:(?!\s*$)|\][ \t]*=)/i

const apposed =
  /^[ \t]+(?<value>\p{L}[^\s,;:()"“”«»‘`<>[\]{}|=/\\@]{2,30}(?:[ \t]+[\p{L}\d][^\s,;:()"“”«»‘`<>[\]{}|=/\\@]{0,20}){0,9})/u
/** What ends a clause, or begins what is said next. */
const nextClause =
  /^(?:and|but|or|then|so|if|when|twice|e|ou|mas|y|o|pero|und|oder|aber|et|mais|ed|ma|och|og|en|maar|i|ale|a|on|at|in|em|no|na|from|for|which|que|with|com|con|mit|avec|got|got|gets?|says?|dá|deu|da|→|->|[–—-])$/iu
const verbs =
  /(?:[^aeiouáéíóú][eai]r|ou|iu|ava|ía|ando|endo|ait|ez|[^aeiou]t|en|ing|ed|[^aeious]s|n['’].*|['’]\p{L}{1,2}|^(?:alone|elsewhere|itself|although|errat[ie]|fals\p{L}{1,4}))$/u

/** What is right behind the noun, as if it were called so: “pw Kartoffelsalat”, “senha galo cinza”, “hasło zielona herbata”. */
function inApposition(window: Window, add: Add): void {
  const { text, start, end, noun, vocabulary } = window
  // “the credentials work”
  if (/^(?:cred|zugang|identif)/i.test(noun)) return
  const written = apposed.exec(text.slice(start, Math.min(end, start + 120)))?.groups?.value ?? ''
  const words: string[] = []
  let length = 0
  for (const [part] of written.matchAll(/\S+[ \t]*/g)) {
    const word = part.trim()
    if (words.length > 0 && (nextClause.test(word) || isOpenForm(word))) break
    words.push(word)
    length += part.length
    if (/[.!?…]$/.test(word)) break
  }
  const [first = ''] = words
  const value = written
    .slice(0, length)
    .trim()
    .replace(/[.?…]+$/, '')
  if (words.length === 0 || words.length > 5 || isProvenHarmless(first.replace(/[.?…]+$/, ''), vocabulary)) return
  if (
    isEnumerated(first) ||
    words.slice(isGenitive(first) ? 2 : 0).some((word) => isSaidOfPasswords(word.replace(/[.!?…]+$/, ''), vocabulary))
  )
    return
  const from = start + (/^[ \t]+/.exec(text.slice(start, start + 20))?.[0].length ?? 0)
  put(window, from, from + value.length, 'password', add)
}

const enumeration =
  /^(?:[ \t]*:)?[ \t]+(?<items>[^\s,;:"'()=]{3,40}(?:,[ \t]+[^\s,;:"'()=]{3,40}){0,8},?[ \t]+(?:and|or|e|ou|y|o|und|oder|et)[ \t]+[^\s,;:"'()=]{3,40}|[^\s,;:"'()=]{3,40}(?:,[ \t]+[^\s,;:"'()=]{3,40}){1,8}(?=[ \t]*(?:[,;.(\n–-]|$)))/u

/** One after the other behind a word for several: “as senhas sabiá, bem-te-vi e curió”. */
function inEnumeration(window: Window, add: Add): void {
  const { text, start, end, noun, vocabulary } = window
  const found = /s$/i.test(noun) ? enumeration.exec(text.slice(start, Math.min(text.length, end + 40))) : null
  const items = [...(found?.groups?.items ?? '').matchAll(/[^\s,]{3,}/g)].filter(
    ({ 0: item }) => !nextClause.test(item),
  )
  if (
    found === null ||
    items.some(({ 0: item }) => isProvenHarmless(item, vocabulary) || isSaidOfPasswords(item, vocabulary))
  )
    return
  const from = start + found[0].indexOf(found.groups?.items ?? '')
  for (const { 0: item, index } of items) put(window, from + index, from + index + item.length, 'password', add)
}

/** Words of names, of states and of what happens to passwords, and small words. */
function isSaidOfPasswords(word: string, vocabulary: Vocabulary): boolean {
  if (/^\d+$/.test(word)) return false
  return (
    isFunctionWord(word) ||
    isNoun(word) ||
    isOfIdentifiers(word) ||
    explainsItself(word.replace(/s$/, '')) ||
    vocabulary.classOf(word) === 'term' ||
    meaningOf(word).strength !== 'open' ||
    explainsItself(word) ||
    (/^\p{Ll}/u.test(word) && verbs.test(word))
  )
}

/** “magnolia's porch”, and not “it's gone” */
function isGenitive(word: string): boolean {
  const [, owner = ''] = /^(\p{L}{3,})['’]s$/u.exec(word) ?? []
  return (
    owner !== '' &&
    !isFunctionWord(owner) &&
    !isNoun(owner) &&
    !/^(?:it|that|what|who|he|she|let|there|here|how)$/i.test(owner)
  )
}

const atom = /[^\s"'`<>()[\]{},;|“”«»]{5,}/gu
const leading = /^[^\p{L}\d]+/u
const trailing = /[^\p{L}\d!#$%&*+~]+$/u
/** Letters with signs or capital letters among them, or with digits: no word of a sentence. */
const isUnlikeWord = /\p{L}[._!@#$%^&*+~-]+[\p{L}\d]|\d\p{L}|\p{L}\d|\p{L}[!#$%&*+~]$/u

/** One word that neither a sentence nor a program has. */
function inWords(window: Window, add: Add): void {
  const { text, start, end, vocabulary } = window
  for (const found of text.slice(start, end + 120).matchAll(atom)) {
    if (start + found.index >= end) break
    if (found[0].length > 60) continue
    let [written] = found
    let from = start + found.index
    // A name and its value without blanks between them.
    const named = /^[\p{L}_][\p{L}\d_.-]{0,40}[=:](?=[^/=:])/u.exec(written)?.[0]
    if (named !== undefined) {
      const name = named.slice(0, -1)
      if (!ofValue.test(name) && meaningOf(name).strength !== 'strong') continue
      written = written.slice(named.length)
      from += named.length
    }
    const lead = leading.exec(written)?.[0].length ?? 0
    const value = written.slice(lead).replace(trailing, '')
    from += lead
    if (value.length < 5 || !isUnlikeWord.test(value)) continue
    const before = text.slice(Math.max(start, from - 40), from)
    const behind = text.slice(from + value.length, from + value.length + 24)
    // `entrar(senha: String!): Sessao!`
    if (isOfOther(before) || /\)[ \t]?:[ \t]?$/.test(before)) continue
    if (namedBefore.test(before) || namedBehind.test(behind)) continue
    if (/[/?=]/.test(value) || isHarmlessWord(value, vocabulary)) continue
    put(window, from, from + value.length, 'password', add)
  }
}

/** Words that a hyphen joins as languages do, and whatever is proven. */
function isHarmlessWord(value: string, vocabulary: Vocabulary): boolean {
  if (isProvenHarmless(value, vocabulary) || isTrace(value)) return true
  if (value.includes('@') && /@[\w-]+\.\w/.test(value)) return true
  const parts = value.split(/[-_.]/)
  const isJoined = parts.length > 1 && parts.every((part) => /^\p{L}*$/u.test(part))
  if (!isJoined) return false
  // `WS-Trust`, `fastcgi_param`, `outpost.example`, “day-to-day”
  return (
    parts.some((part) => isPlainTerm(part, vocabulary) || isFunctionWord(part) || part.length < 3) ||
    (parts.length === 2 && value === value.toLowerCase() && !value.includes('_'))
  )
}

const namedBefore =
  /(?<!\p{L})(?:errors?|erros?|code|c[óo]digo|fehler\p{L}*|erreur|errore|status|class|field|campo|header|host|server|servidor|file|arquivo|realm|tenant|bucket|cluster|namespace|pod|job|table|tabela|column|branch|release|version|vers[ãa]o|flow|policy|scope|claim|ticket|chamado|protocolo|evento?|event|product|app|plugin|module|package|library|browser|firmware|feature|flag|log|queue|topic|user|usu[áa]rio|login|as|at|client|request|trace|id|in|on|for|from|via|com\.|hash|algorithm|method|grant|type)["'`:=(# \t]{1,3}$/iu
const namedBehind =
  /^["'`]?(?:\(|[ \t](?:errors?|exception|failed|failure|endpoint|field|header|grant|flow|policy|class|table|service|module|api\b|sdk\b|plugin|page|screen|is not|not found))/i

const digits = /(?<![\p{L}\d.,:/_#-])(?:\d{3,8}|\d{3}[ -]\d{3}|\d{2}(?:-\d{2}){2,3})(?![\p{L}\d_:/%-]|[.,]\d)/gu
const ofDigits =
  /(?:^|[^\p{L}])(?:errors?|erro|status|http|code|c[óo]digo|port|porta|rfc|section|line|linha|version|vers[ãa]o|max|min|least|most|menos|m[áa]ximo|m[íi]nimo|after|ap[óo]s|length|tamanho|len|size|id|ids|count|attempts?|retries|ticket|chamado|n[ºo°]\.?|no\.|#|ramal|ext|room|sala|step|item|page|art|year|ano)[ \t:=.#]{0,3}$/iu
const measured =
  /^[ \t]?(?:-?(?:digits?|d[íi]gitos|ziffern|chiffres|cifre|char|letters|times|x\b|ms|s\b|sec|min|hours?|days?|dias?|bits?|bytes?|[km]b|%|°|users?|usu|attempts?|tries|tentativ|requests?|items?|rows?|tokens?|reais|euros?|usd|brl))/iu

/** A few digits in the same sentence. */
function inDigits(window: Window, add: Add): void {
  const { text, start, end } = window
  const sentence =
    /^(?:[^.\n?!]|\.(?!\s)|(?<=\bn[or]s?)\.|\n(?=\p{Ll}))*/u.exec(text.slice(start, Math.min(end, start + 48)))?.[0] ??
    ''
  for (const found of sentence.matchAll(digits)) {
    const from = start + found.index
    const before = text.slice(Math.max(start - 12, from - 24), from)
    const behind = text.slice(from + found[0].length, from + found[0].length + 14)
    if (/^\p{L}|^[\d.,]*\d/u.test(behind) || ofDigits.test(before) || measured.test(behind) || isOfOther(before))
      continue
    if (/^(?:19[5-9]|20[0-4])\d$/.test(found[0]) || !saysWhich.test(text.slice(start, from))) continue
    put(window, from, from + found[0].length, 'code', add)
  }
}

/** Only words and what says that a value follows are between the noun and the digits. */
const saysWhich =
  /^(?:[^\d\n]|(?<![\d.])\d{1,2}(?![\d.])){0,46}(?:[:=(>“"'*]|->|→|(?<!\p{L})(?:is|are|was|were|be|é|eh|são|foi|era|es|son|fue|ist|sind|war|lautet|est|sont|[ée]tait|è|sono|er|är|jest|to|para|por|auf|com|con|mit|with|de|da|do|of|use|usa|digit\p{L}{1,3}|enter|now|agora|jetzt|terminal|card|cart[ãa]o|tarjeta|karte))[ \t"'“*(:]*$/iu

const open = '["\'`{*_(\\[]{0,3}'
const close = '["\'`}*_)\\]]{0,3}'
const pair = new RegExp(
  `(?<![\\p{L}\\d/.:@_-])${open}(?<user>[\\p{L}][\\w.@+-]{1,40})${close}(?:[ \\t]\\/[ \\t]|\\/|[ \\t]?\\|[ \\t]?|:(?!\\/)|(?<=["'\`}])[ \\t]:[ \\t])${open}(?<value>[^\\s"'\`{}|/()<>\\]]{4,60})${close}(?=[\\s,;.)|]|$)`,
  'gu',
)
const using =
  /^[ \t:=]{1,3}["'`]?(?<user>[\w.@\\-]{2,60})["'`]?[ \t,]{1,3}(?:using|with|con|com|mit|avec|identified by|pass\w*|pw|and|e|y|und|et)[ \t:=]{1,3}(?<value>"[^"\n]{3,60}"|'[^'\n]{3,60}'|`[^`\n]{3,60}`)/iu

/** The second of two that are written as a login and its password are: `admin/x`, “{{qa}} / {{x}}”, `USER x USING 'y'`. */
function inPair(window: Window, add: Add): void {
  const { text, start, end, vocabulary } = window
  const line = text.slice(start, end)
  const said = using.exec(line)
  if (said?.groups !== undefined) {
    const value = (said.groups.value ?? '').slice(1, -1)
    const from = start + said[0].length - 1 - value.length
    if (!explainsItself(value)) put(window, from, from + value.length, 'password', add)
  }
  const near = line.slice(0, 64)
  for (const found of near.matchAll(pair)) {
    // What is cut off is not judged.
    if (line.length > near.length && found.index + found[0].length === near.length) continue
    const { user = '', value: written = '' } = found.groups ?? {}
    const value = written.replace(/[.,;:`*_'"]+$/, '')
    const from = start + found.index + found[0].lastIndexOf(written)
    if (value.length < 4 || from + value.length > end) continue
    if (!isUnlikeWord.test(value) && !isOddWord(value, user, found[0], vocabulary)) continue
    // Two names of fields, two words that a sentence gives to choose from.
    if (/^(?:tcp|udp|https?|ssl|tls|ssh|unix|sha\d*|md5|port|host|id|urn|error|code)$/i.test(user)) continue
    if (meaningOf(user).strength === 'strong' || isProvenHarmless(value, vocabulary) || isTrace(value)) continue
    put(window, from, from + value.length, 'password', add)
  }
}

const signed =
  /^[^\n.;:]{0,32}?[ \t](?:with|using|and|mit|und|com|con|avec|et|met|en|med|och|z|i)[ \t](?<value>(?=[^\s]{0,60}[!#$%&*~^@])(?=[^\s]{0,60}\d)\p{L}[^\s"'`<>()[\]{},;|=/:]{5,60})/iu

/** “Console login is my mail with Mango!Lassi@42”: letters, signs and digits, which no sentence has. */
function behindWith(window: Window, add: Add): void {
  const { text, start, end, vocabulary } = window
  const found = signed.exec(text.slice(start, Math.min(end, start + 110)))
  const value = (found?.groups?.value ?? '').replace(/[.?…]+$/, '')
  if (found === null || value.length < 6 || /@[\w-]+\.\w/.test(value) || isProvenHarmless(value, vocabulary)) return
  const from = start + found[0].length - (found.groups?.value ?? '').length
  put(window, from, from + value.length, 'password', add)
}

/** Behind what is no word itself a word alone, and words that capital letters join: `qa.bruna / jabuticaba`, `admin / TealOtter`. */
function isOddWord(value: string, user: string, written: string, vocabulary: Vocabulary): boolean {
  return (
    /[ \t]\/[ \t]|^\[.*\]$/.test(written) &&
    /^\p{L}{5,}$/u.test(value) &&
    (/[._\d@]/.test(user) || written.startsWith('[')
      ? !isPlainTerm(value, vocabulary) && !isFunctionWord(value)
      : /\p{Ll}\p{Lu}/u.test(value) && !isProvenHarmless(value, vocabulary))
  )
}

import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { isStrange, isStrangePhrase } from './strange-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds secrets that are common words by where they are: shortly behind a word for a password, in the place of a value,
 * and unlike what programs say: “das Kennwort hab ich auf Matjesbrötchen gestellt”, “his word is hollyhock”; and what
 * somebody says who was asked for one, digits among it. Linear.
 */
export function findStrangeWords(text: string, vocabulary: Vocabulary, add: Add): void {
  if (ofAccess.test(text)) findPairs(text, vocabulary, add)
  if (givenBefore.test(text)) findTried(text, vocabulary, add)
  if (!hint.test(text)) return
  const all = [...text.matchAll(topics)]
  for (const [order, found] of all.entries()) {
    const end = found.index + found[0].length
    if (isAboutOther(text, found.index, end)) continue
    const rest = clauseBehind(text, end).slice(0, (all[order + 1]?.index ?? text.length) - end)
    const isOfDigits = digitTopic.test(found[0])
    const said = inPlaceOfValue(rest, found[0], vocabulary) ?? (isOfDigits ? inPlaceOfDigits(rest) : undefined)
    if (said !== undefined) put(text, end + said.start, end + said.end, isOfDigits ? 'code' : 'password', add)
    else findAnswer(text, end, end + rest.length, isOfDigits, vocabulary, add)
  }
}

function put(text: string, start: number, end: number, name: 'password' | 'code', add: Add): void {
  add({ start, end, kind: name, name, value: text.slice(start, end) })
}

const words = [
  "passwor[dt]s?|pass[ -]?(?:phrase|code|word)s?|passkey|pass(?=[ \\t]*[:=])|pwd?|pw|psk|kenn?wort|losung(?:swort)?|(?:code|merk|stich|geheim|sicherheits|zugangs|schl[üu]ssel|tresor)wort|wachtwoord|(?:code|merk)woord|senha|contra-?senha|contrase[ñn]a|mot de passe|mdp|mot secret|parola(?: d['’](?:ordine|accesso))?|has[łl]o|heslo|l[öo]senord(?:et)?|passord(?:et)?|adgangskoden?|salasana|jelsz[óo]|[șş]ifre",
  '(?:client|pass|security|secret|safe|memorable|partner|phone|telephone|account|code|magic|wallet|debug)[ -](?:word|phrase|answer)s?|(?:his|her|my|their|your|the) (?:word|phrase|answer)(?= (?:is|was|on|for|she|he|they|i)\\b)',
  'palavra(?:[ -](?:passe|chave|secreta|de seguran[çc]a))?(?= (?:é|era|foi|e eu|que|combinada)|[ \\t]*[:=])|palabra (?:clave|secreta|de paso|de seguridad)|frase (?:secreta|de acesso|de seguran[çc]a)|(?:resposta|respuesta|risposta) (?:secreta|segreta|de seguran[çc]a|de seguridad|di sicurezza)|r[ée]ponse secr[èe]te|(?:geheime|sicherheits-?)antwort|(?:secret|security) (?:question|answer)|sicherheitsfrage|pergunta (?:secreta|de seguran[çc]a)|pregunta (?:secreta|de seguridad)|question (?:secr[èe]te|de s[ée]curit[ée])|domanda (?:segreta|di sicurezza)|beveiligingsvraag',
  '(?:wi-?fi|wlan)[ \\t]+(?:guests?|invitados|convidados|visitantes|g[äa]ste|invit[ée]s|ospiti|key)|(?:g[äa]ste|guest|invit[ée]s|visitor)[ -]?(?:wi-?fi|wlan)',
]
const digitWords = [
  'pin(?:code)?|tan|otp|cvv2?|cvc2?|passkey|passcode|security code',
  '(?:three|four|3|4)(?: (?:digits|numbers))?(?= (?:on|at) the (?:back|front)| behind| atr[áa]s)|(?:three|four) (?:digits|numbers)|(?:tr[êe]s|quatro|3|4) (?:d[íi]gitos|n[úu]meros)|(?:code|number|numbers|digits) on (?:the )?(?:back|front)|(?:o|os|el|la) d[eo] tr[áa]s',
  '(?:my|mijn|mein|meine[rn]?|meu|minha|mi|mon|il mio|min|mitt|m[óo]j|her|his) (?:code|c[óo]digo|kod|codice|kode|koden|geheimzahl)',
  '(?:alarm|t[üu]r|tor|haus|garagen?|keller|tresor|safe|men[üu]|service|hausmeister|schl[üu]ssel|gate|door|vault|lock|porta|alarme|cofre|portail|coffre)[ -]?(?:code|kode|c[óo]digo)|geheimzahl|zugangszahl|(?:tresor|safe|cofre|coffre|vault)(?=[ \\t:]{1,3}\\d)|(?:alarm\\p{L}{0,4}|tresor|safe|cofre|alarme) (?:scharf |unscharf |is |ist |im \\p{L}{3,12} )?(?:mit|with|auf|set to|com|con)',
].join('|')
const topics = new RegExp(
  `(?<![\\p{L}\\d_.@/])(?:[\\p{L}]{2,20}-?(?=(?:kenn|pass)wort)|)(?:${words.join('|')}|${digitWords})(?![\\p{L}\\d_])`,
  'giu',
)
const digitTopic = new RegExp(`^(?:${digitWords})$`, 'iu')
const hint =
  /what (?:s?he|they|i|you|the)\b|pass|pwd?\b|\bpw\b|psk|wort\b|losung|woord|senha|contrase|mdp|\bmot\b|parola|has[łl]o|heslo|senord|adgang|salas|jelsz|[șş]ifre|word\b|phrase|answer|palavra|palabra|frase|resp|risp|r[ée]p|antwort|question|frage|pergunta|pregunta|domanda|vraag|wi-?fi|wlan|\bpin|\btan\b|\botp\b|cv[vc]|code|digit|numbers|n[úu]meros/i

/** A name of a field or a place in a program, and the word before that makes it nothing secret. */
function isAboutOther(text: string, start: number, end: number): boolean {
  return (
    /^(?:["'`]?[\])]|[.\\/-]\p{L}|\()/u.test(text.slice(end, end + 3)) ||
    /(?:\bno|\bforgot(?:ten)?|\bwithout|\bsem|\bohne|\bsans|\bsin|[-./$])[ \t]?$/i.test(
      text.slice(Math.max(0, start - 10), start),
    )
  )
}

/** Characters behind a word in which it is still spoken of. */
const reach = 130

/** The rest of the sentence. */
function clauseBehind(text: string, from: number): string {
  const window = text.slice(from, from + reach)
  return /^(?:[^.!?\n]|\.(?=[^\s]))*/u.exec(window)?.[0] ?? ''
}

/** What says that a value follows. */
const leads = new RegExp(
  `(?:(?:[=(«—–]|:(?=[ \\t"'“„«])|(?<=^["'\`]?):|->|→|=>|,(?=[ \\t]))[ \\t]{0,3}|(?<!\\p{L})(?:${[
    'is|was|are|be|being|says|said|say|reads?|to|into|used|uses|using|chose|typed|entered|gave|named|called|tried|put|answered|equals',
    'sei|ist|war|w[äa]re|lautete?|hei(?:ß|ss)t|hie(?:ß|ss)|auf|nannte|nennt|sagte|gesagt',
    'é|era|foi|será|fica|ficou|disse|falei|digitei|coloquei|para|pra|es|fue|dije|puse',
    'est|était|donné|tapé|choisi|è|stata|messo|naar|op|till|jest|było|är|var',
  ].join('|')})[ \\t]{1,3}|^[ \\t]{1,3}(?=["'“„«‘\`]))["'“„«‘\`(]{0,2}(?=\\p{L})`,
  'giu',
)
const phrase = /^\p{L}[\p{L}'’-]{0,24}(?:[ \t]\p{L}[\p{L}'’-]{0,24}){0,7}/u
/** What a phrase in a sentence ends with. */
const ends = /^["'”“»’`)]{0,3}(?:[ \t]*(?:[.,;:!?)(\]|<>—–]|$|\r?\n)|["”“»’`])/u

const ofNetwork = /wi-?fi|wlan/i

/** The digits in the place of a value, alone or in groups, which no count, length, version or code of an error is. */
function inPlaceOfDigits(rest: string): { start: number; end: number } | undefined {
  const found = digitsBehind.exec(rest)
  const value = found?.groups?.value ?? ''
  if (found === null || ofCounts.test(found[0]) || /^(?:19[5-9]|20[0-4])\d$/.test(value)) return undefined
  const start = found[0].length - value.length
  return { start, end: start + value.length }
}

const digitsBehind =
  /^[^\d\n]{0,44}?(?<=[\s:=("'“#*])(?<value>\d(?:[ -]?\d){2,7}#?)(?![\p{L}\d]|[.,:/-]\d|[ \t]?(?:ms|s|sec\w*|min\w*|%|x|st[üu]ck|digits?|d[íi]gitos|stell\w+|ziffern|characters|chars|zeichen|times|tries|attempts|versuche|users?|rows?|points?)(?!\p{L}))/u
const ofCounts =
  /(?<!\p{L})(?:erro?r?e?s?|fehler\p{L}*|erreurs?|errore|fout\p{L}*|status|http|msg|sw|de ?39|response|answers?|returns?|gives?|version|vers[ãa]o|attempts?|versuch\p{L}*|tentativas?|length|l[äa]nge|tamanho|max\p{L}*|min\p{L}*|least|most|menos|limit|after|nach|ap[óo]s|before|size|port|line|zeile|linha|level|exit|ticket|case|id|for|f[üu]r|rfc|iso|section|step|lasts?|expires?|seconds?|default|standard|padr[ãa]o|code|c[óo]digo|ung[üu]ltig|pad|block|format|try|row|page)(?!\p{L})/iu

/** As in “wifi invitados tortilla sin cebolla”. */
const rightBehind = /^[ \t]{1,3}(?=\p{L})/gu

/** The first phrase in the place of a value that programs would not say. */
function inPlaceOfValue(
  rest: string,
  topic: string,
  vocabulary: Vocabulary,
): { start: number; end: number } | undefined {
  for (const lead of [...rest.matchAll(rightBehind), ...rest.matchAll(leads)]) {
    const start = lead.index + lead[0].length
    const written = phrase.exec(rest.slice(start, start + 120))?.[0] ?? ''
    const isQuoted = /["'“„«‘`]$/.test(lead[0])
    // “…, which nobody knows”: a comma alone leads only to what another ends.
    const value = isQuoted ? quoted(rest, start) : upToJoint(written, rest.slice(start), vocabulary)
    if (value === undefined || value === '') continue
    if (isUnled(lead[0], rest.slice(0, lead.index)) || isWithinQuotes(rest.slice(0, lead.index))) continue
    if (!isStrangePhrase(value, vocabulary, isQuoted && !says.test(value))) continue
    const isUnsaid = lead.index === 0 && /^[ \t]+$/.test(lead[0]) && !ofNetwork.test(topic)
    // “password errati”: a small word alone says how it is; nouns of German are written with a capital letter.
    if (isUnsaid && /^\p{Ll}\S+$/u.test(value)) continue
    if (isUnsaid && (/wort$/i.test(topic) ? /^\p{Ll}/u.test(value) : value.split(' ').some(isFunctionWord))) continue
    if ((/^,/.test(lead[0]) || isUnsaid) && !ends.test(rest.slice(start + value.length))) continue
    return { start, end: start + value.length }
  }
  return undefined
}

/** What is in the quotation marks of a message is no value. */
function isWithinQuotes(before: string): boolean {
  return (before.match(/["“”„«»]/g) ?? []).length % 2 === 1
}

/** What only a message says. */
const says =
  /(?<!\p{L})(?:not|no|n[ãa]o|nicht|pas|kein\p{L}{0,2}|cannot|invalid\p{L}*|inv[áa]lid\p{L}*|incorrect\p{L}*|fail\p{L}*|falh\p{L}*|fehl\p{L}*|erro\p{L}*|expir\p{L}*|denied|required|missing|unknown|forgot|esque\p{L}*|olvid\p{L}*|oubli\p{L}*|vergessen|please|favor|bitte)(?!\p{L})/iu

/** “to” and “auf” right behind the word lead to what it is for, not to what it is. */
function isUnled(lead: string, before: string): boolean {
  return /^(?:to|into|auf|para|pra|naar|op|till|put)\b/i.test(lead) && !/\p{L}/u.test(before)
}

function quoted(rest: string, start: number): string | undefined {
  return /^[^"“”«»‘`\n]{3,60}?(?=["”“»`]|['’](?!\p{L}))/u.exec(rest.slice(start, start + 64))?.[0]
}

/** The words up to one that begins what is said next. */
function upToJoint(written: string, behind: string, vocabulary: Vocabulary): string {
  const all = written.split(/(?<=[ \t])/)
  let length = 0
  for (const [at, part] of all.entries()) {
    const word = part.trim()
    if (
      at > 0 &&
      joints.test(word) &&
      !(goesOn(all.slice(at + 1), vocabulary) && ends.test(behind.slice(written.length)))
    )
      break
    length += part.length
  }
  return written.slice(0, length).trim()
}

/** Whether what follows a joint is as strange as what is before it: “tortilla sin cebolla”. */
function goesOn(parts: string[], vocabulary: Vocabulary): boolean {
  return parts.length > 0 && parts.length < 4 && parts.every((part) => isStrange(part.trim(), vocabulary))
}

const joints =
  /^(?:and|but|or|then|so|if|when|because|since|while|twice|e|ou|mas|y|o|u|pero|und|oder|aber|wenn|dass|weil|bitte|et|mais|ou|si|ed|ma|och|og|en|maar|als|i|ale|on|at|in|im|em|no|na|from|for|which|who|that|que|qui|che|with|com|con|mit|avec|sin|sem|ohne|sans|got|gets?|does|did|has|had|as|is|was|by|von|to|gestellt|gesetzt|ge[äa]ndert|nicht|not|não|pas|geht|works?|please|now|thanks?|twice|again|though|still|toch|vor|zu)$/i

/** Who speaks, and what one says first. */
const speaker = /^[ \t]*(?:[>*•-]{1,2}[ \t]*)?(?:\[[^\]\n]{1,40}\][ \t]*)?(?:[\p{L}\d .*_-]{1,30}:[ \t]*|[-–—][ \t]*)?/u
const opener =
  /^(?:(?:yes|yeah|yep|ok(?:ay)?|sure|well|um|uh|oh|hm+|it['’]?s|that['’]?s|i (?:think|typed|said|entered|used)|just|still|same|ja|klar|na ja|also|moment|das ist|ich glaube|sim|é|acho que|claro|isso|pois|sí|si|claro|es|creo que|oui|euh|c['’]est|alors|sì|allora|credo|het is|jawel|my (?:dog|cat|pet|mother)|the (?:dog|cat))[ \t,.…!-]{1,4}){0,3}/iu

/** What is said to a question: behind the question mark, or below who asked. */
function findAnswer(
  text: string,
  from: number,
  to: number,
  isOfDigits: boolean,
  vocabulary: Vocabulary,
  add: Add,
): void {
  const mark = /^[?.!…][ \t"'”»)…]{0,3}/.exec(text.slice(to, to + 5))
  const isAsked = text.charAt(to) === '?'
  const sameLine = isAsked && mark !== null ? to + mark[0].length : undefined
  const at =
    sameLine !== undefined && /^[ \t]*[\p{L}\d]/u.test(text.slice(sameLine, sameLine + 4))
      ? sameLine
      : belowAt(text, Math.max(from, to), isAsked, isOfDigits)
  if (at === undefined) return
  const line = /^[^\n]{0,160}/.exec(text.slice(at, at + 160))?.[0] ?? ''
  const lead = (at === sameLine ? '' : (speaker.exec(line)?.[0] ?? '')).length
  const begins = lead + (opener.exec(line.slice(lead))?.[0].length ?? 0)
  const answer = line.slice(begins)
  const digits = /^["'“]?(\d(?:[ -]?\d){2,7})(?![\d/:]|[.,]\d|[ \t]?(?:ms|s|min|%|x)\b|[ \t]\p{L})/u.exec(answer)
  if (digits !== null && (isOfDigits || at === sameLine)) {
    const value = digits[1] ?? ''
    const start = at + begins + answer.indexOf(value)
    put(text, start, start + value.length, 'code', add)
    return
  }
  if (isOfDigits || !isAsked) return
  const value = upToJoint(phrase.exec(answer)?.[0] ?? '', answer, vocabulary)
  if (value !== '' && value.split(/[ \t]/).length < 6 && isStrangePhrase(value, vocabulary, true))
    put(text, at + begins, at + begins + value.length, 'password', add)
}

/** Where the next line begins that somebody else says, within two lines. */
function belowAt(text: string, from: number, isAsked: boolean, isOfDigits: boolean): number | undefined {
  if (!isAsked && !isOfDigits) return undefined
  const end = text.indexOf('\n', from)
  if (end < 0 || end - from > 160) return undefined
  const below = /^\n(?:[ \t>]*\r?\n)?/.exec(text.slice(end, end + 8))?.[0].length ?? 1
  const line = text.slice(end + below, end + below + 44)
  return isAsked || /^[ \t]*(?:\[[^\]\n]{1,40}\][ \t]*)?[\p{L}\d ]{1,24}:[ \t]/u.test(line) ? end + below : undefined
}

/** Two that are written as a login and its password are, near a word for access: “mariana / pitangueira”, “Administrator, Rübenacker”. */
function findPairs(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const found of text.matchAll(pairs)) {
    const written = found.groups?.value ?? ''
    const start = found.index + found[0].length - written.length
    if (!ofAccess.test(text.slice(Math.max(0, found.index - 200), start))) continue
    const value = upToJoint(written, text.slice(start, start + 90), vocabulary)
    if (!isStrangePhrase(value, vocabulary) || !ends.test(text.slice(start + value.length, start + value.length + 4)))
      continue
    put(text, start, start + value.length, 'password', add)
  }
}

const ofAccess =
  /acess[oa]|acceso|accesso|acc[èe]s\b|access\b|zug[äa]ng|anmeld|log-?in|\brdp\b|\bvpn\b|\bssh\b|credential|credencia|konsole|console/i
const pairs =
  /(?<![\p{L}\d./\\:@_-])(?:(?:[\p{Ll}][\p{Ll}\d._-]{2,20}|admin\p{Ll}{0,12})[ \t]\/[ \t]|["“'](?:\p{L}[\p{L}\d._-]{1,20})["”'](?:,|[ \t](?:with|mit|com|con|avec|and|und|e|y|et))[ \t]|(?:admin(?:istrat(?:or|eur|ore|or[ae]))?|administrador|root|operator|supervisor)(?:,|[ \t](?:with|mit|com|con|avec))[ \t])(?<value>\p{L}[\p{L}'’-]{3,24}(?:[ \t]\p{L}[\p{L}'’-]{1,24}){0,4})/giu

/** What somebody tried: `entered=6041` beside a word for a PIN, “said "butterscotch" when prompted for passphrase”. */
function findTried(text: string, vocabulary: Vocabulary, add: Add): void {
  for (const found of text.matchAll(tried)) {
    const { value = '', digits } = found.groups ?? {}
    const written = digits ?? value
    const start = found.index + found[0].lastIndexOf(written)
    const around = text.slice(Math.max(0, start - 80), start + written.length + 60)
    if (!ofSecret.test(around)) continue
    if (digits === undefined && !isStrangePhrase(value, vocabulary, true)) continue
    put(text, start, start + written.length, digits === undefined ? 'password' : 'code', add)
  }
}

const givenBefore =
  /said|typed|entered|tried|gave|attempt|guess|disse|falou|digitou|sagte|nannte|tippte|tap[ée]|dijo|escribi/i
const tried =
  /(?<![\p{L}\d])(?:said|typed|entered|tried|gave|attempted|guess(?:ed)?|supplied|disse|falou|digitou|sagte|nannte|tippte|tapé|dijo|escribió)(?:[=:][ \t]?|[ \t])(?:["“«„'](?<value>\p{L}[^"“”«»„\n]{2,40}?)["”»“']|(?<=[=:])(?<digits>\d{4,8})(?![\d.:/%-]|\p{L}))/giu
const ofSecret = /\bpin(?!g)|pinv|auth|log-?in|secret|pass|senha|contrase|wort\b|clave|code|c[óo]digo/i

import type { Add, Finding } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import type { Kind } from './kinds.ts'
import { isLogin, meaningOf } from './sensitivity.ts'
import { explainsItself } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds passwords, answers and logins that are common words, by what a sentence says of them: “a senha é girassol azul”,
 * “we use sunshine as the key”, “mit dem Benutzer mfeld”. What is a sentence about a password is told by its words; a copy
 * loses little by a word too many. Linear.
 */
export function findSaidWords(text: string, vocabulary: Vocabulary, add: Add): void {
  if (!nounHint.test(text)) return
  for (const way of ways) {
    way.form.lastIndex = 0
    for (let found = way.form.exec(text); found !== null; found = way.form.exec(text)) {
      const said = saidIn(found, way, text, vocabulary)
      if (said === undefined) way.form.lastIndex = found.index + 3
      else add(said)
    }
  }
}

function saidIn(
  { 0: whole, index, groups }: RegExpExecArray,
  way: Way,
  text: string,
  vocabulary: Vocabulary,
): Finding | undefined {
  const { kind, name, isTold } = way
  const { quoted, value: bare = '', about = '' } = groups ?? {}
  const written = quoted ?? bare
  const isQuoted = quoted !== undefined
  const value = isQuoted ? written.trim() : saidPart(written).replace(/["”»’'`]+$/, '')
  const start = index + whole.length - written.length - (isQuoted ? 1 : 0) + written.indexOf(value)
  const end = start + value.length
  // `key="…"` is markup or code, and a cache key opens nothing.
  if (
    way.form === weakForm &&
    (/=[ \t]*$|^\{?[ \t]*\S+:[ \t]*$/.test(text.slice(index, start - (isQuoted ? 1 : 0))) ||
      isOpenKey(text, index, whole))
  )
    return undefined
  if (value.length < 2 || failing.test(sentenceBefore(text, index) + text.slice(index, start))) return undefined
  // “the password prompt is gone”
  if (
    /[ \t](?:prompt|field|page|screen|form|box|policy|rules?|length|button|link|expiry|strength|manager|check|history|campo|tela|bot[ãa]o|regra|formul[áa]rio)$/i.test(
      about,
    )
  )
    return undefined
  if (
    kind === 'name' &&
    about
      .trim()
      .split(/[ \t]+/)
      .some(isNoun)
  )
    return undefined
  // `System.getProperty("password")` calls what fetches it.
  if (/[([]/.test(text.charAt(end))) return undefined
  return isTold({ value, isQuoted, vocabulary, after: text.slice(end, end + 24) })
    ? { start, end, kind, name, value }
    : undefined
}

/** Whether the word before a key makes it one that opens nothing: “the cache key is built from …”. */
function isOpenKey(text: string, at: number, whole: string): boolean {
  const before = /[\p{L}-]{2,20}[ \t]$/u.exec(text.slice(Math.max(0, at - 22), at))?.[0] ?? ''
  const noun = /^[\p{L}-]{2,20}/u.exec(whole)?.[0] ?? ''
  return before !== '' && noun !== '' && meaningOf(before + noun).strength === 'open'
}

/** In a sentence that says what went wrong words are no values. */
const failing =
  /unresolv|invalid|incorrect|wrong|fail|missing|unable|error|expected|mismatch|not |n['’]t |required|denied|reject|expired|unknown|malformed|unsupported|inv[áa]lid|incorret|falha|erro|ung[üu]ltig|fehl|falsch|errat|erron|requires?|supported|\bno |status/i

function sentenceBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 80), at)
  return before.slice(
    Math.max(
      before.lastIndexOf('. '),
      before.lastIndexOf('\n'),
      before.lastIndexOf(';'),
      before.lastIndexOf('! '),
      before.lastIndexOf('? '),
    ) + 1,
  )
}

interface Said {
  value: string
  isQuoted: boolean
  vocabulary: Vocabulary
  /** What follows. */
  after: string
}

interface Way {
  form: RegExp
  kind: Kind
  name: string
  isTold: (said: Said) => boolean
}

const password =
  "(?:pass[ -]?words?|passwd|pwd|pw|pass[ -]?phrases?|pass[ -]?codes?|senhas?|contrase[ñn]as?|pass?wort|kennwort|losung(?:swort)?|mot de passe|mdp|parola d[’']ordine|wachtwoord|palavra[- ](?:passe|chave|secreta)|palabra (?:clave|secreta|de paso)|code ?word|secret word|magic word|heslo|has[łl]o|l[öo]senord(?:et)?|passord(?:et)?|adgangskoden?|salasana|jelsz[óo]|[șş]ifre\\p{L}{0,3}|parola(?: d[’']accesso)?|frase(?: secreta| de acesso|[- ]senha)|(?:memorable|security|safe|challenge|verification) (?:word|phrase|answer|name|place)|palavra de seguran[çc]a|palabra de seguridad|mot secret|codewort|sicherheitswort|parola di sicurezza|secret answer|resposta (?:secreta|de seguran[çc]a)|respuesta (?:secreta|de seguridad))"
const weak =
  '(?:(?:api|access|secret|signing|encryption|master|shared|private|license|app|sandbox)[ -]?keys?|key|chave(?: d[aeo] \\p{L}+| secreta| mestra)?|clave(?: (?!es )\\p{L}+)?|llave|schl[üu]ssel|cl[ée](?: secr[èe]te| api)?|chiave|(?:client|app|shared|webhook)?[ -]?secret|segredo|geheimnis|pin|(?:vault|safe) word)'
const login =
  "(?:user[ -]?names?|user(?: ?id)?|log[ -]?in(?: name| id)?|log[ -]?on|usu[áa]rio(?: de \\p{L}+)?|utilizador|nome de (?:usu[áa]rio|utilizador|acesso)|nombre de usuario|benutzer(?:name)?|anmeldename|kennung|identifiant|nom d[’']utilisateur|nome utente|utente|gebruiker(?:snaam)?|nick(?:name)?|apelido|apodo|handle|screen name|account name)"
const is =
  '(?:[ \\t]*(?:[:=]|->|→|=>)[ \\t]*|(?:,?[ \\t]+(?:which|que|qui|che))?[ \\t]+(?:is|was|are|stays|remains|é|eh|era|foi|ser[áa]|fica|ficou|continua|permanece|sigue siendo|qued[óo]|es|est|reste|ist|war|bleibt|lautet|lautete|è|era|rimane|resta|är|jest|coloquei|botei|criei|escolhi|puse)(?:[ \\t]+(?:now|still|always|just|simply|only|currently|agora|ainda|sempre|s[óo]|apenas|ahora|siempre|jetzt|noch|immer|toujours|mesmo|literally|probably))?(?:[ \\t]*:[ \\t]*|[ \\t]+))'
/** Words between the noun and what says that the value follows. */
const about =
  "(?<about>(?:[ \\t]+(?!(?:is|was|are|é|eh|era|foi|es|est|ist|lautet|è)[ \\t])[\\p{L}\\d_@’'-]{1,30}(?:\\.[\\p{L}\\d]{1,20})?){0,5}?)"
const value =
  '(?:["“«‘`„\'](?<quoted>[^"“”«»‘’`\\n]{2,60})["”»’`“\']|(?<value>[\\p{L}\\d][^\\s,;:!?()"“”«»<>[\\]{}|]{0,40}(?:[ \\t]+[^\\s,;:!?()"“”«»<>[\\]{}|]{1,30}){0,5}))'
const lead =
  '(?:(?:logged in as|com|with|using|con|mit|avec|use|uses|usa|usando|usei|and|e|y|und|et|ed|as|como|als|comme|in as|via|,[ \\t]*(?:and|e|y|und)?)(?:[ \\t]+(?:the|o|a|el|la|le|il|my|meu|minha|mi|dem|der|den|das))?)'

function form(...parts: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_.:/-])${parts.join('')}`, 'giu')
}

const nounHint =
  /wacht|l[öo]sen|adgang|salas|parol|pass|pwd|\bpw\b|senha|contrase|wort|mdp|parola|palavra|palabra|word|heslo|has[łl]o|senord|key|chave|clave|llave|schl|cl[ée]\b|chiave|secret|segredo|geheim|\bpin\b|user|log|usu|utili|benutz|anmeld|kennung|identif|utente|gebruik|nick|apelido|apodo|handle|account|frase|answer|resp|antwort|maiden|solter|solteira|m[äa]dchenname|jeune fille|memorable/i

const answer =
  '(?:(?:memorable|security|safe|challenge|verification|secret) (?:word|phrase|answer|name|place|date)|palavra de seguran[çc]a|palavra secreta|palabra de seguridad|mot secret|codewort|sicherheitswort|parola di sicurezza)'
const weakForm = form(weak, about, is, value)

const ways: readonly Way[] = [
  {
    // “hasło to x”, “heslo je x”, “adgangskoden er x”, “lösenordet: x”
    form: form(
      '(?:heslo|has[łl]o|l[öo]senord(?:et)?|passord(?:et)?|adgangskoden?|salasana)',
      '(?:[ \\t]+\\p{L}{2,14}){0,2}?[ \\t]+(?:to|je|jest|byl[oa]|bylo|är|var|er|on|oli)[ \\t]+',
      value,
    ),
    kind: 'password',
    name: 'password',
    isTold: isSaidKey,
  },
  {
    // “het wachtwoord is gereset naar x”, “wachtwoord gewijzigd in x”
    form: form(
      password,
      '[^.\\n]{0,40}?[ \\t](?:gereset|gewijzigd|veranderd|aangepast|geändert|ge[äa]ndert|zmieni[^ ]{1,8}|ändrat|chang[ée]e?|cambiat[ao])[ \\t](?:naar|in|op|auf|na|till|en|pour|con)[ \\t]+',
      value,
    ),
    kind: 'password',
    name: 'password',
    isTold: isSaidKey,
  },
  {
    // “Ich habe das Kennwort auf x geändert”, “ho cambiato …”, where the verb is last
    form: form(
      `(?:\\p{L}{2,16}[ -]?)?${password}`,
      '[^.\\n]{0,40}?[ \\t](?:auf|in|zu|op|naar|till)[ \\t]+["“„»]?(?<value>[^\\s,;:!?()"“”]{3,60})["”“«]?(?=[ \\t]+(?:\\p{L}{2,12}[ \\t]+)?(?:ge[äa]ndert|gesetzt|zur[üu]ck(?:ge|zu)setzt?|umgestellt|gewechselt|abge[äa]ndert|angepasst|aktualisiert|umge[äa]ndert|gewijzigd|veranderd|gezet|aangepast|[äa]ndrat|[æe]ndret))',
    ),
    kind: 'password',
    name: 'password',
    isTold: ({ value }) => !explainsItself(value) && !isNoun(value) && !/^\d+$/.test(value),
  },
  {
    // “la clave por si la necesitan: x y,”
    form: form(`(?:${password}|clave)`, '(?!\\p{L})[^.\\n:?!]{4,60}:[ \\t]+', value),
    kind: 'password',
    name: 'password',
    isTold: (said) =>
      isSaidKey(said) &&
      said.value.split(' ').length < 4 &&
      !/^\p{Lu}|^bad\b/u.test(said.value) &&
      !failing.test(said.value),
  },
  {
    // “the word on the account is x”
    form: form(
      '(?:word|palavra|palabra|mot|phrase|frase)',
      '[ \\t]+(?:on|for|of|na|no|da|do|de|para|en|sur)[ \\t]+(?:[\\p{L}]{1,12}[ \\t]+){0,2}(?:account|line|policy|conta|cadastro|cuenta|compte|contrato|cofre|safe|vault)',
      is,
      value,
    ),
    kind: 'password',
    name: 'password',
    isTold: isSaidKey,
  },
  { form: form('identified by[ \\t]+', value), kind: 'password', name: 'password', isTold: isSaidKey },
  { form: form(password, about, is, value), kind: 'password', name: 'password', isTold: isSaidSecret },
  {
    // “I gave my passphrase, marigold teapot window, twice”
    form: form(password, ',[ \\t]+', value),
    kind: 'password',
    name: 'password',
    isTold: (said) => isGivenSecret(said) && /^["”»’'`]?,/.test(said.after),
  },
  { form: weakForm, kind: 'secret', name: 'secret', isTold: isSaidKey },
  { form: form(login, about, is, value), kind: 'name', name: 'login', isTold: isSaidLogin },
  {
    form: form(password, '[ \\t]+', '["“«„‘](?<quoted>[^"“”«»‘’`\\n]{2,60})["”»’]'),
    kind: 'password',
    name: 'password',
    isTold: isSaidSecret,
  },
  // “with user mfield and passphrase correct horse”
  {
    form: form(lead, '[ \\t]+', password, '[ \\t]+', value),
    kind: 'password',
    name: 'password',
    isTold: isGivenSecret,
  },
  {
    form: form(
      '(?:logged in as|sign(?:ed)? in as|log in as|entrei como|angemeldet als|connect[ée] en tant que)[ \\t]+',
      value,
    ),
    kind: 'name',
    name: 'login',
    isTold: isSaidLogin,
  },
  { form: form('(?<=,[ \\t]?)', login, '[ \\t]+', value), kind: 'name', name: 'login', isTold: isOddLogin },
  { form: form(lead, '[ \\t]+', login, '[ \\t]+', value), kind: 'name', name: 'login', isTold: isGivenLogin },
  {
    form: form('(?:dem|der|den|the|o|a|el|la|le|il)', '[ \\t]+', login, '[ \\t]+', value),
    kind: 'name',
    name: 'login',
    isTold: isWrittenLogin,
  },
  { form: form(password, about, '[ \\t]*\\([ \\t]*', value), kind: 'password', name: 'password', isTold: isBracketed },
  {
    // “set the password to x”, “troquei a senha ontem para x”
    form: form(
      '(?:set|changed?|reset|updated?|troquei|mudei|alterei|redefini|defini|troque|cambi[ée]|puse|ge[äa]ndert|chang[ée]|cambiato)[^.\\n]{0,30}?[ \\t](?:',
      `${password}|${weak}|${login}`,
      ')[^.\\n,]{0,24}?[ \\t](?:to|para|pra|a|por|auf|en|in)[ \\t]+',
      value,
    ),
    kind: 'password',
    name: 'password',
    isTold: isSaidKey,
  },
  {
    // “Zugangsdaten: Benutzer x, Kennwort …”
    form: form('(?<=(?:^|[:.;(][ \\t]?|\\n[ \\t]{0,9}))', login, '[ \\t]+', value),
    kind: 'name',
    name: 'login',
    isTold: isOddLogin,
  },
  {
    // “and the username to x”
    form: form(
      '(?:and|e|y|und)[ \\t]+(?:the|o|a|el|la|my|meu|minha)[ \\t]+(?:',
      `${password}|${login}`,
      ')[ \\t]+(?:to|para|pra)[ \\t]+',
      value,
    ),
    kind: 'password',
    name: 'login',
    isTold: isSaidKey,
  },
  {
    // “A nova senha que defini é x, o apelido x”
    form: form(
      '(?:[,;][ \\t]*(?:and |e |y |und )?(?:o|a|the|my|meu|minha|mi|mein|mon)?[ \\t]*)',
      login,
      '[ \\t]+',
      value,
    ),
    kind: 'name',
    name: 'login',
    isTold: isGivenLogin,
  },
  // “Caller passed security: memorable place Whitby”
  { form: form(answer, '[ \\t]+', value), kind: 'password', name: 'security answer', isTold: isGivenSecret },
  {
    form: form(
      '(?:(?:secret|security) question|answer to (?:the|my|your|a) (?:secret|security) question|(?:resposta|pergunta)(?: d[aeo]| [àa]| para a)? ?(?:pergunta )?(?:secreta|de seguran[çc]a)|(?:respuesta|pregunta)(?: a la pregunta)? (?:secreta|de seguridad)|sicherheitsfrage|question secr[èe]te|domanda segreta)',
      '(?:[^\\n?:=]{0,80}\\?)?',
      is,
      value,
    ),
    kind: 'password',
    name: 'security answer',
    isTold: isAnswer,
  },
  {
    // “What is the name of your first pet? A: Biscuit”
    form: form(
      '(?:pet|school|mother|maiden|teacher|street|born|childhood|favou?rite|nickname|best friend|animal|escola|m[ãa]e|solteira|professora?|rua|nasceu|inf[âa]ncia|favorit[oa]|apelido|mascota|escuela|madre|soltera)[^\\n?]{0,40}\\?[ \\t]*\\r?\\n?[ \\t]*(?:a|r|ans(?:wer)?|resp(?:osta|uesta)?|antwort)[ \\t]*[.:=)][ \\t]*',
      value,
    ),
    kind: 'password',
    name: 'security answer',
    isTold: isAnswer,
  },
  {
    form: form(
      "(?:(?:mother|mom|mum)['’]?s? maiden name|maiden name|nome de solteira(?: da m[ãa]e)?|apellido de soltera(?: de (?:la|su|tu) madre)?|m[äa]dchenname(?: der mutter)?|nom de jeune fille)",
      `(?:${is}|[ \\t]+(?:(?:which|that|was|is|que|qui|der|die|che|of|de|da|era|est|ist|hers|dela)[ \\t]+){0,3})`,
      value,
    ),
    kind: 'name',
    name: 'maiden name',
    isTold: isAnswer,
  },
  {
    // “answered "x" to the secret question”, “answer x”
    form: form(
      '(?:answer(?:ed|s)?|resposta|respondeu|respuesta|respondi[óo]|antwort|r[ée]ponse|risposta)(?:',
      is,
      '|[ \\t]+(?:with[ \\t]+|com[ \\t]+)?)',
      value,
    ),
    kind: 'password',
    name: 'security answer',
    isTold: (said) => (said.isQuoted || /^\p{Lu}/u.test(said.value)) && isSaidKey(said),
  },
]

/** “We use x as the key” says it the other way round. */
const turned = new RegExp(
  `(?<![\\p{L}\\d_.-])(?:use|uses|using|used|usamos|usa|usar|uso|usei|utilizo|utilizamos|utilizzo|nutze|nutzen|verwenden|put|typed|type|enter(?:ed)?|digit(?:ei|ou|o)|colo(?:quei|camos|co)|usamos|ponho)[ \\t]+["“«‘'\`]?([\\p{L}\\d][^\\s,;:!?()"“”«»]{1,40}(?:[ \\t]+[^\\s,;:!?()"“”«»]{1,30}){0,4}?)["”»’'\`]?[ \\t]+(?:as|como|als|comme|come)[ \\t]+(?:(?:the|our|a|an|my|o|nossa|nosso|minha|meu|la|el|le|il|unser|das|den)[ \\t]+)?(?:[\\p{L}]{1,20}[ \\t]+){0,2}?(?:${password}|${weak}|${login})(?![\\p{L}\\d])`,
  'giu',
)

/** “We sign with "old oak table"” */
const signedWith =
  /(?<!\p{L})(?:sign(?:ed|s)?|encrypt(?:ed|s)?|assina(?:mos|do|r|va)?|criptografa(?:mos|do|r)?|firmamos|signieren)[ \t]+(?:it |them |tudo )?(?:with|using|com|con|mit)[ \t]+["“«‘']([^"“”«»‘’'\n]{4,60})["”»’']/giu

/** Finds what is said to be used as a key. Linear. */
export function findUsedAs(text: string, add: Add): void {
  for (const [pattern, kind] of [
    [turned, 'secret'],
    [signedWith, 'secret'],
  ] as const)
    for (const found of text.matchAll(pattern)) {
      const value = found[1] ?? ''
      const words = value.split(/[ \t]+/)
      if (pattern === turned && words.some((word) => isFunctionWord(word) || isNoun(word))) continue
      if (explainsItself(value) || identifier.test(value)) continue
      const start = found.index + found[0].indexOf(value)
      add({ start, end: start + value.length, kind, name: 'secret', value })
    }
}

/** Up to where a sentence without quotation marks gives the value. */
function saidPart(written: string): string {
  const words = written.split(/([ \t]+)/)
  let end = 0
  for (let at = 0; at < words.length && at < 11; at += 2) {
    const word = words[at] ?? ''
    const ends = /[.…]$/.test(word)
    const bare = word.replace(/[.…]+$/, '')
    if (at > 0 && (joins.test(bare) || bare === '')) break
    end = words.slice(0, at + 1).join('').length - (word.length - bare.length)
    if (ends) break
  }
  return written.slice(0, end)
}

/** Words that begin the next thing that is said. */
const joins =
  /^(?:caso|and|or|but|then|so|with|for|if|when|because|since|while|on|in|at|to|from|by|as|is|was|are|has|e|ou|mas|com|para|pra|por|se|quando|porque|desde|em|na|no|da|do|de|y|pero|con|en|und|oder|aber|mit|bei|wird|ist|kann|et|mais|avec|ed|ma|per|but|got|says?|fails?|deu|dá|d[áa]|que|which|that|thx|thanks|please|obrigad[oa]|[-–—/|])$/i

const identifier =
  /^(?:[A-Z]{2,}[\dA-Z_.-]*|[a-z]+(?:_[a-z\d]+)+|[a-z]+[A-Z]\w*|\w+\(\)?|https?:.*|\/.*|\w+[=:].*|\d{1,3})$/

/** Words for what is spoken of, which are no values. */
const nouns =
  /^(?:pass(?:words?|phrases?|codes?|wd|port)?|senhas?|user(?:s|names?|info)?|usu[áa]rios?|log-?ins?|logon|key|keys|chaves?|claves?|tokens?|secrets?|segredos?|pin|code|codes|c[óo]digos?|name|names|nome|field|fields|campos?|page|screen|tela|form|formul[áa]rio|reset|policy|prompt|box|grant|flow|fluxo|hash|hashes|value|values|valor|header|parameter|par[âa]metro|property|option|attribute|string|type|account|accounts?|conta|contas|credentials?|credenciais|error|erro|errors|authentication|autentica[çc][ãa]o|authorization|manager|provider|session|server|service|request|response|endpoint|vault|store|file|files|id|ids|info|interface|agent|consent|data|dados|rotation|management|change|expiry|expiration|strength|length|rules?|requirements?|verification|validation|protection|encryption|question|questions|pergunta|pool|pools|base|role|roles|group|groups|profile|event|events|attempt|attempts|tentativas?|button|bot[ãa]o|link|url|uri|name\/password|admin|feature|management|directory|store|experience|handling|exchange|material|pair|ring|size|usage|version|server|app|apps|claim|claims|scope|scopes)$/i

function isNoun(word: string): boolean {
  return nouns.test(word.replace(/[.,;:]$/, ''))
}

function isSaidSecret(said: Said): boolean {
  const { value, isQuoted } = said
  if (explainsItself(value) || /^(?:https?:|\/|\.)|\*{2}|\w_\w+\/\w/.test(value) || /[=].|\(/.test(value)) return false
  const words = value.split(/[ \t]+/)
  // A status or a code of an error among the words makes them a report.
  if (words.length > 1 && words.some((word) => /^(?:[1-5]\d\d|[A-Z]{2,}(?:_[A-Z\d]+)+)[.,]?$/.test(word))) return false
  if (isQuoted) return words.length < 6 && !/[.!?]$/.test(value) && !words.every(isFunctionWord)
  if (identifier.test(value) && !/\d/.test(value)) return false
  // “correct horse battery staple”
  const rest = words.length > 3 ? words.slice(1) : words
  if (
    words
      .slice(words.length > 3 ? 1 : 0, words.length > 3 ? 2 : 1)
      .some((word) => isDescribing(word) && said.vocabulary.classOf(word) !== 'odd')
  )
    return false
  return words.length < 6 && !rest.some((word) => isFunctionWord(word) || isNoun(word)) && !continues(said)
}

/** Of a key more is said than its value, so that only what ends its clause counts. */
function isSaidKey(said: Said): boolean {
  return isSaidSecret(said) && !identifier.test(said.value) && (said.isQuoted || ends(said.after))
}

function isSaidLogin(said: Said): boolean {
  const { value, isQuoted } = said
  const [first = '', ...more] = value.split(/[ \t]+/)
  if (more.length > 0)
    return isQuoted && more.length < 3 && isSaidSecret(said) && more.every((one) => /^\p{L}+$/u.test(one))
  return (
    (isLogin(first) || /^\p{L}+\d*$/u.test(first)) &&
    isLogin(first) &&
    !isFunctionWord(first) &&
    !isNoun(first) &&
    !(isDescribing(first) && said.vocabulary.classOf(first) !== 'odd') &&
    !errors.test(first)
  )
}

/** Without “is” only what a sentence continues after as after a value. */
function isGivenSecret(said: Said): boolean {
  return (
    isSaidSecret(said) &&
    (said.isQuoted || ends(said.after)) &&
    !said.value.split(/[ \t]+/).every((word) => said.vocabulary.classOf(word) === 'term')
  )
}

function isGivenLogin(said: Said): boolean {
  const { value, vocabulary, isQuoted } = said
  const [first = ''] = value.split(/[ \t]+/)
  if (!isSaidLogin({ ...said, value: isQuoted ? value : first })) return false
  return isQuoted || /[._\d]/.test(first) || (vocabulary.classOf(first) !== 'term' && ends(said.after))
}

/** At the beginning of a clause only what is no word, and what a comma follows. */
function isOddLogin(said: Said): boolean {
  return (
    !said.isQuoted &&
    said.vocabulary.classOf(said.value) === 'odd' &&
    (/^[,.]/.test(said.after) || (/[._\d]/.test(said.value) && /^[ \t]*(?:\r?\n|$)/.test(said.after))) &&
    isSaidLogin(said)
  )
}

/** Behind an article only what is written like one. */
function isWrittenLogin(said: Said): boolean {
  const [first = ''] = said.value.split(/[ \t]+/)
  return /[._\d]/.test(first) && isSaidLogin({ ...said, value: first })
}

/** What somebody chose to be asked for, small words included: “Rua das Flores”. */
function isAnswer({ value, isQuoted }: Said): boolean {
  const words = value.split(/[ \t]+/)
  return (
    !explainsItself(value) &&
    words.length < 6 &&
    !words.every((word) => isFunctionWord(word) || isNoun(word)) &&
    (isQuoted ||
      /^[\p{Lu}\d]/u.test(value) ||
      (words.length < 3 && !words.some((word) => isFunctionWord(word) || isNoun(word) || isDescribing(word))))
  )
}

function isBracketed(said: Said): boolean {
  return (
    isSaidSecret(said) &&
    /^["”»’']?[ \t]*\)/.test(said.after) &&
    !/^(?:e\.?g|i\.?e|ou|or|and|the)/i.test(said.value) &&
    !/^(?:[A-Z]{2,6}[ -]?\d+|.*\b(?:err|code|c[óo]digo)\b.*)$/i.test(said.value)
  )
}

const errors =
  /(?:^|_)(?:required|invalid|denied|failed|failure|errors?|expired|missing|exists?|disabled|locked|unauthorized|found)$/i

/** What says how something is: participles and adjectives by their endings. */
function isDescribing(word: string): boolean {
  return (
    /(?:ed|ing|able|ible|less|ful|ous|ive|ically|ly|mente|[áaí]vel|[íi]vel|ado|ada|ados|adas|ido|ida|idos|idas|ável|ório|ória|orio|oria|iert|bar|lich)$/i.test(
      word,
    ) && word === word.toLowerCase()
  )
}

function ends(after: string): boolean {
  return /^["”»’'`]?(?:[.!…](?:\s|$)|[,;:)\]]|[ \t]*(?:$|\r?\n)|[ \t]+(?:and|but|or|e|mas|y|pero|und|aber|et|ed|on|at|in|em|no|na|desde|por|caso|if|then|from|to|para|for|which|que|with|com|got|thx|thanks|please|[-–—/|(]))/i.test(
    after,
  )
}

/** Whether a sentence continues about it, as in “the password is swordfish-like in length”. */
function continues({ value, after }: Said): boolean {
  return /^[ \t]*[=:](?![/])/.test(after) && !/\d/.test(value)
}

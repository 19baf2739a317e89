import type { Add, Finding } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import { isOfIdentifiers } from './identifier-words.ts'
import type { Kind } from './kinds.ts'
import { meaningOf } from './name-meaning.ts'
import { plain } from './person-names.ts'
import { about, answer, form, is, lead, login, nounHint, password, value, weak } from './said-forms.ts'
import { isNoun } from './said-nouns.ts'
import {
  isAnswer,
  isBracketed,
  isDescribing,
  isGivenLogin,
  isGivenSecret,
  isOddLogin,
  isSaidKey,
  isSaidLogin,
  isSaidSecret,
  isWrittenLogin,
  type Said,
} from './said-values.ts'
import { describingWords } from './sensitive-names.ts'
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
  // What a command is called with: “use --no-cache”
  if (/(?:^|[ \t])--?[a-z]/i.test(value)) return undefined
  if (value.length < 2 || failing.test(sentenceBefore(text, index) + text.slice(index, start))) return undefined
  // “Key Usage: …”, “the secret sauce is …”, “the password prompt is gone”
  if (
    (kind !== 'name' && about.split(/[ \t]+/).some((word) => describingWords.has(plain(word)))) ||
    (way.form === weakForm && /^secret[ \t]+(?!(?:for|of|in|on|do|da|de|del|is|key|word)\b)\p{L}/iu.test(whole)) ||
    ofScreens.test(about) ||
    // “Key events: …”, “Der Schlüssel zum Erfolg ist …”
    (way.form === weakForm && (isNoun(about.trim().split(/[ \t]+/)[0] ?? '') || figurative.test(about)))
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
  if (!isTold({ value, isQuoted, vocabulary, after: text.slice(end, end + 24) })) return undefined
  const rest = kind === 'password' && !isQuoted && /:[ \t]*$/.test(text.slice(index, start)) ? restOfLine(text, end) : 0
  return { start, end: end + rest, kind, name, value: text.slice(start, end + rest) }
}

const ofScreens =
  /[ \t](?:prompt|field|page|screen|form|box|policy|rules?|length|button|link|expiry|strength|manager|check|history|campo|tela|bot[ãa]o|regra|formul[áa]rio)(?![\p{L}\d])/iu

/** What only figures of speech have a key to. */
const figurative =
  /(?<!\p{L})(?:figures?|metrics?|findings?|insights?|takeaways?|stages?|success|happiness|problem[ae]?s?|solution|sucesso|[ée]xito|solu[çc][ãa]o|soluci[óo]n|erfolg|l[öo]sung|r[äa]tsels?|succ[èe]s|probl[èe]me|successo)(?!\p{L})/iu

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

interface Way {
  form: RegExp
  kind: Kind
  name: string
  isTold: (said: Said) => boolean
}

/** What else something opens with. */
const opens =
  /finger|face|touch|biometr|digital|rosto|huella|gesicht|visage|impronta|volto|badge|crach|card|cart|karte|key|chave|llave|cl[ée]|schl[üu]ssel|errors?|erros?|fehler|warn|delay|excel|office|chrome|browser|program|app/i

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
      '[^.\\n]{0,40}?[ \\t](?:gereset|gewijzigd|veranderd|aangepast|geändert|ge[äa]ndert|zmieni[^ ]{1,8}|ändrat|chang[ée]e?|cambiat[ao]|mess[ao]|impostat[ao]|cambiad[ao]|trocad[ao]|mudad[ao]|alterad[ao]|puest[ao])(?:[ \\t]\\p{L}{2,10})?[ \\t](?:naar|in|op|auf|na|till|en|pour|con|a|por|para|pra)[ \\t]+',
      value,
    ),
    kind: 'password',
    name: 'password',
    isTold: isSaidKey,
  },
  {
    // “my laptop unlocks with x”, “o cofre abre com x”
    form: form(
      "(?:laptop|notebook|phone|tablet|computer|machine|disk|drive|stick|safe|vault|backups?|archive|locker|door|gate|keepass|bitlocker|cofre|celular|telefone|computador|disco|port[áa]til|caja|m[óo]vil|rechner|handy|tresor|festplatte|coffre|ordinateur|cassaforte|telefono|computer)[^.,;\\n]{0,24}?[ \\t](?:unlocks?|opens?|decrypts?|(?:se )?(?:abre|desbloqueia|destrava|desbloquea)|(?:geht|l[äa]sst sich|[öo]ffnet sich|entsperrt)|s[’']ouvre|se d[ée]verrouille|si (?:apre|sblocca))[ \\t](?:with|using|com|con|mit|avec)[ \\t]+",
      value,
    ),
    kind: 'password',
    name: 'password',
    isTold: (said) =>
      isSaidKey(said) &&
      said.value.split(' ').length < 4 &&
      !/\d\.\d/.test(said.value) &&
      said.vocabulary.classOf(said.value) !== 'term' &&
      !opens.test(said.value),
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
    form: form(`(?:${password}|clave)`, '(?!\\p{L})[^.,\\n:?!]{4,60}:[ \\t]+', value),
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
  {
    // “senha do site fusca azul 72”, to the end of the clause
    form: form(
      password,
      '(?:[ \\t]+(?:d[aeo]|del?|for|of|du|vom|zum|della?)[ \\t]+\\p{L}{2,16}){1,3}[ \\t]+',
      '(?<value>\\p{Ll}{3,14}(?:[ \\t]\\p{Ll}{3,14}){0,3}[ \\t]\\d{1,4})(?=[ \\t]*(?:[\\r\\n.,;]|$))',
    ),
    kind: 'password',
    name: 'password',
    isTold: ({ value }) =>
      !explainsItself(value) &&
      !value
        .split(' ')
        .some((word) => isFunctionWord(word) || isNoun(word) || isDescribing(word) || isOfIdentifiers(word)),
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
  {
    // “user bsantiago e a senha é …”
    form: form(
      `(?:${login}|(?:user[ \\t])?account|konto|conta|cuenta|compte)`,
      '[ \\t]+(?<value>[\\p{L}\\d][\\w.@-]{2,40})(?=[ \\t]*,?[ \\t]+(?:(?:e|and|y|und|et|ed|with|mit|com|con|avec)[ \\t]+)?(?:(?:a|o|the|la|das|dem|le|his|her|sua|su)[ \\t]+)?',
      password,
      '(?![ \\t]+null))',
    ),
    kind: 'name',
    name: 'login',
    isTold: isSaidLogin,
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
    form: form("(?:(?:dem|der|den|the|o|a|el|la|le|il)[ \\t]+|(?:l|dell|all|d)['’])", login, '[ \\t]+', value),
    kind: 'name',
    name: 'login',
    isTold: isWrittenLogin,
  },
  { form: form(password, about, '[ \\t]*\\([ \\t]*', value), kind: 'password', name: 'password', isTold: isBracketed },
  {
    // “set the password to x”, “troquei a senha ontem para x”
    form: form(
      '(?:set|changed?|reset|updated?|zmieni\\p{L}{1,4}|zm[ěe]nil\\p{L}{0,2}|[äa]ndra\\p{L}{0,3}|bytt?e?|[æa]ndre\\p{L}{0,3}|wijzigde|veranderde|сменил\\p{L}{0,2}|изменил\\p{L}{0,2}|megv[áa]ltoztat\\p{L}{0,4}|troquei|mudei|alterei|redefini|defini|troque|cambi[ée]|cambiad[ao]|trocad[ao]|mudad[ao]|mess[ao]|puse|ge[äa]ndert|chang[ée]|cambiato)[^.\\n]{0,30}?[ \\t](?:',
      `${password}|${weak}|${login}`,
      ')[^.\\n,]{0,24}?[ \\t](?:to|para|pra|a|por|auf|en|in|na|till?|naar|на)[ \\t]+',
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
      '(?:[^\\n?:=]{0,80}\\?|[ \\t]*\\([^()\\n]{1,60}\\))?',
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
      `(?:${is}|[ \\t]+[-–—][ \\t]+|[ \\t]+(?:(?:which|that|was|is|que|qui|der|die|che|of|de|da|era|est|ist|hers|dela)[ \\t]+){0,3})`,
      value,
    ),
    kind: 'name',
    name: 'maiden name',
    isTold: isAnswer,
  },
  {
    // “Answer to "first school": x”
    form: form(
      '(?:answer|resposta|respuesta|antwort|r[ée]ponse|risposta)[ \\t]+(?:to|[àa]|a|auf|zur?|para|alla?)[ \\t][^\\n:]{2,60}:[ \\t]*',
      value,
    ),
    kind: 'password',
    name: 'security answer',
    isTold: (said) => isAnswer(said) && /^\p{Lu}/u.test(said.value),
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

/** How long the rest of a line of small words behind a colon is: “passphrase used: trinta e dois pombos”. */
function restOfLine(text: string, from: number): number {
  return smallWords.exec(text.slice(from, from + 80))?.[1]?.length ?? 0
}

const smallWords =
  /^([ \t](?:e|y|und|et|ed|and|och|og|en|i|a|of|de|da|do|von|the)[ \t]\p{Ll}{3,16}(?:[ \t]\p{Ll}{2,16}){0,3})[ \t]*(?:\r?\n|$)/u

/** Words that begin the next thing that is said. */
const joins =
  /^(?:caso|and|or|but|then|so|with|for|if|when|because|since|while|on|in|at|to|from|by|as|is|was|are|has|e|ou|mas|com|para|pra|por|se|quando|porque|desde|em|na|no|da|do|de|y|pero|con|en|und|oder|aber|mit|bei|wird|ist|kann|et|mais|avec|ed|ma|per|but|got|says?|fails?|deu|dá|d[áa]|que|which|that|thx|thanks|please|obrigad[oa]|[-–—/|])$/i

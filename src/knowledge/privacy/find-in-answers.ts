import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import type { Kind } from './kinds.ts'
import { explainsItself } from './value-shapes.ts'

/**
 * Finds what is said to questions of a chat, a transcript or a form: behind “what is your password?”, “data de nascimento?”
 * or “mother's maiden name?” the next line is taken whatever it is made of, unless it is a sentence. Linear.
 */
export function findInAnswers(text: string, add: Add): void {
  findStatedAnswers(text, add)
  if (!/[?.]\s|\n/.test(text)) return
  question.lastIndex = 0
  for (let found = question.exec(text); found !== null; found = question.exec(text)) {
    const { answer = '' } = found.groups ?? {}
    // What is said may ask something itself.
    question.lastIndex = found.index + found[0].length - answer.length
    const asked = found[0].slice(0, found[0].search(/[?.\n]/))
    const before = text.slice(Math.max(0, found.index - 60), found.index)
    const line = before.slice(before.lastIndexOf('\n') + 1) + asked
    // What is asked for, and not whether something is so.
    const isAsked = /\?/.test(found[0])
      ? wanting.test(line) || (/\?[ \t"”]{0,3}\r?\n/.test(found[0]) && isShortQuestion(line))
      : requesting.test(line)
    if (!isAsked || /erro|error|status|expir/i.test(line) || saysYesOrNo.test(answer)) continue
    const said = /^[^\n]{0,120}?(?=[.!](?:[ \t]|$)|$)/.exec(answer)?.[0] ?? ''
    const from = found.index + found[0].length - answer.length
    for (const { 0: part, index } of said.matchAll(/[^,;]+/g)) {
      const value = part.replace(leading, '').trimEnd()
      if (!isAnswer(value) && !isCodeAsked(asked, value)) continue
      const start = from + index + part.indexOf(value)
      add({ start, end: start + value.length, kind: kindAsked(asked), name: 'answer', value })
    }
  }
}

/** “question secrète, nom de mon chat : Pirouette”, “maiden name, Lindqvist”, “Erstes Auto?" hab ich mit Trabant beantwortet” */
const stated =
  /(?<!\p{L})(?:maiden name|(?:pet|dog|cat)['’]s name|(?:nom|nome|nombre|name|namen)[ \t](?:d[eou]s?|d[ao]s?|del?|of|van|meine[sr]|ihre[sr]|seine[sr]|der)?[ \t]?(?:\p{L}{1,9}[ \t]){0,2}(?:chat|chien|gato|cachorr[oa]|c[ãa]o|pet|dog|cat|perr[oa]|mascota|hund(?:e?s)?|katzen?|haustier(?:e?s)?|professora?|teacher|escola|school|[ée]cole)|first (?:car|pet|school)|erste[sr]? (?:auto|haustier|schule)|prima (?:auto|mascota|escuela)|primera mascota|primo animale|premier (?:animal|chien|chat)|prim(?:eiro|er) (?:carro|coche|animal)|favou?rite \p{L}{3,12}["'”]?|(?:security|secret) question|sicherheitsfrage)(?!\p{L})[^\n:=,.]{0,24}?(?:[ \t]?[:=,–-]|[ \t](?:is|was|é|era|est|ist|es|è|mit|with|com|con|avec)(?!\p{L}))[ \t]{1,2}(?:also |namely |ou seja |["'“«]){0,2}(?<answer>[^\s,;:.!?"'“”«»()]{3,30}(?:[ \t]\p{Lu}[^\s,;:.!?"'“”«»()]{2,30}){0,2})/giu

/** “Geheimfrage: erstes Haustier = Mauzi von der Alm”: question and answer behind the word for it, up to the end of the line. */
const asked =
  /(?<!\p{L})(?:geheimfrage|sicherheitsfrage|(?:secret|security|challenge) question|pregunta (?:secreta|de seguridad)|pergunta (?:secreta|de seguran[çc]a)|question (?:secr[èe]te|de s[ée]curit[ée])|domanda (?:segreta|di sicurezza)|controlevraag|geheime vraag)(?!\p{L})[^\n=>→?]{2,80}(?:->|=>|[=→?])[ \t]*["'“«]?(?<answer>[\p{L}\d][^\n;|=<>"”»]{1,60}?)(?=[ \t]*(?:[;|"”»\n\r,(]|\.(?:\s|$)|$))/giu

function findStatedAnswers(text: string, add: Add): void {
  for (const found of text.matchAll(asked)) {
    const value = found.groups?.answer ?? ''
    if (value.split(/[ \t]+/).length > 6 || explainsItself(value)) continue
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'password', name: 'answer', value })
  }
  for (const found of text.matchAll(stated)) {
    const value = found.groups?.answer ?? ''
    if (!/^\p{Lu}\p{Ll}/u.test(value) || !isAnswer(value)) continue
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'password', name: 'answer', value })
  }
}

const topics =
  'pw\\b|pwd\\b|token\\b|puk\\b|pass ?(?:word|phrase|code)|senha|contrase[ñn]a|clave|passwort|kennwort|mot de passe|wachtwoord|parola|has[łl]o|l[öo]senord|pin\\b|otp|(?:security|verification|access|sms|confirma\\p{L}{2,5}) code|c[óo]digo d[eo]|secret|segredo|(?:date of )?birth|born|birthday|nascimento|nasceu|nacimiento|naci[óo]|geboren|geburtsdatum|naissance|nascita|m[ãa]e\\b|mother|madre\\b|maiden|full name|nome completo|nombre completo|your name|seu nome|(?:tele)?phone|telefone|celular|m[óo]vil|whatsapp|address|endere[çc]o|direcci[óo]n|cpf|cnpj|\\brg\\b|ssn|dni|card number|cart[ãa]o|account number|n[úu]mero da conta|e-?mail|pet\\b|cachorro|gato|mascota|escola|school|memorable|teacher|professora?|av[óo]\\b|grandm|first car|primeiro carro|erstes auto|palavra|safe ?word|codewort'

/** Who says what is on the next line, and when: `Hyacinth Oduya  10:14 AM` */
const headOfMessage =
  '[ \\t]{0,6}\\p{L}[\\p{L}\\p{M} .’-]{1,40}?[ \\t,—–|·-]{1,4}\\[?(?:\\p{L}{3,9}[ \\t](?:at[ \\t]|às[ \\t]|um[ \\t]|à[ \\t])?)?\\d{1,2}[:.h]\\d{2}(?::\\d{2})?(?:[ \\t]?[AaPp]\\.?[Mm]\\.?|[ \\t]Uhr)?\\]?[ \\t]*\\r?\\n[ \\t]{0,6}'

const question = new RegExp(
  `(?<![\\p{L}\\d])(?:${topics})[^\\n?]{0,60}(?:\\?|(?<=(?:combinada|secreta|de seguran[çc]a|word|wort))\\.|(?=[ \\t]*\\r?\\n))[^\\n]{0,20}\\r?\\n(?:${headOfMessage}|[ \\t>*]{0,6}(?:\\[[^\\]\\n]{1,40}\\][ \\t]{0,3}|[\\d:/., -]{4,30})?(?:\\*{0,2}[\\p{L}\\d][^:\\n?]{0,40}\\*{0,2}:\\*{0,2}[ \\t]+|[-–—][ \\t]+))(?<answer>[^\\n]{2,200})`,
  'giu',
)

const wanting =
  /(?<!\p{L})(?:what|which|who|when|where|may i|could you|can you|please|confirm\p{L}*|and|your|qual|quais|quando|onde|e o|e a|seu|sua|me (?:passa|diz|informa|manda)|informe|poderia|pode|cu[áa]l|y el|y la|su|tu|wie|was|wann|welche\p{L}*|und|ihr\p{L}*|quel\p{L}*|votre|et|wat|welk\p{L}*|en|qual['’]?|il suo|e il)(?!\p{L})/iu
/** What asks for something without a question mark. */
const requesting =
  /(?<!\p{L})(?:(?:can|could|would) (?:you|u)|please|pls|plz|send|paste|share|give|tell|need|want|me (?:passa|manda|diz|informa|envia)|manda|passa|envia|preciso|quero|m[áa]nda\p{L}*|p[áa]sa\p{L}*|necesito|dime|schick\p{L}*|brauche|gib|envoie\p{L}*|donne\p{L}*|besoin|inviami|dammi|mandami|stuur)(?![\p{L}:])/iu

/** “the p12 pw?”, “Senha?” */
function isShortQuestion(line: string): boolean {
  const asked = line.replace(/^.*[:>\]]/, '').trim()
  return asked.split(/[ \t]+/).length < 5
}

/** What a code that was asked for looks like, though errors have such numbers too: `TK-185622` */
function isCodeAsked(asked: string, value: string): boolean {
  return /token|pin|otp|puk|code|c[óo]digo|pass|senha|pwd?/i.test(asked) && /^[A-Z]{1,4}-\d{4,10}$/.test(value)
}

const saysYesOrNo = /^[ \t]*(?:yes|no|nope|yep|sim|n[ãa]o|s[íi]|ja|nein|oui|non|nee)(?!\p{L})[ \t,.!]*(?:\p{Ll}|$)/u

const leading =
  /^[ \t]*(?:(?:it['’]?s|it is|that['’]?s|is|my|mine is|sure|yes|ok|é|eh|sim|claro|s[íi]|es|era|foi|ist|c['’]est|oi|hi|um+|uh+|hmm+|so|well|bom|então|and|e)[ \t,:]+){0,4}/i

function kindAsked(asked: string): Kind {
  if (/birth|born|nasc|nac|gebor|geburt/i.test(asked)) return 'birth date'
  if (/pass|senha|contrase|clave|wort|parola|wacht|has|l[öo]senord|pin|otp|code|c[óo]digo|secret|segredo/i.test(asked))
    return 'password'
  if (/phone|fone|celular|m[óo]vil|whats/i.test(asked)) return 'phone'
  if (/address|endere|direcc/i.test(asked)) return 'address'
  return 'name'
}

/** A few words or numbers, none of which make a sentence. */
function isAnswer(value: string): boolean {
  const words = value.split(/[ \t]+/)
  if (/^\/|^[A-Z]{2,}[-_]\d+$/.test(value)) return false
  if (value.length < 2 || words.length > 7 || /[?:]|^https?|\[[\w.@$-]{1,80}:[\da-z]{8}\]/.test(value)) return false
  if (explainsItself(value)) return false
  const small = words.filter(
    (word) => isFunctionWord(word) && !/^(?:d[aeo]s?|del?|la|el|the|of|von|van|di)$/i.test(word),
  )
  return (
    small.length === 0 &&
    !/^(?:yes|no|sim|n[ãa]o|s[íi]|ok|okay|sure|nope|yep|none|nothing|nada|enviei|sent|done|pronto)$/i.test(value)
  )
}

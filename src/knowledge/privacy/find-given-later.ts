import type { Add } from './finding.ts'
import { isFunctionWord } from './function-words.ts'
import type { Kind } from './kinds.ts'
import { isMessage, isProvenHarmless } from './proven-harmless.ts'
import { explainsItself } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds passwords that are given after they were spoken of, where no word for one is beside them: “the pwd was rotated,
 * it's now quiet.river.stone”, “e a do sistema ficou loja0911”. Linear.
 */
export function findGivenLater(text: string, vocabulary: Vocabulary, add: Add): void {
  if (!topic.test(text)) return
  for (const found of text.matchAll(given)) {
    const written = found.groups?.value ?? ''
    const start = found.index + found[0].length - written.length
    const phrase = phraseAt(text, start)
    const value = phrase ?? written.replace(/[.,;:!?…]+$/, '')
    const before = text.slice(Math.max(0, found.index - 320), start)
    // “; old one was …” is above the line that names it.
    const below = /^(?:the )?old one/i.test(found[0])
      ? topic.exec(text.slice(start + value.length, start + value.length + 40))
      : null
    const last = [...before.matchAll(allTopics)].at(-1) ?? below
    if (last === null || value.length < 4) continue
    const between = last === below ? '' : before.slice(last.index + last[0].length)
    if (between.split('\n').length > 5 || other.test(between.slice(between.lastIndexOf('\n') + 1))) continue
    const isPassword = ofPassword.test(last[0])
    if (
      (phrase === undefined ? isMade(value) : isPassword && !isMessage(phrase, vocabulary)) ||
      (isPassword && isOther(found[0], value, text.slice(start + value.length))) ||
      (isPassword && (isPassphrase(value, vocabulary) || isJoined(value, text.slice(start + value.length), vocabulary)))
    ) {
      const kind: Kind = isPassword ? 'password' : 'secret'
      add({ start, end: start + value.length, kind, name: isPassword ? 'password' : 'secret', value })
    }
  }
}

/** Several words in quotation marks: “mudei pra "estagiario do ano"”. */
function phraseAt(text: string, start: number): string | undefined {
  if (!/["“«]/.test(text.charAt(start - 1))) return undefined
  return /^([^"“”«»\n]{3,60})["”»]/.exec(text.slice(start, start + 64))?.[1]?.match(/^\S+(?:[ \t]\S+){1,5}$/)?.[0]
}

const nouns =
  "pass[ -]?words?|passwd|pwds?|pw|pass[ -]?phrase|pass[ -]?code|passwort|kennwort|mot de passe|mdp|parola d['’]ordine|wachtwoord|senhas?|contrase[ñn]as?|palavra[- ]passe|hasło|heslo|lösenord|passord|credentials?|credenciais|credenciales|zugangsdaten|identifiants|log-?ins?|pin|secrets?|segredo|(?:api|access|license|wifi|wi-fi)[ -]?keys?|chaves?|claves?|schlüssel|clé|chiave|tokens?"
const topic = new RegExp(`(?<![\\p{L}\\d_])(?:${nouns})(?![\\p{L}\\d_])`, 'iu')
const allTopics = new RegExp(topic.source, 'giu')
const ofPassword =
  /pass|clave|pwd?|pw|wort|mdp|parola|wacht|senha|contrase|has[łl]o|heslo|l[öo]senord|cred|zugang|log-?in|identifiant/i

/** What else is spoken of since then. */
const other =
  /(?<![\p{L}\d_])(?:errors?|erros?|version|vers[ãa]o|build|release|branch|host|server|servidor|file|arquivo|ticket|chamado|status|request|pedido|order|url|link|endpoint|cluster|namespace|image|imagem|job|pod|commit|tag|region|regi[ãa]o|database|tenant|model|modelo|format|formato|hash|algorithm|algoritmo|cipher|e-?mail)(?![\p{L}\d_])/iu

/** How a sentence comes back to it, in English, Portuguese, Spanish, German, French and Italian. */
const given = new RegExp(
  `(?<![\\p{L}\\d_'’-])(?:${[
    "(?:it|that|this|which|mine|ours|(?:the )?(?:new|old|current|other|temp(?:orary)?|right|correct|last|first|next|real) one|(?:the )?one (?:for|on|in) [\\p{L}\\d -]{2,24}?)(?:['’]s|[ \\t](?:is|was|will be|should be|used to be))(?:[ \\t](?:now|still|back to|currently|actually|just|again|probably|simply|literally))?",
    '(?:la|el|a|o|das|die|der|celle|celui|quella|quello|the one)[ \\t](?:de(?:[ \\t]la)?|del|do|da|para(?:[ \\t][oa])?|for(?:[ \\t]the)?|of|f[üu]r(?:[ \\t](?:das|die|den))?|pour|du|di|della)[ \\t][\\p{L}-]{2,16}(?:[ \\t](?:es|é|is|ist|est|è))?',
    '(?:(?:la|el|a|o|die|das)[ \\t])?(?:nova|nueva|neue|nouvelle|nuova|antiga|vieja|alte|ancienne|vecchia|outra|otra|andere|autre|altra)[ \\t](?:é|es|ist|est|è|era|war)',
    '(?:(?:changed|rotated|switched|updated|moved|went|set|reset)(?:[ \\t](?:it|them|that|this))?(?:[ \\t]back)?|back)[ \\t](?:to|into)',
    '(?:the )?(?:new|old|current|other) one,',
    "(?:try|use|used|enter|entered|type|typed|got|it says|here(?:[ \\t](?:you go|it is|goes)|[’']s(?:[ \\t]mine)?)|now|new one|the new)",
    '(?:agora|hoje|atual)?[ \\t]?(?:é|eh|era|ficou|fica|virou|passou a ser|passa a ser|continua(?: sendo)?|segue sendo|mudou para|mudou pra|trocaram (?:para|pra|por)|troquei (?:para|pra|por)|mudei (?:para|pra)|botei|coloquei|deixei)',
    '(?:usa|usei|use|tenta|tentei|tente|coloca|coloque|digita|digite|digitei|p[õo]e|ponha|anota(?: a[íi])?|segue|manda|toma|nova|antiga)',
    '(?:ahora es|es|era|qued[óo]|queda|sigue siendo|pas[óo] a ser|la cambi[ée] (?:a|por)|cambiaron a|prueba(?: con)?|pon|puse|apunta|nueva|vieja)',
    '(?:ist(?: jetzt| nun| wieder)?|lautet(?: jetzt| nun)?|war|wurde auf|hei[ßs]+t(?: jetzt)?|nimm|probier|versuch(?:s|e)?(?: mal)?(?: mit)?|neu|neues|jetzt)',
    "(?:c['’]est(?: maintenant)?|est(?: maintenant| devenu)?|devient|[ée]tait|essaie|essayez|utilise|utilisez|prends|tape|tapez|mets|nouveau)",
    '(?:è(?: ora| adesso)?|[èe] diventata|diventa|ora [èe]|adesso [èe]|prova(?: con)?|metti|nuova)',
  ].join('|')})(?:[ \\t]*[:=][ \\t]*|[ \\t]+)["'“‘«\`(*]{0,2}(?<value>[\\p{L}\\d][^\\s"'“”‘’«»\`()<>*]{3,60})`,
  'giu',
)

/** “… e a nova é x”, “y la del banco es x”: the next of several passwords, whatever its word is, where its clause ends. */
function isOther(said: string, value: string, behind: string): boolean {
  return (
    another.test(said) &&
    /^\p{L}[\p{L}'’_-]{3,40}$/u.test(value) &&
    /^["'”»)]?(?:[.,;!\n\r]|$)/.test(behind) &&
    !explainsItself(value) &&
    !isFunctionWord(value) &&
    !/(?:ed|ing|ad[oa]|id[oa]|iert|[ée]e?|mente|ly)$/i.test(value)
  )
}

const another =
  /^(?:(?:la|el|a|o|das|die|der|celle|celui|quella|quello|the one)[ \t](?:de|del|do|da|para|for|of|f[üu]r|pour|du|di|della)[ \t].{2,24}[ \t](?:es|é|is|ist|est|è)|(?:(?:la|el|a|o|die|das)[ \t])?(?:nova|nueva|neue|nouvelle|nuova|antiga|vieja|alte|ancienne|vecchia|outra|otra|andere|autre|altra)[ \t](?:é|es|ist|est|è|era|war|[ée]tait)|(?:the )?(?:new|old|other) one (?:is|was))[ \t:]/iu

/** Letters with digits or signs in one word, and no version, host, file, code of an error, time or identifier. */
function isMade(value: string): boolean {
  if (
    explainsItself(value) ||
    !/\p{L}/u.test(value) ||
    isKnownForm.test(value) ||
    /^[A-Z]{2,14}(?:[-_][A-Z]{2,14})*[-_]?\d{1,8}$/.test(value)
  )
    return false
  const isMixed = /\d/.test(value) && (/\p{L}{2}/u.test(value) || value.length > 7)
  return isMixed || (/\p{L}[!@#$%^&*+~?]/u.test(value) && value.length > 5)
}

const isKnownForm =
  /^(?:https?:|[a-z][\w+.-]*:\/\/|\/|v?\d+(?:[.,:/-]\d+)*\p{L}{0,12}$|v?\d+(?:\.\d+){1,4}[\w.+-]*$|(?:[\w-]+\.)+(?:com|net|org|io|dev|br|pt|es|de|fr|it|uk|local|internal|example|test|lan|corp|cloud|app|json|ya?ml|xml|txt|log|js|ts|py|java|go|php|rb|cs|md|pdf|zip|gz|sh|conf|cfg|ini|env|sql|html?|csv)(?:[:/].*)?$|\w+\(|\w+[=:]\S|[\da-f]{8}-[\da-f]{4}-|\d+[\p{L}%°º]{1,10}$|\p{L}{1,4}\d{1,2}$|(?:oauth|http|tls|ssl|sha|md|aes|rsa|es|hs|rs|ps|utf|base|ipv|x|pkcs|win|http\/|python|java|node|php|net|chrome|firefox|ios|android|mp|h|s|k8s|i18n|b2b|b2c|p2p|e2e|2fa|mfa|u2f|fido|port|step|line|page|user|item|level|part|team|room|sprint|phase|stage|option|test|exit|code|status|error|erro|linha|passo|etapa|sala|porta)[-_.]?\d+[\w.-]*$)/iu

/** Two words that a dot, a low line or capital letters join, and that no name in a program is made of: `tapioca.doce`. */
function isJoined(value: string, behind: string, vocabulary: Vocabulary): boolean {
  const isCamel = /^(?:\p{Lu}\p{Ll}{2,}){2,4}$/u.test(value)
  if (!isCamel && !(/^\p{L}{4,}[._]\p{L}{4,}$/u.test(value) && /^["'”»)]?[ \t]*(?:[.,;!\n\r]|$)/.test(behind)))
    return false
  return !isKnownForm.test(value) && vocabulary.classOf(value) !== 'term' && !isProvenHarmless(value, vocabulary)
}

/** Three words or more joined by signs, none of computers: `quiet.river.stone`. */
function isPassphrase(value: string, vocabulary: Vocabulary): boolean {
  const parts = value.split(/[-._]/)
  return (
    parts.length > 2 &&
    !isKnownForm.test(value) &&
    parts.every((part) => /^\p{L}{3,12}$/u.test(part) && !isFunctionWord(part)) &&
    parts.filter((part) => vocabulary.classOf(part) === 'term').length < 2
  )
}

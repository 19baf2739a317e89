import { documented, inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Lengths of one value that a text states at two places: where the two differ, the value was changed on its way. */
export const statedLengthRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§5.2', inferred('the lengths in the text')), find: otherLength },
  { own: 'unless-named', basis: inferred('the lengths in the text'), find: shortened },
]

/** Values that are stored before they are sent, and what comes of one that is not whole. */
const stored = [
  {
    name: 'code',
    named: /\bcode\b|c[oó]digo/i,
    refused: /invalid_grant/,
    of: 'code-not-taken-whole',
    fix: 'Make the field long enough for the whole code, and sign in again for a new one.',
  },
  {
    name: 'access token',
    named: /token|jwt/i,
    refused: /steps\.jwt\.|failed ?to ?decode|malformed|invalid[_ ]token|signature/i,
    of: 'token-unreadable-at-gateway',
    fix: 'Make the field long enough (a text column), and sign in again to replace the truncated tokens.',
  },
] as const

/** A code or token of which the text states a length as it came and a shorter one as it was stored or sent. */
function shortened({ text }: Trace): Said | undefined {
  for (const { name, named, refused, of, fix } of stored) {
    if (!refused.test(text) || !named.test(text)) continue
    const all = lengthsIn(text)
    const whole = all.find(({ line }) => came.test(line))
    const short =
      whole &&
      all.find(({ characters, line }) => characters < whole.characters && (!came.test(line) || kept.test(line)))
    const column =
      short &&
      new RegExp(
        `\\b[\\w.]{2,40}["'\`]?\\s{1,4}(?:n?var)?char(?:2|acter varying)?\\s?\\(${short.characters}\\)|(?:n?var)?char(?:2)?\\s?\\(${short.characters}\\)\\s{1,4}[\\w.]{2,40}`,
        'i',
      ).exec(text)?.[0]
    if (whole === undefined || short === undefined || (column === undefined && !kept.test(short.line))) continue
    return {
      of,
      title: `The ${name} was truncated before it was sent`,
      cause: `The ${name} had ${whole.characters} characters when it was received, and ${short.characters} when it was ${column === undefined ? 'stored or sent' : `stored: ${quoted(column)} takes no more`}. The sent ${name} is therefore incomplete.`,
      fix,
      telling: column ?? String(short.characters),
    }
  }
  return undefined
}

const came = /\b(?:callback|response|received|recebid\w*|recibid\w*|returned|got|came|veio|original|had)\b/i
const kept = /\b(?:stored|saved|sent|grav\w+|salv\w+|guard\w+|len|length|column|coluna|field|campo|enviad\w+|select)\b/i

interface Length {
  characters: number
  line: string
}

function otherLength({ text }: Trace): Said | undefined {
  if (!/invalid_client|client_not_found|unauthori[sz]ed|(?<![\d.])401(?![\d.])/.test(text)) return undefined
  if (!secretName.test(text)) return undefined
  const stated = lengthsIn(text)
  const given = stated.find(({ line }) => source.test(line))
  const used = stated.find((one) => one !== given && one.characters !== given?.characters && !source.test(one.line))
  if (given === undefined || used === undefined) return undefined
  const change = changes.find(({ when }) => when(text, given.characters, used.characters))
  return {
    of: used.characters > given.characters ? 'client-credentials-stray-whitespace' : 'client-secret-wrong',
    title: `Your app’s secret has the wrong length`,
    cause: `The registered secret has ${given.characters} characters (${quoted(given.line.trim(), 140)}), but your app’s has ${used.characters} (${quoted(used.line.trim(), 140)}). ${change?.why ?? 'It was changed between the registration and your app.'}`,
    fix: change?.fix ?? 'Compare your app’s value with the registered one, and fix where it is stored or read.',
    who: 'operator',
    telling: String(used.characters),
  }
}

/** What makes a value longer or shorter, by what the text shows of it. */
const changes: readonly { when: (text: string, given: number, used: number) => boolean; why: string; fix: string }[] = [
  {
    when: (text, given, used) => used < given && /\bvariable is not set\b|\$[A-Za-z]\w*/.test(text),
    why: 'Compose or the shell read a part that begins with $ as an unset variable.',
    fix: 'Write $$ for $ in a Compose file, or put the value in single quotes in a shell. Then restart your app.',
  },
  {
    when: (text, given, used) => used < given && /\\/.test(text) && given - used <= 3,
    why: 'Some characters are missing: backslashes in the value were read as escapes.',
    fix: 'Write each backslash twice in the file, or read the value from an environment variable.',
  },
  {
    when: (text, given, used) => used < given && /#/.test(text),
    why: 'The end is missing: a # begins a comment in many files of settings.',
    fix: 'Put the value in quotation marks, and restart your app.',
  },
  {
    when: (_text, given, used) => used === given + 1 || used === given + 2,
    why: `A line break or space was added at its end.`,
    fix: "Store it without a line break (printf '%s' instead of echo), and trim it where it is read.",
  },
  {
    when: (_text, given, used) => used === given - 1,
    why: 'One character is missing.',
    fix: 'Copy the whole value again, including its last character, and restart your app.',
  },
]

/** What says that a length is that of the registered value, as the portal or the store shows it. */
const source =
  /\b(?:portal|copied|pasted|postman|registered|shown|gerad[oa]|cadastrad[oa]|original|should be|deveria|expected|esperad[oa]|says|diz|insomnia)\b/i

const secretName = /secret|segredo|senha|clave|passw|geheim|chave/i
const lengths: readonly RegExp[] = [
  /(?<![\d.])(\d{1,5})[ -]?(?:chars?|characters?|caracteres|zeichen|bytes)\b/gi,
  /\b(?:len(?:gth)?|size|tamanho|comprimento|longitud)["')\]]{0,3}(?:\(\))?[^\n\d]{0,24}?(\d{1,3})(?![\d.])/gi,
  /\bwc -[cm]\b[^\n\d]{0,20}(\d{1,3})(?![\d.])/gi,
  /\bshould be (\d{1,3})(?![\d.])/gi,
  /\b(?:portal|registered)\b[^\n\d]{0,20}\b(?:says|shows|diz|mostra)\b[^\n\d]{0,20}(\d{1,3})(?![\d.])/gi,
  /\.length\)?;?\s{0,4}\/\/\s{0,3}(\d{1,3})(?![\d.])/gi,
]

/** The lengths that the parts of lines state, in their order. */
function lengthsIn(text: string): Length[] {
  return text
    .split(/\n|(?<=[.;)]) (?=[A-Za-z(])|, (?=[a-z ]{3,40}(?:\d|has|had|is|was))|(?<=\d) (?=\(should)/)
    .slice(0, 2_000)
    .flatMap((line) =>
      lengths
        .flatMap((pattern) => [...line.slice(0, 1_000).matchAll(pattern)])
        .slice(0, 4)
        .map(([, characters]) => ({ characters: Number(characters), line: line.slice(0, 300) })),
    )
    .filter(({ characters }) => characters > 0)
    .slice(0, 40)
}

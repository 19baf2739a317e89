import { unaccented } from './facts/folded.ts'

/** What a sentence of the other side names as the cause of a refusal. */
export interface NamedCause {
  about: Thing
  problem: Problem
  /** The names that the sentence gives: scopes, a header, a parameter. */
  names: string[]
  /** The sentence itself. */
  sentence: string
}

export type Thing = 'scope' | 'permission' | 'header' | 'certificate' | 'verifier' | 'parameter'

export type Problem = 'missing' | 'length' | 'not-allowed' | 'value'

/**
 * Reads from a sentence what it names as the cause, in English, Portuguese or Spanish, whatever product wrote it:
 * `scope requerido: cob.write`, `code verifier must be at least 43 characters`. Undefined for one that names nothing.
 * Linear in its length.
 */
export function namedCause(sentence: string): NamedCause | undefined {
  const plain = unaccented(sentence.slice(0, sentenceLimit)).replaceAll(/[“”„]/g, '"').replaceAll(/[‘’`]/g, "'")
  for (const { about, problem, is, many } of readers) {
    const match = is.exec(plain)
    if (match === null) continue
    const names = many ? namesIn(match.groups?.names ?? '') : [match.groups?.name ?? ''].filter((one) => one !== '')
    if (match.groups !== undefined && (names.length === 0 || names.some((one) => noName.test(one)))) continue
    return { about, problem, names, sentence }
  }
  return undefined
}

const sentenceLimit = 400

/** What the lines of a log that are marked as errors or warnings say behind their mark. */
export function loggedErrors(text: string): string[] {
  return text
    .slice(0, logLimit)
    .split('\n')
    .flatMap((line) => {
      const mark = [...line.slice(0, 200).matchAll(levelMark)].at(-1)
      return mark === undefined
        ? []
        : [line.slice(mark.index + mark[0].length, mark.index + mark[0].length + sentenceLimit).trim()]
    })
    .filter((said) => said.includes(' '))
    .slice(0, 8)
}

const logLimit = 200_000
const levelMark =
  /(?:^|[\s[|(<"=])(?:ERROR|ERRO|WARN(?:ING)?|FATAL|SEVERE|CRITICAL|[Ee]rror|[Ww]arn(?:ing)?)[\])|>"]*[:\s|-]{1,4}/g

const missing =
  "(?:missing|absent|required|mandatory|not (?:found|present|provided|sent|set|supplied|specified|informed)|must (?:be (?:present|provided|sent|set|supplied|specified|included)|not be (?:empty|null|blank))|(?:can(?:not|'t)|may not) be (?:empty|null|blank|missing)|needs? to be (?:present|provided|sent|set)|ausente|obrigatori[oa]|requerid[oa]|obligatori[oa]|exigid[oa]|faltando|faltante|nao (?:foi )?(?:informad[oa]|enviad[oa]|encontrad[oa]|fornecid[oa]|preenchid[oa]|localizad[oa])|no (?:fue )?(?:enviad[oa]|encontrad[oa]|informad[oa])|nao (?:pode|deve) (?:ser|estar) (?:vazi[oa]|nul[oa]))"
const lacking =
  '(?:missing|lacks?|lacking|requires?|required|needs?|insufficient|without|ausente|falta(?:ndo|nte)?(?: [oa])?|exige|requer|requiere|necessit[ao]|precisa d[eoa])'
const is = '(?: (?:is|was|are|e|es|foi|esta|fue|deve ser|debe ser))?'
const article = '(?:(?:the|an?|following|one of|any of|these|all|o|a|os|as|el|la|un|uma?) ){0,3}'
const quote = '["\'\\[(<{]{0,2}'
const scopeWord = '(?:scopes?|escopos?|alcances?)'
const permissionWord = '(?:permissions?|permissao|permissoes|permisos?|privileges?|roles?)'
const fieldWord =
  '(?:parameters?|params?|fields?|propert(?:y|ies)|attributes?|arguments?|campos?|parametros?|propriedades?|atributos?)'
const scope = '[\\w./:*@-]{3,100}(?![\\w./:*@-])'
const scopes = `(?<names>${scope}(?:["'\\])},]{0,3}(?: (?:or|and|ou|e|y|o))? ["'\\[(]{0,2}${scope}){0,7})`
const header = '(?<name>[A-Za-z][A-Za-z\\d]{0,40}(?:[-_][\\w]{1,40}){1,8})'
const identifier = '(?<name>[A-Za-z_][\\w]{1,60}(?:[.\\[\\]-]{1,2}[\\w]{1,40}){0,6})'
const verifier = '(?:(?:pkce )?code[ _-]?verifier|pkce verifier|codeVerifier)'

interface Reader {
  about: Thing
  problem: Problem
  is: RegExp
  /** It may name several. */
  many?: true
}

/** What tells more than what comes after it. */
const readers: Reader[] = [
  {
    about: 'verifier',
    problem: 'length',
    is: new RegExp(
      `${verifier}[^.]{0,30} (?:must|should|(?:has|needs) to|deve|debe|is too (?:short|long)|(?:muito|demasiado) (?:curto|corto|longo|largo)|minimum|length)`,
      'i',
    ),
  },
  {
    about: 'verifier',
    problem: 'not-allowed',
    is: new RegExp(
      `(?:unexpected|unsupported|superfluous|not expecting (?:an? )?) ?${verifier}|${verifier}[^.]{0,20} (?:not|nao|no) (?:allowed|permitted|supported|expected|permitid[oa]|esperad[oa]|suportad[oa])`,
      'i',
    ),
  },
  ...lacks('scope', scopeWord),
  ...lacks('permission', permissionWord),
  {
    about: 'header',
    problem: 'missing',
    is: new RegExp(
      `${missing}[^.]{0,24} (?:http |request )?(?:headers?|cabecalho|encabezado|cabecera):? ${quote}${header}`,
      'i',
    ),
  },
  {
    about: 'header',
    problem: 'missing',
    is: new RegExp(
      `(?:headers?|cabecalho|encabezado|cabecera):? ${quote}${header}["')\\]}>]{0,2}${is} ${missing}`,
      'i',
    ),
  },
  {
    about: 'header',
    problem: 'missing',
    is: new RegExp(`${quote}${header}["')\\]}>]{0,2} header${is} ${missing}`, 'i'),
  },
  {
    about: 'parameter',
    problem: 'missing',
    is: new RegExp(
      `${lacking} ${article}(?:(?:required|mandatory|obligatory|request|form|body|query|obrigatorio|input) ){0,3}${fieldWord}(?: named| called)?[ ]?(?:[:=] ?| )${quote}${identifier}`,
      'i',
    ),
  },
  {
    about: 'parameter',
    problem: 'missing',
    is: new RegExp(`${fieldWord}:? ${quote}${identifier}["')\\]}>]{0,2}${is} ${missing}`, 'i'),
  },
  {
    about: 'parameter',
    problem: 'missing',
    is: new RegExp(
      `["'\\[]${identifier}["'\\]](?: ${fieldWord})?${is} (?!not found|nao encontrad|no encontrad)${missing}`,
      'i',
    ),
  },
  {
    about: 'parameter',
    problem: 'missing',
    is: new RegExp(
      `(?<![\\w.-])(?<name>[a-z]{2,30}(?:_[a-z]{2,30}){1,5}|[a-z]{2,30}(?:[A-Z][a-z]{1,30}){1,5})${is} ${missing}`,
    ),
  },
  {
    about: 'parameter',
    problem: 'not-allowed',
    is: new RegExp(
      `(?:unexpected|unknown|unsupported|unrecogni[sz]ed|not allowed|desconhecid[oa]|inesperad[oa]) ${fieldWord}:? ${quote}${identifier}`,
      'i',
    ),
  },
  {
    about: 'parameter',
    problem: 'value',
    is: /(?<![\w.-])["'[]?(?<name>[a-z]{2,30}(?:_[a-z]{2,30}){1,5}|[a-z]{2,30}(?:[A-Z][a-z]{1,30}){1,5})["'\]]? (?:must|should|(?:has|needs) to|deve|debe) (?:(?:be|ser) (?:at |between|one of|an? |in |valid|greater|less|longer|shorter|https?|absolute|base64|no m|um |uma |un |una )|(?:have|contain|match|start|ter|conter|tener|contener) )/,
  },
  {
    about: 'certificate',
    problem: 'missing',
    is: new RegExp(
      `(?:client |mutual )?(?:certificate|certificado)(?: (?:de|do|del) cliente)?${is} ${missing}|(?:${lacking}|no) (?:(?:valid|an?|the|um|o|required|ssl|tls) ){0,2}(?:client|cliente)?[ -]?(?:certificate|certificado)\\b`,
      'i',
    ),
  },
]

/** Readers for sentences that name what is not granted. */
function lacks(about: Thing, word: string): Reader[] {
  const required =
    '(?:requerid[oa]s?|necessari[oa]s?|exigid[oa]s?|obrigatori[oa]s?|required|needed|missing|ausentes?|faltantes?)'
  return [
    new RegExp(
      `${lacking} ${article}(?:(?:required|oauth2?|necessary|api|access) ){0,2}${word}["']?[ ]?(?:[:=] ?| )${quote}${scopes}`,
      'i',
    ),
    new RegExp(`${word} ${required}${is}(?: ?[:=] ?| )${quote}${scopes}`, 'i'),
    new RegExp(`${word}:? ${quote}${scopes}["')\\]}>]{0,2}${is} ${required}`, 'i'),
  ].map((one) => ({ about, problem: 'missing', is: one, many: true }))
}

/** The names in a list of scopes: those that are written like one, or all behind a colon. */
function namesIn(list: string): string[] {
  return list
    .split(/[\s,"'[\](){}]+/)
    .map((one) => one.replace(/[.:,]+$/, ''))
    .filter((one) => /[._:/-]|[a-z][A-Z]/.test(one) && /[A-Za-z]{2}/.test(one))
    .slice(0, 8)
}

/** Words that can be in the place of a name, and are none. */
const noName =
  /^(?:is|are|was|the|an?|and|or|in|to|of|for|not|de|do|da|em|no|na|que|missing|required|invalid|request|value|values|body|header|headers|query|field|fields|name|error|nome|campo|valor|from|by|with|access|this|that|be|but|it|which|if|so|does|has|have|empty|null)$/i

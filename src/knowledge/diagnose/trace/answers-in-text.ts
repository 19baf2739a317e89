import { answersIn } from '../../text/signals.ts'
import type { Mark, Spanned } from './mark.ts'

/** `rest` is the text without addresses and forms, whose parameters say what was asked and not what came back. */
export function answersOf(text: string, rest: string): Mark[] {
  const statuses = answersIn(text).map(({ status, at }): Mark => ({ is: 'answer', at, status }))
  const codes = [...rest.matchAll(codeInText)]
    .slice(0, 200)
    .map(({ 1: code, index }): Mark => ({ is: 'answer', at: index, code }))
  const words = [...rest.matchAll(described)]
    .slice(0, 50)
    .map((match): Mark => ({ is: 'answer', at: match.index, description: match[1] ?? match[2] ?? match[3] }))
  const pages = sentences.flatMap(([means, sentence]) =>
    [...rest.matchAll(sentence)].slice(0, 20).map(({ index }): Mark => ({ is: 'answer', at: index, means })),
  )
  return [...statuses, ...codes, ...words, ...pages]
}

const codeInText =
  /(?<![\w./=-])(client_not_found|invalid_(?:client|grant|request|scope|token|redirect_uri|request_uri|target)|unsupported_(?:grant_type|response_type)|unauthorized_client|access_denied|server_error|temporarily_unavailable|(?:login|interaction|consent)_required|insufficient_scope|steps\.[A-Za-z]\w{1,30}(?:\.\w{1,40}){1,4})(?![\w=-]|\.\w)/g
const described =
  /["']?\berror_?description["']?\s{0,3}(?:=>|[:=])\s{0,3}(?:"([^"\n]{1,400})"|'([^'\n]{1,400})'|([^\s"'&][^\n"&}]{1,300}))/gi

/**
 * The status that stands on the line of an address as a number alone, as records and lists have it; where a word that
 * says what it is stands with it, it is read with that.
 */
export function besideAddresses(text: string, addresses: Spanned<Extract<Mark, { is: 'address' }>>[]): Mark[] {
  return addresses.flatMap(({ end, method: named, kind }, index): Mark[] => {
    if (named === undefined && kind === 'callback') return []
    const until = Math.min(end + 160, addresses[index + 1]?.at ?? text.length)
    const [line = ''] = text.slice(end, until).split('\n')
    const found = lonelyStatus.exec(line)
    return found === null
      ? []
      : [{ is: 'answer', at: end + found.index + found[0].length - 3, status: Number(found[1]) }]
  })
}

/**
 * Refusals that a line tells before the address of their request, put behind it: the only status of a line belongs to its
 * only address.
 */
export function behindAddresses(
  text: string,
  answers: Mark[],
  addresses: Spanned<Extract<Mark, { is: 'address' }>>[],
): Mark[] {
  const lineOf = (at: number) => text.lastIndexOf('\n', at - 1)
  const statuses = new Map<number, number>()
  for (const mark of answers)
    if (mark.is === 'answer' && mark.status !== undefined)
      statuses.set(lineOf(mark.at), (statuses.get(lineOf(mark.at)) ?? 0) + 1)
  const calls = new Map<number, typeof addresses>()
  for (const one of addresses) calls.set(lineOf(one.at), [...(calls.get(lineOf(one.at)) ?? []), one])
  return answers.map((mark) => {
    if (mark.is !== 'answer' || (mark.status ?? 0) < 400) return mark
    const line = lineOf(mark.at)
    const [call, ...others] = calls.get(line) ?? []
    const only = call !== undefined && others.length === 0 && statuses.get(line) === 1 && call.kind !== 'callback'
    return only && mark.at < call.at && call.at - mark.at < 300 ? { ...mark, at: call.end } : mark
  })
}

/** Three digits between blanks or brackets that no other number comes before, and behind which no unit or thing is named. */
const lonelyStatus =
  /^[^\d\n]{0,60}(?:HTTP\/[\d.]{1,3}"?)?(?<=[\s[(])([1-5]\d\d)(?=\s{0,3}$|[\])|,;]|[ \t]{1,12}(?:\d|[A-Z][a-z]|[A-Z]{2}|[-–—{"'(|]|\w{1,20}=))/

/** What pages and people say where an error code would stand. */
const sentences: readonly (readonly [means: string, sentence: RegExp])[] = [
  [
    'client_not_found',
    /\b(?:aplicativo|aplica[cç][aã]o|app|client(?:[ _]?id)?|cliente|aplicaci[oó]n)["']? (?:inexistente|desconhecid[oa]|n[aã]o (?:foi )?(?:encontrad[oa]|cadastrad[oa]|existe|reconhecid[oa])|inv[aá]lid[oa]|not found|unknown|does not exist|is not registered|no encontrad[oa]|no existe)|\bunknown (?:client|application)\b/gi,
  ],
  [
    'invalid_redirect_uri',
    /\bredirect[_ ]?ur[il]["']? (?:de retorno )?(?:inv[aá]lid[oa]|n[aã]o (?:foi )?(?:cadastrad[oa]|confere|registrad[oa]|autorizad[oa]|permitid[oa])|is not (?:registered|allowed|valid)|not (?:registered|allowed)|mismatch|no registrad[oa]|no coincide)|\binvalid redirect[_ ]?ur[il]/gi,
  ],
  [
    'invalid_redirect_uri',
    /\b(?:(?:endere[cç]o|dire[cç](?:[cç][aã]o|ci[oó]n)|indirizzo|adresse|ur[il]|address|link) (?:d[eio] |of )?(?:retorno|ritorno|reindirizzamento|redirecionamento|vuelta|redirec\w+|redirection|retour|return|callback|redirect)|r[uü]ck(?:sprung|leitungs|kehr)(?:adresse|-?ur[il])|weiterleitungs(?:adresse|-?ur[il])|(?:redirect|return|callback)[_ -]?(?:address|ur[il]))\b[^\n.]{0,60}?(?:n[aã]o (?:[ée] v[aá]lid|confere|corresponde|est[aá] (?:cadastrad|registrad)|cadastrad|registrad|permitid|autorizad)|inv[aá]lid|non [eè] (?:registrat|valid|autorizzat)|non corrisponde|no (?:coincide|es v[aá]lid|est[aá] (?:registrad|autorizad)|corresponde|registrad)|nicht (?:hinterlegt|registriert|erlaubt|g[uü]ltig|zugelassen|bekannt)|ung[uü]ltig|ne correspond pas|non (?:enregistr|autoris|valide)|invalide|is not (?:registered|allowed|valid)|not (?:registered|allowed|recogni[sz]ed)|does not match|do(?:es)?n.t match|mismatch)/gi,
  ],
  [
    'invalid_scope',
    /\b(?:escopo|scope)s? (?:inv[aá]lid[oa]|desconhecid[oa]|n[aã]o permitid[oa]|not allowed|unknown)|\b(?:invalid|unknown) scope\b/gi,
  ],
  [
    'unsupported_response_type',
    /\btipo de resposta (?:n[aã]o|inv)|\bresponse[_ ]type["']? (?:not|is not|inv|n[aã]o|unsupported)/gi,
  ],
  [
    'invalid_request',
    /\b(?:requisi[cç][aã]o|solicita[cç][aã]o|pedido) inv[aá]lid[oa]|\bpar[aâ]metro[ \w]{0,30} (?:ausente|faltando|inv[aá]lido)|\b(?:missing|duplicate|invalid) parameter\b|\bsolicitud inv[aá]lida/gi,
  ],
]

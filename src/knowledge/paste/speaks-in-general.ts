/**
 * Whether a text speaks of responses in general and of none that somebody received: a discussion of a standard, a proposal
 * for a document, or a description of an API. Linear in the length of the text.
 */
export function speaksInGeneral(text: string): boolean {
  if (text.length > 8_000 || ownCase.test(text)) return false
  return (standard.test(text) && normative.test(text)) || proposes.test(text) || describes(text)
}

/** What a person met themselves, or a program wrote while it ran. */
const ownCase =
  /\b(?:I|we)(?:[’']m| am| are|[’']re)? (?:get|got|getting|receiv\w+|see|seeing|have (?:an?|the|this) (?:error|issue|problem)|tried)\b|\b(?:my|our) (?:app|server|client|request|code|api|users?)\b|\b(?:it|this|that|login|call|request|which) (?:fails?|failed|stopped|broke)\b|\b(?:doesn|didn|don|won|isn)[’']t work|\b(?:does|is) not work|\bnot working\b|\d\d:\d\d:\d\d|^[ \t]{0,8}at \S+\(|Traceback|\b(?:estou|estamos|recebo|recebi|recebemos|consigo|deu erro|d[aá] erro|dando erro|tentei|tengo|recibo|no puedo|me (?:da|sale|devuelve)|bekomme|erhalte|ich habe|j[’']ai|je re[cç]ois|nous avons)\b/im

/** A standard, by its name, its page or its section. */
const standard =
  /\b(?:tools\.ietf\.org|datatracker\.ietf\.org|rfc-editor\.org|openid\.net\/specs|w3\.org\/TR)\b|\bRFC ?\d{4}\b|\bsection \d{1,2}(?:\.\d{1,2}){1,3}\b/i
/** What a standard or its reader says of how it is to be. */
const normative =
  /\b(?:SHOULD|MUST|MAY)(?: NOT)?\b|\b(?:correct|right|proper|wrong) (?:response|error|status|code)\b|\b[Ss]hould (?:possibly |probably |really |rather )?(?:be|return|respond|say|mention)\b|\b[Ss]hould the (?:error|response|status|server|client)\b|\bthe (?:guide|spec|specification|draft|document|docs?|example|figure)\b[^.\n]{0,30}\b(?:should|shows?|says?|could)\b|\b[Ee]ditorial\b/

/** What somebody proposes for a document or a plan of tests. */
const proposes =
  /\b(?:suggest(?:ed|ions?)?|propos(?:ed|al)|improve(?:ments?)?|add(?:itions?)?|useful to mention)\b[^.\n]{0,50}\b(?:docs?|documentation|readme|test cases?|usage example|guide|handbook|wiki)\b/i

/** Whether at least two sentences say what a server does in general, or what a field must be. */
function describes(text: string): boolean {
  return [...text.matchAll(general)].length > 1
}

const general =
  /\b(?:(?:response|request|tokens?|server|endpoint|api|credentials?)\b[^.\n]{0,40}\bwill (?:return|respond|be (?:returned|marked|rejected|accepted|sent|answered))|you (?:will|[’']ll) (?:get|receive|be returned)|voc[eê] (?:receber[aá]|obter[aá])|(?:a|o|as|os) [^.\n]{2,40} (?:retornar[aá]|ser[aá] (?:retornad|enviad|rejeitad)[oa])|(?:recibir[aá]s?|obtendr[aá]s?) |deve(?:r[aá])? (?:ter|conter) (?:entre|no m)|o token expira ap[oó]s|nunca exponha|implemente (?:a |uma |o )?renova|(?:string|integer|boolean|object) (?:required|optional|obrigat[oó]ri[oa]|opcional))/gi

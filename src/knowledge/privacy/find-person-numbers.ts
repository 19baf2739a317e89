import type { Add } from './finding.ts'

/**
 * Finds the numbers under which somebody is kept, behind the noun for them: of customers, members, patients, employees,
 * insurances and professions, and one-time codes in groups. Linear.
 */
export function findPersonNumbers(text: string, add: Add): void {
  if (!/\d/.test(text)) return
  if (nounHint.test(text))
    for (const found of text.matchAll(numbered)) {
      const value = (found.groups?.value ?? '').replace(/[ ](?=\S*\p{Ll}).*$|(?:[ .,/-]+[A-Z]{2,5}){0,2}[ .,/-]*$/u, '')
      const start = found.index + found[0].length - (found.groups?.value ?? '').length
      // A checksum: `CRC 6304A13F`.
      if (/^crc[ \t:]/i.test(found[0]) && /^(?=.*[A-F])[\dA-F]{4,8}$/.test(value)) continue
      if (/\d/.test(value) && value.length > 2 && !isDate(value) && !/\p{Ll}/u.test(value))
        add({ start, end: start + value.length, kind: 'document', name: 'number of a person', value })
    }
  if (codeHint.test(text)) findCodesInGroups(text, add)
}

const nounHint =
  /nummer|number|n[úu]m|n[ºo°r]\b|\bno\.|mandant|steuer|badge|matr[íi]cula|prontu|carteirinha|ap[óo]lice|policy|patient|mrn|extension|ramal|durchwahl|crm|crc|oab|coren|crea|nhc|socio|s[óo]ci[oa]|adh[ée]rent|s[ée]cu|legajo|historia|employee|staff|member|rg|nif|nhs|bsn|cedula|c[ée]dula/i

const numbered = new RegExp(
  '(?<![\\p{L}\\d_])(?:' +
    [
      '(?:kunden|mitglieds|personal|mitarbeiter|berater|mandanten|versicherten|versicherungs|ausweis|steuer|klant|personeels|lid)[- ]?(?:nummer|nr\\.?)',
      'mandant(?:in)?|steuer-?id(?:[ \\t]+von[ \\t]+[^:\\n]{1,40})?',
      '(?:customer|client|member(?:ship)?|employee|staff|personnel|patient|policy|insurance|badge|student|subscriber|loyalty|passenger|national insurance|nhs|voter|licen[cs]e)[ \\t]?(?:number|no\\.?|nr\\.?|id|#)',
      '(?:employee|badge|mrn)',
      'n(?:[úu]mero|ro\\.?|[ºo°]\\.?|\\.º|um\\.?)[ \\t]+(?:d[eao][ \\t]+)?(?:adh[ée]rent|s[ée]curit[ée] sociale|soci[oa]|cliente|client|afiliad[oa]|abonad[oa]|benefici[áa]ri[oa]|paciente|carteir\\p{L}+|matr[íi]cula|ap[óo]lice|p[óo]liza|inscri[çc][ãa]o|registro|prontu[áa]rio|utente|contribuinte|funcion[áa]ri[oa]|seguridad social)',
      'matr[íi]cula|prontu[áa]rio|carteirinha|ap[óo]lice|p[óo]liza|legajo|historia cl[íi]nica|c[ée]dula|steuernummer|bsn|nhc',
      '(?:crm|crc|oab|coren|crea|cro)(?:[/ -][A-Z]{2}(?:[/ -][A-Z]{2})?)?|rg',
    ].join('|') +
    ')(?:["\']?[ \\t]{0,3}(?:[:=#(]|is|é|es|ist|lautet|n[ºo°.]{1,2}|-)){0,2}["\']?[ \\t]{0,3}(?<value>(?:[A-Z]{1,3}[ /-]?){0,2}\\d[\\dA-Z]{0,14}(?:[ ./-](?=[\\dA-Z]{0,9}\\d|[A-Z](?![\\p{L}]))[\\dA-Z]{1,10}(?![a-z])){0,6})(?![\\p{Ll}])',
  'giu',
)

function isDate(value: string): boolean {
  return /^(?:\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})/.test(value)
}

const codeHint =
  /code|c[óo]digo|codice|\botp\b|\bt?m?tan\b|\bpin\b|sms|[2m]fa|token|autentica|verifica|best[äa]tigung|isafe/i

/** A code in groups, or digits said one by one, with a word for it before. */
const groups =
  /(?<![\p{L}\d.,:/+(-]|\d |" )(?:\d{3}[ -]\d{3}|\d{2}([ -])\d{2}\1\d{2}|[A-Z]\d-\d{3,6}|\d(?: \d){3,7})(?![\d\p{L}/]|[.,:-]\d| \d)/gu
const codeBefore =
  /(?<!\p{L})(?:codes?|c[óo]digos?|codice|kode|otp|[tm]?tan|pin|sms|2fa|mfa|token|autenticador|authenticator|isafe|passcode|senha|verifica\p{L}*|best[äa]tigungscode)(?!\p{L})/iu
const errorBefore =
  /(?<!\p{L})(?:p[áa]ginas?|pages?|seiten?|pagine|erros?|errors?|status|http|fehler\p{L}*|erreur|errore|evento?|event|exit|linha|line|porta?|postal|cep|zip|tel\p{L}*|fone|phone|cel|rg|blz)\W{0,3}(?:c[óo]d(?:e|igo)?)?\W{0,3}$/iu

function findCodesInGroups(text: string, add: Add): void {
  for (const { 0: value, index } of text.matchAll(groups)) {
    const before = text.slice(Math.max(0, index - 160), index)
    if (!codeBefore.test(before) || errorBefore.test(before.slice(-40)) || /^(?:19|20)\d\d/.test(value)) continue
    add({ start: index, end: index + value.length, kind: 'code', name: 'code', value })
  }
}

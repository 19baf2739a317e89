import { addressEnd } from './address-tails.ts'
import { findDatesInWords } from './find-dates-in-words.ts'
import type { Add } from './finding.ts'
import { beginsWithGivenName, isTechnical, nameForm, withoutNamesakes } from './person-names.ts'

/**
 * Finds people by what a text says of them: their names beside greetings, labels, numbers and addresses, when they were
 * born and where they live, in English, Portuguese and Spanish. Linear.
 */
export function findPeopleInProse(text: string, add: Add): void {
  findNames(text, add)
  findShortNames(text, add)
  findSignatures(text, add)
  findSignedOnLine(text, add)
  findMailNames(text, add)
  findDatesInWords(text, add)
  if (/born|birth|nasc|nac|d\.?o\.?b|bday|anivers/i.test(text)) findBirthDates(text, add)
  if (/\d/.test(text)) findPostalAddresses(text, add)
}

const names = new RegExp(`(?<![\\p{L}\\d_.@/\\\\-])${nameForm}`, 'gu')

/** What begins a candidate and is no part of a name. */
const leading =
  /^(?:(?:I['’]m|I['’]ve|It['’]s|That['’]s|Eu|Sou|Prezad[oa]s?|Car[oa]s?|Ol[áa]|Oi|Hi|Hello|Hey|Hola|Dear|Estimad[oa]s?|Sr|Sra|Srta|Dr|Dra|Mr|Mrs|Ms|Miss|Senhora?|Señora?|Dona|Don|Seu|Cliente|Customer|Client|User|Usu[áa]rio|Titular|Contato|Contact|Pagador|Payer|Benefici[áa]ri[oa]|Favorecid[oa]|Empfänger(?:in)?|Absender(?:in)?|Destinataire|Exp[ée]diteur|Mittente|Destinat[áa]ri[oa]|Remitente|Ontvanger|Afzender|Odbiorca|Nadawca|Mottagare|Modtager|Mlle|Mme|Herr|Frau|Fräulein|Patient(?:in)?|Paciente|Kund(?:e|in)|Klant|Guest|Hóspede|Alun[oa]|Mieter(?:in)?|Para|From|To|By|Por|For|De|Com|With|Nome|Name|Nombre|Obrigad[oa]|Grat[oa]|Thanks|Regards|Best|Atenciosamente|Atentamente|Abra[çc]os?|Bom Dia|Boa Tarde|Boa Noite|Eu|Sou|I|Am|O|A|E|The|Em|On|No|Na|Ao|CPF|RG|PIX|TED|DOC|ENVIAD[OA]|RECEBID[OA]|Enviad[oa]|Recebid[oa])\.?[ \t]+)+/u

/** Behind these whatever is written like a name is one. */
const introduces =
  /(?:\b(?:meu nome(?: completo)? (?:é|e|eh)|o meu nome é|je m['’]appelle|mein name ist|ich bin|ich hei[ßs]+e|hier (?:ist|spricht)|mi chiamo|sono|je suis|mijn naam is|ik ben|opened by|raised by|handed over to|passei (?:para|pra)|passo para|owned by|known as|herr|frau|madame|monsieur|mme|mlle|fr[äa]ulein|empf[äa]nger(?:in)?|absender(?:in)?|destinataire|exp[ée]diteur|mittente|destinatari[oa]|remitente|ontvanger|afzender|odbiorca|nadawca|mottagare|modtager|ship(?:ping)? to|bill(?:ing)? to|deliver to|sold to|patient(?:in)?|kund(?:e|in|en)|locataire|titulaire|assur[ée]e?|adh[ée]rente?|h[óo]spede|guest|alun[oa]|inquilin[oa]|locat[áa]ri[oa]|mieter(?:in)?|versicherte[rn]?|passenger|passageir[oa]|signora?|signor|mevrouw|meneer|dhr\.?|titolare|kontoinhaber\p{L}*|karteninhaber\p{L}*|ersteller|bearbeiter|ansprechpartner\p{L}*|inhaber\p{L}*|on call|last verified by|reviewed by|verificado por|responsable|respons[áa]vel t[ée]cnic[oa]|presentes|present|attendees|anwesend|intestata a|me chamo|chamo-me|aqui (?:é|quem fala é)(?: [oa])?|my (?:full )?name(?: is|['’]s)|i am|i['’]m|me llamo|mi nombre es|soy|sou(?: [oa])?|account ?holder|card ?holder|titular(?: d[ao] (?:conta|cart[ãa]o))?|titular de la cuenta|favorecid[oa]|benefici[áa]ri[oa]|beneficiary|pagador|payer|payee|sacado|cedente|devedor|correntista|portador|nome (?:do|da) (?:cliente|titular|m[ãa]e|pai|pagador|respons[áa]vel)|nome completo|full name|customer name|em nome de|on behalf of|in the name of|a nombre de|prezad[oa]s?|estimad[oa]|dear|sra?\.?|srta\.?|dra?\.?|mr\.?|mrs\.?|(?<!\d[ \t]?)ms\.?|senhora?|señora?|dona|signed by|assinado (?:digitalmente )?por|falei com|spoke (?:to|with)|atendid[oa] por|solicitad[oa] por|requested by|reported by|aprovad[oa] por|approved by|written by|m[ãa]e|filh[oa] de|respons[áa]vel|atendente|gerente|contato|contact|contacto|att|a\/c|attn|colega|colleague|guy|coworker|assistant|assistente|kollege|kollegin|coll[èe]gue|minha chefe|meu chefe|boss|m[ãa]e|pai|mother|father|husband|wife|marido|esposa)|(?:atenciosamente|cordialmente|respeitosamente|abra[çc]os?|att|grat[oa]|obrigad[oa](?: desde j[áa])?|sauda[çc][õo]es|(?:best |kind |warm )?regards|cordialement|bien à vous|mit freundlichen gr[üu][ßs]+en|freundliche gr[üu][ßs]+e|viele gr[üu][ßs]+e|lg|mfg|vg|cordiali saluti|distinti saluti|un saludo|saludos cordiales|atte|att\.?te|com os melhores cumprimentos|cumprimentos|um abra[çc]o|abs|bjs|met vriendelijke groet(?:en)?|sincerely|yours(?: truly)?|cheers|thanks|thank you|many thanks|best|saludos|atentamente|gracias)[,.!]{0,2}[ \t]*(?:\r?\n[ \t]*(?:--+[ \t]*\r?\n)?){1,3})[ \t]*[:=,-]?[ \t]*(?:[oa] )?["'(]?$/iu

/** Behind these it is one where it begins with a given name. */
const mayIntroduce =
  /(?:(?:^|[\s(["'«])(?:de|do|da|dos|das|of|by|por|for|para|pra|pelo|pela|to|from|com|with|con|e|and|y|user|usu[áa]rio|usuario|cliente|customer|client|ao?|[àa]|[oa]|is|é|that|que|see|ver|cc|hi|hello|ol[áa]|oi|hola|hey|enviad[oa]|recebid[oa])[ \t]+["'(]?|[:=>|;,([{"'“*•·#-][ \t]*|^[ \t]*|\n[ \t]*|\d[.)\]]?[ \t]+|[.!?][ \t]+)$/iu

/** What only a person has follows: a number, an address of e-mail. A firm's number makes it no person. */
const numberFollows =
  /^['"]?[ \t]*[,;:(<[–—|/-]{0,2}[ \t]*(?:(?:portador\p{L}* d[oe] )?(?:CPF|RG|SSN|DNI|CURP|e-?mail|tel(?:efone)?\b|phone|celular|passport|passaporte|nascid[oa]|born|date of birth|d\.?o\.?b)|\d{3}\.\d{3}\.\d{3}-\d\d|[\w.+-]{1,64}@[\w-]|\(\d\d\) ?9?\d{4})/iu
const numberBefore =
  /(?:[\w.-]@[\w.-]{4,40}[ \t]\(|\d{3}\.\d{3}\.\d{3}-\d\d|(?<!\d)\d{11,13}|[\w.-]@[\w.-]{4,40})\)?[ \t]*(?:[,;–—-]|de|of|\(|is|é)[ \t]+$/iu
const chat =
  /(?:^|\n)[ \t>]{0,4}(?:\[[^\]\n]{4,40}\]|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? (?:às )?\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?(?: -)?)[ \t]*~?[ \t]?$/

function findNames(text: string, add: Add): void {
  for (const found of withoutNamesakes(text).matchAll(names))
    for (const [start, name] of withoutTechnicalWords(found[0], found.index))
      if (isOfPerson(text, start, name))
        add({ start, end: start + name.length, kind: 'name', name: 'name', value: name })
}

/** What is between technical words: `Painel de Beatriz Souza` holds `Beatriz Souza`. */
function withoutTechnicalWords(written: string, offset: number): [start: number, name: string][] {
  const segments: [number, string][] = []
  const words = [...written.matchAll(/\S+/g)]
  for (let first = 0; first < words.length; first++) {
    let last = first
    while (last < words.length && !isTechnical(words[last]?.[0] ?? '')) last += 1
    const [from, to] = [words[first]?.index ?? 0, last > first ? words[last - 1] : undefined]
    if (to !== undefined) {
      const segment = written.slice(from, to.index + to[0].length)
      const lead = (leading.exec(segment)?.[0] ?? '').length
      const behind = /^(?:(?:d[aeo]s?|del?|e|y|la|las|los)[ \t]+)+/.exec(segment.slice(lead))?.[0].length ?? 0
      const name = segment.slice(lead + behind).replace(/(?:['’]s|[.'’-]+|[ \t]+(?:d[aeo]s?|del?|e|y))$/, '')
      if (/\s/.test(name)) segments.push([offset + from + lead + behind, name])
    }
    first = last
  }
  return segments
}

function isOfPerson(text: string, start: number, name: string): boolean {
  const before = text.slice(Math.max(0, start - 60), start)
  const after = text.slice(start + name.length, start + name.length + 60)
  return (
    introduces.test(before) ||
    numberFollows.test(after) ||
    numberBefore.test(before) ||
    (chat.test(before) && /^[ \t]*[:\n]/.test(after)) ||
    /^[ \t]*(?:wrote|escreveu|disse|escribió|said):/i.test(after) ||
    (/\b(?:this is|it['’]s|aqui [ée]|quem fala [ée])[ \t]+$/i.test(before) &&
      /^[ \t]*(?:,|from\b|of\b|at\b|with\b|calling|speaking|here|again|da\b|do\b|de\b)/i.test(after)) ||
    (beginsWithGivenName(name) && mayIntroduce.test(before))
  )
}

const shortName =
  /(?:(?<!\p{L})(?:(?:our|my|the|nosso|nossa|meu|minha|o|a)[ \t](?:[\p{Ll}]{2,12}[ \t])?(?:guy|colleague|coworker|colega|boss|chefe|assistant|friend|amig[oa]|husband|wife|marido|esposa))[ \t]+|(?<!\p{L})(?:prezad[oa]|car[oa]|ol[áa]|oi|hi|hello|hey|hola|dear|estimad[oa]|hallo|liebe[r]?|bonjour|ciao|buongiorno|guten tag|bom dia|boa tarde|boa noite|obrigad[oa]|valeu|thanks|thank you|gracias|e eu|me chamo|meu nome é|my name is|me llamo|mein name ist|je m['’]appelle|mi chiamo|aqui (?:é|eh|quem fala é)(?: [oa])?|(?:eu )?sou [oa]|quem fala é [oa]|this is|i['’]m|(?<=(?:^|[\n.,!?:])[ \t]*)im|i am|ich bin|hier ist|hier spricht|passei (?:para|pra)(?: [oa])?|passo para(?: [oa])?|falei com(?: [oa])?|conversei com(?: [oa])?|habl[ée] con|spoke (?:to|with)|spoken (?:to|with)|talked (?:to|with)|speaking (?:to|with)|according to|gesprochen mit|parl[ée] (?:à|avec)|parlato con|foi você|obrigad[oa] pel[oa] \p{L}+),?[ \t]+(?:sra?\.?[ \t]+|mrs?\.?[ \t]+|ms\.?[ \t]+|dra?\.?[ \t]+|dona[ \t]+|seu[ \t]+|herr[ \t]+|frau[ \t]+)?|(?<![\p{L}\d][ \t]?)(?:dona|herr|frau|mr\.?|mrs\.?|ms\.?|madame|monsieur|signora?|sra\.|sr\.|senhora?|do[ñn]a)[ \t]+|(?:^|\n)[ \t]*(?:--?|—|–|__)[ \t]{0,3}(?:\r?\n)?|(?:^|\n)[^\n]{0,60}?(?<!\p{L})(?:atenciosamente|cordialmente|respeitosamente|(?:um )?abra[çc]os?|abs|bjs|beijos|grat[oa]|obrigad[oa]|sauda[çc][õo]es|cumprimentos|att|atte|(?:kind |best |warm )?regards|all the best|best(?: wishes)?|sincerely|cheers|thanks|thank you|thx|saludos|un saludo|atentamente|cordialement|bien à vous|merci|gr[üu](?:ß|ss)en?|lg|mfg|vg|cordiali saluti|saluti|grazie|groet(?:en)?|danke)[,.!]{0,2}[ \t]*\r?\n[ \t]{0,9}(?:\r?\n[ \t]{0,9})?)(\p{Lu}\p{Ll}{1,20})(?=[ \t]*(?:[,.!?:;()\n\r]|$|[ \t](?:here|aqui|from|da|do|de|at|with|speaking|again|und|et|e|and)\b)|['’]s)/giu

/** Those that are greeted together, and what may be beside them. */
const notGreeted =
  /^(?:billing|sales|finance|legal|accounts?|accounting|management|vendor|microsoft|google|amazon|oracle|azure|apple|it|hr|ops|devops|sre|engineering|security|financeiro|comercial|diretoria|vendas|banco|bank|documentation|docs|logs?|everyone|everybody|folks|there|pessoal|todos|madam|sir|gente|amig[oa]s?|colegas?|galera|world|team|time|support|suporte|soporte|again|all|zusammen|kollegen|equipe|[ée]quipe|tutti|tous|senhor(?:a|es|as)?|cliente|client|customer|user|dear|caros|prezados|damen|herren|guys|both|friend|customers?|hello|boa|bom|segue|seguem|please|favor|the|sorry|not|sure|afraid|trying|getting|using|unable|still|also|having|looking|working|just|now|here|how|what|why|yes|no|ok|okay|obrigad[oa]|thanks|sent|enviado|gesendet|versand|best|kind|claude|error|warning|note|nota|status|result|code|date|subject|assunto|from|to|de|para|re|fwd|id|info|client|tel|phone|fone|cel|mobile|hi)$/i

const signature =
  /(?:^|\n)[ \t]*(?:[^\n]{0,40}?(?<!\p{L}))?(?:atenciosamente|cordialmente|respeitosamente|abra[çc]os?|abs|grat[oa]|obrigad[oa]|cumprimentos|att|atte|(?:kind |best |warm )?regards|best(?: wishes)?|sincerely|cheers|thanks|thank you|saludos|un saludo|atentamente|cordialement|bien à vous|gr[üu](?:ß|ss)en?|mfg|cordiali saluti|saluti|groet(?:en)?)[,.!]{0,2}[ \t]*\r?\n[ \t]{0,9}(?:\r?\n[ \t]{0,9})?(?:(?:i\.[ \t]?A\.|i\.[ \t]?V\.|ppa\.|p\.[ \t]?p\.)[ \t]*)?((?:\p{Lu}(?:\.|[\p{L}'’-]{1,24})[ \t]?(?:d[aeo]s?[ \t]|van[ \t]|von[ \t]|del?[ \t])?){1,5})(?=[ \t]*(?:[|,·(–-]|\r?\n|$))/giu

/** The name below the end of a letter. */
function findSignatures(text: string, add: Add): void {
  for (const found of text.matchAll(signature)) {
    const value = (found[1] ?? '').trim()
    if (!/^\p{Lu}/u.test(value) || value.split(/\s+/).every((word) => notGreeted.test(word)) || value.length < 3)
      continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind: 'name', name: 'name', value })
  }
}

const signedOnLine =
  /(?:^|\n)[ \t]*(?:atenciosamente|cordialmente|respeitosamente|(?:um |grande )?abra[çc]os?|sauda[çc][õo]es|cumprimentos|(?:with )?(?:kind |best |warm |many )?regards|best wishes|(?:yours )?(?:sincerely|faithfully|truly)|(?:un )?saludos?(?: cordiale?s)?|atentamente|(?:bien )?cordialement|bien à vous|(?:mit )?(?:freundlichen|freundliche|viele|beste|liebe|besten) gr[üu](?:ß|ss)en?|cordiali saluti|distinti saluti|(?:met )?vriendelijke groet(?:en)?|obrigad[oa]|grat[oa])[ \t]{0,2}[,.!–—-]?[ \t]+((?:\p{Lu}(?:\.|[\p{L}'’-]{1,24})[ \t]?(?:d[aeo]s?[ \t]|van[ \t]|von[ \t]|del?[ \t]|di[ \t])?){1,5})(?=[ \t]*(?:[|,·(–.-]|\r?\n|$))/giu

/** The name behind the end of a letter, on the same line: “Cordialement, Aurélien Montcharmont”. */
function findSignedOnLine(text: string, add: Add): void {
  for (const found of text.matchAll(signedOnLine)) {
    const value = (found[1] ?? '').trim()
    const words = value.split(/\s+/)
    if (
      !/^\p{Lu}\p{L}/u.test(value) ||
      words.some((word) => /^\p{Lu}/u.test(word) && (notGreeted.test(word) || isTechnical(word)))
    )
      continue
    if (words.some((word) => !/^\p{Lu}|^(?:d[aeo]s?|van|von|del?|di)$/u.test(word))) continue
    const start = found.index + found[0].lastIndexOf(value)
    add({ start, end: start + value.length, kind: 'name', name: 'name', value })
  }
}

/** A given name alone, behind a greeting or before the end of a letter. */
function findShortNames(text: string, add: Add): void {
  for (const found of text.matchAll(shortName)) {
    const name = found[1] ?? ''
    // Without case the expression takes any word.
    if (!/^\p{Lu}/u.test(name) || notGreeted.test(name)) continue
    const start = found.index + found[0].length - name.length
    add({ start, end: start + name.length, kind: 'name', name: 'name', value: name })
  }
}

const mailName =
  /(?<![\p{L}\d_.@-])(?:\p{L}[\p{L}'’.-]{0,30}(?:,?[ \t]+\p{L}[\p{L}'’.-]{0,30}){0,6})(?=["']?[ \t]{0,3}<(?:mailto:)?[\w.+'-]{1,64}@[\w-])/gu

/** The name before an address in angle brackets (RFC 5322 §3.4). */
function findMailNames(text: string, add: Add): void {
  if (!text.includes('@')) return
  for (const found of text.matchAll(mailName)) {
    const lead =
      /^(?:(?:from|to|cc|bcc|de|para|reply-to|sender|responder a|por|by)[ \t]+)/i.exec(found[0])?.[0].length ?? 0
    const name = found[0].slice(lead)
    if (name === '' || isTechnical(name)) continue
    const start = found.index + lead
    add({ start, end: start + name.length, kind: 'name', name: 'name', value: name })
  }
}

const month = '(?:jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez|ene|dic)\\p{L}{0,8}\\.?'
const date = `\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}|(?:19|20)\\d{6}(?!\\d)|\\d{1,2}(?:º|st|nd|rd|th)?[ \\t](?:de |of )?${month},?[ \\t](?:de )?\\d{4}|${month}[ \\t]\\d{1,2}(?:st|nd|rd|th)?,?[ \\t]\\d{4}`
const born = new RegExp(
  `(?<![\\p{L}\\d])(?:born|birth ?da(?:te|y)|date of birth|d\\.?o\\.?b\\.?|bday|nascid[oa](?: a)?|nasci|nasceu|nascimento|nasc\\.?|nacid[oa]|nací|nacimiento|fecha de nac\\.?|anivers[áa]rio)(?:[ \\t]+(?:on|in|em|no dia|dia|el|is|é|was|foi|es|date)){0,2}[ \\t]*[:=(-]{0,2}[ \\t]*(${date})`,
  'giu',
)

function findBirthDates(text: string, add: Add): void {
  for (const found of text.matchAll(born)) {
    const value = found[1] ?? ''
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'birth date', name: 'birth date', value })
  }
}

const houseBehind =
  /(?<![\p{L}\d])(?:Rua|R\.|Av\.?|Avenida|Travessa|Trav\.|Tv\.|Alameda|Al\.|Pra[çc]a|P[çc]a\.|Rodovia|Rod\.|Estrada|Estr\.|Largo|Viela|Ladeira|Quadra|Calle|Carrera|Cra\.|Plaza|Paseo|Camino|Via)[ \t]+(?:(?:d[aeo]s?|del|la|las|los|e|y)[ \t]+){0,2}(?:[\p{Lu}\d][\p{L}\d.'’-]{0,30})(?:[ \t]+(?:(?:d[aeo]s?|del|la|las|los|e|y)[ \t]+){0,2}[\p{Lu}][\p{L}.'’-]{0,30}){0,6}(?:[ \t]*,?[ \t]*(?:n[º°o.]{1,2}[ \t]*|s\/n|#[ \t]*|número[ \t]+)?\d{1,6}(?![\d/:])[A-Za-z]?(?![\p{L}]))?(?:[ \t]*[,–-]?[ \t]*(?:apto?\.?|apartamento|bloco|bl\.|casa|sala|conj\.?|piso|depto\.?)[ \t]*\d{1,5}[A-Za-z]?)?/gu
const houseBefore =
  /(?<![\p{L}\d.:/-])\d{1,5}[A-Za-z]?[ \t]+(?:[NSEW]\.?[ \t]+)?(?:\p{Lu}[\p{L}'’.-]{0,30}[ \t]+){1,4}(?:Street|St\.?|Road|Rd\.?|Lane|Ln\.?|Avenue|Ave\.?|Drive|Dr\.?|Crescent|Close|Way|Court|Ct\.?|View|Quay|Parade|Rise|Heights|Circle|Trail|Wharf|Boulevard|Blvd\.?|Terrace|Place|Pl\.?|Square|Sq\.?|Hill|Gardens|Grove|Row|Mews|Park|Walk|Parkway|Highway)(?![\p{L}])(?:[ \t]*,[ \t]*(?:Apt|Apartment|Suite|Unit|Flat|#)\.?[ \t]*[\dA-Z-]{1,6})?(?:,[ \t]+\p{Lu}[\p{L}'’-]{1,30}(?:[ \t]\p{Lu}[\p{L}'’-]{1,30})?(?:,?[ \t]+[A-Z]{2}[ \t]+\d{5}(?:-\d{4})?|,?[ \t]+[A-Z]{1,2}\d[\dA-Z]?[ \t]\d[A-Z]{2})?)?/gu
const postcode =
  /(?<![\p{L}\d])(?:CEP|c\.e\.p\.|zip(?: code)?|post ?code|postal code|c[óo]digo postal|C\.?P\.?(?!\d))[ \t]*[:=nº°.]{0,3}[ \t]*(\d{5}-?\d{3}|\d{2}\.\d{3}-\d{3}|\d{4,5}(?:-\d{4})?|[A-Z]{1,2}\d[\dA-Z]?[ \t]?\d[A-Z]{2})(?![\p{L}\d])/giu

/** Streets by the word before their name and by the one behind it, each with what must be in the text. */
const houses: readonly [hint: RegExp, form: RegExp][] = [
  [
    /\b(?:Rua|R\.|Av|Tr?a?v|Trav|Al|Pra|P|Rod|Estr|Largo|Viela|Ladeira|Quadra|Calle|Carrera|Cra|Plaza|Paseo|Camino|Via)/,
    houseBehind,
  ],
  [
    /\d[^\n]{1,80}(?:Street|St|R(?:oa)?d|La?ne?|Ave|Drive|Dr|Crescent|Close|Way|C(?:our)?t|Boulevard|Blvd|Terrace|Pl|Sq|Hill|Gardens|Grove|Row|Mews|Park|Walk|Highway|View|Quay|Parade|Rise|Heights|Circle|Trail|Wharf)\b/,
    houseBefore,
  ],
]

/** The postal code of a street that is before it on its line, in Brazil, the United States and the United Kingdom. */
const codeBehind =
  /^[^\n\d]{0,90}?(?:[ \t,–-]|\b)(\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}|(?<=\b[A-Z]{2}[ \t])\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[\dA-Z]?[ \t]\d[A-Z]{2})(?![\p{L}\d])/u

/** Where a bank or an office of the state is. */
const ofInstitution =
  /(?<!\p{L})(?:Banco (?:Central|d[aeo])|Bank of|Minist[ée]rio|Minist[èe]re|Minister(?:io|ium)|Prefeitura|Tribunal|Receita Federal|Junta Comercial)(?!\p{L})[^\n]{0,48}$/u

function findPostalAddresses(text: string, add: Add): void {
  for (const [hint, form] of houses) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const value = found[0].replace(/[ \t,.-]+$/, '')
      // A street alone, without a number, may be a title.
      if (form === houseBehind && !/\d/.test(value) && value.split(/[ \t]/).length < 3) continue
      if (ofInstitution.test(text.slice(Math.max(0, found.index - 60), found.index))) continue
      const end = /\d/.test(value) ? addressEnd(text, found.index + value.length) : found.index + value.length
      add({ start: found.index, end, kind: 'address', name: 'address', value: text.slice(found.index, end) })
      const code = codeBehind.exec(text.slice(end, end + 120))
      const start = end + (code?.[0].length ?? 0) - (code?.[1]?.length ?? 0)
      if (code?.[1] !== undefined)
        add({ start, end: start + code[1].length, kind: 'address', name: 'postal code', value: code[1] })
    }
  }
  if (!/CEP|c\.e\.p|zip|post|c[óo]digo|C\.?P/i.test(text)) return
  for (const found of text.matchAll(postcode)) {
    const value = found[1] ?? ''
    if (/^[0\D]+$/.test(value)) continue
    const start = found.index + found[0].length - value.length
    add({ start, end: start + value.length, kind: 'address', name: 'postal code', value })
  }
}

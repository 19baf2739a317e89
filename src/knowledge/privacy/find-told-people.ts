import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'
import { isTechnical } from './person-names.ts'

/**
 * Finds people by the word that stands right beside them, whatever their name is: behind a title, a word for a birth name
 * or a surname, before the number of a document or the day of their birth, on the magnetic stripe of a card; where they
 * live, by the postal code behind a house number and by the lines below the head of a label. Linear.
 */
export function findToldPeople(text: string, add: Add): void {
  for (const { hint, form, kind, name, fits } of ways) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const value = (found.groups?.value ?? '').replace(/[ \t,.'’-]+$/, '')
      if (value.length < 3 || fits?.(value) === false) continue
      const start = found.index + found[0].lastIndexOf(found.groups?.value ?? '')
      add({ start, end: start + value.length, kind, name, value })
    }
  }
  if (labelHead.test(text)) findLabels(text, add)
}

interface Way {
  hint: RegExp
  form: RegExp
  kind: Kind
  name: string
  fits?: (value: string) => boolean
}

const word = "(?:\\p{Lu}\\.|(?:[dDlLO]['’])?\\p{Lu}[\\p{L}'’]{1,24}(?:-\\p{Lu}[\\p{L}'’]{1,24}){0,2}|Ó|Ó)"
const particle =
  "(?:(?:d[aeiou]s?|del?|della|di|la|las|los|van|von|der|den|het|['’]t|ten|ter|op|zu|zum|zur|vom|af|av|bin|ibn|al|el|y|e|i|O|Ó)[ \\t]){0,3}"
const few = `${word}(?:[ \\t]${particle}${word}){0,4}`
const several = `${word}(?:[ \\t]${particle}${word}){1,4}`

/** Words that begin with a capital letter, none of them of computers or companies. */
function isOfPerson(value: string): boolean {
  return (
    !isTechnical(value) && !/(?<!\p{L})(?:GmbH|AG|Ltd|Inc|S\.?A|Ltda|B\.?V|Server|Team|Service)(?!\p{L})/u.test(value)
  )
}

const ways: readonly Way[] = [
  {
    // “Ghislaine Le Bouédec, née Kervadec”, “(geb. Rottländer)”
    hint: /n[ée]e|geb|nata|nacid|nascid|solter|domu|rozen|f[øö]dd?t?|o\.s\./i,
    form: new RegExp(
      `(?<![\\p{L}\\d])(?:née|nee|geb\\.|geborene[rn]?|nata|nascida|nacida|de solteira|de soltera|z domu|rozen[áa]|født|född|o\\.s\\.)[ \\t]+(?<value>(?!Am |In |Em |En |Le |El )${few})`,
      'gu',
    ),
    kind: 'name',
    name: 'birth name',
    fits: isOfPerson,
  },
  {
    // “mein Mandant Dr. Eckehard Stöckmann”, “mevrouw Geertruida van 't Hooft”, “M. Barthélemy Quesnoy”
    hint: /Herrn?|Frau|Dr|Prof|M[mlr.]|Ms|Sra?|Do[nñ]|Sig|Dott|mevr|mene|dhr|mw\.|[Pp]an[ií]?\b|[Ff]ru\b|Ma[îi]tre|Mandant|D[ªa]\.|Ing\./,
    form: new RegExp(
      `(?<![\\p{L}\\d.])(?:(?:Herrn?|Frau|Dra?\\.|Prof\\.|Mr\\.?|Mrs\\.?|Mme\\.?|Mlle|Sr(?:t?a)?\\.|Sig\\.(?:ra|na)?|Dott\\.(?:ssa)?|mevr(?:ouw|\\.)|meneer|dhr\\.|mw\\.|Ma[îi]tre|Mandant(?:in|en)?|Ing\\.|Do[ñn]a|Dona)[ \\t]+){1,3}(?<value>${few})(?!\\p{L})`,
      'gu',
    ),
    kind: 'name',
    name: 'name',
    fits: isOfPerson,
  },
  {
    hint: /M\.|[Pp]an|[Dd]on\b|[Ff]ru|Hr\./,
    form: new RegExp(
      `(?<![\\p{L}\\d.])(?:M\\.|[Pp]an[ií]?|[Dd]on|[Ff]ru|Hr\\.)[ \\t]+(?<value>${several})(?!\\p{L})`,
      'gu',
    ),
    kind: 'name',
    name: 'name',
    fits: isOfPerson,
  },
  {
    // “surname Ó Súilleabháin”
    hint: /surname|apellido|sobrenome|nachname|vorname|nom de famille|pr[ée]nom|cognome|achternaam|nazwisko|family name|given name/i,
    form: new RegExp(
      `(?<!\\p{L})(?:[Ss]urname|[Aa]pellidos?|[Ss]obrenome|Nachname|Vorname|[Nn]om de famille|[Pp]r[ée]nom|[Cc]ognome|[Aa]chternaam|[Nn]azwisko|[Ff]amily name|[Gg]iven name)[ \\t:=]{1,3}(?<value>${few})(?!\\p{L})`,
      'gu',
    ),
    kind: 'name',
    name: 'name',
    fits: isOfPerson,
  },
  {
    // “// Solveig Bråten (fødselsnummer …)”, “Tadeusz Wojciechowicz, tel …”
    hint: /\p{Lu}\p{Ll}+[ \t]\p{Lu}/u,
    form: new RegExp(
      `(?<![\\p{L}\\d_.@/-])(?<value>${several})(?=[ \\t]?[,;(–—-]{0,2}[ \\t]?\\(?(?:mit |with |com |con |avec |portador\\p{L}{0,2} d[eo] )?(?:DNI|NIE|NIF|NIE|CURP|RUT|CUIL|CUIT|CPF|RG|SSN|SIN|NHS|NI number|NINO|PPS|TFN|PESEL|BSN|AHV|OIB|JMBG|EGN|CNP|TCKN|TC kimlik|Aadhaar|PAN|NRIC|f[øö]dselsnummer|personnummer|CPR|henkil[öo]tunnus|hetu|Steuer-I|codice fiscale|c\\.f\\.|rodn[ée] [čc]|c[ée]dula|passport|passaporte|Reisepass|Ausweis|n[ée]e? le|geb(?:oren)?\\.? am|geboren op|nat[oa] il|d\\.o\\.b|DOB|born|staff no|employee no|Personalnummer|Versichertennummer|mobile?\\b|mob\\b|tel\\b|Tel\\.|tlf)(?!\\p{L}))`,
      'gu',
    ),
    kind: 'name',
    name: 'name',
    fits: isOfPerson,
  },
  {
    // The name on a card's stripe (ISO/IEC 7813) and of a passenger
    hint: /\p{Lu}{2}\/\p{Lu}{2}/u,
    form: /(?:\^|(?:card ?holder|holder|titular|portador|passenger|passageiro|pax|name)["']?[ \t:=]{1,3}["']?)(?<value>\p{Lu}[\p{Lu}'’. -]{1,26}\/\p{Lu}[\p{Lu}'’. -]{1,26})(?=\^|["'\n;,|]|[ \t]{2}|$)/giu,
    kind: 'name',
    name: 'name',
    fits: (value) => value === value.toUpperCase(),
  },
  {
    // “Patient: MCALLISTER, Fionnuala R”
    hint: /\p{Lu}{2},/u,
    form: /(?<!\p{L})(?:patient|customer|client|name|nome|paciente|cliente|kunde|nachname)["']?[ \t]?[:=][ \t]?["']?(?<value>\p{Lu}[\p{Lu}'’-]{1,30}, ?\p{Lu}\p{Ll}{1,24}(?:[ \t]\p{Lu}(?:\p{Ll}{1,24}|\.|(?!\p{L}))){0,3})/giu,
    kind: 'name',
    name: 'name',
    fits: (value) => /^\p{Lu}{2}/u.test(value),
  },
  {
    // “Oude Vest 41b, 2312 XS Leiden”, “Kerkstraat 218-II, 1017 GV Amsterdam”, “Hinterm Deich 9, 26427 Esens”
    hint: /\d[a-zA-Z]?[ \t,]+(?:[A-Z]{1,2}-)?(?:\d{4}|\d{3}[ ]\d\d|\d\d-\d{3})|\d[-/][\dA-Z]{1,4},/,
    form: /(?<![\p{L}\d])(?<value>\p{Lu}[\p{L}'’.-]{1,24}(?:[ \t][\p{L}'’.-]{1,24}){0,4}[ \t]\d{1,4}[ \t]?[a-zA-Z]?(?:[-/ ][\dA-Z]{1,4})?,[ \t](?:[A-Z]{1,2}-)?(?:\d{4,5}|\d{3}[ ]\d\d|\d\d-\d{3}|\d{4}-\d{3})(?:[ \t]?[A-Z]{2})?[ \t]\p{Lu}[\p{L}-]{2,24})(?!\p{L})/gu,
    kind: 'address',
    name: 'address',
  },
  {
    // “1137 Budapest, Pozsonyi út 22. III/4.”, “Plot 12, Ring Road Extension, Kumasi”
    hint: /(?:út|utca|u\.|tér|körút|krt)|(?:Plot|House|Hse|Villa|Stand|Erf)/,
    form: /(?<![\p{L}\d])(?<value>\d{4}[ ]\p{Lu}\p{L}{2,24},[ ]\p{Lu}[\p{L}.]{1,24}(?:[ ][\p{L}.]{1,24}){0,3}[ ](?:út|utca|u\.|tér|körút|krt\.?)[ ]\d{1,4}(?:[./ -]{1,2}[IVX\d]{1,4}){0,4}|(?:Plot|House|Hse|Villa|Stand|Erf)\.?[ ](?:No\.?[ ]?)?\d{1,5}[A-Z]?,[ ]\p{Lu}[\p{L}'’.-]+(?:,?[ ]\p{Lu}[\p{L}'’.-]+){0,6})/gu,
    kind: 'address',
    name: 'address',
  },
  {
    // “12 bis, venelle du Puits, 56100 Lorient”
    hint: /\d{1,4}(?:[ \t]?(?:bis|ter|quater))?,[^\n]{4,50},[ \t]\d{5}[ \t]/,
    form: /(?<![\p{L}\d])(?<value>\d{1,4}(?:[ \t]?(?:bis|ter|quater|[a-zA-Z]))?,?[ \t](?:[\p{L}'’-]{1,20}[ \t]){1,5}[\p{L}'’-]{2,20},[ \t]\d{5}[ \t]\p{Lu}[\p{L}-]{1,24})(?!\p{L})/gu,
    kind: 'address',
    name: 'address',
  },
  {
    // “Unit 4, 88 Boronia Parade, Cairns QLD 4870”
    hint: /(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)[ \t]\d{4}|[A-Z]{2}[ \t]\d{5}/,
    form: /(?<![\p{L}\d])(?<value>(?:(?:Unit|Apt|Flat|Suite|Lot|Level)\.?[ \t]\w{1,5},[ \t])?\d{1,5}[A-Z]?[ \t](?:\p{Lu}[\p{L}'’.-]{1,20}[ \t]){0,4}\p{Lu}[\p{L}'’.-]{1,20},[ \t](?:\p{Lu}[\p{L}'’-]{1,20}[ \t,]{1,2}){1,3}[A-Z]{2,3}[ \t]\d{4,5})(?!\d)/gu,
    kind: 'address',
    name: 'address',
  },
]

const labelHead =
  /(?<!\p{L})(?:ship(?:ping)? to|deliver to|bill to|sold to|recipient|entregar (?:para|a)|destinat[áa]ri[oa]|lieferadresse|lieferanschrift|empf[äa]nger|adresse de livraison|livrer à|enviar a|bezorgadres|destinatario|spedire a)[ \t]?:?[ \t]*\r?$/imu
const label = new RegExp(`${labelHead.source}\\n`, 'gimu')

/** Up to four lines of words below the head of a label. */
function findLabels(text: string, add: Add): void {
  for (const { 0: head, index } of text.matchAll(label)) {
    let start = index + head.length
    for (let lines = 0; lines < 4; lines++) {
      const end = text.indexOf('\n', start) < 0 ? text.length : text.indexOf('\n', start)
      const line = text.slice(start, Math.min(end, start + 81))
      if (line.length < 3 || line.length > 80 || /[:=<>{}[\]|]|[A-Z]+_\w/.test(line) || !/\p{Lu}/u.test(line)) break
      const value = line.trim()
      const from = start + line.indexOf(value)
      const kind: Kind = /\d/.test(value) || lines > 0 ? 'address' : 'name'
      add({ start: from, end: from + value.length, kind, name: kind, value })
      start = end + 1
    }
  }
}

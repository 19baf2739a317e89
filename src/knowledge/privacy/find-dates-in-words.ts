import type { Add } from './finding.ts'

/**
 * Finds when somebody was born where a date is spoken: “born on the third of May nineteen eighty-four”, “nascida em quatorze
 * de março de mil novecentos e setenta e um”. Linear.
 */
export function findDatesInWords(text: string, add: Add): void {
  if (!hint.test(text)) return
  for (const { 0: asked, index } of text.matchAll(birth)) {
    const from = index + asked.length
    for (const found of text.slice(from, from + 160).matchAll(spoken)) {
      const value = found[0].replace(/(?:[ \t,]+(?:of|de|e|y|et|und|and|the))+$/i, '')
      const words = value.toLowerCase().split(/[ \t,-]+/)
      if (words.filter((word) => numbers.test(word) || /^\d{2,4}$/.test(word)).length < 2) continue
      const start = from + found.index
      add({ start, end: start + value.length, kind: 'birth date', name: 'birth date', value })
    }
  }
}

const hint = /born|birth|d\.?o\.?b|nasc|nac|gebor|geburt|naiss|n[ée]e? le/i
const birth =
  /(?<!\p{L})(?:born|birth ?da(?:te|y)|date of birth|d\.?o\.?b\.?|nascid[oa]|nasci|nasceu|(?:data de )?nascimento|nacid[oa]|nac[íi]|naci[óo]|(?:fecha de )?nacimiento|geboren|geburtsdatum|geburtstag|(?:date de )?naissance|n[ée]e?(?= le\b))(?!\p{L})/giu

const number =
  '(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty?(?:-?(?:one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))?|(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|twentieth|thirtieth|ten(?:th)?|eleven(?:th)?|twelve|twelfth|one|two|three|four|five|six|seven|eight|nine|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|thousand|hundred|oh|' +
  'primeiro|dois|tr[êe]s|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|(?:ca|qua)torze|quinze|dez[ae]?(?:sseis|ssete|oito|nove)|dezesseis|dezessete|dezoito|dezenove|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|mil|novecentos|oitocentos|um|uma|' +
  'primero|uno|dos|tres|cuatro|siete|ocho|nueve|diez|once|doce|trece|catorce|dieci\\p{L}{4,6}|veinte|veinti\\p{L}{2,6}|treinta|cuarenta|cincuenta|sesenta|ochenta|noventa|novecientos|' +
  '(?:erst|zweit|dritt|viert|f[üu]nft|sechst|siebe?n?t|acht|neunt|zehnt|elft|zw[öo]lft|\\p{L}{2,12}zehnt|\\p{L}{2,20}[zß]igst)(?:e[nrs]?)?|\\p{L}{0,9}(?:hundert|tausend)\\p{L}{0,30}|' +
  'premier|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quatorze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|mille)'
const month =
  '(?:jan\\p{L}{3,5}|f[ée][bv]\\p{L}{3,7}|m[aä]r(?:ch|ço|co|zo|z|s)|ma(?:y|io|yo|i)|a[pbv]r\\p{L}{1,3}|jun\\p{L}{1,2}|ju(?:ly|l?ho|lio|li|in|illet)|aug\\p{L}{2,4}|agosto|ao[ûu]t|sep\\p{L}{5,7}|set(?:embro|iembre)|o[cku]t\\p{L}{4,6}|outubro|nov\\p{L}{5,6}|d[eé][czi]\\p{L}{5,7})'
const spoken = new RegExp(
  `(?<!\\p{L})(?:${number}[ \\t-]+(?:(?:of|de|e|et|und|y|the)[ \\t]+)?){1,4}${month}(?!\\p{L})(?:[ \\t,-]+(?:(?:of|de|e|et|und|y|and|the)[ \\t]+)?(?:${number}(?!\\p{L})|\\d{2,4}(?!\\d))){0,9}`,
  'giu',
)
const numbers = new RegExp(`^${number}$`, 'iu')

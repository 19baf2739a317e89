import { isNamedByCluster } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A word with a sign and digits, or letters of mixed case about a sign; `core#123` and `PKCS#7` name other things. */
const signed =
  /^(?:\p{L}\p{Ll}{2,}[!$%^*&]\d{2,}\p{L}{0,3}|\p{L}\p{Ll}{2,}\p{Lu}\p{Ll}{2,}[!$%^*&]\d|\p{L}\p{Ll}{3,}#(?:\d{2,}|\p{L}\d+)|(?=\S*\d|\S*\p{Ll}\p{Lu})\p{L}+\d*[!$%^*&~]+[\p{L}\d]{2,}|(?=\S*\p{Ll}\p{Lu}\S*#)\p{L}{5,}#[\p{L}\d]{2,4})$/u

/** Whether a run is no identifier made of words: random, or a word with signs as passwords have them. */
export function isOpaque(atom: string, vocabulary: Vocabulary): boolean {
  if (signed.test(atom)) return true
  // A tag of fiscal documents: `cEANTrib`
  if (/^[a-z]{1,3}[A-Z]{2,5}[A-Z][a-z]{2,}$/.test(atom)) return false
  const segments = atom.split(/[-_+~!#$%^*]+/).filter((one) => one !== '')
  const words = segments.filter((one) => /^\p{L}{2,}$/u.test(one) && isKnown(one, vocabulary)).length
  const odd = segments.filter((one) => isOddSegment(one, vocabulary))
  if (odd.length === 0) return isGrouped(segments, vocabulary)
  const length = odd.join('').length
  // What a cluster appends to a name: `cob-api-7d9f8b6c5d-x2k4q`.
  if (words > 0 && odd.every((one) => /^[a-z\d]{3,10}$/.test(one)) && /^[a-z]/.test(atom)) return false
  return length >= 7 || isGrouped(segments, vocabulary)
}

/** Equal groups without a word, as codes for recovery and licences have them. */
function isGrouped(segments: string[], vocabulary: Vocabulary): boolean {
  const [first = ''] = segments
  return (
    segments.length >= 2 &&
    first.length >= 4 &&
    segments.every((one) => one.length === first.length && /^[a-zA-Z\d]+$/.test(one)) &&
    segments.every((one) => (/\d/.test(one) ? /\p{L}/u.test(one) : vocabulary.classOf(one) === 'odd'))
  )
}

const measured =
  /^\d+(?:ms|s|m|h|d|w|y|us|ns|k|kb|mb|gb|tb|kib|mib|gib|b|bit|bits|px|em|rem|pt|x|th|st|nd|rd|min|sec|seg|am|pm|dias?|days?|v|rpm|rps|qps|hz|khz|mhz|ghz|x\d+)?$/i

/** Letters and digits mixed, or capital letters without an order. */
function isOddSegment(segment: string, vocabulary: Vocabulary): boolean {
  if (measured.test(segment)) return false
  const letters = segment.replace(/[^\p{L}]+/gu, '')
  if (letters === segment) {
    if (/^(?:\p{Lu}+|\p{Lu}?\p{Ll}+)$/u.test(segment) || segment.length < 8) return false
    const parts = camelParts(segment)
    const strange = parts.filter((one) => one.length < 3 || !isKnown(one, vocabulary)).join('').length
    return strange * 10 > segment.length * 7 && parts.length > 2
  }
  if (segment.length < 5) return false
  // A word, or several, with a short number: `X509Certificate2`, `sha256`, `OAuth2Client`, `pay01`.
  const parts = camelParts(segment.replace(/\d{1,3}/g, (digits) => (digits.length < 3 ? ' ' : ` `)))
  if (/\d{4}/.test(segment)) {
    if (/^(?:\p{Lu}{1,12}|\p{Lu}?\p{Ll}+)\d{4,}$/u.test(segment)) return false
    return true
  }
  if (/^\p{Lu}+\d{1,3}$/u.test(segment) || /^\p{Lu}{3,}\d{1,2}\p{Lu}{4,}$/u.test(segment)) return false
  if (/^\p{Lu}\p{Ll}+\p{Lu}{2,}\d{1,4}$/u.test(segment)) return false
  const known = parts.filter((one) => one.length >= 3 && isKnown(one, vocabulary)).join('').length
  if (/^\p{L}+\d{1,3}$/u.test(segment) && parts.length < 4) return false
  return known * 2 < letters.length
}

function camelParts(written: string): string[] {
  return written
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s\d]+/)
    .filter((one) => one !== '')
}

function isKnown(word: string, vocabulary: Vocabulary): boolean {
  const found = vocabulary.classOf(word)
  return found === 'word' || found === 'term' || found === 'foreign'
}

/** Words behind which machines count. */
const counted =
  /^(?:pkcs|pbkdf|oauth|openid|identity\w*|webpay\w*|port|erro?r?|user|usuario|client[es]?|cliente|test[es]?|line|linha|page|pagina|item|order|pedido|file|node|host|server|srv|web|app|api|pod|step|etapa|job|task|run|build|release|version|versao|https?|status|code|codigo|sha|aes|rsa|hmac|utf|iso|rfc|cve|sqlstate|base|crc|blake|ecdsa|curve|secp|prime|chacha|poly|tls|gru|worker|thread|exec|pool|shard|replica|partition|queue|topic|device|vm|rack|zone|group|grupo|batch|lote|sandbox|demo|example|exemplo|sample|ticket|issue|case|caso|invoice|doc|windows|android|ios|chrome|safari|firefox|node|python|java|sprint|team|loja|agencia|conta|caixa|terminal|store|branch|region|cluster|cache|redis|db|mysql|pg|postgres|kafka|nginx|proxy|gateway|router|switch|lambda|handler|anonymous|fn|func|arg|param|var|tmp|temp|foo|bar|baz|lorem|hash|sim|mock|fake|dummy|ramal|extension|peer|trunk|channel|slot)$/i

/** A word with digits behind it, as people make passwords; beside a word for one, also with fewer digits or several words. */
export function isWordWithNumber(atom: string, near: boolean): boolean {
  const found = atom.length > 80 ? null : /^(\p{L}(?:[\p{L}_.-]*\p{L})?)[-_.]?(\d{1,8})$/u.exec(atom)
  if (found === null) return false
  const [, words = '', digits = ''] = found
  // `rotina-2026` tells a year.
  if (!near && /^(?:19|20)\d\d$/.test(digits)) return false
  const one = /^(\p{Lu}?\p{Ll}{4,}|\p{Lu}\p{Ll}{3})$/u.exec(words)?.[1]
  if (one === undefined)
    return near && /\p{Ll}/u.test(words) && (digits.length > 1 || /[-_.]/.test(words)) && !counted.test(words)
  if (counted.test(one)) return false
  return digits.length >= (near ? 2 : 3)
}

/** A word that is in no vocabulary, or several that are written together, beside a word for a secret. */
export function isPassphrase(atom: string, vocabulary: Vocabulary): boolean {
  return /^\p{L}\p{Ll}{5,}$/u.test(atom) && isOfNoProgram(atom, vocabulary)
}

/** Letters and digits in several pieces, which is no word of computers: `q7-umbrella-R`. */
export function isMixed(atom: string, vocabulary: Vocabulary): boolean {
  return (
    atom.length > 7 &&
    !isNamedByCluster(atom) &&
    /\d/.test(atom) &&
    /\p{Ll}/u.test(atom) &&
    atom
      .split(/[-_]/)
      .some((one) => /\d/.test(one) && /\p{L}/u.test(one) && !measured.test(one) && isOddSegment(one, vocabulary))
  )
}

/** Whether a word is one of no vocabulary, or of a language, and no message of a program has it. */
function isOfNoProgram(word: string, vocabulary: Vocabulary): boolean {
  const is = vocabulary.classOf(word)
  return is === 'odd' || (is === 'foreign' && !vocabulary.isOfMessages(word))
}

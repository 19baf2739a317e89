import { textOfBase64 } from '../text/base64.ts'
import type { Add } from './finding.ts'
import { isOpenName, saysOpenWord, secretWords } from './open-words.ts'
import { meaningOf, wordsOf } from './sensitivity.ts'
import { isNamedByCluster, isTrace } from './value-shapes.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Finds runs of characters that are not known to be harmless: neither words, identifiers made of words, errors' codes,
 * statuses, times, versions, hosts, paths, nor what is said to be an identifier. Linear.
 *
 * @param name the field that the text is the value of
 */
export function findUnknownRuns(text: string, name: string | undefined, vocabulary: Vocabulary, add: Add): void {
  if (/^\s{0,20}(?:<\?xml[^>]{0,200}>\s{0,20})?<svg\b/.test(text.slice(0, 300))) return
  const skipped = openBlocks(text)
  let block = 0
  for (const { 0: chunk, index } of text.matchAll(chunks)) {
    while ((skipped[block]?.[1] ?? Number.POSITIVE_INFINITY) <= index) block += 1
    if (index >= (skipped[block]?.[0] ?? Number.POSITIVE_INFINITY)) continue
    if (chunk.length < 4 || !telling.test(chunk.length > 2_000 ? chunk.slice(0, 2_000) : chunk)) continue
    inChunk(chunk, { text, index, name, vocabulary }, add)
  }
}

interface Around {
  text: string
  /** Where the chunk begins. */
  index: number
  name: string | undefined
  vocabulary: Vocabulary
  /** The name of the value that was looked at last. */
  met?: { at: number; own: OwnName | undefined }
}

interface OwnName {
  /** Words before the name. */
  phrase: string
  name: string
}

const chunks = /[^\s"'`<>()[\]{},;|“”«»]+/g
/** A digit, capital letters within a word, or a sign that passwords have. */
const telling = /\d|[a-z][A-Z]|\p{L}[!$%^*#~]|^[a-z]{4,6}(?:-[a-z]{4,6})+$/u

/** Public keys, certificates and pictures, which anybody may see. */
function openBlocks(text: string): [start: number, end: number][] {
  if (!text.includes('-----BEGIN') && !text.includes('v=DKIM1')) return []
  return [...text.matchAll(openBlock)].map(({ 0: { length }, index }) => [index, index + length])
}

const openBlock =
  /-----BEGIN (?:[A-Z\d]+ )?(?:PUBLIC KEY|CERTIFICATE|CERTIFICATE REQUEST|NEW CERTIFICATE REQUEST|X509 CRL)-----[^-]{0,20000}(?:-----END [A-Z\d ]{0,40}-----)?|v=DKIM1;[^\n]{0,2000}/g

/** What represents itself, as a whole. */
const openChunks =
  /^(?:arn:|urn:|data:|age1[a-z\d]{50}|sha\d{1,3}[-:=]|md5[-:=]|h1:|AAAA[BCE]|iVBORw0|R0lGOD|UklGR|PHN2Z|\/9j\/4|#(?:[\da-f]{3,4}){1,2}$|[-+]?0x|[v^~=]?\d+(?:\.[\dx*]+)+(?:[-+_.][\w.+-]*)?$|(?:[\dA-F]{2}[:-]){5,}[\dA-F]{2}$|\[?[\da-f:]{2,}:[\da-f:.]+\]?(?:\/\d+)?$|[\w.+-]+\/[\d.]+$|@[\w-]+\/[\w.@-]+$|CVE-\d|RFC-?\d|--[a-z-]+$|-[DX]\w|\/\^|\^|\$\{?\w+\}?$|%[\w%.]+$|\\)/i

function inChunk(chunk: string, around: Around, add: Add): void {
  if (openChunks.test(chunk.length > 4_000 ? chunk.slice(0, 4_000) : chunk)) return
  // A frame of a stack: `at oracle.jdbc.driver.T4CTTIoer11.processError(`
  if (
    /^[\w$.<>/@-]{3,300}$/.test(chunk) &&
    /\bat $/.test(around.text.slice(Math.max(0, around.index - 4), around.index))
  )
    return
  if (chunk.length > 4_000) {
    inLongChunk(chunk, around, add)
    return
  }
  const kept = openParts(chunk)
  const isAssigned = /^[\w.-]{1,60}=[A-Za-z\d+/=]{60,}$/.test(chunk)
  const isPath =
    !isAssigned &&
    (/^(?:[a-z][\w+.-]*:\/\/|~?\.{0,2}\/|[A-Za-z]:\\)/i.test(chunk) || /\/[a-z][\w-]*\//.test(chunk.slice(0, 400)))
  const found: [start: number, end: number][] = []
  const password = chunk.length < 60 ? passwords.exec(chunk) : null
  const lead = password?.[1] ?? ''
  if (password !== null && (!password[0].includes('.') || isNearSecret(around, around.index + lead.length)))
    found.push([around.index + lead.length, around.index + password[0].length])
  const query = chunk.indexOf('?')
  for (const { 0: atom, index } of chunk.matchAll(atoms)) {
    if (atom.length < 4 || kept.some(([from, to]) => index >= from && index < to)) continue
    const start = /^[-_~!$%^*#+]+/.exec(atom)?.[0].length ?? 0
    const value = atom.slice(start).replace(/[-_~!?*^+]+$/, '')
    if (value.length < 4) continue
    const at = around.index + index + start
    if (isUnknown(value, at, isPath && (query < 0 || index < query) && !isAfterSecretName(chunk), around))
      found.push([at, at + value.length])
  }
  for (const [start, end] of joined(found, around.text)) {
    const value = around.text.slice(start, end)
    if (isReadableBase64(value) || isTrace(value)) continue
    add({ start, end, kind: 'unknown value', name: labelOf(around, start), value })
  }
}

/** `AWS_SECRET_ACCESS_KEY=/i1do…` is no path. */
function isAfterSecretName(chunk: string): boolean {
  const name = /^([\w.-]{1,60})[=:](?!\/\/)/.exec(chunk)?.[1]
  return name !== undefined && nearSecret.test(name)
}

/** A run of thousands of characters is one thing: what its beginning is, it is as a whole. */
function inLongChunk(chunk: string, around: Around, add: Add): void {
  const sample = chunk.slice(0, 1_200)
  const odd = [...sample.matchAll(atoms)].reduce(
    (length, { 0: atom }) => (atom.length > 6 && isOpaque(atom, around.vocabulary) ? length + atom.length : length),
    0,
  )
  const { index } = around
  if (odd * 2 < sample.length || saysOpen(around, index) || isReadableBase64(sample)) return
  add({ start: index, end: index + chunk.length, kind: 'unknown value', name: labelOf(around, index), value: chunk })
}

/** What is in a row and is divided by signs of base64 alone is one. */
function joined(found: [start: number, end: number][], text: string): [start: number, end: number][] {
  const all: [number, number][] = []
  for (const [start, end] of found) {
    const last = all.at(-1)
    if (last !== undefined && start - last[1] <= 2 && /^[/+=.~!-]{1,2}$/.test(text.slice(last[1], start))) last[1] = end
    else all.push([start, end])
  }
  return all
}

/** A word, one of the signs that divide other things, and digits: `Mandioca@7730`, `Cambuci.882`. */
const passwords = /^((?:[\p{L}\d_-]{1,40}[:=])?)\p{L}{4,}(?:[@&]\d{2,}\p{L}{0,3}|(?:[._]\p{L}{3,})*[.]\d{2,4})$/u

const atoms = /[\p{L}\d_\-!#$%^*~]+/gu

/** Hosts, names of files, times and versions in a chunk. */
function openParts(chunk: string): [start: number, end: number][] {
  if (!chunk.includes('.') && !chunk.includes(':')) return []
  return [...chunk.matchAll(openPart)].map(({ 0: { length }, index }) => [index, index + length])
}

const openPart =
  /(?<![\w.-])(?:(?:[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?\.){1,8}(?:com|net|org|io|dev|cloud|local|internal|example)(?::\d{1,5})?(?![\w.-])|(?:[a-z\d](?:[a-z\d_-]{0,61}[a-z\d])?\.){1,8}[a-z][a-z\d-]{0,22}[a-z](?::\d{1,5})?(?![\w-])|[\w$-]+(?:\.[\w$-]+){0,6}\.(?:java|kt|scala|jsx?|mjs|cjs|tsx?|py|rb|go|php|cs|cpp|rs|css|html?|json|ya?ml|xml|txt|md|log|pdf|png|jpe?g|gif|svg|zip|t?gz|jar|war|whl|sql|sh|ps1|bat|exe|dll|so|ini|conf|cfg|toml|properties|env|pem|crt|cer|key|p8|pub|p12|pfx|csv|xlsx?|docx?|ret|RET|rem|REM|ofx|har|enc|map|woff2?)(?![\w])|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?|v?\d+(?:\.\d+){1,4}(?:-[\w.]+)?(?:\+[\w.]+)?(?![\w]))/g

/** Words for a secret that may be written like an identifier. */
const ofUuid = /passw|senha|secret|segredo|chave|\bkey\b|\bpix\b|contrase|credenc|credent/i
const uuid = /^[\da-f]{8}-[\da-z]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
/** Identifiers that their makers begin so, of requests, events, orders and machines. */
const openForms =
  /^(?:pk_(?:live|test)_\w{8,250}|(?!sess|tok|secret|auth|otp)[a-z]{2,12}_0[0-7][\dA-HJKMNP-TV-Z]{24}|(?:req|evt|ord|pi|ch|cus|in|sub|txn|pm|src|seti|prod|price|plan|inv|msg|run|job|thread|tx|cs|re|po|tr|fee|usr|user|org|proj|file|asst|batch|whk|we|trace|span|cid|rid|err|chatcmpl|resp|call|wh|dp|du|il|ii|py|sub_sched|mandate)_[A-Za-z\d]{6,48}|(?:i|vpc|subnet|sg|eni|vol|ami|snap|rtb|igw|nat|acl|lt|fs)-[\da-f]{8,17}|(?:us|eu|ap|sa|ca|me|af|il|cn|mx)-(?:gov-|iso-)?(?:north|south|east|west|central)(?:east|west)?-?\d|E\d{8}20\d{10}\w{11}|E\d{7}|\d{4}-\d\d(?:-\d\d)?(?:T\d*)?|\d{8}T\d{4,6}Z?|\d{1,4}[TZ]\d{0,4}|P(?:\d+[YMWD])*(?:T(?:\d+[HMS])*)?|\d+Z|\d{1,2}h\d{2}|[A-Z]{3,12}[-_]?\d{1,8}(?:[-_]\d{1,4}){0,2}|[A-Z]{1,2}[-_]?\d{1,5}|(?:[A-Z]{1,14}|\d{1,8})(?:[-_](?:[A-Z]{1,20}\d{0,2}|\d{1,8})){1,8}|\d+(?:[eE][+-]?\d+)|[A-Z]{2,8}-[\dA-F]{6,8}|\d{1,3}[a-z]?|SQLSTATE\w{5}|[xX]509|[dMyHhmsS]{6,14}|\w*TLSv?\d\w{0,3}|\w+\$\d{1,2}|\w+\$\p{Lu}\w*|__\w+__?|[A-Z]{3,4}\d{3,5}[A-Z]|HL7\d{4}|[A-Z][A-Z\d]*(?:_[A-Z][A-Z\d]*){2,}|\d{6}[A-Z]{3}\d{1,15}|(?:aes|3?des|camellia|chacha20|sha|md5)\d{0,4}(?:[-_](?:aes|sha|md5|gcm|cbc|ctr|ccm|prf|hmac|poly|cts)\w{0,6}){1,4}|z9hG4bK\w+)$/u

/** Whether a run is not known to be harmless. */
function isUnknown(atom: string, at: number, isPath: boolean, around: Around): boolean {
  if (
    /^G-\d{6}$|^[A-Z]-\d{6,}$|^\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}{2,})+-\d{2,}$|^(?:card|tok|btok|ba)_[A-Za-z\d]{12,}$/u.test(
      atom,
    )
  )
    return true
  if (/@$/.test(around.text.slice(at - 1, at)) && /! @\S+ - /.test(around.text.slice(at - 3, at + atom.length + 3)))
    return false
  if (openForms.test(atom) && !/^\d{4,}$/.test(atom)) return false
  // Components of a field (HL7 v2), which are judged by their segment, and a name in front of its value.
  if (atom.includes('^') && around.text.includes('MSH|')) return false
  if (
    /^\p{L}+$/u.test(atom) &&
    /[?&;]/.test(around.text.charAt(at - 1)) &&
    around.text.charAt(at + atom.length) === '='
  )
    return false
  // Of a symbol of Rust: `core::result::unwrap_failed::h7a1f0c3b92de4411`.
  if (/^h[\da-f]{16}$/.test(atom) && around.text.slice(at - 2, at) === '::') return false
  if (fileMode.test(atom) || isPort(atom, at, around)) return false
  const { vocabulary } = around
  // An issue of a project, a part of a page: `grafana/grafana#14432`.
  if (atom.includes('#') && around.text.charAt(at - 1) === '/') return false
  if (atom.length > 2_000) return isOpaque(atom.slice(0, 400), vocabulary) && !saysOpen(around, at)
  if (/^\d+$/.test(atom)) return isUnknownNumber(atom, at, isPath, around)
  if (uuid.test(atom))
    return (
      !isPath &&
      !isKeyInBraces(around, at) &&
      (hasOwnName(around, at) ? !saysOpen(around, at) : !isNil(atom) && ofUuid.test(lineBefore(around, at).slice(-48)))
    )
  if (/(?:sha\d{1,3}|md5|h1)[-:=]$/i.test(around.text.slice(Math.max(0, at - 8), at))) return false
  if (emptyDigests.has(atom.toLowerCase())) return false
  const isHex = /^[\da-f]+$/i.test(atom) && (atom === atom.toLowerCase() || atom === atom.toUpperCase())
  if (isPath)
    return (
      atom.length > 15 &&
      (isHex
        ? atom.length > 39 && !/(?:commit|tree|blob|raw|sha\d*)s?\/$/.test(around.text.slice(Math.max(0, at - 9), at))
        : /\d/.test(atom) && /\p{Lu}/u.test(atom) && isOpaque(atom, vocabulary))
    )
  if (isHex && /\d/.test(atom)) {
    if (atom.length < 7) return false
    if (atom.length < 16 || atom.length === 24) return isNearSecret(around, at) && !saysOpen(around, at)
    return (
      !saysOpen(around, at) &&
      !(atom.length === 40 && ofCommit.test(ownName(around, at) ?? '')) &&
      !isChecksum(around, at + atom.length) &&
      !/^ is the first bad commit/.test(around.text.slice(at + atom.length, at + atom.length + 26)) &&
      !openHex.test(lineBefore(around, at))
    )
  }
  const isOdd = isOpaque(atom, vocabulary)
  const near = !isOdd && isNearSecret(around, at)
  const unlike =
    isOdd ||
    (vocabulary.classOf(atom) !== 'term' && isWordWithNumber(atom, near)) ||
    (near &&
      (((isPassphrase(atom, vocabulary) || /^(?=.*\p{Lu})\p{L}{4,}[-_]\p{L}{4,}$/u.test(atom)) &&
        ofPassword.test(lineBefore(around, at).slice(-32))) ||
        isMixed(atom, vocabulary)))
  return unlike && !saysOpen(around, at)
}

/** The mode of a file, as Git writes it. */
const fileMode = /^(?:100644|100755|120000|160000|040000)$/

/** The port behind the host of an address. */
function isPort(atom: string, at: number, { text }: Around): boolean {
  return (
    /^\d{2,5}$/.test(atom) &&
    /(?:@|\/\/)[\w.-]{1,80}:$/.test(text.slice(Math.max(0, at - 90), at)) &&
    /^(?:[/?\s"',;)]|$)/.test(text.slice(at + atom.length, at + atom.length + 1))
  )
}

/** MD5, SHA-1 and SHA-256 of nothing. */
const emptyDigests: ReadonlySet<string> = new Set([
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
])

/** Names of commits, of trees and of packages in the responses of Git hosts and package registries. */
const ofCommit = /^(?:after|before|head|base|tree|parent|shasum|(?:head|base|merge|commit|tree|before|after)[-_]?sha)$/i

/** A log's trace behind the name of its service, and what a version of a file is told by. */
const openHex =
  /\[[\w.-]{1,60},$|@$|\b\d+\.\d+\.\d+ \($|\b(?:commit|merge|bisect|index|HEAD)\b[^\n]{0,40}$|\b(?:RSA|DSA|ECDSA|EDDSA) key $|\b(?:PK|KEK|image|file|block|tx|transaction|cert(?:ificate)?|public key|content|binary|firmware|kernel|tree|genesis|page|code|build) hash(?: is)?[ \t:=]{1,3}$/i

/** A word with a sign and digits, or letters of mixed case about a sign; `core#123` and `PKCS#7` name other things. */
const signed =
  /^(?:\p{L}\p{Ll}{2,}[!$%^*&]\d{2,}\p{L}{0,3}|\p{L}\p{Ll}{3,}#(?:\d{2,}|\p{L}\d+)|(?=\S*\d|\S*\p{Ll}\p{Lu})\p{L}+\d*[!$%^*&~]+[\p{L}\d]{2,}|(?=\S*\p{Ll}\p{Lu}\S*#)\p{L}{5,}#[\p{L}\d]{2,4})$/u

/** Whether a run is no identifier made of words: random, or a word with signs as passwords have them. */
function isOpaque(atom: string, vocabulary: Vocabulary): boolean {
  if (signed.test(atom)) return true
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
  return found === 'word' || found === 'term'
}

/** Words behind which machines count. */
const counted =
  /^(?:pkcs|pbkdf|oauth|openid|identity\w*|webpay\w*|port|erro?r?|user|usuario|client[es]?|cliente|test[es]?|line|linha|page|pagina|item|order|pedido|file|node|host|server|srv|web|app|api|pod|step|etapa|job|task|run|build|release|version|versao|https?|status|code|codigo|sha|aes|rsa|hmac|utf|iso|rfc|cve|sqlstate|base|crc|blake|ecdsa|curve|secp|prime|chacha|poly|tls|gru|worker|thread|exec|pool|shard|replica|partition|queue|topic|device|vm|rack|zone|group|grupo|batch|lote|sandbox|demo|example|exemplo|sample|ticket|issue|case|caso|invoice|doc|windows|android|ios|chrome|safari|firefox|node|python|java|sprint|team|loja|agencia|conta|caixa|terminal|store|branch|region|cluster|cache|redis|db|mysql|pg|postgres|kafka|nginx|proxy|gateway|router|switch|lambda|handler|anonymous|fn|func|arg|param|var|tmp|temp|foo|bar|baz|lorem|hash|sim|mock|fake|dummy|ramal|extension|peer|trunk|channel|slot)$/i

/** A word with digits behind it, as people make passwords; beside a word for one, also with fewer digits or several words. */
function isWordWithNumber(atom: string, near: boolean): boolean {
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
function isPassphrase(atom: string, vocabulary: Vocabulary): boolean {
  return /^\p{L}\p{Ll}{5,}$/u.test(atom) && vocabulary.classOf(atom) === 'odd'
}

/** Letters and digits in several pieces, which is no word of computers: `q7-umbrella-R`. */
function isMixed(atom: string, vocabulary: Vocabulary): boolean {
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

const nearNumber =
  /^[ \t]{0,2}(?:bytes?|ms|s|seconds?|segundos?|minutes?|minutos?|milliseconds?|centavos|reais|brl|usd|eur|rows?|linhas?|itens|items|records?|registros|tokens?|requests?|chars?|caracteres|characters|bits?|[km]b)\b/i

function isUnknownNumber(digits: string, at: number, isPath: boolean, around: Around): boolean {
  const { text } = around
  if (
    isPath ||
    /[.,]\d{0,2}$/.test(text.slice(Math.max(0, at - 3), at)) ||
    /^[.,]\d/.test(text.slice(at + digits.length, at + digits.length + 2))
  )
    return false
  if (digits.length === 6 && isNearCode(around, at))
    return !isCount(around, at) && !/^(?:\w*code|c[oó]d(?:igo)?)$/i.test(ownName(around, at) ?? '')
  if (digits.length >= 4 && digits.length < 9 && isNearPin(around, at) && !isCount(around, at))
    return !/^(?:19|20)\d\d$/.test(digits)
  if (digits.length < 8 || /^(\d)\1+$/.test(digits) || /^0{4,}/.test(digits) || constants.test(digits)) return false
  if (isTime(digits)) return false
  if (nearNumber.test(text.slice(at + digits.length, at + digits.length + 20))) return false
  return (
    !saysOpen(around, at) &&
    !isCount(around, at) &&
    !/(?:\b(?:erro?r?|code|c[oó]digo|errno|hresult)\W{0,4}|[-|]|[A-Z]_[A-Z_]{2,40} \()$/i.test(lineBefore(around, at))
  )
}

/** Whether the name of a number says what it counts or measures. */
function isCount(around: Around, at: number): boolean {
  const name = ownName(around, at)
  return name !== undefined && wordsOf(name).some((word) => countWords.has(word))
}

const countWords: ReadonlySet<string> = new Set(
  `size length tamanho duration elapsed age amount valor value total saldo balance count limite limit quantity quantidade epoch
   timestamp time hora at since until ttl expires exp iat nbf max min bytes memory heap port pid line col offset ms ns us xmx xms
   seconds rows iterations rounds lifetime lifespan complexity cost weight width height price preco capacity used free rate ratio sum avg neg interval timeout delay start end
   stamp date data versao version level`.split(/\s+/),
)

/** Seconds of one year and of two, samples, results of Windows, and codes of errors behind a word for one. */
const constants =
  /^(?:80(?:09|07|04)\d{4}|14094\d{3}|31536000|63072000|15552000|12345678\d{0,2}|214[678]\d{6}|4294967\d{3}|2147483647)$/

/** Seconds to nanoseconds since 1970, or a date with its time: 2001 to 2040. */
function isTime(digits: string): boolean {
  return (
    /^1\d{9}(?:\d{3}){0,3}$/.test(digits) ||
    /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d\d{0,9})?)?$/.test(
      digits,
    )
  )
}

/** What is between a name and its value. */
const separator = /["'\])]{0,2}[ \t]{0,4}(?:=>|->|[:=>])[ \t]{0,4}["'([{<]{0,3}(?:W\/")?(?:([\w.-]{0,12})[:/=]{1,2})?$/
const lastName = /[\p{L}_$][\p{L}\d_.$@#-]{0,60}$/u
const lastWords = /(?:\p{L}[\p{L}\d]{0,30}[ \t]){1,5}$/u
/** `<meta name="request-id" content="…">` */
const markup = /name=["']?([\w.:-]{2,60})["']?[^<>]{0,20}$/
const flagBefore = /(?:^|[ \t"'])--?([\p{L}\d][\p{L}\d-]{0,40})[ \t=]{1,3}["']?$/u

function lineBefore({ text }: Around, at: number): string {
  const before = text.slice(Math.max(0, at - 80), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** What is written before a value as its name, with the words before that. */
function ownNames(around: Around, at: number): OwnName | undefined {
  if (around.met?.at !== at) around.met = { at, own: readName(around, at) }
  return around.met.own
}

function readName(around: Around, at: number): OwnName | undefined {
  const line = lineBefore(around, at)
  const flag = flagBefore.exec(line)?.[1]
  if (flag !== undefined) return { phrase: '', name: flag }
  const end = line.slice(-34)
  const found = /[:=>]/.test(end) ? separator.exec(end) : null
  if (found !== null) {
    const [, tail] = found
    if (tail !== undefined && (isOpenName(tail) || secretWords.test(tail))) return { phrase: '', name: tail }
    const before = line.slice(0, line.length - end.length + found.index)
    const name = lastName.exec(before)?.[0]
    if (name !== undefined) {
      const lead = before.slice(0, before.length - name.length)
      const named = name === 'content' || name === 'value' ? markup.exec(lead)?.[1] : undefined
      return named === undefined ? { phrase: lastWords.exec(lead)?.[0] ?? '', name } : { phrase: '', name: named }
    }
  }
  return around.name === undefined || !isWhole(around, at) ? undefined : { phrase: '', name: around.name }
}

/** Whether a field contains one word alone. */
function isWhole({ text, index }: Around, at: number): boolean {
  return Math.min(index, at) < 12 && !/\s\S/.test(text.slice(0, 400))
}

function ownName(around: Around, at: number): string | undefined {
  return ownNames(around, at)?.name
}

function hasOwnName(around: Around, at: number): boolean {
  return ownName(around, at) !== undefined
}

/** Whether the name of a value, or the words before it, say that it is an identifier. */
function saysOpen(around: Around, at: number): boolean {
  const own = ownNames(around, at)
  if (own !== undefined) {
    if (/^postman-?token$/i.test(own.name)) return true
    if (secretWords.test(own.name)) return false
    if (isOpenName(own.name) || (own.phrase !== '' && saysOpenWord(own.phrase))) return true
    return false
  }
  return saysOpenWord(lineBefore(around, at))
}

function isChecksum({ text }: Around, end: number): boolean {
  return /^ [ *][\w./-]+\.\w/.test(text.slice(end, end + 60))
}

const nearSecret =
  /(?:passw|kennwort|mot de passe|parola|wachtwoord|passphrase|passcode|pass\b|\bpwd?\b|senha|contrase|secret|segredo|palavra[- ]chave|chave|token|(?<![a-z])key\b|[a-z]Key\b|api ?key|credenc|credent|\bpix\b|\bpin\b|\botp\b|\blog[- ]?in\b|\bsign in\b|clave|salt|\bseed\b)/i
const ofPassword = /passw|kennwort|mot de passe|parola|clave|senha|contrase|palavra|segredo|passphrase/i
const explains = /(?:invalid|expired|wrong|missing|required|unknown|incorret|inv[aá]lid|expirad|obrigat|errad)/i

/** Whether a word for a secret stands shortly before. */
function isNearSecret(around: Around, at: number): boolean {
  const own = ownNames(around, at)
  if (own !== undefined && own.name.length > 1) {
    // `primary_key` opens nothing.
    if (/key|chave|clave/i.test(own.name) && meaningOf(own.name).strength === 'open') return false
    return nearSecret.test(own.name) || nearSecret.test(own.phrase)
  }
  const near = lineBefore(around, at).slice(-48)
  return nearSecret.test(near) && !explains.test(near)
}

function isNearCode(around: Around, at: number): boolean {
  const near = around.text.slice(Math.max(0, at - 160), at + 40).replaceAll('_', ' ')
  return (
    /\b(?:c[oó]digo|code|otp|pin|sms|2fa|mfa|passcode|verifica\p{L}*|one[- ]time|senha|password|contrase\p{L}*|clave|autenticador|authenticator)\b/iu.test(
      near,
    ) &&
    !/(?:erro|error|status|http|postal|zip|porta?|R\$|US\$)\W{0,4}(?:code|c[oó]digo)?\W{0,3}$/i.test(
      around.text.slice(Math.max(0, at - 16), at),
    )
  )
}

function isNearPin(around: Around, at: number): boolean {
  return /(?:\b(?:pin|otp|senha|password|passcode|contrase\p{L}*|cvv|clave)\b)[^.\n)"]{0,60}$/iu.test(
    lineBefore(around, at),
  )
}

/** “The key {…} was not found in the key ring” names one, and so does `-u` before an identifier. */
function isKeyInBraces({ text }: Around, at: number): boolean {
  return /(?:\bkey \{|[ \t]-u[ \t]+)$/.test(text.slice(Math.max(0, at - 8), at))
}

function isNil(written: string): boolean {
  return /^([\da-f])(?:\1|-)+$/i.test(written)
}

function isReadableBase64(value: string): boolean {
  return value.length >= 12 && /^[\x20-\x7e\s\u00a0-\u024f]{8,}$/.test(textOfBase64(value) ?? '')
}

/** What a value is called in the account and in its place. */
function labelOf(around: Around, at: number): string {
  return ownName(around, at)?.slice(-40) ?? 'unknown'
}

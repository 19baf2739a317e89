import { textOfBase64 } from '../text/base64.ts'
import type { Add } from './finding.ts'
import { isMixed, isOpaque, isPassphrase, isWordWithNumber } from './odd-words.ts'
import { saysOpenWord } from './open-words.ts'
import { isMadeOfTerms } from './proven-harmless.ts'
import {
  type Around,
  hasOwnName,
  isChecksum,
  isKeyInBraces,
  isNearSecret,
  labelOf,
  lineBefore,
  nearSecret,
  ofPassword,
  ownName,
  saysOpen,
} from './surroundings.ts'
import { isUnknownNumber } from './unknown-numbers.ts'
import { isTrace } from './value-shapes.ts'
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
  /^(?:[\dA-F]{8,16}:error:|arn:|urn:|data:|age1[a-z\d]{50}|sha\d{1,3}[-:=/]|(?:ssh|ecdsa|sk-ssh|sk-ecdsa)-[a-z\d-]+(?:@[\w.]+)?$|M(?:FkwEwYHKoZI|IGfMA0GCSq|IIBIjANBgk|IICIjANBgk|CowBQYDK2V)|md5[-:=]|h1:|AAAA[BCE]|iVBORw0|R0lGOD|UklGR|PHN2Z|\/9j\/4|#(?:[\da-f]{3,4}){1,2}$|[-+]?0x|[v^~=]?\d+(?:\.[\dx*]+)+(?:[-+_.][\w.+-]*)?$|(?:[\dA-F]{2}[:-]){5,}[\dA-F]{2}$|\[?[\da-f:]{2,}:[\da-f:.]+\]?(?:\/\d+)?$|[\w.+-]+\/[\d.]+$|@[\w-]+\/[\w.@-]+$|CVE-\d|RFC-?\d|--[a-z-]+$|-[DX]\w|\/\^|\^|\$\{?\w+\}?$|%[\w%.]+$|\\)/i

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
  // A code of an error: `ECAS.31`
  if (
    password !== null &&
    !/^[A-Z]{2,10}\.\d{1,4}$/.test(password[0]) &&
    (!password[0].includes('.') || isNearSecret(around, around.index + lead.length))
  )
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
  /^(?:pk_(?:live|test)_\w{8,250}|customfield_\d{1,8}|[Xx](?:25519|448)\w{0,16}|ML(?:KEM|DSA)\d{2,4}\w{0,8}|0[01][\dA-HJKMNP-TV-Z]{24}|(?!sess|tok|secret|auth|otp)[a-z]{2,12}_0[0-7][\dA-HJKMNP-TV-Z]{24}|(?:req|evt|ord|pi|ch|cus|in|sub|txn|pm|src|seti|prod|price|plan|inv|msg|run|job|thread|tx|cs|re|po|tr|fee|usr|user|org|proj|file|asst|batch|whk|we|trace|span|cid|rid|err|chatcmpl|resp|call|wh|dp|du|il|ii|py|ver|idv|vs|sub_sched|mandate)_[A-Za-z\d]{6,48}|(?:i|vpc|subnet|sg|eni|vol|ami|snap|rtb|igw|nat|acl|lt|fs)-[\da-f]{8,17}|(?:us|eu|ap|sa|ca|me|af|il|cn|mx)-(?:gov-|iso-)?(?:north|south|east|west|central)(?:east|west)?-?\d|[ED]\d{8}20\d{10}\w{11}|F01[A-Z]{6}[A-Z\d]{6}\d{10}|0x[\da-f]{1,12}|x\d{1,6}|E\d{7}|\d{4}-\d\d(?:-\d\d)?(?:T\d*)?|20\d\d-W\d\d|\d{8}T\d{4,6}Z?|\d{1,4}[TZ]\d{0,4}|P(?:\d+[YMWD])*(?:T(?:\d+[HMS])*)?|\d+Z|\d{1,2}h\d{2}|[A-Z]{3,12}[-_]?\d{1,8}(?:[-_]\d{1,4}){0,2}|[A-Z]{1,2}[-_]?\d{1,5}|(?:[A-Z]{1,14}|\d{1,8})(?:[-_](?:[A-Z]{1,20}\d{0,2}|\d{1,8})){1,8}|\d+(?:[eE][+-]?\d+)|[A-Z]{2,8}-[\dA-F]{6,8}|\d{1,3}[a-z]?|SQLSTATE\w{5}|[xX]509|[dMyHhmsS]{6,14}|\w*TLSv?\d\w{0,3}|\w+\$\d{1,2}|\w+\$\p{Lu}\w*|__\w+__?|[A-Z]{3,4}\d{3,5}[A-Z]|HL7\d{4}|[A-Z][A-Z\d]*(?:_[A-Z][A-Z\d]*){2,}|\d{6}[A-Z]{3}\d{1,15}|(?:aes|3?des|camellia|chacha20|sha|md5)\d{0,4}(?:[-_](?:aes|sha|md5|gcm|cbc|ctr|ccm|prf|hmac|poly|cts)\w{0,6}){1,4}|z9hG4bK\w+|X(?:m[xsn]|ss)\d{1,6}[kmgKMG]?|x5t#S256|Hmac(?:SHA|MD)\d{1,3}|(?:SHA|MD)\d{1,3}[Ww]ith[A-Z]{2,5})$/u

/** Whether a run is not known to be harmless. */
function isUnknown(atom: string, at: number, isPath: boolean, around: Around): boolean {
  if (/^[A-Z]-\d{6,}$/.test(atom)) return !saysOpenWord(lineBefore(around, at))
  if (/^\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}{2,})+-\d{2,}$|^(?:card|tok|btok|ba)_[A-Za-z\d]{12,}$/u.test(atom)) return true
  if (/@$/.test(around.text.slice(at - 1, at)) && /! @\S+ - /.test(around.text.slice(at - 3, at + atom.length + 3)))
    return false
  if (isKeyInGroups(atom)) return !ofTrace.test(lineBefore(around, at).slice(-32))
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
  // An amount: `R$500`
  if (/^(?:R|US|C|A|HK|NZ|S)\$\d{1,9}$/.test(atom)) return false
  // References of an MT message (SWIFT fields 20 and 21)
  if (/^:2[01][A-Z]?:$/.test(lineBefore(around, at))) return false
  if (fileMode.test(atom) || isPort(atom, at, around)) return false
  const { vocabulary } = around
  // An issue of a project, a part of a page: `grafana/grafana#14432`.
  if (atom.includes('#') && around.text.charAt(at - 1) === '/') return false
  if (atom.length > 2_000) return isOpaque(atom.slice(0, 400), vocabulary) && !saysOpen(around, at)
  if (/^\d+$/.test(atom)) return isUnknownNumber(atom, at, isPath, around)
  if (uuid.test(atom))
    return (
      !isPath &&
      !/aaguid["']?[ \t:=]{1,4}["']?$/i.test(lineBefore(around, at)) &&
      !isKeyInBraces(around, at) &&
      !/(?:idempotency|partition|row|primary|foreign|correlation)[-_ ]?key[ \t:="']{1,4}$/i.test(
        lineBefore(around, at),
      ) &&
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
    // Places in memory, and commits at the beginnings of lines, as Git lists them.
    if (atom.length === 16 && /^(?:0{4}|f{4})/i.test(atom) && !isNearSecret(around, at)) return false
    if (atom.length === 40 && isListedCommit(around, at)) return false
    // Where in memory something is: `page fault for address: ffffa0c2417f3e10`.
    if (atom.length < 17 && /^(?:address|addr|pointer)$/i.test(ownName(around, at) ?? '')) return false
    if (atom.length < 16 || atom.length === 24) return isNearSecret(around, at) && !saysOpen(around, at)
    return (
      !saysOpen(around, at) &&
      !(atom.length === 40 && ofCommit.test(ownName(around, at) ?? '')) &&
      !isChecksum(around, at + atom.length) &&
      !/^ is the first bad commit/.test(around.text.slice(at + atom.length, at + atom.length + 26)) &&
      !openHex.test(lineBefore(around, at)) &&
      !isOfCommand(around, at) &&
      !isOfPackage(around, at)
    )
  }
  // A host: “on pbs01”
  if (
    /^\p{Ll}{2,8}-?\d{1,3}$/u.test(atom) &&
    /(?<!\p{L})(?:on|at|auf|host|server|servidor|machine)[ \t]$/iu.test(lineBefore(around, at).slice(-12))
  )
    return false
  const isOdd = isOpaque(atom, vocabulary)
  const near = !isOdd && isNearSecret(around, at)
  const unlike =
    isOdd ||
    (vocabulary.classOf(atom) !== 'term' &&
      isWordWithNumber(atom, near) &&
      !(near && /[-_]/.test(atom) && isMadeOfTerms(atom, vocabulary))) ||
    (near &&
      (((isPassphrase(atom, vocabulary) || /^(?=.*\p{Lu})\p{L}{4,}[-_]\p{L}{4,}$/u.test(atom)) &&
        ofPassword.test(lineBefore(around, at).slice(-32))) ||
        isMixed(atom, vocabulary)))
  return unlike && !saysOpen(around, at)
}

/** Keys of products and for recovery: groups of letters and digits without an order, or eight groups of six digits. */
function isKeyInGroups(atom: string): boolean {
  if (/^\d{6}(?:-\d{6}){7}$/.test(atom)) return true
  if (!/^[A-Z\d]{4,12}(?:-[A-Z\d]{4,12}){3,9}$/.test(atom) || uuid.test(atom)) return false
  return atom.split('-').filter((group) => /\d/.test(group) && /[A-Z]/.test(group)).length > 1
}

const ofTrace = /(?:trace|request|correlation|transaction|tracking|session) ?(?:id|number|no\.?)?[ \t:=#"']{1,3}$/i

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
  /\b(?:cherry-pick|checkout(?:@\S{1,40})?|revert|rebase|reset --hard|checked out|bisect|tag)[ \t][^\n]{0,40}$|\b(?:sha-?\d{0,3}|digest|checksum)[ \t:][^\n]{0,24}$|\bsha-?\d{1,3}\b[^\n]{0,90}\b(?:got|actual|found|but)[ \t]$|\b(?:AID|Applet|ATR|AAGUID|TVR|TSI|tag \w{2,6} =|IAD|CVR)[ \t:=]{1,3}$|\[[\w.-]{1,60},$|@$|\b\d+\.\d+\.\d+ \($|\b(?:commit|merge|bisect|index|HEAD)\b[^\n]{0,40}$|\b(?:RSA|DSA|ECDSA|EDDSA) key $|\b(?:NO_PUBKEY|EXPKEYSIG|ERRSIG|BADSIG|[Kk]ey ID|keyid)[ \t:=]{1,3}(?:0x)?$|^:2[01][A-Z]?:$|\b(?:PK|KEK|image|file|block|tx|transaction|cert(?:ificate)?|public key|content|binary|firmware|kernel|tree|genesis|page|code|build) hash(?: is)?[ \t:=]{1,3}$/i
/** What Git prints of a commit and GnuPG of a public key, on the line below. */
function isOfCommand({ text }: Around, at: number): boolean {
  return /(?:^|[$>#;&|][ \t]*|\n[ \t]*)(?:(?:pub|sub)[ \t]+\w{5,12}[ \t/]|git (?:rev-parse|rev-list|merge-base|hash-object|write-tree|commit-tree|ls-remote|ls-tree|show-ref|log|describe|submodule|stash create)\b)[^\n]{0,120}\n[ \t]{0,8}$/.test(
    text.slice(Math.max(0, at - 160), at),
  )
}

/** What a package must hash to and what it does: “expected … actual …” beside a word for a package or a checksum. */
function isOfPackage({ text }: Around, at: number): boolean {
  const before = text.slice(Math.max(0, at - 300), at)
  const around = before + text.slice(at, at + 300)
  return (
    /(?:^|[^\p{L}])(?:expected|actual|got|computed|calculated|wanted|want|have|found|specified|received|remote|local|sha\d{1,3}(?:sum)?|esperado|obtido|obtenido|erwartet)[ \t:=(]{1,12}$/iu.test(
      before,
    ) &&
    /checksum|integrity|\.crate\b|package|tarball|lock ?file|go\.sum|download|digest|the hashes|hash mismatch|\bsha-?(?:1|256|384|512)(?:sum)?\b/i.test(
      around,
    ) &&
    !/signature|hmac|signed|webhook|password|secret|assinatura/i.test(around)
  )
}

/** `git log --oneline`, `git ls-remote` */
function isListedCommit({ text }: Around, at: number): boolean {
  return (
    /(?:^|\n)$/.test(text.slice(Math.max(0, at - 1), at)) &&
    /^(?:\t(?:refs\/|HEAD)| [\p{L}([])/u.test(text.slice(at + 40, at + 46))
  )
}

function isNil(written: string): boolean {
  return /^([\da-f])(?:\1|-)+$/i.test(written)
}

function isReadableBase64(value: string): boolean {
  return value.length >= 12 && /^[\x20-\x7e\s\u00a0-\u024f]{8,}$/.test(textOfBase64(value) ?? '')
}

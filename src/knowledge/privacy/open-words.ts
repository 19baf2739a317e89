import { wordsOf } from './name-meaning.ts'
import { plain } from './person-names.ts'

/** Whether the last words before a value say that it is an identifier. */
export function saysOpenWord(line: string): boolean {
  if (/nosso n[uú]mero/i.test(line)) return true
  // What another sentence speaks of says nothing of this one.
  const words = line
    .slice(Math.max(line.lastIndexOf('. '), line.lastIndexOf('! '), line.lastIndexOf('? '), line.lastIndexOf('; ')) + 1)
    .split(/[^\p{L}\d]+/u)
    .filter((one) => /^\p{L}/u.test(one))
    .slice(-4)
  const [before = '', last = ''] = words.slice(-2)
  if (
    (openWords.has(last.toLowerCase()) || /^(?:clients?|clientes?|app|host)$/i.test(last)) &&
    !/auth/i.test(line) &&
    !secretWords.test(before)
  )
    return true
  return words.some((one) => openWords.has(plain(one))) && !secretWords.test(words.join(' '))
}

/** Whether a name says that its value is an identifier, or open to everybody. */
export function isOpenName(name: string): boolean {
  const words = wordsOf(name)
  if (/^(?:md5|sha\d{0,3}|etag|checksum|digest|crc)$/.test(words[0] ?? '')) return true
  if (/^(?:x[-_]?)?(?:b3[-_])?(?:parent)?(?:span|trace)id$/i.test(name)) return true
  if (/(?:request|trace|correlation|idempotency|interaction|public)[-_]?(?:id|key|number)?$/i.test(name)) return true
  return openNames.has(words.at(-1) ?? '') || openNames.has(words.join(''))
}

/** What is called by one of these is an identifier, or open to everybody. */
const openNames: ReadonlySet<string> = new Set(
  `id ids callid identifier identificador patch uid uuid guid ulid ksuid oid rid cid pid tid gid eid kid kids jti jkt trace traceparent tracestate span ray
   correlation correlacao request req requisicao transaction transacao txn txid tx e2e endtoend thumbprint fingerprint digest
   sha fp pgp sha1 sha256 sha384 sha512 md5 checksum integrity etag serial version versao build commit merge index revision rev ref
   refs reference referencia protocolo protocol nsu lote pedido order sequencial sequence sequencia seq offset cursor page
   pagina partition pod container image imagem node instance instancia resource consent interaction idempotency ispb ean isbn
   ncm cfop cest sku issn ticket caso case chamado issue pr job worker thread port line linha col column
   byte bytes event evento evt message mensagem msgid delivery operation op activity subscription tenant directory application
   app client aud azp realm host server release snapshot ptr pc addr b3 parent hostid x y n e x5t x5c crv code codes codigo
   erro error errors status http exit signal rs tag nonce scope objectid mongo entity invoice nota nfe contrato contract
   proposta operacao agendamento agreement mandate slip payment etags jwks s256 tr path url uri dir file
   filename arquivo aba routing swift bic crc build certificate certificado cert x509certificate audience
   ifnonematch ifmatch boundary de11 de37 de38 de39 de41 de42 audiences account_id block blocknumber xid nprot nrec ambiente branch tokenizer responseto inresponseto nossonumero`.split(
    /\s+/,
  ),
)
/** The same in a sentence. */
const openWords: ReadonlySet<string> = new Set(
  `id ids uuid guid ulid evento incidencia incidente dossier vorgang errore erreur fehler comercio fuc trace traceid span ray correlation request requestid requisicao kid kids commit digest sha256 md5
   checksum etag serial version versao build merge index revision ref reference referencia protocolo nsu lote pedido order
   pod container txid e2e endtoendid ispb ean isbn ncm cfop cest sku ticket caso case chamado issue job event evento nonce
   fingerprint thumbprint transaction transacao sequencial offset instance consent exit replicaset bisect aba routing swift
   crc rule regra regla regel score queue fila cola sendung sendungsnummer remessa rastreio rastreamento tracking shipment envio colis
   nrec mid tid coo ecf bic jwks kids block xid item itens asin arn stan nsu terminal maske tabelle partition particao offset topic patch bug note kb hotfix versioncode incident identifier produto product part peca model rrn de11 de37 de38 tvr tsi iad cvr listener firmware baseband modelo artikel articulo artigo`.split(
    /\s+/,
  ),
)
/** Where a name or a word says one of these, no other word makes its value an identifier. */
export const secretWords =
  /(?:passw|passphrase|passcode|\bpass\b|senha|contrase|secret|segredo|token(?!i[sz])|apikey|api[-_ ]?key|credential|credencia|privatekey|private[-_ ]key|session|sess[aã]o|auth(?!or)|signature|assinatura|\bpin\b|\botp\b|cookie|salt)/i

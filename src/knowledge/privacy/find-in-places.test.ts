import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function safe(text: string): string {
  const fingerprint = () => '0a1b2c3d'
  const first = createScrubber({ fingerprint, vocabulary })
  first.text(text)
  return createScrubber({ fingerprint, known: first.values(), vocabulary }).text(text)
}

/** Words and digits in the place of a secret or of somebody's number, whatever their form is. */
const inPlaces: [text: string, ...values: string[]][] = [
  ['$ radtest b.lund driftwood 10.0.0.1 0 gatehouse\nReceived Access-Reject', 'b.lund', 'driftwood', 'gatehouse'],
  ['wpa_passphrase Cabin "ducks on ice"', 'ducks on ice'],
  ['LoginRequest(senhaNumerica=[7, 0, 4, 1], canal=WEB)', '7, 0, 4, 1'],
  ['{"pinDigits":[7,0,4,1],"errorCode":"PIN-023"}', '[7,0,4,1]'],
  ['- ? secretKey\n  : lake.7.trout\nretries: 4', 'lake.7.trout'],
  ["request.headers(1).name := 'apikey';\nrequest.headers(1).value := 'falcon-drift-summer';", 'falcon-drift-summer'],
  ['param.1.Name=SessionToken&param.1.Value=583920&param.2.Name=Region', '583920'],
  ['<name use="official"><family value="Brannigan"/><given value="Ottoline"/></name>', 'Brannigan', 'Ottoline'],
  ['<field id="transactionPassword"><input value="6630"/></field>', '6630'],
  ['the site id is 4. Palavra-passe: caldo verde à noite. Conta bloqueada', 'caldo verde à noite'],
  ['portal passwd magpie’s nest', 'magpie’s nest'],
  ['db_password = "river delta" -> "salt marsh"', 'river delta', 'salt marsh'],
  ['Geheimfrage: erstes Haustier = Mauzi von der Aue', 'Mauzi von der Aue'],
  [
    'Ada Brandt  10:16 AM\n the p12 pw?\nIngo Wessels  10:17 AM\n rainy-season',
    'Ada Brandt',
    'Ingo Wessels',
    'rainy-season',
  ],
  ['Suporte: e o token que chegou no e-mail?\nCliente: TK-185622', 'TK-185622'],
  ['the passwords sparrow, kestrel and merlin were all rejected', 'kestrel'],
  ["$pdo = new PDO('pgsql:dbname=crm', 'crm_app', 'boulangerie-du-coin');", 'boulangerie-du-coin'],
  ['conn.auth_plain "jules", "camembert"', 'camembert'],
  ['my laptop unlocks with tangerine, please change it', 'tangerine'],
  ['o segredo do webhook ficou como pamonha-quente', 'pamonha-quente'],
  ['la password l’ho cambiata ieri in Tramonto.rosso, prima era un’altra', 'Tramonto.rosso'],
  ['Ktoś zmienił mi hasło na bursztynowe morze', 'bursztynowe morze'],
  ['密码是 红烧肉真香，错误码 40163', '红烧肉真香'],
  ['WLAN "Praxis", Schlüssel rotkehlchen', 'rotkehlchen'],
  ['snmp_community: printers-ro', 'printers-ro'],
  ['{"mpin":"1947","tpin":"203991"}', '1947', '203991'],
  ['SSN on file, DL# W4418-2209-6617. BRP ZW8814207.', 'W4418-2209-6617', 'ZW8814207'],
  ['Steuer-ID meines Mannes (Gerd Pfeiffer): 86 095 742 719', '86 095 742 719'],
  ['GET /Patient?identifier=urn:oid:2.16.578.1.12.4.1.4.1|03117844519', '03117844519'],
  ['Memorable word she used: Rutland.', 'Rutland'],
  ['[persist.pay.wifi.psk]: [feijoada de sabado]', 'feijoada de sabado'],
  ['login attempt [root/dragonfruit] failed', 'dragonfruit'],
  ['req.Header.Set("Proxy-Authorization", "Basic "+b64("squid:Lula&Polvo"))', 'Lula&Polvo'],
  ['{"op":"otp","value":"660318"}', '660318'],
  ['UPI id is sharvarid@okhdfcbank.', 'sharvarid@okhdfcbank'],
  ['ul. Kwiatowa 8/14, 30-437 Kraków', 'Kwiatowa 8/14, 30-437 Kraków'],
  ['She lives at Flat 6, 118 Harehills Lane, Leeds LS8 4DP.', 'Flat 6', 'LS8 4DP'],
]

it.each(inPlaces)('what is in its place is removed whatever its form: %s', (text, ...values) => {
  const out = safe(text)
  for (const value of values) expect(out).not.toContain(value)
})

const explaining = [
  'radtest: command not found',
  'wpa_passphrase: usage',
  'levels=[1, 2, 3, 4]',
  '? query : all',
  'headers.name = "Accept"; headers.value = "*/*"',
  '<family value="Helvetica"/><code value="final"/>',
  '- name: Restart the gateway\n  run: npm ci',
  'Utente: "Credenziali SPID non valide, codice errore 19"',
  '40A7B2F5C77F0000:error:0A000412:SSL routines:ssl3_read_bytes:sslv3 alert bad certificate',
  'arn:aws:secretsmanager:us-east-1:111122223333:secret:prod/db-XyZ987 not found',
  "auth: { type: 'oauth2' }, url: '/v3/items'",
  'la clave primaria pk_pedidos_2024 se duplica',
  'usage: prompt_tokens: 127204, completion_tokens: 1811',
  'meldet "610301202: Die Signatur konnte nicht geprüft werden"',
  'passwords are security-sensitive',
  'set-cookie: sid=<redacted>',
  'senha: mínimo de 8 caracteres',
  'hasło: wymagane',
  'パスワード は必須です',
  'The laptop unlocks with Face ID',
  'can you send the token endpoint?\n/oauth2/token',
  'Step 3. Password: enter the new one. Then continue',
  'senha: bloqueada após 3 tentativas',
  'WLAN roaming key handshake timeout',
  "Field 'customfield_11873' is required",
]

it.each(explaining)('what explains a failure stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})

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

/** Common words and numbers that only their place tells to be secret or personal. */
const inPlaces: [text: string, ...values: string[]][] = [
  ['/msg NickServ IDENTIFY quiet heron', 'quiet heron'],
  ['10.1.2.3:6379> AUTH default not-so-hidden', 'not-so-hidden'],
  ['a7 LOGIN accounting "plum cake with cream"', 'plum cake'],
  ['$ rabbitmqctl change_password reports barn-swallow', 'barn-swallow'],
  ['username noc privilege 15 secret 0 fresh drizzle', 'fresh drizzle'],
  ['spawn ssh noc@10.0.0.4\nexpect "assword:"\nsend "walnut\\r"', 'walnut'],
  ["printf 'north wind' | docker secret create db_pw -", 'north wind'],
  ['realm join -U svc corp.example <<< Manioc-fried', 'Manioc-fried'],
  ['schtasks /create /tn Nightly /ru CORP\\svc /rp Cloud!7 /sc daily', 'Cloud!7'],
  ['KEYWORD  Input Password  id:senha  Desert in bloom', 'Desert in bloom'],
  ['SIGNON USER(QTAX) PASSWORD(ROSEMARY) MENU(MAIN)', 'QTAX', 'ROSEMARY'],
  ['2. log in with ops / seabreeze\n3. restart', 'seabreeze'],
  ['S: 334 UGFzc3dvcmQ6\nC: bW9vbmxpZ2h0IHNvbmF0YQ==\nS: 535 5.7.8 Error', 'bW9vbmxpZ2h0IHNvbmF0YQ=='],
  ['Usage: sync.sh <shop> <user> <password>\n$ ./sync.sh shop-17 till2 popcorn-sweet', 'popcorn-sweet'],
  ['1) "reason"\n2) "EXPIRED"\n3) "temp_password"\n4) "casmurro"', 'casmurro'],
  ['{"jsonrpc":"2.0","method":"login","params":["ouidad","orange flower"],"id":7}', 'ouidad', 'orange flower'],
  [
    '<params><param><value><string>blue butterfly</string></value></param></params></methodCall><methodCall>',
    'blue butterfly',
  ],
  ['rememberUser   ondine\nrememberPwd    tortoise', 'ondine', 'tortoise'],
  ['wifi_ssid: SITE\nwifi_code: scaffold', 'scaffold'],
  ['credentials:\n  login: zeph\n  access: green banana', 'green banana'],
  ["curl -F 'login=dulce' -F 'chave=jasmine' https://portal.example/in", 'jasmine'],
  ['variable "db" {\n  default   = "Tea-of-camomile-0800"\n  sensitive = true\n}', 'Tea-of-camomile'],
  ['{"type":"random_password","instances":[{"attributes":{"length":9,"result":"quiet words"}}]}', 'quiet words'],
  ['db_password = green how I love you', 'green how I love'],
  ['ENV SESSION_SECRET="keyboard cat in the rain" NODE_ENV=production', 'keyboard cat'],
  ['{"profile":{"question":"first_pet","answer":"Moustache"}}', 'Moustache'],
  [
    'MSH|^~\\&|ADT|HOSP|LAB|CLIN|20261119083000||ADT^A08|MSG771|P|2.4\rPID|1||5519023^^^HOSP||HAUGEN^TORE||19670903|M|||Storgata 114^^Hamar||61255019',
    '5519023',
    'HAUGEN',
    '19670903',
    'Storgata',
    '61255019',
  ],
  ["UNH+1+ORDERS:D:96A:UN'\nNAD+BY+++WALTRAUD KLEIN+Lindenweg 4+Kassel++34117+DE'", 'WALTRAUD', 'Lindenweg'],
  ['ISA*00*~\nNM1*IL*1*DELACROIX*HONORINE****MI*W55820931~\nDMG*D8*19790522*F', 'DELACROIX', 'W55820931', '19790522'],
  ['8=FIX.4.4|35=A|553=trader44|554=blue heron|98=0', 'trader44', 'blue heron'],
  ["[14:03] Agent: and your mother's maiden name?\n[14:04] Customer: Winterbourne", 'Winterbourne'],
  ['Suporte: qual a sua data de nascimento?\nCliente: 03/07/71', '03/07/71'],
  ['Vous pouvez me joindre au 06 47 88 21 93 ou au cabinet.', '06 47 88 21 93'],
  ['Mi cédula es 1.037.642.918 y no puedo entrar.', '1.037.642.918'],
  ['The six digits from my phone were 227 916', '227 916'],
  ['my NI number is QQ 12 34 56 C', 'QQ 12 34 56 C'],
  ["cy.get('#pw').type('cold lemonade')", 'cold lemonade'],
  ['nmcli dev wifi connect Plant-2G password rolling-belt', 'rolling-belt'],
  ['lftp -u shipment,gravel sftp://sftp.example', 'gravel'],
  ['Мой пароль рябина, ошибка 401', 'рябина'],
  ['パスワードは「sakuramochi」です', 'sakuramochi'],
  ['End.: RUA SETE DE ABRIL, 144 AP 32', 'SETE DE ABRIL'],
  ['O cliente Policarpo (tel. 51 3322 7781) relata erro', 'Policarpo'],
  ['Computer name: MacBook-Pro-de-Tarsila', 'Tarsila'],
  ['lastLocation: -23.55052, -46.633308 accuracy 12m', '-46.633308'],
  ['Het wachtwoord is gereset naar stroopwafel. Foutcode 22.', 'stroopwafel'],
  ['hasło to pierogi ruskie. Kod 77.', 'pierogi ruskie'],
  ['Les paso la clave de la pasarela por si la necesitan: mariposa amarilla, y el resto.', 'mariposa amarilla'],
]

it.each(inPlaces)('what only its place tells is removed: %s', (text, ...values) => {
  const copy = safe(text)
  for (const value of values) expect(copy).not.toContain(value)
})

/** The same places where something explains a failure. */
const explaining = [
  'AUTH PLAIN is not supported\nAUTH failed for the session',
  '$ rabbitmqctl list_users\nListing users ...',
  '$ kubectl -n payments rollout restart deploy/orders-api',
  'PASS src/checkout/banner.test.tsx',
  'echo "done" | tee build.log',
  "psql <<< 'SELECT 1'",
  'MSA|AE|MSG771|Unknown key identifier\nERR|||204^Unknown key identifier|E',
  'Agent: what is the error code?\nCustomer: MB-0119, it says Invalid password',
  'Was the password changed?\nOps: no, the policy expires it after 90 days',
  'login.password.label=Enter your password\nkennwort.vergessen=Kennwort vergessen?',
  '{"password":"must have at least 12 characters","pin":"is required"}',
  'The import of 1 250 000 rows took 14 minutes on 2026-11-20 10:15.',
  'The ticket 2026-448812 is about the amount of R$ 1.250.000,00 and error 500 312.',
  'Invalid login: 535-5.7.8 Username and Password not accepted',
  '\tat oracle.jdbc.driver.T4CTTIoer11.processError(T4CTTIoer11.java:702)',
  'image: ghcr.io/acme/token-broker:4.1.0@sha256:eab2ad03c9818f661d73f93cc15a168e0f0641326a3a763220d0bf34e7dedfde',
  'url=jdbc:postgresql://pg-2/ledger?connectTimeout=10&sslmode=verify-full',
  'KRB5KDC_ERR_ETYPE_NOSUPP etypes {aes256-cts-hmac-sha1-96}',
  'from kube-api-access-x7k2p (ro), secrets mounted',
  'Authentication-Results: mx.example; dkim=fail; spf=pass; dmarc=permerror',
  'password.hash.iterations=210000',
  'cpf=***.481.229-**',
  'Access token: at+jwt (RFC 9068)',
  '  ~ password = (sensitive value)',
]

it.each(explaining)('what explains a failure stays in its place: %s', (text) => {
  expect(safe(text)).toBe(text)
})

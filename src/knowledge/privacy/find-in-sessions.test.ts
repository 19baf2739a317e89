import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)
const secret = 'Melancia_88'

it.each([
  `keytool -list -keystore trust.jks -storepass ${secret}`,
  `curl --cert client.pem:${secret} https://api.example/`,
  `curl -E client.p12:${secret} https://api.example/`,
  `sqlplus cob/${secret}@//ora.example:1521/PRD`,
  `SQL> connect cob/${secret}@PRD`,
  `expdp userid=cob/${secret}@PRD`,
  `pg.example:5432:ledger:app:${secret}`,
  `machine git.example login ana password ${secret}`,
  `USER ana\nPASS ${secret}`,
  `331 Password required; PASS ${secret}`,
  `AUTH ${secret}`,
  `AUTH default ${secret}`,
  `a1 LOGIN fiscal ${secret}`,
  `net use Z: \\\\files\\cnab /user:svc ${secret}`,
  `net user ana ${secret} /add`,
  `echo ${secret} | docker login --username ci --password-stdin`,
  `echo "ana:${secret}" | chpasswd`,
  `kinit ana <<< "${secret}"`,
  `htpasswd -bc .htpasswd ana ${secret}`,
  `smbclient //h/s -U dom/ana%${secret}`,
  `sshpass -p${secret} ssh root@h`,
  `sqlcmd -S h -U sa -P ${secret}`,
  `plink -pw ${secret} root@h`,
  `ssh-keygen -t ed25519 -N "${secret}" -f k`,
  `openssl enc -aes-256-cbc -k ${secret}`,
  `openssl pkcs12 -in a.p12 -passin pass:${secret}`,
  `aws configure set aws_secret_access_key ${secret}`,
  `gh secret set DEPLOY --body "${secret}"`,
  `kubectl create secret generic db --from-literal=senha=${secret}`,
  `ftp> user ana ${secret}`,
  `Driver={ODBC Driver 18};Server=h;UID=sa;PWD={${secret}}`,
  `$db = new PDO('mysql:host=db1;dbname=cob', 'cob', '${secret}');`,
  `new NetworkCredential("ana", "${secret}")`,
  `requests.get(url, auth=('ana', '${secret}'))`,
  `userPassword:: ${btoa(secret)}`,
  `username noc privilege 15 password 7 ${secret}`,
  `snmp-server community ${secret} RO`,
  `tacacs-server key ${secret}`,
  `crypto isakmp key ${secret} address 10.0.0.1`,
  `vault login ${secret}`,
  `-define('AUTH_SALT', '${secret}');`,
  `resource "random_password" "jwt" { result = "${secret}" }`,
  `variable "db_password" { default = "${secret}" }`,
  `1700000000.1 [0 h:1] "AUTH" "default" "${secret}"`,
  `1700000000.1 [0 h:1] "SET" "otp:4711" "${secret}" "EX" "120"`,
  `1700000000.1 [0 h:1] "SETEX" "reset-token:7" "60" "${secret}"`,
  `"HSET" "login:7" "refresh" "${secret}"`,
  `WIFI:T:WPA;S:Loja;P:${secret};;`,
  `request_uri=urn:ietf:params:oauth:request_uri:${secret}`,
  `https://hooks.zapier.com/hooks/catch/123456/${secret}/`,
])('a program or a protocol takes a secret by its place: %s', (text) => {
  const copy = safe(text)
  expect(copy).not.toContain(secret)
  expect(copy).not.toContain(btoa(secret))
  expect(copy.split(/[\s:/]/)[0]).toBe(text.split(/[\s:/]/)[0])
})

it.each([
  [
    'the password that a server of SMTP asked for',
    `S: 334 UGFzc3dvcmQ6\nC: ${btoa('cachoeira140')}`,
    btoa('cachoeira140'),
  ],
  [
    'a token among the protocols of a web socket',
    'Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.T25GTHF6UmRhcWl0',
    'T25GTHF6',
  ],
  ['the secret beside its key', 'AKIACJ27DFP2J4HE5I4S:X+J/I/UAtoBkHjW7UDpd/jWC7iwYZKzMtmQSGGdQ', 'X+J/I/UA'],
  ['hashes of Windows', 'ana:500:F7ABE53DE9661BCEAC7DF9EF9DD1DC95:C23E22331F06417322C05C8B261881F8:::', 'C23E2233'],
  ['a hash of crypt', 'svc:$6$hljdIfIwG7zx$MV2GoZRBSL6p0m3LrBvMmntQbLAcAaZ:19999:0', 'MV2GoZRB'],
  ['a hash of Argon2', '$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$RdescudvJCsgt3ub+b', 'RdescudvJ'],
  ['a hash of LDAP', '{SSHA}5en6G6MezRroT3XKqkdPOmY/BfQ=', '5en6G6Mez'],
  ['a hash of bcrypt', 'ana:$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'N9qo8uLO'],
])('%s goes', (_, text, value) => {
  expect(safe(text)).not.toContain(value)
})

it.each([
  ' PASS  src/knowledge/privacy/scrub.test.ts\n',
  'AUTH LOGIN failed: AUTH-1107',
  'AUTH required before SELECT',
  'ERROR LOGIN rejected with code LGN-0029',
  'net use: the network name cannot be found',
  'git config --get user.name',
  'sqlplus -v',
])('what only looks so stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})

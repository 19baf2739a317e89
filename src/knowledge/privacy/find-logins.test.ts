import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function safe(text: string): string {
  return createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)
}

it.each([
  ['<username>ci-deploy</username><password>D3ploy&amp;Run</password>', 'ci-deploy'],
  ['Server=sql-prd-02;Database=Crm;User Id=crm_web;Password=Tr0ub4dor-Crm', 'crm_web'],
  ['mysql -h db.intern -u root -pZ3br4Root crm_prod', 'root '],
  ['ipmitool -I lanplus -H 10.9.0.14 -U ADMIN -P Bmc!2211 chassis power status', 'ADMIN'],
  ['amqps://evtpub:ra88it@mq.fjell.example:5671/events', 'evtpub'],
  ['DriverManager.getConnection("jdbc:postgresql://pg1:5432/gw", "gw_owner", "gw0wner!pw")', 'gw_owner'],
  ["new PDO('mysql:host=10.1.0.4', 'app_web', 't3st-4pp-w3b')", 'app_web'],
  ['ds.setUsername("hk_batch"); ds.setPassword("Limao*67");', 'hk_batch'],
  ['| System | User | Password |\n|---|---|---|\n| dev | tester1 | feather1 |', 'tester1'],
  ['[log] => editora\n    [pwd] => livro&Caneta2', 'editora'],
  ['log=redatora&pwd=caneta%26papel&wp-submit=Log+In', 'redatora'],
  ["CREATE USER relatorio IDENTIFIED BY 'Goiaba&Queijo';", 'relatorio'],
  ["curl -u apiuser:'xK!4 green' https://a.example", 'green'],
  ['Array ( [usuario] => lojista7 [senha] => feijao preto [acao] => entrar )', 'feijao'],
  ['kind: Secret\ndata:\n  username: YmlsbGluZ19zdmM=', 'YmlsbGluZ'],
])('of “%s” who signs in goes with the password', (text, value) => {
  expect(safe(text)).not.toContain(value)
})

it.each([
  'FATAL:  password authentication failed for user "reporting"',
  "Login failed for user 'svc_cobranca'.",
  'ALTER USER app_reader WITH PASSWORD NULL;',
  'DATABASE_URL=postgres://USER:PASSWORD@HOST:5432/DATABASE',
  'ldapsearch -b "OU=Users,DC=corp,DC=example" "(objectClass=person)"',
  'https://stfilesprd.blob.core.windows.net/backups/a.tar.gz?sp=rwdl&sr=b',
])('of “%s” nothing is lost', (text) => {
  expect(safe(text)).toBe(text)
})

it('keeps the host behind a password that holds the sign of a fragment', () => {
  const copy = safe('mongodb+srv://reporter:Nordlys%2326@cluster0.ab1cd.mongodb.net/reports?retryWrites=true')
  expect(copy).toContain('cluster0.ab1cd.mongodb.net/reports?retryWrites=true')
  expect(copy).not.toMatch(/reporter|Nordlys/)
})

it('keeps the name of a storage account, which is in its address', () => {
  const copy = safe(
    'DefaultEndpointsProtocol=https;AccountName=stfilesprd;AccountKey=RGE/e3vARNz8unk+cR0EP7RwBh8eSKqSYAjWCBZbUSYf0UvDTgRRI4G0RZj9uUoSxDALav4jFo1fhZKHD607fw==',
  )
  expect(copy).toContain('AccountName=stfilesprd')
  expect(copy).not.toContain('RGE/e3v')
})

import { expect, it } from 'vitest'
import { keptByDefault, kindNames } from './kinds.ts'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function safe(text: string, keep = keptByDefault): { copy: string; kinds: string[] } {
  const fingerprint = () => '0a1b2c3d'
  const first = createScrubber({ fingerprint, keep, vocabulary })
  first.text(text)
  const second = createScrubber({ fingerprint, keep, known: first.values(), vocabulary })
  const copy = second.text(text)
  return { copy, kinds: second.account().map(({ kind }) => kind) }
}

/** What no name, no form and no place gives away. */
const unknown: [text: string, value: string][] = [
  ['rotated on the box: Zx81kQdj2msPv and then it worked', 'Zx81kQdj2msPv'],
  ['we used Cajueiro4417 before', 'Cajueiro4417'],
  ['antes era Mandioca@7730, hoje não', 'Mandioca@7730'],
  ['anota aí: Goiaba!4482', 'Goiaba!4482'],
  ['the old one was corinthians225', 'corinthians225'],
  ['x1: 7Jk8ae34mQjTy', '7Jk8ae34mQjTy'],
  ['{"misc":"sopo4arh5Qmata2o0SMN0avHXZ"}', 'sopo4arh5Qmata2o0SMN0avHXZ'],
  ['{"blob":{"a":["38ADC94EC7207DBC48A5"]}}', '38ADC94EC7207DBC48A5'],
  ['see 901581410a462d2dfd255b6493f28ff6 in the mail', '901581410a462d2dfd255b6493f28ff6'],
  ["exchange('ad43325579dfbef580bd62e56cbdd4c2fd6cb072')", 'ad43325579dfbef580bd62e56cbdd4c2fd6cb072'],
  ['https://painel.example/m/PvEL1k5TNZvFMq9fo1lTu5YC', 'PvEL1k5TNZvFMq9fo1lTu5YC'],
  ['1) nsvks-ceagk', 'nsvks-ceagk'],
  ['Product key Windows: VK7JG-VQ06L-TCFRK-IJ35D-9N2I6', 'VK7JG'],
  ['recovery: 418220-093467-552109-330187-671440-204917-118503-604219', '418220'],
  ['UPI id is ranjit.deol@ybl', 'ranjit.deol'],
  ['question secrète, nom de mon chat : Pirouette.', 'Pirouette'],
  ["Agent: Security word?\nCaller: My mother's maiden name, Lindqvist.", 'Lindqvist'],
  ['{"op":"replace","path":"password","value":"Tramonto-Rosso-8"}', 'Tramonto'],
  ['1) 2ngm6-wgbr0', '2ngm6-wgbr0'],
  ['443m 4azo vhlj 7kpe worh wg4l kfxq qmqf', '4azo vhlj'],
  ['ladder orbit velvet canyon puzzle thrive hammer silent gossip meadow rocket umbrella', 'velvet canyon'],
  ['o código que chegou foi 313244', '313244'],
  ['G-694419 is your verification code', '694419'],
  ['a conta dele 71923-8', '71923-8'],
  ['fica no 74683-636', '74683-636'],
  ['CUIT 20-35188231-6', '20-35188231-6'],
  ['anotei 4417998812 no papel', '4417998812'],
  ['A minha colega Jandira Falcão Vasconcelos também tentou', 'Jandira Falcão'],
  ['Philippa Okafor  9:41 AM', 'Okafor'],
  ['MARLENE PEIXOTO BRANDAO', 'PEIXOTO'],
  ['Kundin Walburga Stößner (Kd-Nr. K-1) meldet einen Fehler', 'Stößner'],
  ['Client Théophraste Quénard, dossier 88', 'Quénard'],
  ['wohnhaft Lindenstr. 7 in 04109 Leipzig, meldet', '04109 Leipzig'],
  ['falei com a jurandir toledo ontem', 'jurandir toledo'],
  ['CN=Ronaldo Espíndola;PARTSTAT=ACCEPTED', 'Ronaldo Espíndola'],
  ['{"createdBy":"gurrutia30"}', 'gurrutia30'],
  ['191.197.96.190 - dirceu.dantas [29/Aug/2026:10:44:00 -0300] "GET / HTTP/1.1" 200 1', 'dirceu.dantas'],
  ['ele mora na Travessa Coronel Amâncio, 1249', 'Coronel Amâncio'],
  ['lives at 42 Wrenfield Lane, Aldermoor', 'Wrenfield'],
  ['on 1955-02-27; nothing else', '1955-02-27'],
  [Buffer.from('note to all: Zx81kQdj2msPv').toString('base64'), Buffer.from('Zx81kQdj2msP').toString('base64')],
]

it.each(unknown)('what nobody knows is removed: %s', (text, value) => {
  expect(safe(text).copy).not.toContain(value)
})

/** The same signs where something says what they are, and what is made of words. */
const known = [
  'x-request-id: 7f3c9d2e-1b2c-4d3e-8f4a-5b6c7d8e9f00',
  'request 4bf92f3577b34da6a3ce929d0e0e4736 failed after 3 attempts',
  'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  'INFO [pagamentos,4be1c77a90d1e2f3,91ab] 1 --- [main] o.s.b.w.e.TomcatWebServer',
  '{"headers":[{"name":"X-Request-Id","value":"0e1f77c2-3b52-4b6f-8f50-54c0dd0b1a77"}]}',
  '{"traceId":"01HF8Z3K2Q9X7R6T5V4W3Y2Z1A","size":88219344}',
  'first bad commit is 8f1c77d09ab34e62f05b9d1c0e7a66b2d4c3e1f0',
  'image registry.example.net/cob@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'pod cob-api-7d9f8b6c5d-x2k4q is in CrashLoopBackOff',
  'PGT-0412 ORA-12154 AADSTS700016 E0000011 0x80070005 TS2345 ERR_SSL_PROTOCOL_ERROR SQLSTATE 28P01',
  'HTTP/1.1 502 Bad Gateway in 29871ms at 2026-11-03T14:22:08.114Z, exp 1793715728',
  'at io.jsonwebtoken.impl.DefaultJwtParser.parse(DefaultJwtParser.java:411)',
  'https://id.example.com.br/oauth2/authorize?response_type=code&client_id=loja-web-07&prompt=login',
  '/v1/bank-slips/405bc889-7b69-4154-8cb8-084b7d6e5894/pdf',
  'GET /v1/contas/extrato 404 Not Found, protocolo 20261103558120099, NSU 004417998812',
  'The São Paulo region (sa-east-1) answers in 20 ms, the Santos Dumont cluster was drained.',
  'Keycloak 26.0.5, Azure AD B2C, Mercado Pago, PagBank, Spring Boot, Internet Banking',
  'strict-transport-security: max-age=31536000; includeSubDomains',
  'user "erp_app" of the database, client loja-web-07',
  'PBKDF2WithHmacSHA256, X509Certificate2, RSA-OAEP-256, TLS_AES_256_GCM_SHA384, Ed25519',
  'grafana/grafana#14432 and PKCS#12',
  'Fehlercode 110030010, Fout: 500121, erreur 53003',
  'invalid username/password; logon denied, listener 1521',
  'expected sha1 6016e6ec00e90c86584b89a954b34331f6bd2161 but got 7a1884cc11dcef6741924ffd4599b8c4d5e0f423 for left-pad',
  'actions/checkout@v4.2.2 (SHA 6ad6df4d0d8aaf223931352df5cc70dbb12f9002)',
  'AAGUID ee882879-721c-4913-9775-3dfcce97072a, Applet A0000003974349445F0100',
  'kernel 6.8.0-48-generic, lib 2.14.0-rc.3+build.551, api v1beta2',
  'Monday, March 3: Não Encontrado. Tente Novamente Mais Tarde.',
]

it.each(known)('what is known to be harmless stays: %s', (text) => {
  expect(safe(text).copy).toBe(text)
})

it('the account counts what nobody knows, and one choice keeps it', () => {
  const text = 'x1: 7Jk8ae34mQjTy, password: 9fK2mQ7xZr'
  expect(safe(text).kinds).toContain('unknown value')
  const { copy } = safe(text, new Set([...keptByDefault, 'unknown value'] as const))
  expect(copy).toContain('7Jk8ae34mQjTy')
  expect(copy).not.toContain('9fK2mQ7xZr')
  expect(kindNames['unknown value']).toMatch(/does not know/)
})

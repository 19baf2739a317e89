import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function safe(text: string): string {
  return createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)
}

it.each([
  ['O usuário é rosinha e a senha é girassol azul. Podem testar?', ['rosinha', 'girassol']],
  ['We use sunshine as the key for the sandbox and the login is warehouse.', ['sunshine', 'warehouse']],
  ['Log in with user mfield and passphrase correct horse battery staple, then authorize.', ['mfield', 'battery']],
  ['Passwort: Sommerregen. Der Benutzer t.baumgartner kommt nicht hinein.', ['Sommerregen', 'baumgartner']],
  ['Mon identifiant est lmarchand et mon mot de passe est petit nuage.', ['lmarchand', 'nuage']],
  ['La password è mare calmo, il nome utente è fmonti.', ['calmo', 'fmonti']],
  ['Mi usuario es lprado y la clave es mariposa.', ['lprado', 'mariposa']],
  ['Troquei a senha ontem para abacaxi e agora não entra.', ['abacaxi']],
  ['reiniciei como root, senha do cofre: pedra furada', ['pedra furada']],
  ['We sign with "old oak table" and the code word is bluegrass.', ['old oak table', 'bluegrass']],
  ['Ela usa a palavra-passe canela e o PIN 7734.', ['canela', '7734']],
  ['Kennwort "Apfelbaum" ist neu.', ['Apfelbaum']],
  ['ALTER USER pedroca IDENTIFIED BY limoeiro;', ['pedroca', 'limoeiro']],
  ['client.login("beatriz", "lua cheia")', ['beatriz', 'lua cheia']],
  ['r = get(url, auth=("tulipa", "jardim secreto"))', ['tulipa', 'jardim']],
  ['{"owner":{"unlockPhrase":"dancing in the rain"}}', ['dancing']],
  ['{"detail":{"medewerker":"Joris van Dijk","personeelsnummer":"88120"}}', ['Joris', '88120']],
  ['│ usuário │ ag.pimenta │\n│ senha │ Ch0uriço com ovo │', ['ag.pimenta', 'Ch0uriço']],
  ['Regards,\nGrace Hill', ['Grace', 'Hill']],
  ['Atenciosamente,\nJoão', ['João']],
  ['Oi, aqui é a Rosa, da padaria.', ['Rosa']],
  ['Mit freundlichen Grüßen\ni. A. A. Süßmilch', ['Süßmilch']],
  ['Seu código de acesso é 83-51-70. O da outra conta é 48 12 90.', ['83-51-70', '48 12 90']],
  ['Ubbo-Emmius-Straße 41, 26721 Emden', ['Emmius', '26721']],
  ['sudo[2291]: genesio : TTY=pts/0', ['genesio']],
])('in “%s” what is told goes', (text, values) => {
  for (const value of values) expect(safe(text)).not.toContain(value)
})

it.each([
  'A senha é obrigatória; o usuário é inválido; a chave é incorreta; o nome é obrigatório',
  'The password is incorrect. The client secret is expired. The key is wrong. The token is opaque.',
  'The user is not authorized. The login was refused. Username and password are required.',
  'Esqueci minha senha: clique em "Recuperar acesso" e siga as instruções.',
  'invalid refresh token: user session is gone',
  'Missing scope: user:read:email',
  'The user status is DEPROVISIONED and cannot sign in',
  'Unable to find a signing key that matches: "abc"',
  'O erro acontece só na unidade de São José dos Campos e na filial Santo André.',
  'Bento Gonçalves e Carlos Barbosa recebem o piloto em janeiro.',
  '{"title":"You do not have enough credit.","status":403,"type":"out-of-credit","channel":"web"}',
  'type=LOGIN_ERROR, realmId=empresas, clientId=portal-web, error=invalid_user_credentials',
  '{"active":false,"status":"PENDING","reason":"AWAITING_AUTHORISATION","currency":"EUR"}',
])('of “%s” nothing is lost', (text) => {
  expect(safe(text)).toBe(text)
})

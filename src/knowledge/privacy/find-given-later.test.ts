import { expect, it } from 'vitest'
import { loadVocabulary } from './load-vocabulary.ts'
import { createScrubber } from './scrub.ts'

const vocabulary = await loadVocabulary()

function safe(text: string): string {
  return createScrubber({ fingerprint: () => '0a1b2c3d', vocabulary }).text(text)
}

it.each([
  ['noor: the db pwd was rotated, it’s now quiet.river.stone', 'quiet.river'],
  ['the temporary one is in your mail, the password I mean\ncustomer: got it, it’s tmp-Vexo-4419 right?', 'Vexo'],
  ['Rafa: qual a senha do painel?\nBete: era mudar@123x mas trocaram, agora é Cajuína-2026', '2026'],
  ['a senha do wifi é outra\ne a do sistema ficou loja0911', 'loja0911'],
  ['La contraseña del portal cambió, quedó Naranja7pelada', 'Naranja7'],
  ['Das Passwort wurde zurückgesetzt, lautet jetzt Himbeer.Tor.88', 'Himbeer'],
  ['le mot de passe a changé, c’est maintenant Lavande_42bis', 'Lavande'],
  ['Ich habe das Passwort gestern auf Herbstlaub_Sturm gesetzt.', 'Herbstlaub'],
  ['la contraseña del portal es peras2023 y la del correo Manzana#Verde', 'Manzana'],
  ['su clave es colibrí33 y la del banco es tucán', 'tucán'],
  ['Bea: a senha é outra\nBea: troquei ontem, agora é tapioca.doce', 'tapioca'],
  ['¿me pasas la clave del NAS?\nIván: claro, es PerroVerde con mayúsculas', 'Perro'],
  ['username stays pkapoor, password is Tulip-44-mango', 'pkapoor'],
])('in “%s” a password that is given later goes', (text, value) => {
  expect(safe(text)).not.toContain(value)
})

it.each([
  'The password page fails. The version is now v2.14.0-rc1 and the build is web-2231.',
  'The token endpoint moved: it is now auth2.example.com and the error was E1042x.',
  'Reset the password, then try again. It is still HTTP/1.1 403 at 14:05.',
  'A senha expirou; agora é ORA-28001 no lugar de ORA-01017.',
])('of “%s” nothing is lost', (text) => {
  expect(safe(text)).toBe(text)
})

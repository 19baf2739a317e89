import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)

it.each([
  ['a numbered list', 'Códigos de recuperação:\n 1. n42yq-gw7g5\n 2. xyfj8-fbwdu\n', ['n42yq', 'xyfj8']],
  ['a list of YAML', 'backup_codes:\n  - 4821-9930\n  - 1177-2093\n', ['9930', '1177']],
  ['lines below a title', 'Your recovery codes:\n  a8f3-kk21\n  b92d-pp03\n\nKeep them.', ['a8f3', 'b92d']],
  ['a list of TOML', 'pins = [ "179108", "422635" ]', ['179108', '422635']],
  ['a list of TOML over lines', 'recovery_codes = [\n  "gc5bq-yetkv",\n  "gm7aa-12kkd",\n]', ['gc5bq', 'gm7aa']],
  ['a list of JSON', '{"otp_codes":["179108","422635"]}', ['179108', '422635']],
  ['an environment of a container', 'env:\n  - name: REFRESH_TOKEN\n    value: "rt.zYUlwMb2D11"\n', ['rt.zYUl']],
  ['a key of YAML with a question mark', 'secrets:\n  ? smtp_password\n  : Mandioca$8763\n', ['Mandioca']],
  ['a folded text below secrets', 'secrets:\n  multi: >-\n    4sC7Ys38SBD2Gq8UybtmlRIs5dEG\n', ['4sC7Ys']],
  ['a token two lines below', 'Token de acesso abaixo:\n\nrZuMwFL-InE5NaKmUzx28o6RwjoPwVaHQ\n', ['rZuMwFL']],
  ['a key and a text of a property list', '<key>ClientSecret</key><string>bL4JM0dApuz2Unj3</string>', ['bL4JM0']],
  ['a term and its description', '<dt>Nome</dt><dd>Dagoberto Fontana</dd>', ['Dagoberto']],
])('%s', (_, text, gone) => {
  const copy = safe(text)
  for (const value of gone) expect(copy).not.toContain(value)
})

it.each([
  'secrets:\n  - db\n  - app\n',
  'required:\n  - email\n  - senha\n  - token\n',
  'password:\n  min_length: 12\n  rotation: 30d\n',
  '{"required":["email","senha","token"],"amr":["pwd","otp"],"grant_types_supported":["refresh_token","password"]}',
  'token:\n  type: Bearer\n  expires_in: 3600\n',
  'senha:\n\nO campo é obrigatório.\n',
])('a list of names stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})

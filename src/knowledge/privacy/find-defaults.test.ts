// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of templates are what is read here
import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

function safe(text: string): string {
  return createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)
}

it.each([
  ["const secret = process.env.JWT_SECRET || 'mySuperSecretKiosk'", 'Kiosk'],
  ['SECRET_KEY = os.environ.get("DJANGO_SECRET_KEY", "plum and rye")', 'plum'],
  ["DB_PASSWORD = os.getenv('DB_PASSWORD', default='hunter two')", 'hunter'],
  [': "${DB_PASSWORD:=winterfell}"', 'winterfell'],
  ['@Value("${app.jwt.secret:not-so-kiosk}") String value;', 'kiosk'],
  ['var key = builder.Configuration["Jwt:SigningKey"] ?? "banana split";', 'banana'],
  ["define('DB_USER', 'wp_user'); define('DB_PASSWORD', 'Maracuja!9');", 'wp_user'],
])('of “%s” what is taken without the setting goes', (text, value) => {
  expect(safe(text)).not.toContain(value)
})

it.each([
  "const url = process.env.TOKEN_URL || 'https://api.example/v1'",
  'REGION = os.getenv("AWS_REGION", "sa-east-1")',
  'export RETRIES=${RETRIES:-3}',
  "the body must have 'client_assertion' or 'client_secret'",
  "$senha = $_POST['senha'] ?? '';",
  'const method = options.tokenMethod ?? "client_secret_post"',
])('of “%s” nothing is lost', (text) => {
  expect(safe(text)).toBe(text)
})

import { expect, it } from 'vitest'
import { bearerField } from './program-values.ts'

const programs: [language: string, field: string | undefined, text: string][] = [
  ['Kotlin, an argument', 'id_token', 'val s = decode(body)\napi = Client(bearer = s.idToken)'],
  ['Elixir, a pattern', 'refresh_token', '%{"refresh_token" => tok} = body\nReq.get!(url, auth: {:bearer, tok})'],
  ['JavaScript, a pattern', 'id_token', "const { id_token: t } = await r.json()\nh = { Authorization: 'Bearer ' + t }"],
  ['a store', 'refresh_token', "cache.set('k', d.refresh_token)\nh = 'Bearer ' + cache.get('k')"],
  ['Ruby, a method', 'id_token', 'def auth\n  session["id_token"]\nend\nh = "Bearer #{auth}"'],
  [
    'Rust, a function',
    'id_token',
    'fn get(&self) -> String {\n  self.t.id_token.clone()\n}\nrq.bearer_auth(self.get())',
  ],
  ['Go, a variable', 'refresh_token', 'auth := tok.RefreshToken\nreq.Header.Set("Authorization", "Bearer "+auth)'],
  ['C#', 'id_token', 'new AuthenticationHeaderValue("Bearer", result.IdToken);'],
  [
    'a shell whose command renews by the refresh token',
    'access_token',
    'T=$(curl $U -d grant_type=refresh_token -d refresh_token=$R | jq -r .access_token)\ncurl -H "Authorization: Bearer $T" $A',
  ],
  ['a function that is given the refresh token', undefined, 't = renew(refresh_token)\nh = f"Bearer {t}"'],
  ['a response beside a header', undefined, '{"access_token":"eyJa","id_token":"eyJb"}\nAuthorization: Bearer eyJb'],
]

it.each(programs)('%s sends %s', (_, field, text) => {
  expect(bearerField(text)?.field).toBe(field)
})

it('reads a long program in a time that grows with its length', () => {
  const line = 'const { id_token: a } = b; set("k", a); h = "Bearer " + a; f(((((\n'
  expect(bearerField(line.repeat(4_000))?.field).toBe('id_token')
})

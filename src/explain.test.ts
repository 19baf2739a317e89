import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const token = `eyJhbGciOiJSUzI1NiJ9.${btoa('{"exp":1}').replaceAll('=', '')}.c2lnbmF0dXJlLW9mLXRoZS10ZXN0`
const failure = `GET /v1/x HTTP/1.1\nHost: api.own.example\nAuthorization: Bearer ${token}\nX-Request-Id: 7f3c-11aa\n\nHTTP/1.1 401 x\nDate: Mon, 04 May 2026 09:30:00 GMT\n\n{"fault":{"detail":{"errorcode":"steps.jwt.TokenExpired"}}}`

/** Runs the command as a person does, with the text on its standard input. */
function explained(text: string, { args = [], config }: { args?: string[]; config?: string } = {}): Promise<string> {
  return new Promise((done) => {
    const env = { ...process.env, CLAIMCHECK_CONFIG: config ?? '' }
    const run = execFile(process.execPath, ['src/explain.ts', ...args], { env }, (_, out, problems) =>
      done(out + problems),
    )
    run.stdin?.end(text)
  })
}

it('a failure on standard input is explained in words, without its token', async () => {
  const said = await explained(failure)
  expect(said).toMatch(/^.*expired.* \(certain\)\n> /)
  for (const part of ['What to do: ', 'Why: ', 'Who can fix it: You', 'Source: ', 'To narrow it down: ', '7f3c-11aa'])
    expect(said).toContain(part)
  expect(said).not.toContain('c2lnbmF0dXJl')
})

it('a success whose token has expired since says so', async () => {
  const response = (of: string) => `HTTP/1.1 200 OK\n\n{"access_token":"${of}","token_type":"Bearer"}`
  expect(await explained(response(token))).toContain('This was successful. A token in it has expired since then.')
  expect(await explained(response('2YotnFZFEjr1zCsicMWpAA'))).not.toContain('expired')
})

it('with --json it is JSON, without its token', async () => {
  const said = await explained(failure, { args: ['--json'] })
  expect(JSON.parse(said)).toMatchObject({ outcome: 'failed', diagnoses: [{ code: 'access-token-expired' }] })
  expect(said).not.toContain('c2lnbmF0dXJl')
})

it('the environments of the configuration are recognised, without their secrets', async () => {
  const config = join(mkdtempSync(join(tmpdir(), 'explain-')), 'config.json')
  const client = { id: 'web', name: 'Web', client_id: 'web', secret_variable: 'NOT_SET_ANYWHERE' }
  const environment = {
    id: 'own',
    name: 'Own',
    kind: 'production',
    auth_url: 'https://id.own.example',
    base_url: 'https://api.own.example',
  }
  writeFileSync(config, JSON.stringify({ environments: [{ ...environment, clients: [client] }] }))
  const said = JSON.parse(await explained(failure, { args: ['--json'], config }))
  expect(said.readings[0].call.environment).toMatchObject({
    id: 'own',
    tokenUrl: 'https://id.own.example/oauth2/token',
  })
  writeFileSync(config, '{"environments":[]}')
  expect(await explained(failure, { config })).toContain('The configuration cannot be used.')
}, 180_000)

it('text in which nothing is known has no cause, and says what to add', async () => {
  expect(await explained('hello there')).toContain('No cause found.')
})

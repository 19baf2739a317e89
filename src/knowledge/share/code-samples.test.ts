import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { ExchangeRequest } from '../protocol/exchange.ts'
import { sampleLanguages, writeSample } from './code-samples.ts'

const run = promisify(execFile)
const awkward = `it's "quoted" $HOME \`ls\` \\ % \n é 😀 \u2028 {x}`
const language = (id: string) => {
  const found = sampleLanguages.find((one) => one.id === id)
  if (!found) throw new Error(`There is no language ${id}.`)
  return found
}

const apiCall = (url: string): ExchangeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', authorization: 'Bearer fp:abcdefgh', 'accept-encoding': 'gzip' },
  body: JSON.stringify({ awkward }),
})
const tokenCall = (url: string): ExchangeRequest => ({
  method: 'POST',
  url,
  headers: { authorization: 'Basic fp:abcdefgh', 'content-type': 'application/x-www-form-urlencoded' },
  form: { code: 'fp:12345678', redirect_uri: awkward, grant_type: 'authorization_code' },
  body: 'left out',
})

/** Sends what `send` sends to a server of the test, and answers the request as it arrived. */
async function arriving(send: (url: string) => Promise<unknown>) {
  const seen: { method?: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.end('fine')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/x?a=b%20c&d=it's`)
  await new Promise((done) => server.close(done))
  return seen
}

const env = { ...process.env, ACCESS_TOKEN: 'the-token', BASIC_CREDENTIALS: 'the-basic', CODE: 'the code+' }

const runJavaScript = (code: string) => run(process.execPath, ['--input-type=module', '--eval', code], { env })
/** Says what a shell would hand to curl; whether curl is installed does not matter. */
const runShell = (code: string) => run('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${code}`], { env })

describe('the code for fetch, when it is run', () => {
  test('makes the call that was recorded, with the token from its variable', async () => {
    const [seen] = await arriving((url) => runJavaScript(writeSample(language('fetch'), apiCall(url))))
    expect(seen?.headers).toMatchObject({ authorization: 'Bearer the-token', 'content-type': 'application/json' })
    expect(JSON.parse(seen?.body ?? '')).toEqual({ awkward })
  })

  test('exchanges a code with the form that was recorded', async () => {
    const [seen] = await arriving((url) => runJavaScript(writeSample(language('fetch'), tokenCall(url))))
    expect(seen?.headers.authorization).toBe('Basic the-basic')
    expect(Object.fromEntries(new URLSearchParams(seen?.body))).toEqual({
      code: 'the code+',
      redirect_uri: awkward,
      grant_type: 'authorization_code',
    })
  })
})

describe('the code for curl, when a shell reads it', () => {
  const words = async (request: ExchangeRequest) => {
    const { stdout } = await runShell(writeSample(language('curl'), request))
    return stdout.split('\0').slice(0, -1)
  }

  test('hands over every part unchanged, whatever is in it', async () => {
    const request = apiCall("https://api.example/v1/x?it's=$HOME")
    expect(await words(request)).toEqual([
      '--include',
      '--request',
      'POST',
      request.url,
      '--header',
      'content-type: application/json',
      '--header',
      'authorization: Bearer the-token',
      '--data-raw',
      request.body,
    ])
  })

  test('is written as one word a header, as a person would', () => {
    const code = writeSample(language('curl'), {
      method: 'GET',
      url: 'https://api.example/v1/x',
      headers: { accept: 'application/json', authorization: 'Bearer fp:abcdefgh' },
    })
    expect(code.split(' \\\n  ').slice(1)).toEqual([
      "--header 'accept: application/json'",
      `--header 'authorization: Bearer '"$ACCESS_TOKEN"`,
    ])
  })

  test('hands over a form field by field', async () => {
    expect((await words(tokenCall('https://auth.example/oauth2/token'))).slice(8)).toEqual([
      '--data-urlencode',
      'code=the code+',
      '--data-urlencode',
      `redirect_uri=${awkward}`,
      '--data-urlencode',
      'grant_type=authorization_code',
    ])
  })
})

test('the code for Python is Python', async ({ skip }) => {
  const available = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
  if (!available) skip('There is no Python on this machine.')
  for (const request of [apiCall('https://api.example/v1/x'), tokenCall('https://auth.example/oauth2/token')]) {
    const fake = `import sys, types, json
module = types.ModuleType("requests")
class Answer:
    status_code, text = 200, ""
def request(method, url, **wanted):
    wanted["data"] = wanted["data"].decode() if isinstance(wanted["data"], bytes) else wanted["data"]
    sys.stderr.write(json.dumps([method, url, wanted]))
    return Answer()
module.request = request
sys.modules["requests"] = module
`
    const directory = mkdtempSync(join(tmpdir(), 'claimcheck-python-'))
    const file = join(directory, 'call.py')
    writeFileSync(file, fake + writeSample(language('python'), request))
    const { stderr } = await run('python3', [file], { env: { ...env, PYTHONUTF8: '1' } })
    rmSync(directory, { recursive: true })
    const [method, url, { data, headers }] = JSON.parse(stderr)
    expect([method, url]).toEqual([request.method, request.url])
    expect(headers.authorization).toMatch(/^(Bearer the-token|Basic the-basic)$/)
    expect(data).toEqual(request.form ? { ...request.form, code: 'the code+' } : request.body)
  }
})

test('the code for Java names each part once, as a literal', () => {
  const code = writeSample(language('java'), tokenCall('https://auth.example/oauth2/token'))
  expect(code).toContain('URI.create("https://auth.example/oauth2/token")')
  expect(code).toContain('.header("authorization", "Basic " + BASIC_CREDENTIALS)')
  expect(code).toContain('"code=" + URLEncoder.encode(CODE, StandardCharsets.UTF_8)')
  expect(code).toContain('String CODE = System.getenv("CODE");')
})

test.each(sampleLanguages)('the token is in the code for $name only where that was requested', (one) => {
  const request = apiCall('https://api.example/v1/x')
  expect(writeSample(one, request)).not.toMatch(/fp:|the-token/)
  expect(writeSample(one, request)).toContain('ACCESS_TOKEN')
  const inline = writeSample(one, request, 'the-token')
  expect(inline).toContain('the-token')
  expect(inline).not.toContain('ACCESS_TOKEN')
})

import { expect, it } from 'vitest'
import { explain } from './explain.ts'
import { base64Of } from './text/base64.ts'

/** One request with what came back, before it is written down in any syntax. */
interface Exchange {
  method: string
  url: string
  headers?: Record<string, string>
  form?: Record<string, string>
  status: number
  answer?: Record<string, unknown>
}

const identity = 'https://conta.banco.example.com'
const sandbox = 'https://conta.sandbox.banco.example.com'
const api = 'https://api.banco.example.com'
const back = 'https://loja.example.org/retorno'

function authorize(changed: Record<string, string | undefined>): Exchange {
  const query = { client_id: 'loja-77', response_type: 'code', redirect_uri: back, scope: 'openid', ...changed }
  return { method: 'GET', url: `${identity}/oauth2/authorize?${formOf(query)}`, status: 400 }
}

function token(
  error: string,
  changed: { form?: Record<string, string | undefined>; basic?: string | null } & Omit<Partial<Exchange>, 'form'>,
): Exchange {
  const { form, basic = base64Of('loja-77:Kq83nVx0pL'), ...own } = changed
  return {
    method: 'POST',
    url: `${identity}/oauth2/token`,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(basic === null ? {} : { Authorization: `Basic ${basic}` }),
    },
    form: defined({ grant_type: 'authorization_code', code: 'Zx81kQp0', redirect_uri: back, ...form }),
    status: 400,
    answer: { error },
    ...own,
  }
}

function call(path: string, status: number, authorization: string): Exchange {
  return {
    method: 'GET',
    url: `${api}${path}`,
    headers: { Authorization: authorization },
    status,
    answer: { message: 'error' },
  }
}

const signIn = { ...authorize({}), status: 302 }
const redirect = { method: 'GET', url: `${back}?code=Zx81kQp0&iss=${encodeURIComponent(identity)}`, status: 200 }

/** What failed, and the title that names it. */
const failures: Record<string, { steps: Exchange[]; title: string }> = {
  'identifier and secret the wrong way round': {
    steps: [signIn, token('client_not_found', { basic: base64Of('Kq83nVx0pL:loja-77') })],
    title: 'Client ID and secret are swapped',
  },
  'credentials without base64': {
    steps: [token('invalid_client', { basic: 'loja-77:Kq83nVx0pL', status: 401 })],
    title: 'The Basic credentials are not base64-encoded',
  },
  'placeholders that were encoded': {
    steps: [token('client_not_found', { basic: base64Of('<CLIENT_ID>:<CLIENT_SECRET>') })],
    title: 'The Basic credentials hold the placeholder “<CLIENT_ID>”',
  },
  'credentials in the form alone': {
    steps: [
      token('invalid_client', {
        basic: null,
        form: { client_id: 'loja-77', client_secret: 'Kq83nVx0pL' },
        status: 401,
      }),
    ],
    title: 'The client credentials are in the form, the Basic header is missing',
  },
  'a redirect URI with another end': {
    steps: [signIn, redirect, token('invalid_grant', { form: { redirect_uri: `${back}/` } })],
    title: 'The redirect URI differs from the one of the authorization request',
  },
  'a token request without redirect_uri': {
    steps: [token('invalid_request', { form: { redirect_uri: undefined } })],
    title: 'The token request lacks redirect_uri',
  },
  'a misspelt grant': {
    steps: [token('unsupported_grant_type', { form: { grant_type: 'autorization_code' } })],
    title: 'The grant_type “autorization_code” is misspelt: it is “authorization_code”',
  },
  'a code of the other environment': {
    steps: [signIn, redirect, token('invalid_grant', { url: `${sandbox}/oauth2/token` })],
    title: 'The sign-in ran in production, the code is exchanged in the sandbox',
  },
  'an authorization request without scope': {
    steps: [authorize({ scope: undefined })],
    title: 'The authorization request lacks scope',
  },
  'another response_type': {
    steps: [authorize({ response_type: 'token' })],
    title: 'The response_type “token” is not allowed: the value is code',
  },
  'another prompt': {
    steps: [authorize({ prompt: 'consent' })],
    title: 'prompt=consent is not allowed: the only value is login',
  },
  'a renewal, which the document does not show': {
    steps: [
      token('invalid_request', {
        form: { grant_type: 'refresh_token', code: undefined, redirect_uri: undefined, refresh_token: 'rt_9981' },
      }),
    ],
    title: 'Refresh token refused, reason not documented',
  },
  'a placeholder instead of the token': {
    steps: [call('/v1/bank-slips', 401, 'Bearer <ACCESS_TOKEN>')],
    title: 'The placeholder “<ACCESS_TOKEN>” was sent instead of the token',
  },
  'a receipt that fails': {
    steps: [call('/v1/payments/881/receipt', 500, 'Bearer abcdefgh12345678')],
    title: 'The receipt cannot be retrieved: a known failure of the API',
  },
}

/** Syntaxes in which people have exchanges. */
const renderings: Record<string, (one: Exchange) => string> = {
  'HTTP messages': ({ method, url, headers, form, status, answer }) =>
    `${method} ${url.replace(/^https:\/\/[^/]+/, '')} HTTP/1.1\nHost: ${new URL(url).host}\n${lines(headers, ': ')}\n${form ? `${formOf(form)}\n` : ''}\nHTTP/1.1 ${status} x\n\n${body(answer)}\n`,
  'a curl command': ({ method, url, headers, form, status, answer }) =>
    `$ curl -X ${method} '${url}'${list(headers, (name, value) => ` \\\n  -H '${name}: ${value}'`)}${list(form, (name, value) => ` \\\n  --data-urlencode '${name}=${value}'`)}\n${body(answer)}\nHTTP ${status}`,
  'a log of key=value': ({ method, url, headers, form, status, answer }) =>
    `level=info msg=request method=${method} url="${url}"${list(headers, (name, value) => ` ${name.toLowerCase().replace('-', '_')}="${value}"`)}${form ? ` body="${formOf(form)}"` : ''}\nlevel=error msg=response status=${status} body=${JSON.stringify(body(answer))}`,
  'lines of JSON': ({ method, url, headers, form, status, answer }) =>
    JSON.stringify({
      msg: 'upstream',
      req: { method, url, headers, body: form && formOf(form) },
      status,
      resp: body(answer),
    }),
  HAR: ({ method, url, headers = {}, form, status, answer }) =>
    JSON.stringify({
      request: { method, url, headers: entries(headers), ...(form ? { postData: { params: entries(form) } } : {}) },
      response: { status, content: { text: body(answer) } },
    }),
  'a Python session': ({ method, url, headers, form, status, answer }) =>
    `>>> r = requests.${method.toLowerCase()}('${url}', headers=${python(headers)}, data=${python(form)})\n>>> r.status_code, r.text\n(${status}, '${body(answer)}')`,
  'a Ruby log': ({ method, url, headers, form, status, answer }) =>
    `INFO -- request: ${method} ${url}\n${lines(headers, ': ')}\nDEBUG -- request: {${list(form, (name, value) => `:${name}=>"${value}", `)}}\nINFO -- response: Status ${status}\nDEBUG -- response: ${body(answer)}`,
  'a Java log': ({ method, url, headers, form, status, answer }) =>
    `DEBUG RestTemplate : HTTP ${method} ${url}\nDEBUG RestTemplate : Headers [${list(headers, (name, value) => `${name}:"${value}", `)}]\nDEBUG RestTemplate : Writing [{${list(form, (name, value) => `${name}=[${value}], `)}}]\nERROR BankClient : ${status} : "${body(answer)}"`,
  'what a tool lists': ({ method, url, headers, form, status, answer }) =>
    `${method} ${url}   ${status}  84 ms\nRequest Headers\n${lines(headers, ': ', '  ')}Request Body\n${list(form, (name, value) => `  ${name}: "${value}"\n`)}Response Body\n  ${body(answer)}`,
  'a mail in Portuguese': ({ method, url, headers, form, status, answer }) =>
    `Chamada: ${method} ${url}\n${lines(headers, ': ')}${form ? `Corpo: ${formOf(form)}\n` : ''}A resposta foi ${status} ${body(answer)}\n`,
  'a table': ({ method, url, headers, form, status, answer }) =>
    `| 1 | ${method} | ${url} |\n${list({ ...headers, ...form }, (name, value) => `| 1 | ${name} | ${value} |\n`)}| 1 | status | ${status} |\n| 1 | resposta | ${body(answer)} |`,
}

it.each(Object.entries(failures))('%s is named first, in whatever syntax it is told', (_, { steps, title }) => {
  const told = Object.fromEntries(
    Object.entries(renderings).map(([name, render]) => {
      const text = steps.map(render).join('\n')
      return [name, explain(text, { now: 1_794_830_400, environments: [] }).diagnoses[0]?.title]
    }),
  )
  expect(told).toEqual(Object.fromEntries(Object.keys(renderings).map((name) => [name, title])))
})

it('rules of this service accuse nobody of a text that names another product', () => {
  const text = `Keycloak\n${renderings['HTTP messages']?.(authorize({ scope: undefined }))}`
  expect(explain(text, { now: 1_794_830_400, environments: [] }).diagnoses[0]?.title).not.toContain('lacks scope')
})

it('a request that was refused, and went well when it was sent again, is not held against anybody', () => {
  const refused = token('invalid_client', { basic: 'loja-77:Kq83nVx0pL', status: 401 })
  const text = [refused, token('', { status: 200, answer: { access_token: 'abc', token_type: 'Bearer' } })]
    .map((one) => renderings['a log of key=value']?.(one))
    .join('\n')
  expect(explain(text, { now: 1_794_830_400, environments: [] }).diagnoses.map(({ title }) => title)).not.toContain(
    'The Basic credentials are not base64-encoded',
  )
})

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function formOf(values: Record<string, string | undefined>): string {
  return new URLSearchParams(defined(values)).toString()
}

function entries(values: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

function list(values: Record<string, string> = {}, write: (name: string, value: string) => string): string {
  return Object.entries(values)
    .map(([name, value]) => write(name, value))
    .join('')
}

function lines(values: Record<string, string> | undefined, divider: string, indent = ''): string {
  return list(values, (name, value) => `${indent}${name}${divider}${value}\n`)
}

function python(values: Record<string, string> = {}): string {
  return JSON.stringify(values).replaceAll('"', "'")
}

function body(answer: Record<string, unknown> | undefined): string {
  return answer === undefined ? '<h1>Bad Request</h1>' : JSON.stringify(answer)
}

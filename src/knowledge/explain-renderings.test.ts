import { expect, it } from 'vitest'
import { diagnose } from './diagnose/diagnose.ts'
import { explain } from './explain.ts'
import type { Call, Environment } from './protocol/call.ts'
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
const failures: Record<string, { steps: Exchange[]; title: string; asCall?: string }> = {
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
    title: 'The Basic credentials contain the placeholder “<CLIENT_ID>”',
  },
  'credentials in the form alone': {
    steps: [
      token('invalid_client', {
        basic: null,
        form: { client_id: 'loja-77', client_secret: 'Kq83nVx0pL' },
        status: 401,
      }),
    ],
    title: 'The client credentials are in the form',
  },
  'a redirect URI with another end': {
    steps: [signIn, redirect, token('invalid_grant', { form: { redirect_uri: `${back}/` } })],
    title: 'The two requests use different redirect URIs',
  },
  'a token request without redirect_uri': {
    steps: [token('invalid_request', { form: { redirect_uri: undefined } })],
    title: 'The token request does not include redirect_uri',
  },
  'a misspelt grant': {
    steps: [token('unsupported_grant_type', { form: { grant_type: 'autorization_code' } })],
    title: 'The grant_type “autorization_code” is misspelled',
  },
  'a code of the other environment': {
    steps: [signIn, redirect, token('invalid_grant', { url: `${sandbox}/oauth2/token` })],
    title: 'Code from production sent to the sandbox',
  },
  'an authorization request without scope': {
    steps: [authorize({ scope: undefined })],
    title: 'The authorization request does not include scope',
  },
  'another response_type': {
    steps: [authorize({ response_type: 'token' })],
    title: 'The response_type “token” is not allowed',
  },
  'another prompt': {
    steps: [authorize({ prompt: 'consent' })],
    title: 'prompt=consent is not allowed',
  },
  'a renewal, which the document does not show': {
    steps: [
      token('invalid_request', {
        form: { grant_type: 'refresh_token', code: undefined, redirect_uri: undefined, refresh_token: 'rt_9981' },
      }),
    ],
    title: 'Refresh token rejected, reason not documented',
  },
  'a placeholder instead of the token': {
    steps: [call('/v1/bank-slips', 401, 'Bearer <ACCESS_TOKEN>')],
    title: 'The placeholder “<ACCESS_TOKEN>” was sent instead of the token',
  },
  'a client ID with the quotation marks of its file': {
    steps: [token('client_not_found', { basic: base64Of('"loja-77":"Kq83nVx0pL"') })],
    title: 'The client ID was sent with quotation marks',
  },
  'a client of the sandbox in production': {
    steps: [token('client_not_found', { basic: base64Of('loja-sbx-77:Kq83nVx0pL') })],
    title: 'A sandbox client is used with production',
  },
  'a client of the sandbox that the sandbox does not know': {
    steps: [token('client_not_found', { basic: base64Of('loja-sbx-77:Kq83nVx0pL'), url: `${sandbox}/oauth2/token` })],
    title: 'Sandbox client unknown, reason not documented',
  },
  'an identifier that no variable filled in': {
    steps: [token('client_not_found', { basic: base64Of('undefined:undefined') })],
    title: 'The credentials are “undefined”',
  },
  'credentials without a colon': {
    steps: [token('invalid_client', { basic: base64Of('Kq83nVx0pLmN77aB'), status: 401 })],
    title: 'The Basic credentials have no colon',
  },
  'a secret with a line break': {
    steps: [token('invalid_client', { basic: base64Of('loja-77:Kq83nVx0pL\n'), status: 401 })],
    title: 'The secret ends with a line break',
  },
  'an empty secret': {
    steps: [token('invalid_client', { basic: base64Of('loja-77:'), status: 401 })],
    title: 'The client secret in the Basic credentials is empty',
  },
  'the access token in place of the credentials': {
    steps: [
      token('invalid_client', {
        basic: null,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: 'Bearer Kq83nVx0pLmN77aB' },
        status: 401,
      }),
    ],
    title: 'The token request uses Bearer instead of Basic',
  },
  'a token request without grant_type': {
    steps: [token('invalid_request', { form: { grant_type: undefined } })],
    title: 'The token request does not include grant_type',
  },
  'a token request without code': {
    steps: [token('invalid_request', { form: { code: undefined } })],
    title: 'The token request does not include code',
  },
  'a code with the rest of the redirect': {
    steps: [token('invalid_grant', { form: { code: `Zx81kQp0&iss=${identity}` } })],
    title: 'The code contains other redirect parameters',
  },
  'a grant that is not documented': {
    steps: [
      token('unsupported_grant_type', {
        form: { grant_type: 'client_credentials', code: undefined, redirect_uri: undefined, scope: 'openid' },
      }),
    ],
    title: 'The grant “client_credentials” is not documented',
  },
  'an authorization request without client_id': {
    steps: [authorize({ client_id: undefined })],
    title: 'The authorization request does not include client_id',
  },
  'an authorization request with an empty client_id': {
    steps: [authorize({ client_id: '' })],
    title: 'The parameter client_id is empty',
  },
  'an authorization request without response_type': {
    steps: [authorize({ response_type: undefined })],
    title: 'The authorization request does not include response_type',
  },
  'an authorization request without redirect_uri': {
    steps: [authorize({ redirect_uri: undefined })],
    title: 'The authorization request does not include redirect_uri',
  },
  'a redirect_uri under another name': {
    steps: [authorize({ redirect_uri: undefined, redirect_url: back })],
    title: 'The parameter redirect_uri was sent as “redirect_url”',
  },
  'a redirect_uri that was encoded twice': {
    steps: [authorize({ redirect_uri: encodeURIComponent(back) })],
    title: 'The redirect_uri was encoded twice',
  },
  'an empty scope': {
    steps: [authorize({ scope: '' })],
    title: 'The parameter scope is empty',
  },
  'a client_id that no variable filled in': {
    steps: [authorize({ client_id: 'undefined' })],
    title: 'The placeholder “undefined” was sent as client_id',
  },
  'a client_id in quotation marks': {
    steps: [authorize({ client_id: '"loja-77"' })],
    title: 'The client ID was sent with quotation marks',
  },
  'credentials instead of the access token': {
    steps: [call('/v1/bank-slips', 401, `Basic ${base64Of('loja-77:Kq83nVx0pL')}`)],
    title: 'Basic credentials were sent instead of the token',
  },
  'the word Bearer twice': {
    steps: [call('/v1/bank-slips', 401, 'Bearer Bearer abcdefgh12345678')],
    title: 'The Authorization header contains Bearer twice',
  },
  'a PDF that is not available': {
    steps: [call('/v1/bank-slips/881/pdf', 503, 'Bearer abcdefgh12345678')],
    title: 'The bank slip’s PDF is temporarily unavailable',
  },
  'a placeholder in the path': {
    steps: [call('/v1/accounts/%7Baccount_id%7D/statements', 404, 'Bearer abcdefgh12345678')],
    title: 'The path contains the placeholder “{account_id}”',
    asCall: 'A path parameter was not filled in',
  },
  'too many calls': {
    steps: [call('/v1/bank-slips', 429, 'Bearer abcdefgh12345678')],
    title: 'Too many calls; limit is not documented',
    asCall: 'Too many requests were sent',
  },
  'a receipt that fails': {
    steps: [call('/v1/payments/881/receipt', 500, 'Bearer abcdefgh12345678')],
    title: 'Known API failure: the receipt cannot be retrieved',
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

/** The last exchange as a call, with what the steps before it leave in the session. */
function callOf(steps: Exchange[]): Call {
  const { method, url, headers = {}, form, status, answer } = steps.at(-1) ?? signIn
  const path = new URL(url).pathname
  const asked = steps.find((one) => one.url.includes('/oauth2/authorize'))
  return {
    at: 1_794_830_400,
    environment: environmentOf(url),
    step: path.endsWith('/authorize') ? 'authorize' : path.endsWith('/token') ? 'token' : 'api',
    request: {
      method,
      url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      form,
    },
    response: { status, headers: {}, body: body(answer) },
    flow: asked && {
      clientId: new URL(asked.url).searchParams.get('client_id') ?? undefined,
      redirectUri: new URL(asked.url).searchParams.get('redirect_uri') ?? undefined,
    },
  }
}

function environmentOf(url: string): Environment {
  return url.startsWith(sandbox)
    ? { id: 'sandbox', kind: 'sandbox', authUrl: sandbox, baseUrl: 'https://api.sandbox.banco.example.com' }
    : { id: 'production', kind: 'production', authUrl: identity, baseUrl: api }
}

// The environment of the steps before is not in a call.
const asCalls = Object.entries(failures).filter(([name]) => name !== 'a code of the other environment')

it.each(asCalls)('%s is named first as a call too', (_, { steps, title, asCall = title }) => {
  expect(diagnose(callOf(steps))[0]?.title).toBe(asCall)
})

it('rules of this service accuse nobody of a text that names another product', () => {
  const text = `Keycloak\n${renderings['HTTP messages']?.(authorize({ scope: undefined }))}`
  expect(explain(text, { now: 1_794_830_400, environments: [] }).diagnoses[0]?.title).not.toContain(
    'does not include scope',
  )
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

import type { Message } from '../diagnose/trace/message.ts'
import type { Call, Step } from '../protocol/call.ts'
import type { Candidate } from './candidate.ts'

/** A message of a text as a call; what it does not show is left out. */
export function candidateOf(message: Message): Candidate {
  const { answer, parameters } = message
  const form = message.kind === 'token-request' && parameters.size > 0 && !message.inQuery ? formOf(message) : undefined
  const query = message.inQuery
    ? `?${[...parameters].map(([, { written, value }]) => `${encodeURIComponent(written)}=${encodeURIComponent(value)}`).join('&')}`
    : ''
  return {
    what: names[message.kind],
    certainty: 'likely',
    steps: [stepOf(message)],
    request: {
      method: message.method ?? (message.kind === 'token-request' ? 'POST' : 'GET'),
      url: `${addressOf(message)}${query}`,
      headers: headersOf(message),
      form,
    },
    response: answer && responseOf(message, answer),
    notes: [],
  }
}

const names = {
  'authorization-request': 'an authorization request',
  callback: 'the redirect of a sign-in',
  'token-request': 'a token request',
  'api-request': 'an API call',
}

function stepOf({ kind, parameters }: Message): Step {
  if (kind === 'token-request') return parameters.get('grant_type')?.value === 'refresh_token' ? 'refresh' : 'token'
  return kind === 'api-request' ? 'api' : 'authorize'
}

function addressOf({ address = '', host, path }: Message): string {
  if (/^https?:|^[{<]/.test(address)) return address
  return host === '' ? address : `https://${host}${path}`
}

function headersOf({ headers, bearer, credentials }: Message): Record<string, string> | undefined {
  const own: Record<string, string> = Object.create(null)
  for (const [name, value] of headers) if (name === 'content-type') own[name] = value
  if (bearer !== undefined) own.authorization = `Bearer ${bearer}`
  else if (credentials !== undefined)
    own.authorization = `Basic ${credentials.form === 'hidden' ? 'fp:left-out' : credentials.sent}`
  return Object.keys(own).length === 0 ? undefined : own
}

function formOf({ parameters }: Message): Record<string, string> {
  const form: Record<string, string> = Object.create(null)
  for (const [, { written, value }] of parameters) form[written] = value
  return form
}

function responseOf(
  { kind }: Message,
  { status, code, description }: NonNullable<Message['answer']>,
): NonNullable<Call['response']> {
  if (kind === 'callback' && code !== undefined) {
    const said = description === undefined ? '' : `&error_description=${encodeURIComponent(description)}`
    return { status: 302, headers: { location: `?error=${encodeURIComponent(code)}${said}` } }
  }
  const body =
    code === undefined
      ? undefined
      : JSON.stringify(
          kind === 'api-request' && code.includes('.')
            ? { fault: { faultstring: description, detail: { errorcode: code } } }
            : { error: code, error_description: description },
        )
  return { status, body }
}

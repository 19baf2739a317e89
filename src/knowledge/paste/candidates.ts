import { withoutEnd, withoutStart } from '../text/ends.ts'
import { quoted } from '../text/quote.ts'
import { addressAlone, addressInside } from './address-candidates.ts'
import { anyStep, type Candidate } from './candidate.ts'
import { isGatewayCode, isKnownCode, isSnakeCode, statusIn, stepsOfCode } from './codes.ts'
import { curlRequest } from './curl-command.ts'
import { failureIn } from './failure-in-text.ts'
import { developerTools, headersAlone, httpExchange, requestInLine } from './http-candidates.ts'
import { brokenJson, json } from './json-candidates.ts'
import { isTokenAlone } from './tokens.ts'

/** What a text may be, most likely first. The first recogniser that finds something decides. */
export function candidatesIn(text: string): Candidate[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  for (const recognise of recognisers) {
    const found = recognise(trimmed)
    if (found.length > 0) return found
  }
  return []
}

const recognisers: ((text: string) => Candidate[])[] = [
  httpExchange,
  developerTools,
  tokenAlone,
  addressAlone,
  wordAlone,
  headersAlone,
  json,
  markup,
  failedConnection,
  brokenJson,
  addressInside,
  words,
]

function tokenAlone(text: string): Candidate[] {
  if (!isTokenAlone(text)) return []
  return [{ what: 'a token without a response', certainty: 'certain', steps: ['api'], notes: [] }]
}

/** An error code or a status, and nothing else. */
function wordAlone(text: string): Candidate[] {
  const word = withoutEnd(withoutStart(text, '"\'`('), '"\'`),.:;')
  if (/^[\w.-]{3,200}$/.test(word) && (isGatewayCode(word) || isKnownCode(word) || isSnakeCode(word))) {
    const gateway = isGatewayCode(word)
    const body = gateway ? { fault: { detail: { errorcode: word } } } : { error: word }
    const alone: Candidate[] = [
      {
        what: `only the ${gateway ? 'fault' : 'error'} code ${quoted(word)}`,
        certainty: gateway || isKnownCode(word) ? 'likely' : 'possible',
        steps: stepsOfCode(word).filter((step) => step !== 'authorize'),
        response: { body: JSON.stringify(body) },
        notes: ['Only the code was pasted. It is shown below in the body where it usually appears.'],
      },
      ...inRedirect(word),
    ]
    return alone.filter(({ steps }) => steps.length > 0)
  }
  const status = statusIn(text)
  if (status === undefined || !status.alone) return []
  return [
    {
      what: `only the status ${status.status}`,
      certainty: 'likely',
      steps: anyStep,
      response: { status: status.status },
      notes: [],
    },
  ]
}

function inRedirect(code: string): Candidate[] {
  const steps = stepsOfCode(code)
  if (!steps.includes('authorize')) return []
  return [
    {
      what: `only the error code ${quoted(code)}`,
      certainty: steps[0] === 'authorize' ? 'likely' : 'possible',
      steps: ['authorize'],
      response: { headers: { location: `?error=${encodeURIComponent(code)}` } },
      notes: ['Only the code was pasted. It is shown below in the redirect where it usually appears.'],
    },
  ]
}

/** HTML or XML, whose title often tells the status. */
function markup(text: string): Candidate[] {
  const start = /<(?:!doctype|html|head|body|title|h1|fault|error|\?xml)\b[^>]{0,200}>/i.exec(text)
  if (start === null) return []
  const body = text.slice(start.index)
  const title = /<(?:title|h1)>\s{0,20}([^<]{1,200})/i.exec(body)?.[1] ?? ''
  const status = Number(
    /^\D{0,20}([45]\d\d)\b/.exec(title)?.[1] ?? statusIn(title)?.status ?? statusIn(text.slice(0, start.index))?.status,
  )
  const isHtml = !/^<(?:fault|error|\?xml)/i.test(body)
  return [
    {
      what: isHtml ? 'an HTML page' : 'an XML body',
      certainty: 'likely',
      steps: /<errorcode>/i.test(body) ? ['api'] : anyStep,
      response: { status: Number.isNaN(status) ? undefined : status, body },
      notes: Number.isNaN(status) ? [] : ['The status was read from the page’s text.'],
    },
  ]
}

function failedConnection(text: string): Candidate[] {
  const failure = failureIn(text)
  if (failure === undefined) return []
  const request = curlRequest(text) ?? requestInLine(text)
  return [{ what: 'a failed connection', certainty: 'likely', steps: anyStep, failure, request, notes: [] }]
}

/** Plain words: an error code, a status or an address in them. */
function words(text: string): Candidate[] {
  const code = [...text.matchAll(/(?<![\w.-])[A-Za-z][\w.-]{2,200}/g)]
    .slice(0, 2_000)
    .map(([word]) => word.replace(/[.-]+$/, ''))
    .find((word) => isGatewayCode(word) || isKnownCode(word))
  const status = statusIn(text)?.status
  const request = curlRequest(text) ?? requestInLine(text)
  if (code !== undefined) {
    const [candidate] = wordAlone(code)
    if (candidate !== undefined)
      return [
        {
          ...candidate,
          what: `text that mentions the code ${quoted(code)}`,
          certainty: 'possible',
          notes: ['Only the code was recognized. It is shown below in the message where it usually appears.'],
          request,
          response: { ...candidate.response, status },
        },
      ]
  }
  if (status === undefined && request === undefined) return []
  return [
    {
      what: status === undefined ? 'text with a URL' : `text that mentions status ${status}`,
      certainty: 'possible',
      steps: anyStep,
      request,
      response: status === undefined ? undefined : { status, body: text.length < 2_000 ? text : undefined },
      notes: [],
    },
  ]
}

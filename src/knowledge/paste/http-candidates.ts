import type { Certainty } from '../diagnose/certainty.ts'
import type { Step } from '../protocol/call.ts'
import { parseAddress } from '../text/address.ts'
import { parseChallenges } from '../text/challenge.ts'
import { withoutEnd } from '../text/ends.ts'
import { parseJson } from '../text/json.ts'
import { findJson } from '../text/json-in-text.ts'
import { isRedirectAnswer } from './address-candidates.ts'
import { bodyShape } from './bodies.ts'
import { anyStep, type Candidate } from './candidate.ts'
import { stepsOfCode } from './codes.ts'
import { curlRequest } from './curl-command.ts'
import { failureIn } from './failure-in-text.ts'
import {
  bareHeaders,
  developerToolsExchange,
  httpMessages,
  type PastedRequest,
  type PastedResponse,
} from './http-in-text.ts'

/** HTTP messages as a program prints them. The last answer counts; those before it are readings of their own. */
export function httpExchange(text: string): Candidate[] {
  const { requests, responses, rest } = httpMessages(text)
  if (responses.length === 0 && requests.length === 0) return []
  const failure = failureIn(rest)
  const last = responses.at(-1)
  const request = requests.at(-1) ?? curlRequest(rest) ?? requestInLine(rest)
  if (last === undefined)
    return [
      {
        what: failure === undefined ? 'a request without its response' : 'a request without a response',
        certainty: 'likely',
        steps: anyStep,
        request,
        failure,
        notes: [],
      },
    ]
  // A transfer that broke off after the status line.
  const cut = /curl: \((?:18|28|56|92)\)/.test(rest) ? failure : undefined
  const answers = responses.map((response, index) => {
    const isLast = response === last
    const paired = requests.length === responses.length ? requests[index] : isLast ? request : undefined
    return answered(
      response,
      paired,
      isLast ? cut : undefined,
      isLast ? [] : ['Another response follows this one in the text.'],
    )
  })
  const [main, ...earlier] = answers.reverse()
  if (main === undefined) return []
  if (earlier.length > 0)
    main.notes.push(
      `The text contains ${responses.length} responses, one after the other; the last one is explained first.`,
    )
  return [main, ...earlier.slice(0, 3)]
}

export function developerTools(text: string): Candidate[] {
  const found = developerToolsExchange(text)
  if (found === undefined) return []
  const note = 'Read as headers copied from a browser’s developer tools.'
  if (found.response === undefined) {
    const failure = failureIn(text)
    return [
      {
        what: 'a request without its response',
        certainty: 'likely',
        steps: anyStep,
        request: found.request,
        failure,
        notes: [note],
      },
    ]
  }
  const { status, headers, body } = found.response
  return [answered({ status, headers, body }, found.request, undefined, [note])]
}

/** `WWW-Authenticate`, `Location` and other header lines without the status line above them. */
export function headersAlone(text: string): Candidate[] {
  const challenge =
    /^(?:bearer|basic|dpop)\s+[\w-]+\s*=/i.test(text) && !text.includes('\n') ? `www-authenticate: ${text}` : text
  const found = bareHeaders(challenge)
  if (found === undefined) return []
  const { headers, rest } = found
  const { steps, certainty } = stepsOfAnswer({ status: 0, headers, body: rest })
  const named =
    headers['www-authenticate'] === undefined
      ? 'response headers, without the status'
      : 'a WWW-Authenticate header, without the status'
  return [
    {
      what: named,
      certainty: certainty === 'certain' ? 'likely' : certainty,
      steps,
      response: { headers, body: rest === '' ? undefined : cleanBody(rest) },
      notes: [],
    },
  ]
}

function answered(
  response: PastedResponse,
  request: PastedRequest | undefined,
  failure: Candidate['failure'],
  notes: string[],
): Candidate {
  const body = cleanBody(response.body)
  const { steps, certainty } = stepsOfAnswer({ ...response, body })
  return {
    what: `an HTTP response with status ${response.status}`,
    certainty,
    steps,
    request,
    response: failure === undefined ? { ...response, body } : undefined,
    failure,
    notes,
  }
}

function stepsOfAnswer(response: PastedResponse): { steps: Step[]; certainty: Certainty } {
  const { location } = response.headers
  if (location !== undefined && isRedirectAnswer(parseAddress(location).query))
    return { steps: ['authorize'], certainty: 'certain' }
  const shape = bodyShape(parseJson(response.body ?? ''))
  if (shape !== undefined && !shape.claims && shape.certainty !== 'possible')
    return { steps: shape.steps, certainty: shape.certainty }
  return { steps: stepsOfChallenge(response.headers['www-authenticate']), certainty: 'likely' }
}

export function stepsOfChallenge(value: string | undefined): Step[] {
  const challenges = parseChallenges(value ?? '')
  const code = challenges.find(({ parameters }) => parameters.error !== undefined)?.parameters.error
  if (code !== undefined) return stepsOfCode(code)
  return challenges.some(({ scheme }) => /^basic$/i.test(scheme)) ? ['token', 'api'] : anyStep
}

/** A request that a line mentions: `GET https://…`, `"GET /v1/… HTTP/1.1"`, or an address alone, with the method assumed. */
export function requestInLine(text: string): PastedRequest | undefined {
  const start = text.slice(0, 20_000)
  const logged = /"(GET|HEAD|POST|PUT|PATCH|DELETE) (\/\S{0,4000}) HTTP\/\d/.exec(start)
  if (logged !== null) return { method: logged[1] ?? '', url: logged[2] ?? '' }
  const found =
    /(?:\b(GET|HEAD|POST|PUT|PATCH|DELETE)["']?(?: (?:to|on|from|request (?:to|for)))?[\s:]{1,3}["']?)?(https?:\/\/[^\s"'<>`)\]}]+)/.exec(
      start,
    )
  if (found?.[2] === undefined) return undefined
  const url = withoutEnd(found[2], ',.;:')
  return { method: found[1] ?? methodInCode(start, found.index) ?? assumedMethod(url, start), url }
}

/** The method that code around an address names: `axios.post("https://…")`, `fetch("https://…", { method: 'POST' })`. */
function methodInCode(text: string, at: number): string | undefined {
  const before = /\.(get|post|put|patch|delete)(?:<[^<>]{0,80}>)?\(\s{0,20}["'`]?$/i.exec(
    text.slice(Math.max(0, at - 130), at),
  )
  const after = /^\S{0,400}[\s\S]{0,80}?\bmethod["']?\s{0,3}[:=]\s{0,3}["']([A-Za-z]{3,7})["']/.exec(
    text.slice(at, at + 600),
  )
  return (before?.[1] ?? after?.[1])?.toUpperCase()
}

/** A token endpoint is called with POST by everybody who means it: a GET is found only where it is written. */
function assumedMethod(url: string, text: string): string {
  return text.includes('grant_type=') || /\/token\/?(?:[?#]|$)/.test(url) ? 'POST' : 'GET'
}

/** A body without what a terminal printed after it on the same line. */
function cleanBody(body: string | undefined): string | undefined {
  if (body === undefined || !/^[[{]/.test(body) || parseJson(body) !== undefined) return body
  const [first] = findJson(body)
  return first?.start === 0 && first.text.length === first.end ? first.text : body
}

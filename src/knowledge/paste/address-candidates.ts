import { parseAddress, parseForm } from '../text/address.ts'
import { withoutEnd, withoutStart } from '../text/ends.ts'
import { quoted } from '../text/quote.ts'
import { anyStep, type Candidate } from './candidate.ts'

/** One address, or one query string, and nothing else; it may be wrapped over several lines. */
export function addressAlone(text: string): Candidate[] {
  if (text.length > 20_000) return []
  const joined = withoutEnd(withoutStart(text, '<"\'`('), '>"\'`),.;').replace(/\n\s*/g, '')
  if (/\s/.test(joined)) return []
  if (/^[a-z][a-z0-9+.-]*:\/\/./i.test(joined)) return ofAddress(joined, 'an address')
  const query = /^[^?#\s={}]*[?#](.+)$/.exec(joined)?.[1] ?? (/^[\w.-]+=[^=]*(?:&|$)/.test(joined) ? joined : undefined)
  if (query === undefined) return []
  const parameters = parseForm(query)
  const grant = parameters.find(([name]) => name === 'grant_type')?.[1]
  if (grant !== undefined) {
    const request = { method: 'POST', url: '', body: query }
    const step = grant === 'refresh_token' ? 'refresh' : 'token'
    return [
      {
        what: 'the form fields of a token request, without its response',
        certainty: 'likely',
        steps: [step],
        request,
        notes: [],
      },
    ]
  }
  const found = ofAddress(/[?#]/.test(joined) ? joined : `?${joined}`, 'a query string')
  // RFC 6749 wants JSON, but some token endpoints answer in this form.
  if (
    found.length > 0 &&
    parameters.some(([name]) => name === 'error') &&
    !parameters.some(([name]) => name === 'state' || name === 'iss')
  )
    found.push({
      what: 'a form-encoded body from a token endpoint',
      certainty: 'possible',
      steps: ['token'],
      response: { body: query },
      notes: [],
    })
  return found
}

/** A redirect's address in the middle of other words. */
export function addressInside(text: string): Candidate[] {
  for (const [address] of [...text.matchAll(/https?:\/\/[^\s"'<>`]+/gi)].slice(0, 50)) {
    const found = ofAddress(withoutEnd(address, '),.;'), 'an address')
    if (found[0]?.steps[0] === 'authorize') return found
  }
  return []
}

function ofAddress(address: string, form: string): Candidate[] {
  const { query } = parseAddress(address)
  const names = query.map(([name]) => name)
  if (names.includes('response_type') || (names.includes('client_id') && names.includes('redirect_uri'))) {
    const request = { method: 'GET', url: address }
    return [
      {
        what: 'the URL of an authorization request, without its response',
        certainty: 'certain',
        steps: ['authorize'],
        request,
        notes: [],
      },
    ]
  }
  if (isRedirectAnswer(query)) {
    const error = query.find(([name]) => name === 'error')?.[1]
    return [
      {
        what: `${form === 'an address' ? 'a redirect URL' : 'the parameters of a redirect'}${error === undefined ? '' : ` with the error ${quoted(error)}`}`,
        certainty: names.includes('iss') || names.includes('state') || error !== undefined ? 'certain' : 'likely',
        steps: ['authorize'],
        response: { headers: { location: address } },
        notes: [],
      },
    ]
  }
  if (form !== 'an address') return []
  return [
    {
      what: 'a URL, without a response',
      certainty: 'possible',
      steps: anyStep,
      request: { method: 'GET', url: address },
      notes: ['The text gives no method for the URL, so GET is assumed.'],
    },
  ]
}

/** Whether parameters are those of an authorization response (RFC 6749 §4.1.2, §2.2 of the document). */
export function isRedirectAnswer(query: [string, string][]): boolean {
  const names = new Set(query.map(([name]) => name))
  // JARM §2.3.1: the whole response is a JWT, or a JWE, in one parameter.
  const isSigned = query.some(([name, value]) => name === 'response' && value.startsWith('eyJ'))
  return (
    isSigned ||
    names.has('error') ||
    names.has('code') ||
    (names.has('state') && (names.has('iss') || names.has('id_token')))
  )
}

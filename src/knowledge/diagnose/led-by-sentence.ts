import { inferred } from '../protocol/basis.ts'
import type { Call } from '../protocol/call.ts'
import { closed, listed, quoted } from '../text/quote.ts'
import type { CallView } from './call-view.ts'
import { responseTexts, withoutDefinitions } from './causes-in-messages.ts'
import { messageCertainty } from './certainty.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Who } from './fault.ts'
import type { FaultCode } from './faults/catalogue.ts'
import type { FoundError } from './known-errors/find-known-errors.ts'
import { saysLittle } from './known-errors/lead.ts'
import { type NamedCause, namedCause } from './named-cause.ts'

/** What a sentence names, with where it is in the call; undefined where it is beside it in a log. */
export interface NamedInResponse extends NamedCause {
  at: string | undefined
}

/** What the response names as the cause in a sentence of its own; undefined where no sentence names anything. */
export function namedInResponse(view: CallView, logged: readonly string[] = []): NamedInResponse | undefined {
  for (const { text, at } of [...responseTexts(view), ...logged.map((text) => ({ text, at: undefined }))]) {
    const cause = namedCause(withoutDefinitions(text))
    // That a call brought no token is told by the call itself.
    if (cause !== undefined && !cause.names.some((name) => /^authorization$/i.test(name))) return { ...cause, at }
  }
  return undefined
}

/**
 * Diagnoses with the one first that describes what the response names; where none does, one of its own. What the call
 * shows for certain stays first: the sentence then tells only what it led to.
 */
export function ledBySentence(diagnoses: Diagnosis[], named: NamedInResponse, view: CallView, call: Call): Diagnosis[] {
  const [first] = diagnoses
  if (first !== undefined && (tellsOf(wordsOf(first, named), named) ? !saysLittle(first.code) : isShown(first)))
    return diagnoses
  const closer = diagnoses.find((one) => !saysLittle(one.code) && tellsOf(wordsOf(one, named), named))
  if (closer !== undefined) return [closer, ...diagnoses.filter((one) => one !== closer)]
  const own = diagnosisOf(named, view, call)
  return [own, ...diagnoses.filter(({ code }) => code !== own.code)]
}

/**
 * The known errors that may tell closer what the response names: those that concern it, and with clues where the
 * response gives the name itself; and those that values of the text show.
 */
export function aboutNamed(found: FoundError[], named: NamedInResponse): FoundError[] {
  return found.filter(
    ({ error: { title, cause, fix }, clues, decisive }) =>
      decisive ||
      (tellsOf(`${title} ${cause} ${fix}`, named) &&
        (clues > 0 || named.names.length === 0 || named.about === 'parameter')),
  )
}

/** What a diagnosis says itself, without the sentence that it quotes. */
function wordsOf({ title, cause, fix }: Diagnosis, { sentence }: NamedCause): string {
  return `${title} ${cause.replace(/“[^”]{60,}”/g, ' ').replace(sentence, ' ')} ${fix}`
}

/** How a diagnosis describes what is not named by a name. */
const topics: Partial<Record<NamedCause['about'], Partial<Record<NamedCause['problem'], RegExp>>>> = {
  certificate: { missing: /certificate|mTLS|PFX|P12/i },
  verifier: {
    length: /verifier[^.]{0,40}(?:short|long|length|format|characters)/i,
    'not-allowed': /not registered for PKCE/i,
  },
}

function tellsOf(words: string, { about, names, problem }: NamedCause): boolean {
  if (names.length === 0) return topics[about]?.[problem]?.test(words) ?? false
  const said = words.toLowerCase()
  return names.some(
    (name) =>
      said.includes(name.toLowerCase()) ||
      (about === 'parameter' &&
        name.split(/[_.-]|(?<=[a-z])(?=[A-Z])/).some((part) => part.length > 4 && said.includes(part.toLowerCase()))),
  )
}

function isShown({ certainty, evidence, code }: Diagnosis): boolean {
  return (certainty === 'certain' && !saysLittle(code)) || evidence.some((at) => /^\/(?:token|flow|keys)\b/.test(at))
}

interface Words {
  code: FaultCode
  title: string
  cause: string
  fix: string
  who: Who
}

function diagnosisOf(named: NamedInResponse, view: CallView, call: Call): Diagnosis {
  const { cause, ...words } = wordsFor(named, view)
  return {
    ...words,
    cause: `${cause} The ${named.at === undefined ? 'log' : 'response'} says: ${closed(quoted(named.sentence, 300))}`,
    certainty: messageCertainty,
    telling: named.at === undefined ? named.sentence : undefined,
    basis: inferred('the response’s own words'),
    evidence: [named.at, call.response?.status === undefined ? undefined : '/response/status'].filter(
      (at) => at !== undefined,
    ),
    retry: 'after-fix',
  }
}

function wordsFor(named: NamedInResponse, view: CallView): Words {
  const { about, names, problem } = named
  const [name = ''] = names
  const what = listed(names)
  if (about === 'scope' || about === 'permission') return wordsForGrant(about, what, names.length > 1, view)
  if (about === 'header') return wordsForHeader(name, view)
  if (about === 'certificate')
    return {
      code: 'client-certificate-missing',
      title: 'The server requires a client certificate',
      cause: 'The server found no client certificate in the request.',
      fix: 'Configure the certificate and key in your app. If a proxy terminates TLS, make it request and forward the certificate.',
      who: 'operator',
    }
  if (about === 'verifier')
    return problem === 'length'
      ? {
          code: 'pkce-verifier-malformed',
          title: 'The PKCE verifier has an invalid format',
          cause: 'The code_verifier does not have the format that PKCE requires: 43 to 128 characters.',
          fix: 'Create the verifier from 32 random bytes in base64url, which gives 43 characters, derive the challenge from it, and start the sign-in again.',
          who: 'caller',
        }
      : {
          code: 'token-request-incomplete',
          title: 'The client is not registered for PKCE',
          cause: 'The request has a code_verifier, but this client’s registration does not allow one.',
          fix: 'Have the client registered for PKCE, or send neither code_challenge nor code_verifier.',
          who: 'operator',
        }
  return wordsForParameter(name, problem, view)
}

function wordsForGrant(about: 'scope' | 'permission', what: string, several: boolean, view: CallView): Words {
  const sent = view.held?.scopes ?? view.request?.form?.scope?.split(' ')
  const has = sent === undefined || sent.length === 0 ? '' : ` It has ${listed(sent)}.`
  if (about === 'permission')
    return {
      code: 'permission-missing',
      title: `The permission ${what} is missing`,
      cause: `The caller does not have ${what}.`,
      fix: `Have ${what} granted to the calling account or client, directly or through a role that contains ${several ? 'them' : 'it'}, and get a new token.`,
      who: 'caller',
    }
  return {
    code:
      view.step === 'api'
        ? 'scope-insufficient'
        : view.step === 'authorize'
          ? 'scope-not-accepted'
          : 'token-scope-not-accepted',
    title: `The ${several ? 'scopes' : 'scope'} ${what} ${several ? 'are' : 'is'} missing`,
    cause: `The call needs ${what}, but the token was issued without ${several ? 'them' : 'it'}.${has}`,
    fix: `Request a new token with ${what} among its scopes. If the new token does not contain it, have the scope enabled for the client first.`,
    who: 'caller',
  }
}

/** Headers in which a proxy that ends TLS passes on the certificate of the client (RFC 9440, and older names). */
const ofTheProxy = /cert|xfcc|ssl-client|tls-client/i

/** Headers that carry a credential; any other is a field of the call. */
const ofCredentials = /auth|token|api-?key|subscription|secret|signature|credential/i

function wordsForHeader(name: string, view: CallView): Words {
  const sent = view.requestHeader(name.toLowerCase()) !== undefined
  const header = quoted(name)
  if (ofTheProxy.test(name))
    return {
      code: 'client-certificate-missing',
      title: `The client certificate is not in the header ${header}`,
      cause: `The server reads the client certificate from the header ${header}, which is set by the proxy that terminates TLS.`,
      fix: `Have the proxy or ingress request the client certificate and pass it on in ${header} (nginx: ssl_verify_client and proxy_set_header). The caller cannot set this header.`,
      who: 'operator',
    }
  return {
    code: view.step === 'api' && !ofCredentials.test(name) ? 'field-not-accepted' : 'other-header-expected',
    title: `The header ${header} is missing`,
    cause: sent
      ? `The request has the header ${header}, but the server did not find it: something in between has removed it.`
      : `The server did not find the header ${header} in the request.`,
    fix: sent
      ? `Check that the proxies in between pass ${header} on; some drop headers with an underscore.`
      : `Send ${header} with the request, spelled exactly like this. If it is already sent, check that the proxies in between pass it on.`,
    who: sent ? 'operator' : 'caller',
  }
}

function wordsForParameter(name: string, problem: NamedCause['problem'], view: CallView): Words {
  const { form = {}, body = '', url = '' } = view.request ?? {}
  const sent = form[name] !== undefined || body.includes(name) || url.includes(name)
  const what = quoted(name)
  const code =
    view.step === 'api'
      ? 'field-not-accepted'
      : view.step === 'authorize'
        ? 'authorization-request-invalid'
        : 'token-request-incomplete'
  if (problem === 'missing')
    return {
      code,
      title: `${what} is missing from the request`,
      cause: sent
        ? `The request has ${what}, but the server did not find it: it is not in the place or format that the server reads.`
        : `The server did not find ${what} in the request.`,
      fix: sent
        ? `Send ${what} where the API’s documentation puts it (form, JSON body, URL or header), with the matching Content-Type.`
        : `Send ${what}, spelled and placed as in the API’s documentation.`,
      who: 'caller',
    }
  return {
    code,
    title: problem === 'value' ? `The value of ${what} is not accepted` : `The server does not accept ${what}`,
    cause:
      problem === 'value'
        ? `${what} does not have the format that the server requires.`
        : `The server does not know ${what} here.`,
    fix:
      problem === 'value'
        ? `Send ${what} in the format that the message gives.`
        : `Omit ${what}, or spell and place it as in the API’s documentation.`,
    who: 'caller',
  }
}

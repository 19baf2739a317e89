import { allowInsecureRequests, customFetch, discoveryRequest } from 'oauth4webapi'
import { type ServiceMetadata, serviceMetadata } from '../config/service-metadata.ts'
import { isProtected } from '../config/setting-schemas.ts'
import { acceptEncoding, type HttpsProxy, type Outbound, type Sent } from '../http/outbound.ts'
import { quoted } from '../http/quoted.ts'
import { type Reason, whyNoAnswer } from '../http/why-no-answer.ts'
import { parseObject } from './token-response.ts'

/**
 * The metadata of an identity service, or why they could not be read. `url` is where they are, or were expected;
 * `published` is the other issuer that they name, `reached` whether anything answered there.
 */
export type ReadMetadata =
  | { ok: true; url: string; metadata: ServiceMetadata }
  | ({ ok: false; url: string; published?: string; reached: boolean } & Reason)

/**
 * Reads the metadata that an issuer publishes: OpenID Connect Discovery 1.0 §4, and where there are none RFC 8414 §3.
 * They count only with exactly this issuer in them (RFC 8414 §3.3).
 */
export async function readMetadata(
  outbound: Outbound,
  issuer: string,
  { milliseconds, bytes, proxy }: { milliseconds: number; bytes: number; proxy?: HttpsProxy },
): Promise<ReadMetadata> {
  const first = await read('oidc')
  if (first.ok || first.found) return first.result
  const second = await read('oauth2')
  return second.ok || second.found ? second.result : first.result

  async function read(algorithm: 'oidc' | 'oauth2') {
    let url = ''
    let sent: Sent | undefined
    await discoveryRequest(new URL(issuer), {
      algorithm,
      // The configuration takes plain http for this machine alone.
      [allowInsecureRequests]: true,
      [customFetch]: async (address) => {
        url = address
        sent = await get(url)
        const elsewhere = slashed(url, sent.answer)
        if (elsewhere) {
          url = elsewhere
          sent = await get(url)
        }
        return new Response()
      },
    })
    if (!sent) throw new Error('oauth4webapi sent no request')
    const result = judge(url, sent)
    const decides = sent.failure !== undefined || sent.answer?.status === 200 || saysOfIssuer(sent.answer) !== ''
    return { ok: result.ok, found: decides, result }
  }

  function get(url: string): Promise<Sent> {
    const headers = { accept: 'application/json', 'accept-encoding': acceptEncoding }
    return outbound.send({ method: 'GET', url, headers }, { milliseconds, bytes })
  }

  function judge(url: string, { answer, failure }: Sent): ReadMetadata {
    const fail = (reason: Reason) => ({ ok: false as const, url, reached: failure === undefined, ...reason })
    if (failure) return fail(whyNoAnswer(failure, { url, setting: 'issuer', proxy }))
    if (answer?.status !== 200) {
      const said = saysOfIssuer(answer)
      if (said)
        return fail({
          message: `There is no metadata at ${url}: it responded with status ${answer?.status}. It says “${said}”.`,
          fix: 'Correct the tenant or realm in issuer. It is case-sensitive.',
        })
      return fail({
        message: `There is no metadata at ${url}: it responded with status ${answer?.status}.`,
        fix: 'Set issuer to the value that the service uses for itself, or set auth_url, or authorization_url and token_url.',
      })
    }
    const json = answer.cut ? undefined : parseObject(answer.body)
    if (!json || typeof json.issuer !== 'string') {
      return fail({ message: `The response from ${url} is not metadata: ${whatElse(answer)}.`, fix: 'Correct issuer.' })
    }
    if (json.issuer !== issuer) return { ...fail(otherIssuer(issuer, json.issuer)), published: json.issuer }
    return { ok: true, url, metadata: serviceMetadata({ ...json, issuer }) }
  }
}

/** What a service says of a tenant or realm that it does not have, on one line; empty where it says nothing of that. */
function saysOfIssuer(answer: Sent['answer']): string {
  const { error, error_description: described, message } = (answer && parseObject(answer.body)) ?? {}
  const said = [described, message, error].find(
    (text) => typeof text === 'string' && /\b(realm|tenant|organization|directory|domain|issuer)\b/i.test(text),
  )
  return quoted(said)
}

/** Some servers redirect to the same address with a slash at its end; no other redirect is followed. */
function slashed(url: string, answer: Sent['answer']): string | undefined {
  const location =
    answer && [301, 302, 307, 308].includes(answer.status) && URL.parse(answer.headers.location ?? '', url)
  return location && location.href === `${url}/` ? location.href : undefined
}

/** Why the issuer in metadata does not count as the one that was configured. */
export function otherIssuer(configured: string, published: string): Reason {
  const shown = published.length > 200 ? `${published.slice(0, 200)}…` : published
  if (published.includes('{')) {
    return {
      message: `The service’s issuer is ${shown}, a pattern for many tenants.`,
      fix: 'Set issuer to the URL of one tenant.',
    }
  }
  const url = URL.parse(published)
  if (url && !isProtected(url)) {
    return {
      message: `The service’s issuer is ${shown}, which is not https. This happens when a service does not know about the proxy in front of it.`,
      fix: `Configure the service to publish its public URL. For Keycloak, that is its hostname setting.`,
    }
  }
  const same = configured.replace(/\/+$/, '') === published.replace(/\/+$/, '')
  if (same) {
    return {
      message: `The service’s issuer is ${shown}; issuer differs from it only in a trailing slash.`,
      fix: `Set issuer to ${shown}.`,
    }
  }
  const elsewhere = url !== null && url.host !== URL.parse(configured)?.host
  return {
    message: `The service’s issuer is ${shown}, but the configuration says ${configured}.`,
    fix: `Set issuer to ${shown}${elsewhere ? ', or, if that is an internal URL, configure the service to publish its public one' : ''}.`,
  }
}

/** What a body is that is not the JSON object that was expected. */
export function whatElse({ body, headers }: NonNullable<Sent['answer']>): string {
  const text = Buffer.from(body.subarray(0, 200)).toString('utf8').trimStart()
  if (text === '') return 'it is empty'
  if (text.startsWith('<') || headers['content-type']?.includes('html')) return 'it is an HTML page'
  return text.startsWith('{') ? 'it is other JSON, or JSON that does not parse' : 'it is not a JSON object'
}

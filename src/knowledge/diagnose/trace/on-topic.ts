import type { Message } from './message.ts'
import type { Said } from './rule.ts'

/** What a refusal names as its matter, and what a cause must be about to explain it. */
const matters: readonly { named: RegExp; about: RegExp }[] = [
  { named: /^invalid_scope$/, about: /scope|resource|audience|field|parameter|encod|wrapped|placeholder/ },
  { named: /^(?:expired_token|authorization_pending|slow_down)$/, about: /device|code-expired|time|clock|poll/ },
  {
    named: /^(?:invalid_dpop_proof|use_dpop_nonce)$/,
    about: /dpop|bound|proof|time|clock|nonce|other-host|https|wrapped/,
  },
  {
    named: /^(?:redirect_uri_mismatch|invalid_redirect_uri)$/,
    about: /redirect|client|https|host|encod|wrapped|whitespace/,
  },
]

/** What a refusal says in words that leave one matter only. */
const saidMatters: readonly { said: RegExp; not: RegExp }[] = [
  // The response names the field, and it is another one.
  {
    said: /"field"\s{0,2}:\s{0,2}"redirect_?ur[il]"|redirect_?ur[il] (?:is )?(?:invalid|not (?:valid|allowed|registered))/i,
    not: /scope/,
  },
  // The user or the administrator did not consent: client, key and signature were accepted.
  {
    said: /hasn[’']t approved this consumer|consent_required|has not consented|not authorized to use application/i,
    not: /assertion|signature|signing|kid|key\b/,
  },
  // The response names the claim that it does not accept: what else is wrong would show later.
  {
    said: /credentials found for given ['"]?iss\b|(?:unknown|invalid|unexpected|wrong) (?:token )?issuer\b|issuer (?:is )?(?:invalid|mismatch|not (?:trusted|accepted|recogni[sz]ed|found|allowed))/i,
    not: /algorithm|audience/,
  },
  // The client did not say who it is: nothing that it sent beside that was looked at.
  {
    said: /client credentials (?:are |is )?missing|missing client credentials|no client (?:authentication|credentials) (?:was |were )?(?:included|provided|sent|found)|client authentication (?:is )?missing/i,
    not: /assertion|signature|signing|exchange/,
  },
  // A server that responds with a reason was reached: what a tool remarks of its certificate stopped nothing.
  {
    said: /^(?:HTTP\/[\d.]{1,3} |< HTTP\/[\d.]{1,3} )40[0134]\b[\s\S]{0,2000}?www-authenticate: *(?:Bearer|DPoP)[^\n]{0,80}error=/im,
    not: /certificate-not-trusted|secure-connection/,
  },
]

/** Whether a cause is about what the refusal names, where the refusal leaves one matter only. */
export function isOnTopic({ of }: Said, failing: Message | undefined, text: string): boolean {
  const code = failing?.answer?.code
  const matter = code === undefined ? undefined : matters.find(({ named }) => named.test(code))
  if (matter !== undefined && !matter.about.test(of)) return false
  return !isElsewhere(text)(of)
}

/** Says of an entry whether the words of a refusal in a text are about something else. */
export function isElsewhere(text: string): (of: string) => boolean {
  const others = saidMatters.filter(({ said }) => said.test(text))
  return (of) => others.some(({ not }) => not.test(of))
}

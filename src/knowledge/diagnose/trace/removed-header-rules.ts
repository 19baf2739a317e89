import { documented, inferred, standard } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** An Authorization header that a server, a proxy or a program between the sender and the API takes away (§5.3). */
export const removedHeaderRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: documented('§5.7', inferred('the configuration in the text')), find: removed },
  { own: 'unless-named', basis: standard('RFC 9110 §15.4', 'the redirect in the text'), find: lostInRedirect },
]

/** How servers, proxies and programs are told to pass on a request without its Authorization header. */
const removers: readonly { by: string; shows: RegExp }[] = [
  {
    by: 'nginx',
    shows: /\bproxy_(?:set_header|pass_header)\s{1,20}["']?Authorization["']?\s{1,20}(?:""|'')\s{0,4};?/i,
  },
  { by: 'nginx', shows: /\bproxy_pass_request_headers\s{1,20}off\b/i },
  { by: 'Apache', shows: /\bRequestHeader\s{1,20}unset\s{1,20}["']?Authorization\b["']?/i },
  { by: 'HAProxy', shows: /\b(?:http-request\s{1,20}del-header|reqi?del)\s{1,20}\^?Authorization\b/i },
  {
    by: 'Traefik',
    shows: /\bcustomRequestHeaders\b["']?[\s:={[.]{1,40}["']?Authorization["']?\s{0,4}[:=]\s{0,4}(?:""|'')/i,
  },
  { by: 'Envoy', shows: /\brequest_headers_to_remove\b["']?[\s:[\]",'\w-]{1,200}?\bauthorization\b/i },
  { by: 'Caddy', shows: /\b(?:header_up|request_header)\s{1,20}-Authorization\b/i },
  { by: 'Varnish', shows: /\bunset\s{1,20}(?:be)?req\.http\.Authorization\b/i },
  { by: 'the gateway', shows: /\bRemoveRequestHeader\s{0,4}[=:(]\s{0,4}["']?Authorization\b/i },
  { by: 'the gateway', shows: /\bsensitive-?headers\b["']?\s{0,4}[:=][^\n]{0,120}\bauthorization\b/i },
  {
    by: 'the gateway',
    shows:
      /\b(?:request-transformer|remove(?:_?headers?)?)["']?\s{0,4}[:=({[]{1,4}[^\n;]{0,120}?["'\s,-]authorization\b["']?/i,
  },
  {
    by: 'the program',
    shows:
      /\bdelete\s{1,4}[\w.$]{1,60}headers?(?:\.|\[["'])authorization["'\]]{0,2}|\b[\w.$]{0,60}headers?(?:\(\))?\.(?:delete|remove|del|unset|pop)\(\s{0,3}["']authorization["']|\.(?:removeHeader|Header\.Del|header\.del)\(\s{0,3}["']authorization["']/i,
  },
]

/** What responses say that find no token, in the words of servers, and the plain status for it. */
const notThere =
  /missing_?token|no_?token|authorization header (?:is )?(?:required|missing|not (?:found|present|provided))|(?:missing|no|without|sem|sin|falta\w*) (?:the |o |el |an? )?(?:authorization|bearer|access[ _]token|token|credentials)|token (?:is )?(?:required|missing|ausente|not (?:found|provided|present))|unauthenticated|(?<![\d.])401(?![\d.])/i

function removed({ text, messages }: Trace): Said | undefined {
  if (!notThere.test(text)) return undefined
  for (const { by, shows } of removers) {
    const found = shows.exec(text)
    if (found === null || isCommentedOut(text, found.index)) continue
    const line = found[0].trim().replace(/\s{1,60}/g, ' ')
    const direct =
      /\b(?:direct(?:ly|o|amente)?|straight|sem (?:o )?(?:proxy|varnish|nginx)|without (?:the )?proxy|bypass)/i.test(
        text,
      )
    const call = messages.find(({ kind }) => kind === 'api-request')
    return {
      of: 'bearer-missing',
      title: `Your ${by === 'the program' ? 'app' : by === 'the gateway' ? 'gateway' : by} removes the Authorization header`,
      cause: `The configuration contains ${quoted(line, 120)}, which removes the Authorization header, so ${call?.path ? quoted(call.path) : 'the API'} receives no token and rejects the call.${direct ? ' Sent directly, the same token is accepted.' : ''}`,
      fix: `Remove this line for the API’s path, or forward the header unchanged, and reload the configuration.`,
      who: 'operator',
      telling: found[0].trim().slice(0, 100),
    }
  }
  return undefined
}

/** A call that was redirected to another host, on which HTTP clients do not send the Authorization header along. */
function lostInRedirect({ text }: Trace): Said | undefined {
  if (!/missing_?token|authorization header (?:is )?(?:required|missing)|no (?:bearer |access )?token/i.test(text))
    return undefined
  const first = /\bhttps?:\/\/([\w.-]{4,200})\/[^\s"'`]{0,300}/i.exec(text)
  const next = /(?<![\d.])30[12378]\b[^\n]{0,60}?(?:->|→|location:?|to)\s{0,3}["']?https?:\/\/([\w.-]{4,200})/i.exec(
    text,
  )?.[1]
  const from = first?.[1]
  if (from === undefined || next === undefined || from === next) return undefined
  return {
    of: 'bearer-missing',
    title: 'The Authorization header was lost in a redirect',
    cause: `The call went to ${quoted(from)} with the token and was redirected to ${quoted(next)}. Browsers and HTTP clients do not send the Authorization header to another host, so the API received none.`,
    fix: `Call ${quoted(next)} directly, or have ${quoted(from)} forward the call as a proxy instead of redirecting it.`,
    telling: next,
  }
}

/** Whether a place is in a line that is a comment as a whole, which a server does not read. */
export function isCommentedOut(text: string, at: number): boolean {
  return /^[ \t]{0,40}(?:#|\/\/|;|--)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at).slice(0, 80))
}

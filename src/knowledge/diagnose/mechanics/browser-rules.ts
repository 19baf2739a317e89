import { inferred, standard } from '../../protocol/basis.ts'
import { parseAddress } from '../../text/address.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'
import { losesCookie } from './failing.ts'

/** What browsers and the proxies before a site do, whatever product it is: cookies, frames, preflights, buffers. */
export const browserRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 6265bis §5.6.7.1', 'the headers of the request'), find: postedWithoutCookie },
  {
    basis: standard('RFC 6265bis §5.6.7.1'),
    find: ({ text, words }) => {
      const told = words()
      const policy = /same[-_ ]?site["']?\s{0,3}(?:[:=]|=>|,)?\s{0,3}:?["']?(?:\w{1,30}\.){0,2}(lax|strict)\b/.exec(
        told,
      )?.[1]
      const posted =
        /form_post/.test(told) ||
        /\bpost\b[^\n]{0,80}\b(?:callback|redirect|signin-oidc|acs|saml|assertion_?consumer)/.test(told)
      if (!losesCookie(told)) return undefined
      if (policy !== undefined && posted)
        return {
          of: 'sign-in-cookie-lost',
          title: `SameSite blocks the cookie on a POST redirect`,
          cause: `The identity provider returns with a form POST (response_mode=form_post or SAML). Browsers do not send a ${quoted(policy === 'lax' ? 'SameSite=Lax' : 'SameSite=Strict')} cookie with a POST from another site, so its state, nonce or session is missing.`,
          fix: 'Set the sign-in cookie to SameSite=None; Secure (over https), or make the provider return with a GET (response_mode=query).',
          telling: telling(text, /same[-_ ]?site[^\n;,]{0,30}/i),
        }
      if (policy === 'strict' && /callback|redirect|return|idp|identity|login|sign-?in|oidc|oauth|saml/.test(told))
        return {
          of: 'sign-in-cookie-lost',
          title: 'SameSite=Strict blocks the session cookie',
          cause:
            'The redirect comes from the identity provider’s site. Browsers do not send a SameSite=Strict cookie with it, so the session or state is missing on this request.',
          fix: 'Set the cookie with state and session to SameSite=Lax (None; Secure if the provider posts the redirect).',
          telling: telling(text, /same[-_ ]?site[^\n;,]{0,30}/i),
        }
      return undefined
    },
  },
  {
    basis: standard('RFC 7034 and CSP frame-ancestors'),
    find: ({ text, words }) => {
      const refused =
        /refused to (?:display|frame)[^\n]{0,600}?(?:x-frame-options|frame-ancestors)|x-frame-options[^\n]{0,60}(?:deny|sameorigin)[^\n]{0,200}/i.exec(
          text,
        )?.[0]
      if (
        refused === undefined ||
        !/\biframe|in a frame|refused to (?:display|frame)|silent|prompt=none|embed/.test(words())
      )
        return undefined
      const silent = /prompt=none/.test(text)
      return {
        of: 'stopped-on-identity-page',
        title: silent ? 'Silent renewal is blocked: frames are not allowed' : 'The sign-in page cannot be framed',
        cause: silent
          ? 'Silent renewal loads the authorization endpoint in a hidden iframe. The identity provider’s X-Frame-Options or frame-ancestors header forbids that, so the renewal times out.'
          : 'The page is loaded in a frame, but its X-Frame-Options or frame-ancestors header forbids that. Without prompt=none, a hidden request is redirected to the sign-in page when the session has ended.',
        fix: silent
          ? 'Allow your app’s origin in frame-ancestors at the identity provider, or renew with a refresh token instead of the iframe.'
          : 'Open the sign-in in the main window or a popup. For silent renewal, send prompt=none, so that an ended session returns login_required.',
        who: 'operator',
        telling: telling(text, /x-frame-options|frame-ancestors/i),
      }
    },
  },
  {
    basis: standard('the Fetch standard, CORS preflight'),
    find: ({ text, words }) => {
      const line = /\bOPTIONS\b[^\n]{0,200}?(?<![\d.:])(40[0135]|30[1278]|50\d)\b/.exec(text)
      const [whole = '', status = ''] = line ?? []
      if (line === null || !/cors|failed to fetch|networkerror|preflight|access-control/.test(words())) return undefined
      const unauthorised = status === '401' || status === '403'
      return {
        of: 'preflight-refused',
        title: `The preflight (OPTIONS) returned ${status}`,
        cause: `Before the call, the browser sends OPTIONS without a token, cookie or key. The server returned ${quoted(whole.trim(), 120)}${
          unauthorised ? ': its check of the token also applies to OPTIONS' : ''
        }, so the browser does not send the call and reports a CORS error. Tools such as curl send no preflight.`,
        fix: unauthorised
          ? 'Allow OPTIONS without authentication: handle CORS before the token check, or exempt the method. Also send the CORS headers with 401.'
          : 'Return 204 with the Access-Control-Allow-* headers for OPTIONS at this URL, without a redirect.',
        who: 'operator',
        telling: whole.trim().slice(0, 120),
      }
    },
  },
  {
    basis: inferred('the message of nginx'),
    find: ({ text, words }) => {
      if (!/upstream sent too big header/.test(words())) return undefined
      const [, path = ''] = /request: "[A-Z]{3,7} ([^\s?"]{1,160})/.exec(text) ?? []
      const [, host = ''] = /host: "([^"\n]{1,120})"|server: ([\w.-]{1,120})/.exec(text) ?? []
      const at = path === '' ? 'the upstream' : `${quoted(path)}${host === '' ? '' : ` at ${quoted(host)}`}`
      return {
        of: 'answer-headers-too-large',
        title: 'Response headers exceed nginx’s buffer',
        cause: `nginx discards the upstream’s response for ${at} because its headers (usually Set-Cookie with session or tokens) exceed proxy_buffer_size, 4k or 8k by default. The browser sees 502, although the sign-in succeeded.`,
        fix: 'Increase proxy_buffer_size and proxy_buffers (16k) in nginx; with ingress-nginx, use the annotation nginx.ingress.kubernetes.io/proxy-buffer-size. Alternatively, store the session on the server to make the cookies smaller.',
        who: 'operator',
        telling: 'upstream sent too big header',
      }
    },
  },
  {
    basis: inferred('the status of the callback'),
    find: ({ text, words }) => {
      const callback =
        /(?:\bGET |\/)[^\s"'<>?]{1,200}\?(?=[^\s"'<>]{0,2000}[?&]?code=)(?=[^\s"'<>]{0,2000}state=)[^\s"'<>]{1,2000}/.exec(
          text,
        )?.[0]
      if (
        callback === undefined ||
        !/(?<![\d.:])502(?![\d.:])/.test(text) ||
        !/nginx|ingress|bad gateway/.test(words())
      )
        return undefined
      if (
        /too big header|refused|timed out|timeout|reset by|no live upstreams|certificate|handshake|resolve|unreachable|premature/.test(
          words(),
        )
      )
        return undefined
      return {
        of: 'answer-headers-too-large',
        title: 'The callback’s cookies may exceed the proxy’s buffer',
        cause:
          'The callback’s response, which sets the session cookies, becomes 502 in the proxy. nginx discards response headers larger than proxy_buffer_size (4k or 8k by default), which callbacks often exceed.',
        fix: 'Check the proxy’s error log for “upstream sent too big header”. If it is there, increase proxy_buffer_size and proxy_buffers to 16k (in ingress-nginx, the annotation nginx.ingress.kubernetes.io/proxy-buffer-size). If not, check why the app behind the proxy fails.',
        who: 'operator',
        certainty: 'possible',
        telling: '502',
      }
    },
  },
]

/** A redirect that another site posts, without a cookie, to which the app responds with its sign-in page or an error. */
function postedWithoutCookie({ text }: Trace): Said | undefined {
  const request = /^POST (\S{1,300})\n((?:[\w-]{2,60}: [^\n]{0,2000}\n){1,40})/m.exec(text)
  const [, url, headers] = request ?? []
  if (url === undefined || headers === undefined || /^cookie:/im.test(headers)) return undefined
  const origin = /^origin: (https?:\/\/[^\s]{4,200})/im.exec(headers)?.[1]
  if (origin === undefined || parseAddress(url).origin === parseAddress(origin).origin) return undefined
  if (!/(?:^|[&\n])(?:state|SAMLResponse|id_token)=/.test(text)) return undefined
  const outcome =
    /^location: (\S{0,200}(?:fail|error|login|signin|denied)\S{0,200})/im.exec(text)?.[1] ??
    /^HTTP\/1\.1 (4\d\d|5\d\d)/m.exec(text)?.[1]
  return outcome === undefined
    ? undefined
    : {
        of: 'sign-in-cookie-lost',
        title: 'The POST redirect contains no session cookie',
        cause: `${quoted(origin)} posts the response to ${quoted(parseAddress(url).path)}, but the request contains no cookie; your app returned ${quoted(outcome)}. Browsers send cookies with such a POST only if they are SameSite=None and Secure, so your app does not find the stored state.`,
        fix: 'Set the sign-in cookie to SameSite=None; Secure, or make the provider return with a GET (response_mode=query).',
        who: 'operator',
        certainty: 'possible',
        telling: origin,
      }
}

/** What a pattern finds, for the place in the text. */
function telling(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[0]
}

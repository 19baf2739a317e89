import { textOfBase64 } from '../../text/base64.ts'
import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** What the credentials of a request look like as they were sent, never the credentials themselves. */
export const sentCredentials = family(
  [
    'authorization:none',
    'authorization:empty',
    'value:empty',
    'secret:special',
    'secret:looks-like-id',
    'basic:no-secret',
  ],
  (evidence) => {
    const text = evidence.text()
    const empty = emptyValue(text)
    const secret = secretIn(evidence)
    return {
      facts: those({
        'authorization:none': showsRequestWithoutAuthorization(text),
        'authorization:empty': /\bauthorization["']?[:;] ?(?:["']?(?:bearer|basic)? ?["']?)?[ \t]*(?:["',}]|$)/im.test(
          text,
        ),
        'value:empty': empty,
        // RFC 6749 §2.3.1: such characters are form-encoded before they go into Basic credentials or a form.
        'secret:special':
          secret !== undefined && !isPlaceholder(secret) && /[+%&=#~:/?@! $^*(){}[\]|\\<>]/.test(secret),
        'secret:looks-like-id': secret !== undefined && uuid.test(secret),
        'basic:no-secret': basicParts(text)?.secret === '',
      }),
      values: { parameter_empty: empty },
    }
  },
)

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** A parameter that opens something or names who calls, and has no value. */
function emptyValue(text: string): string | undefined {
  return (
    /[?&\n ](access_token|token|client_id|client_secret|api_?key|apikey|code|refresh_token|password|username|redirect_uri|code_verifier)=(?=&|\s|["']|$)/i.exec(
      text,
    )?.[1] ??
    /["'](access_?token|token|client_?id|client_?secret|api_?key|code|refresh_?token|redirect_?uri|code_?verifier)["'] ?: ?(?:""|'')/i.exec(
      text,
    )?.[1]
  )
}

function secretIn(evidence: Evidence): string | undefined {
  return (
    evidence
      .valuesOf('client_secret', 'clientsecret')
      .find((value) => value.length > 5 && !/\s/.test(value) && !/^(?:[<{$*x]|fp:)|\*{3}|xxx/i.test(value)) ??
    basicParts(evidence.text())?.secret
  )
}

function basicParts(text: string): { id: string; secret: string } | undefined {
  const sent = /\bauthorization["']?[:=] ?["']?basic ([A-Za-z0-9+/=]{8,600})/i.exec(text)?.[1]
  const [, id = '', secret = ''] = /^([^:]{1,200}):(.{0,400})$/s.exec(textOfBase64(sent ?? '') ?? '') ?? []
  return id === '' ? undefined : { id, secret }
}

/** Whether a request is in the text with headers of which none brings credentials. */
function showsRequestWithoutAuthorization(text: string): boolean {
  const request =
    /(?:^|\n)[> \t]{0,4}(?:GET|POST|PUT|PATCH|DELETE) \S{1,400}(?: HTTP\/[\d.]{1,3})?\n((?:[> \t]{0,4}[A-Za-z][\w-]{1,40}: [^\n]{0,2000}\n){1,40})/.exec(
      text,
    )?.[1]
  return (
    request !== undefined && !/^[> \t]{0,4}(?:authorization|x-[\w-]*(?:key|token)|api-?key|cookie)\b/im.test(request)
  )
}

/** What people put in place of a secret: `[redacted]`, `<secret>`, `***`. */
function isPlaceholder(secret: string): boolean {
  return /^[[<({*•x.…].{0,40}[\])>}*•x.…]$/i.test(secret) && /^[[<({]|^[*•x.…]+$/i.test(secret)
}

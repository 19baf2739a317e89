import { family, those } from './family.ts'
import { folded } from './folded.ts'

/** What the innermost cause of a chain of exceptions is about: it decides, whatever the lines around it say. */
export const innermost = family(
  ['inner:certificate', 'inner:name', 'inner:refused', 'inner:timeout', 'inner:reset', 'tls:alert-received'],
  (evidence) => {
    const text = evidence.text()
    const cause = innermostCause(text)
    const words = folded(cause ?? '')
    return {
      facts: those({
        'inner:certificate':
          /certificat|pkix|x509|trust ?anchor|ssl ?handshake|untrustedroot|unable_to_verify|self.signed/.test(words),
        'inner:name':
          /unknownhost|enotfound|eai_again|name (?:or service )?(?:not known|resolution)|no such host|getaddrinfo/.test(
            words,
          ),
        'inner:refused':
          /connection ?refused|econnrefused|actively refused|recusou|cannot assign requested address/.test(words),
        'inner:timeout': /timed? ?out|timeout|deadline exceeded|etimedout|tempo limite/.test(words),
        'inner:reset': /connection reset|econnreset|socket hang up|unexpected eof|broken pipe|forcibly closed/.test(
          words,
        ),
        'tls:alert-received': alertReceived.test(text),
      }),
      values: { innermost_cause: cause },
    }
  },
)

/** The last of what Java, .NET, Node and Python print as the cause of the exception before it. */
function innermostCause(text: string): string | undefined {
  const all = [
    ...text.matchAll(
      /(?:^|[\s(])(?:Caused by|---> ?|\[?cause\]?|Inner ?exception|nested exception is)(?::| )\s?([^\n]{4,400})/gi,
    ),
  ]
  return all.slice(-1)[0]?.[1]?.trim()
}

/** The other side ended the handshake and said so (RFC 8446 §6): it did not take what was sent. */
const alertReceived =
  /remote error: tls|received fatal alert|ssl3_read_bytes:[^\n]{0,60}alert|ssl alert number \d|tlsv1 alert|alert (?:handshake failure|bad certificate|certificate (?:required|expired|unknown)|unknown ca)|peer (?:sent|reported) (?:an? )?alert/i

import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** How the cookies that a text shows are set, where that keeps a browser from sending them back (RFC 6265bis §4.1.2). */
export const cookies = family(
  [
    'cookie:same-name',
    'cookie:strict',
    'cookie:none-insecure',
    'cookie:secure-on-http',
    'cookie:form-post',
    'hosts:ports',
  ],
  (evidence) => {
    const set = [...evidence.text().matchAll(/\bset-cookie\b[^:\n]{0,12}["']?[:=] ?["']?([^\n]{1,600})/gi)]
      .slice(0, 100)
      .map((match) => match[1] ?? '')
    const words = evidence.words()
    const plain = evidence.signals().addresses.some(({ url }) => /^http:\/\/(?!localhost|127\.)/.test(url))
    return {
      facts: those({
        'cookie:same-name': sameName(set),
        'cookie:strict': /samesite["']?\s{0,2}[:=]\s{0,2}["']?(?:\w{1,20}\.){0,2}strict/.test(words),
        'cookie:none-insecure':
          set.some((one) => /samesite=none/i.test(one) && !/;\s{0,2}secure/i.test(one)) ||
          (/samesite["']?\s{0,2}[:=]\s{0,2}["']?none/.test(words) &&
            /\bsecure["']?\s{0,2}[:=]\s{0,2}["']?(?:false|none|never)/.test(words)),
        'cookie:secure-on-http': plain && (set.some((one) => /;\s{0,2}secure/i.test(one)) || secureSetting.test(words)),
        // RFC 6265bis §5.6.7.1: a lax cookie does not come along with a form that another site posts.
        'cookie:form-post':
          /response_mode[^\n]{0,8}form_post|form_post/.test(words) && !/samesite[^\n]{0,6}none/.test(words),
        'hosts:ports': portsOfOneHost(evidence) > 1,
      }),
      values: { cookie: sameName(set) },
    }
  },
)

const secureSetting = /(?:cookie[\w.-]{0,30}secure|secure)["']?\s{0,2}[:=]\s{0,2}["']?(?:true|always)/

/** The name of a cookie that is set to two values: two programs of one host share their cookies, whatever their ports. */
function sameName(set: string[]): string | undefined {
  const values = new Map<string, string>()
  for (const one of set) {
    const [, name = '', value = ''] = /^([\w.-]{1,80})=([^;\s]{0,4000})/.exec(one) ?? []
    const before = values.get(name)
    if (name !== '' && value !== '' && before !== undefined && before !== value) return name
    if (name !== '' && value !== '') values.set(name, value)
  }
  return undefined
}

/** How many ports of one local host are spoken of. */
function portsOfOneHost(evidence: Evidence): number {
  const ports = evidence
    .signals()
    .addresses.flatMap(({ url }) => /^https?:\/\/(?:localhost|127\.0\.0\.1):(\d{2,5})/.exec(url)?.[1] ?? [])
  return new Set(ports).size
}

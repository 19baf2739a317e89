import { family, those } from './family.ts'

/** Signs in values and addresses that a person does not see, or that mean something else on the way. */
export const unseenSigns = family(
  ['value:differs-in-space', 'value:break-at-start', 'value:break-at-end', 'value:invisible', 'address:fragment'],
  (evidence) => {
    const text = evidence.text()
    const spaced = differsInSpace(text)
    const fragment = fragmentIn(text)
    return {
      facts: those({
        'value:differs-in-space': spaced,
        'value:break-at-start':
          /\b(?:Credential|Bearer|Basic|client_id|client_secret|key|token)\b["']?[=: ]{1,3}["']?(?:\\[nr]|%0[AD]|\n)[\w/+-]{6}/i.test(
            evidence.raw(),
          ),
        'value:break-at-end': breakAtEnd.test(evidence.raw()),
        'value:invisible':
          /\u200B|\u200C|\u200D|\u2060|\uFEFF|\u00AD|%E2%80%8[BCD]|%EF%BB%BF|\\u200b|\\ufeff|\\xef\\xbb\\xbf/i.test(
            evidence.raw(),
          ),
        'address:fragment': fragment,
      }),
      values: { value_without_space: spaced, address_cut: fragment },
    }
  },
)

/** A value that an environment variable or a file brings with its line break. */
const breakAtEnd =
  /\b(?:client[_-]?id|client[_-]?secret|api[_-]?key|token|secret|password|project[_-]?id|host|issuer|audience|authorization|bearer)\b[^\n]{0,200}[\w=/+-](?:\\[nr]|\\u000a|%0[AD])["'`]/i

/** Two values of one statement that are the same but for space around them. */
function differsInSpace(text: string): string | undefined {
  for (const { index } of [...text.matchAll(/\b(?:expect(?:ed|ing|s)?|should be|required|esperad[oa])\b/gi)].slice(
    0,
    60,
  )) {
    const values = quotedIn(text.slice(index, index + 500))
    const [one, other] = values
    if (one !== undefined && other !== undefined && one !== other && one.trim() === other.trim() && one.trim() !== '')
      return one.trim()
  }
  return undefined
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/"([^"]{1,200})"|'([^']{1,200})'|`([^`]{1,200})`/g)]
    .slice(0, 2)
    .map(([, one, other, third]) => (one ?? other ?? third ?? '').replace(/\\[nrt]/g, ' '))
}

/** The path of a request that a `#` cuts: what follows it stays in the client (RFC 3986 §3.5). */
function fragmentIn(text: string): string | undefined {
  const [, path, rest = ''] =
    /\b(?:GET|POST|PUT|PATCH|DELETE|curl[^\n#]{0,80}?)\s{1,3}["']?((?:https?:\/\/[^\s"'#]{1,300}|\/[^\s"'#]{1,300}))#([^\s"'#/!]{1,200})/.exec(
      text,
    ) ?? []
  const ofSignIn = /^(?:access_token|id_token|code|state|error|_=_)\b/.test(rest)
  return path === undefined || ofSignIn || /\.(?:html?|md)$/.test(path) ? undefined : path
}

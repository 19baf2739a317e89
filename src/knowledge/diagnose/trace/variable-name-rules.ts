import { inferred } from '../../protocol/basis.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { credentialsOf, isPlaceholder } from './credentials.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Variables that a program reads and a deployment sets, by names that are not the same. */
export const variableNameRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: inferred('the two names in the text'), find: otherName },
]

function otherName(trace: Trace): Said | undefined {
  const { text } = trace
  if (!failure.test(text)) return undefined
  const read = [
    ...new Set([...text.matchAll(reads)].slice(0, 60).flatMap((match) => match.slice(1).find(Boolean) ?? [])),
  ]
  if (read.length === 0) return undefined
  const set = new Set([...text.matchAll(sets)].slice(0, 200).map(([, name = '']) => name))
  const nothing = isEmpty(trace)
  for (const name of read) {
    if (set.has(name)) continue
    const other = [...set].find((one) => !read.includes(one) && isMeant(one, name, nothing))
    if (other === undefined) continue
    const client = /client|secret|_id$|cid/i.test(name)
    return {
      of: client ? 'client-credentials-malformed' : 'other-host-called',
      title: `Your app reads ${name}, but ${other} is set`,
      cause: `The deployment sets ${quoted(other)}, but your app reads ${quoted(name)}, so it has no value${nothing ? ' and sends the word for “no value” instead' : ''}.`,
      fix: `Use the same name in both places, restart your app, and make it stop at startup if ${quoted(name)} is empty.`,
      telling: name,
    }
  }
  return undefined
}

/** Whether what was sent is what a program writes where a variable has no value. */
function isEmpty({ messages, text }: Trace): boolean {
  const sent = messages.some(({ credentials, parameters }) => {
    const values = [
      ...(credentials?.form === 'encoded' ? [credentials.id, credentials.secret] : []),
      parameters.get('client_id')?.value ?? '-',
    ]
    return values.some((one) => one === '' || noValue.test(one))
  })
  const encoded = [...text.matchAll(/\bBasic ([A-Za-z0-9+/]{8,400}={0,2})/g)].slice(0, 20).some(([, value = '']) => {
    const read = credentialsOf(value)
    return read.form === 'encoded' && (noValue.test(read.id) || isPlaceholder(read.secret) || read.id === '')
  })
  return sent || encoded || /=\s?(?:undefined|null|None|nil)\b|\bis (?:not set|undefined|null|empty|blank)/i.test(text)
}

const noValue = /^(?:undefined|null|None|nil|NaN)$/

/** Whether one name is written for the other: the same letters or words, one slip of a long name, or a prefix more where nothing was read. */
function isMeant(set: string, read: string, nothing: boolean): boolean {
  const letters = (name: string) => name.toLowerCase().replaceAll('_', '')
  const words = (name: string) => name.toLowerCase().split('_').sort().join(' ')
  if (letters(set) === letters(read) || words(set) === words(read)) return true
  if (read.length >= 10 && nearly(set, read)) return true
  return nothing && (set.endsWith(`_${read}`) || read.endsWith(`_${set}`))
}

const variable = '[A-Z][A-Z0-9_]{3,60}'

/** How programs read a variable. */
const reads = new RegExp(
  [
    String.raw`\b(?:process|import\.meta|Bun)\.env\.(${variable})\b`,
    String.raw`\benv(?:iron)?(?:\.get)?[[(]\s{0,2}["'](${variable})["']`,
    String.raw`\b(?:os\.|System\.|Deno\.env\.)?(?:getenv|Getenv|LookupEnv|get_env|GetEnvironmentVariable|fetch|get|env)\(\s{0,2}["'](${variable})["']`,
    String.raw`\bENV(?:\.fetch\(|\[)\s{0,2}["'](${variable})["']`,
    String.raw`\$_(?:ENV|SERVER)\[["'](${variable})["']`,
    String.raw`(?<=[:=]\s{0,3}["']?)\$\{(${variable})(?=[:}])`,
  ].join('|'),
  'g',
)

/** How files and deployments set one. */
const sets = new RegExp(
  String.raw`(?:^|[\s"'{,-])(?:export\s|-e\s{0,2}|name:\s{0,3}["']?)?(?<!\$\{)(${variable})["']?(?:\s{0,3}=(?!=)|:\s|\n\s{1,20}value(?:From)?:)`,
  'gm',
)

const failure =
  /client_not_found|invalid_client|(?<![\d.])40[01](?![\d.])|undefined|\bnull\b|\bNone\b|not set|ECONNREFUSED|ENOTFOUND|Invalid URL|KeyError/

import { inferred, standard } from '../../protocol/basis.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { FaultCode } from '../faults/catalogue.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import type { Trace } from '../trace/message.ts'
import type { Said } from '../trace/rule.ts'

/** Values that a request needs and that are empty in it, by the request itself or by the words of the refusal. */
export const emptyValueRules: readonly CircumstanceRule[] = [
  { basis: standard('RFC 6749 §3.3'), find: emptyScope },
  { basis: inferred('the inputs that the log of the run lists'), find: inputNotPassed },
]

/** What a refusal calls invalid, and then names nothing. */
const namesNothing =
  /\b(invalid|unknown|unsupported|unrecogni[sz]ed)(?: parameter)?(?: |\+|%20)(scopes?|audience|resource|tenant|realm|issuer)(?::|%3A)(?: |\+|%20)?(?=&|"|'|\\"|$)/im

/** An authorization request that asks for a scope without naming one. */
function emptyScope({ text, words }: Trace): Said | undefined {
  if (!/invalid[_ ]scope|invalid[_ ]request|scopes?\b[^\n]{0,30}(?:missing|empty|required|invalid)/.test(words()))
    return undefined
  const sent = /[?&]scope=(?=&|\s|["']|$)/m.exec(text)?.[0]
  const named = namesNothing.exec(text)
  if (sent === undefined && named === null) return undefined
  const what = named?.[2]?.toLowerCase() ?? 'scope'
  if (!what.startsWith('scope')) return nothingNamed(what, named?.[0] ?? '')
  return {
    of: 'scope-not-accepted',
    title: 'The requested scope is empty',
    cause: `${
      sent === undefined
        ? `The error names no scope: ${quoted(named?.[0].replace(/\+|%20/g, ' ').replace(/%3A/i, ':'))}`
        : `The request contains an empty ${quoted(sent.slice(1))}`
    }. The setting for the scopes is probably empty or read under another name.`,
    fix: 'Set the scopes in your app’s configuration (at least “openid”, separated by spaces), and restart your app.',
    telling: sent ?? named?.[0],
  }
}

const matters: Record<string, FaultCode> = {
  audience: 'audience-not-accepted',
  resource: 'audience-not-accepted',
  issuer: 'issuer-not-trusted',
}

function nothingNamed(what: string, telling: string): Said {
  return {
    of: matters[what] ?? 'token-request-incomplete',
    title: `The ${what} is empty`,
    cause: `The error contains no value: ${quoted(telling)}. The setting for the ${what} is probably empty or read under another name.`,
    fix: `Set the ${what} in your app’s configuration, and log the value at startup.`,
    telling,
  }
}

/** A step of a workflow whose secret is empty: the log of the run lists the inputs that have a value, and leaves it out. */
function inputNotPassed({ text, words }: Trace): Said | undefined {
  if (!/(?<![\d.])40[0134](?![\d.])|missing|required|unauthori|bad credentials|not (?:supplied|provided)/.test(words()))
    return undefined
  const declared = [
    ...text.matchAll(/^[ \t]{1,40}([\w-]{2,60}):[ \t]{1,4}["']?\$\{\{ ?secrets\.(\w{2,80}) ?\}\}/gm),
  ].slice(0, 40)
  const run = /^(?:##\[group\])?Run [^\n]{2,200}\n(?: {2}with:\n((?: {4}[^\n]{1,400}\n){1,40}))/m.exec(`${text}\n`)
  if (declared.length === 0 || run === null) return undefined
  const passed = new Set([...(run[1] ?? '').matchAll(/^ {4}([\w-]{2,60}):/gm)].map(([, name]) => name))
  const empty = declared.filter(([, name]) => !passed.has(name))
  const [first] = empty
  if (first === undefined || passed.size === 0) return undefined
  const [, name = '', secret = ''] = first
  return {
    of: 'bearer-missing',
    title: `The secret ${quoted(secret, 60)} is empty in this run`,
    cause: `The workflow passes ${quoted(name)} from ${quoted(`secrets.${secret}`)}. The run’s log lists the inputs ${listed([...passed].filter((one) => one !== undefined))}, but not ${quoted(name)}, so the secret is empty. Organization secrets are available only to selected repositories, and not to pull requests from forks.`,
    fix: `Give this repository access to ${quoted(secret)} in the organization’s settings, or create the secret in the repository, and run the workflow again.`,
    who: 'operator',
    telling: secret,
  }
}

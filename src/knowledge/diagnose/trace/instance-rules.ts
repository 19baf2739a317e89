import { documented, inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** Instances of one application of which some are refused and others are not (§5.2). */
export const instanceRules: readonly CircumstanceRule[] = [
  { own: 'unless-named', basis: documented('§5.2', inferred('the instances in the text')), find: oneRefused },
]

interface Exchange {
  instance: string
  ok: boolean
}

/** An instance whose credentials are refused each time, beside one that succeeds each time: it runs with other credentials. */
function oneRefused({ text }: Trace): Said | undefined {
  if (!/invalid_client|client_not_found|unauthorized_client/.test(text)) return undefined
  const exchanges = text.split('\n').slice(0, 2_000).flatMap(exchangeIn)
  const refused = new Set(exchanges.filter(({ ok }) => !ok).map(({ instance }) => instance))
  const accepted = new Set(exchanges.filter(({ ok }) => ok).map(({ instance }) => instance))
  const [ill] = refused
  const [well] = accepted
  if (ill === undefined || well === undefined || [...refused].some((one) => accepted.has(one))) return undefined
  const changed = rotated.exec(text)?.[0].trim()
  const started = startOf(ill, text)
  return {
    of: 'client-secret-wrong',
    title: `Only ${quoted(ill)} is rejected: its credentials differ`,
    cause: `The service accepts the client from ${quoted(well)} and always rejects it from ${quoted(ill)}, so ${quoted(ill)} probably sends a different secret or client ID${changed === undefined ? '' : `: the text shows a change (${quoted(changed, 100)})`}${started === undefined ? '' : `, and it has run since ${quoted(started)}`}. A process keeps the values that it read at startup.`,
    fix: `Restart ${quoted(ill)} so that it reads the current secret, and compare its secret’s length and its start time with ${quoted(well)}.`,
    who: 'operator',
    telling: ill,
  }
}

/** What a line of a log shows of a token request: whose it is, and what came back. */
function exchangeIn(line: string): Exchange[] {
  const cut = line.slice(0, 1_000)
  if (!/\/token\b|\btoken (?:request|endpoint|exchange)\b|invalid_client|client_not_found/i.test(cut)) return []
  const instance = instanceName.exec(cut)?.slice(1).find(Boolean)
  const status = /(?<![\d.:/-])(200|40[013])(?![\d.:/-])/.exec(cut)?.[1]
  if (instance === undefined || (status === undefined && !/invalid_client/.test(cut))) return []
  return [{ instance, ok: status === '200' }]
}

const instanceName =
  /\bpod\/([\w.-]{2,80})|\b(?:pod|instance|inst[aâ]ncia|replica|r[eé]plica|worker|node|task|dyno|host|server|servidor)[-_ =:#]{1,2}["']?([\w.-]{1,60})|\b((?:[a-z]\w{0,20}-){1,4}[a-z0-9]{2,10})\b(?=[\s\]|:])|\b((?:web|app|api|srv|node|vm|worker|pod)[-_.]?[a-z\d]{1,3})\b/

/** What a text says of a secret that was changed. */
const rotated =
  /[^\n]{0,60}\b(?:rotat\w+|rotacion\w+|troc(?:ou|amos|ada)|renovad\w+|new secret|nov[oa] (?:secret|segredo)|changed the secret|regenerat\w+)\b[^\n]{0,60}(?:\n[ \t]{0,8}20\d\d-\d\d-\d\d[T ][\d:Z]{5,12})?/i

/** When an instance was started, as a list of them has it. */
function startOf(instance: string, text: string): string | undefined {
  const line = text
    .split('\n')
    .slice(0, 2_000)
    .find((one) => one.includes(instance) && /Running|started|up |desde|since|AGE/i.test(one))
  return line === undefined
    ? undefined
    : /20\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?|\b\d{1,4}[dhm]\b/.exec(
        line.slice(line.indexOf(instance) + instance.length),
      )?.[0]
}

import { basisAt } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import type { Diagnosis } from '../diagnosis.ts'
import type { ErrorCode } from '../error-code.ts'
import { segmentOf, traitsOf } from '../error-names.ts'
import { type Fault, stepByRetry } from '../fault.ts'
import { type FaultCode, faultGroups } from '../faults/catalogue.ts'
import { type CodeWords, entryWords, gatewayWords, oauthWords } from './row-words.ts'
import type { CatalogueRows } from './rows.ts'

/**
 * What the code of a refusal says by itself, where no entry recognises the call: in the words of the entry that the code
 * belongs to, which has more to say of another step, or in those of a data row.
 */
export function diagnoseByCode(view: CallView, rows: CatalogueRows): Diagnosis | undefined {
  const named = view.gatewayFault ?? view.oauthError
  const words = named && wordsOf(named, view, rows)
  if (named === undefined || words === undefined) return undefined
  const said = named.text === undefined ? '' : `, saying ${quoted(named.text)}`
  const [first = '', ...more] = words.causes
  const open = more.length > 0
  return {
    code: words.code,
    title: open && !named.code.includes('.') ? `The response gives no reason for ${named.code}` : words.title,
    cause:
      `The response${view.status === undefined ? '' : ` with status ${view.status}`} names ${quoted(named.code)}${said}. ${words.meaning}${open || first === '' ? '' : ` The usual reason: ${first.replace(/\.$/, '')}.`}`.trim(),
    fix: words.fix,
    ...(open && { reasons: words.causes }),
    who: words.who,
    certainty: words.certainty,
    basis: basisAt(words.basis, view.foreign),
    evidence: [...new Set([named.at, ...(view.status === undefined ? [] : ['/response/status'])])],
    retry: words.retry,
    next: stepByRetry(words.retry),
  }
}

function wordsOf(named: ErrorCode, view: CallView, { gateway, oauth }: CatalogueRows): CodeWords | undefined {
  const code = named.code.toLowerCase()
  const byGateway = view.gatewayFault !== undefined || code.includes('.')
  // An API deals in tokens, scopes and services of its own: there a word is OAuth's in the very spelling of OAuth alone.
  const exactly = named.code === code && named.means !== undefined && !traitsOf(named.means).everyday
  const oauthsOwn = view.step !== 'api' || exactly
  if (byGateway || oauthsOwn) {
    const entry = entryOf(view, (alias) => alias.toLowerCase() === code)
    if (entry !== undefined) return entryWords(entry, named.code)
  }
  const error = oauth.find((row) => row.error === named.means) ?? oauth.find((row) => row.error === code)
  if (error !== undefined && view.gatewayFault === undefined) return oauthWords(error)
  const exact = gateway.find((row) => row.errorcode.toLowerCase() === code)
  if (exact !== undefined) return gatewayWords(exact)
  const { means } = named
  if (byGateway || (means !== undefined && view.step !== 'api')) {
    const segments = [code, means ?? code].map(segmentOf)
    const entry = entryOf(view, (alias) => segments.includes(segmentOf(alias)))
    if (entry !== undefined) return entryWords(entry, named.code)
  }
  // The segment of a fault code describes a gateway where a gateway answered, and not in the redirect of a sign-in.
  if (view.redirect !== undefined && !code.includes('.')) return undefined
  const alike = gateway.filter((row) => segmentOf(row.errorcode) === segmentOf(code))
  const row = alike.find(({ status }) => status === view.status) ?? alike[0]
  return row && gatewayWords(row)
}

/** The entry that goes by such a name, first among those of the call's own step. */
function entryOf({ step }: CallView, isIt: (alias: string) => boolean): Fault<FaultCode> | undefined {
  const own = step === 'refresh' ? 'token' : step
  return [...faultGroups]
    .sort((one, other) => Number(other.id === own) - Number(one.id === own))
    .flatMap(({ faults }) => faults)
    .find(({ aliases = [] }) => aliases.some(isIt))
}

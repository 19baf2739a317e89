import { quoted } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'
import type { Diagnosis } from '../diagnosis.ts'
import type { ErrorCode } from '../error-code.ts'
import { segmentOf } from '../error-names.ts'
import { gatewayWords, oauthWords, type RowWords } from './row-words.ts'
import type { CatalogueRows } from './rows.ts'

/** The diagnosis that a data row gives, when the answer carries the row's code. */
export function diagnoseByRow(view: CallView, rows: CatalogueRows): Diagnosis | undefined {
  const named = view.gatewayFault ?? view.oauthError
  const words = named && rowOf(named, view, rows)
  if (named === undefined || words === undefined) return undefined
  const said = named.text === undefined ? '' : `, saying ${quoted(named.text)}`
  return {
    code: words.code,
    title: words.title,
    cause:
      `The answer${view.status === undefined ? '' : ` with status ${view.status}`} names ${quoted(named.code)}${said}. ${words.meaning} ${usual(words.causes)}`.trim(),
    fix: words.fix,
    who: words.who,
    certainty: words.certainty,
    basis: words.basis,
    evidence: [...new Set([named.at, ...(view.status === undefined ? [] : ['/response/status'])])],
    retry: words.retry,
  }
}

/** Whether the rows may tell more than what was said without them: nothing that is certain changes by a row. */
export function rowsMayTell([first]: Diagnosis[]): boolean {
  return first !== undefined && first.certainty !== 'certain'
}

function rowOf(named: ErrorCode, view: CallView, { gateway, oauth }: CatalogueRows): RowWords | undefined {
  const code = named.code.toLowerCase()
  const error = oauth.find((row) => row.error === named.means) ?? oauth.find((row) => row.error === code)
  if (error !== undefined && view.gatewayFault === undefined) return oauthWords(error)
  const exact = gateway.find((row) => row.errorcode.toLowerCase() === code)
  if (exact !== undefined) return gatewayWords(exact)
  // The segment of a fault code tells of a gateway where a gateway answered, and not in the redirect of a sign-in.
  if (view.redirect !== undefined && !code.includes('.')) return undefined
  const segment = segmentOf(code)
  const alike = gateway.filter((row) => segmentOf(row.errorcode) === segment)
  const row = alike.find(({ status }) => status === view.status) ?? alike[0]
  return row && gatewayWords(row)
}

function usual(causes: string[]): string {
  return causes.length === 0 ? '' : `The usual reasons: ${causes.map((cause) => cause.replace(/\.$/, '')).join('; ')}.`
}

import { environmentName } from '../../text/quote.ts'
import type { CallView } from '../call-view.ts'

/** Everyone that the token says it is meant for. */
export function audiences(view: CallView): string[] {
  const aud = view.token?.claims.aud
  if (typeof aud === 'string') return [aud]
  return Array.isArray(aud) ? aud.slice(0, 500).filter((one) => typeof one === 'string') : []
}

/** Name of the other configured environment that issued the token. */
export function issuingEnvironment(view: CallView): string | undefined {
  const iss = text(view.token?.claims.iss)
  if (iss === undefined || iss === view.environment?.issuer) return undefined
  const other = view.others?.find((one) => one.issuer === iss || (one.authUrl !== '' && one.authUrl === iss))
  return other && environmentName(other)
}

/** A value that is a text; undefined for any other. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

import { quoted } from '../../text/quote.ts'
import type { TokenFinding } from '../finding.ts'
import type { TokenKind } from '../kinds.ts'

/** Words of an error that is beside a token and that the token may have caused, each once, in the order of the text. */
export function errorsBeside(text: string): string[] {
  const shown = text.slice(0, 200_000)
  const found = [...(listsErrors(shown) ? shown.replace(items, ' ') : shown).matchAll(errors)].map(([word]) => word)
  return [...new Set(found)].slice(0, 6)
}

/** Whether a text lists what verifiers of tokens say in general: three items or more of one list, each with another message. */
export function listsErrors(text: string): boolean {
  const said = [...text.slice(0, 200_000).matchAll(items)].flatMap(
    ([item]) => messages.exec(item)?.[0].toLowerCase() ?? [],
  )
  return new Set(said).size >= 3
}

/** An item of a list: behind a dash, a bullet or a number. */
const items = /^[ \t>]{0,20}(?:[-*•]|\d{1,2}[.)])[ \t]{1,4}\S.{2,400}$/gm

/** What verifiers of tokens say, by its first words. */
const messages =
  /\b(?:jwt (?:expired|malformed|not active|must be provided|audience invalid|issuer invalid|signature does not match)|invalid (?:signature|token|algorithm|audience|issuer)|signature (?:verification failed|has expired|is invalid)|token (?:is |has )?expired|token used before issued|not enough segments|unexpected (?:token|end)|IDX1\d{4})\b/i

const errors =
  /\b(?:ExpiredProviderToken|InvalidProviderToken|AccessTokenExpired|AccessTokenInvalid|TokenExpiredError|ExpiredToken(?:Exception)?|[a-z]*_?token_(?:is_|has_)?expired|expired_token|(?:jwt|token) (?:is |has )?expired|invalid_client|invalid_grant|(?:invalid|bad) signature|signature (?:is invalid|verification failed|mismatch)|JsonWebTokenError)\b/gi

interface Judged {
  findings: TokenFinding[]
  kind: TokenKind
  errors: readonly string[]
}

/** The findings of a token, with what they say of an error that is beside it. */
export function heldAgainstErrors({ findings, kind, errors: words }: Judged): TokenFinding[] {
  if (words.length === 0) return findings
  const failed = (...checks: TokenFinding['check'][]) =>
    findings.find(({ check, outcome }) => checks.includes(check) && outcome === 'failed')
  const isOver = failed('expiry', 'lifetime')
  const badSignature = failed('signature')
  const expired = words.filter((word) => /expired/i.test(word))
  const own = words.filter((word) => /^(?:invalid_client|invalid_grant|InvalidProviderToken)$/i.test(word))
  const unsigned = words.filter((word) => /signature/i.test(word))
  return findings.map((finding) => {
    const explained = [
      ...(finding === isOver ? [...expired, ...(showsWho.has(kind) ? own : [])] : []),
      ...(finding === badSignature ? unsigned : []),
    ]
    if (explained.length > 0)
      return saying(finding, `That explains ${explained.map((one) => quoted(one)).join(' and ')} in the text.`)
    const contradicts = finding.check === 'expiry' && finding.outcome === 'passed' && isOver === undefined
    return contradicts && expired.length > 0
      ? saying(
          finding,
          `${expired.map((one) => quoted(one)).join(' and ')} in the text contradicts this: it was about another token, or the recipient’s clock is ahead.`,
        )
      : finding
  })
}

function saying(finding: TokenFinding, beside: string): TokenFinding {
  return { ...finding, why: `${finding.why} ${beside}`, beside }
}

/** Tokens by which a client shows who it is: where they are over, the client is not recognized. */
const showsWho: ReadonlySet<TokenKind> = new Set(['assertion', 'grant', 'app', 'attestation'])

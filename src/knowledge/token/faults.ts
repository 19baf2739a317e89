import type { FaultReason, TokenCheck, TokenFinding } from './finding.ts'

/** What is wrong with a token before all else. */
export interface TokenFault {
  finding: TokenFinding
  /** `wait` where time alone ends it, `warn` where something beside the token may be what is wrong, else `bad`. */
  tone: 'bad' | 'wait' | 'warn'
  /** In up to eight words, as a heading. */
  title: string
  /** As the last part of a line that names the token; undefined where that line's own words on its times say it. */
  phrase?: string
}

/**
 * The gravest fault that the checks of a token found; undefined where they found none. Every finding that failed is one, so
 * that nothing that is wrong is told below a heading that is not.
 */
export function gravestFault(findings: readonly TokenFinding[]): TokenFault | undefined {
  const faults = findings.filter(isFault)
  for (const row of rows) {
    const finding = faults.find(
      ({ check, outcome, because, fault }) =>
        (row.because === undefined ? outcome === 'failed' : row.because === because) &&
        (row.check === undefined || row.check === check) &&
        !(row.isGrave && fault?.tone === 'warn'),
    )
    if (finding?.fault !== undefined) return { finding, ...finding.fault, tone: finding.fault.tone ?? 'bad' }
    if (finding !== undefined) return { finding, tone: row.tone ?? 'bad', title: row.title, phrase: row.phrase }
  }
  const failed = faults.filter(({ outcome }) => outcome === 'failed')
  const [first] = failed
  if (first === undefined) return undefined
  return failed.length === 1
    ? { finding: first, tone: 'bad', title: `Failed: ${first.title}`, phrase: `fails the check “${first.title}”` }
    : {
        finding: first,
        tone: 'bad',
        title: `${failed.length} checks failed`,
        phrase: `fails ${failed.length} checks`,
      }
}

/** Whether a token with this finding may not be called valid: it failed, or a secret or a key beside it tells against it. */
export function isFault({ outcome, because }: TokenFinding): boolean {
  return (
    outcome === 'failed' ||
    because === 'weak-secret' ||
    because === 'other-key' ||
    because === 'unknown-key' ||
    because === 'unknown-kid'
  )
}

interface FaultRow extends Pick<TokenFault, 'title' | 'phrase'> {
  check?: TokenCheck
  because?: FaultReason
  tone?: 'wait' | 'warn'
  /** Only where recipients must reject it for that. */
  isGrave?: true
}

/** From the gravest on. */
const rows: readonly FaultRow[] = [
  { check: 'inner-keys', title: 'Contains a private key', phrase: 'with a private key in it' },
  { because: 'not-signed', title: 'Not signed', phrase: 'not signed' },
  {
    because: 'known-secret',
    title: 'Signed with a publicly known secret',
    phrase: 'signed with a publicly known secret',
  },
  { because: 'unfit-key', title: 'Signed with an unfit key', phrase: 'signed with an unfit key' },
  {
    because: 'other-fingerprint',
    title: 'Names a different signing key',
    phrase: 'naming a different signing key',
  },
  {
    because: 'not-own-key',
    title: 'Not signed with a key of its own',
    phrase: 'not signed with a key of its own key set',
  },
  {
    because: 'other-key',
    tone: 'warn',
    title: 'Not signed by the key in the text',
    phrase: 'not signed by the key in the text',
  },
  {
    because: 'unknown-key',
    tone: 'warn',
    title: 'Signing key is not in the text',
    phrase: 'whose signing key is not in the text',
  },
  {
    because: 'unknown-kid',
    tone: 'warn',
    title: 'Names a key that the set lacks',
    phrase: 'naming a key that the set lacks',
  },
  { check: 'form', isGrave: true, title: 'Breaks a rule of its format', phrase: 'breaks a rule of its format' },
  { check: 'claims', title: 'Required claims are missing', phrase: 'without required claims' },
  { check: 'signature', title: 'Signature invalid', phrase: 'signature invalid' },
  {
    check: 'disclosures',
    title: 'A disclosure matches no digest',
    phrase: 'with a disclosure that matches no digest',
  },
  {
    check: 'together',
    isGrave: true,
    title: 'Conflicts with other values in the text',
    phrase: 'conflicts with other values in the text',
  },
  { because: 'never-valid', title: 'Never valid' },
  { because: 'other-unit', title: 'Times not in seconds' },
  { check: 'expiry', title: 'Failed: Expiry' },
  { because: 'too-old', title: 'Too old', phrase: 'too old' },
  { check: 'lifetime', title: 'Lifetime not allowed', phrase: 'lifetime not allowed' },
  { check: 'not-before', tone: 'wait', title: 'Not valid yet' },
  { check: 'form', title: 'Breaks a rule of its format', phrase: 'breaks a rule of its format' },
  {
    check: 'together',
    title: 'Conflicts with other values in the text',
    phrase: 'conflicts with other values in the text',
  },
  { because: 'weak-secret', tone: 'warn', title: 'Signed with a weak secret', phrase: 'signed with a weak secret' },
]

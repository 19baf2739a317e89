import type { Finding } from '../privacy/finding.ts'
import { findKnownForms } from '../privacy/known-forms.ts'
import { inferred } from '../protocol/basis.ts'
import type { FoundToken } from '../token/find.ts'
import { findOpaqueForms, type OpaqueForm } from '../token/opaque-forms.ts'

/**
 * What opens something in a text and is no JWT, told by its form: keys and tokens of vendors, Basic, SAML, PASETO, cookies
 * of frameworks. `taken` are the tokens that were found before; what lies within one of them is not told again.
 */
export function findOtherTokens(text: string, taken: readonly FoundToken[]): FoundToken[] {
  const known: Finding[] = []
  findKnownForms(text, (finding) => known.push(finding))
  const own = findOpaqueForms(text)
  const vendors = known.filter(({ start, end }) => !own.some((one) => one.start < end && start < one.end)).map(ofVendor)
  return [...own, ...vendors]
    .filter(({ start, end }) => !taken.some(({ place }) => place && place.start < end && start < place.end))
    .sort((one, other) => one.start - other.start)
    .slice(0, mostOthers)
    .map(({ start, end, text: written, content, from, kind, name, why, basis }) => ({
      from,
      place: { start, end, ...lineOf(text, start), in: 'text', writing: [] },
      token: { form: 'opaque', text: written, defects: [], content },
      recognised: { kind, name, why, basis },
    }))
}

const mostOthers = 40

/** Names that say more than the form's own, by how the value begins. */
const precise: [start: RegExp, name: string][] = [
  [/^ghp_/, 'GitHub personal access token (classic)'],
  [/^github_pat_/, 'GitHub personal access token (fine-grained)'],
  [/^gho_/, 'GitHub OAuth access token'],
  [/^ghu_/, 'GitHub App user token'],
  [/^ghs_/, 'GitHub App installation token'],
  [/^ghr_/, 'GitHub App refresh token'],
  [/^glpat-/, 'GitLab personal access token'],
  [/^xoxb-/, 'Slack bot token'],
  [/^xoxp-/, 'Slack user token'],
  [/^xapp-/, 'Slack app-level token'],
  [/^sk_test_/, 'Stripe secret key (test mode)'],
  [/^sk_live_/, 'Stripe secret key (live mode)'],
  [/^rk_test_/, 'Stripe restricted key (test mode)'],
  [/^rk_live_/, 'Stripe restricted key (live mode)'],
  [/^npm_/, 'npm access token'],
  [/^AKIA/, 'AWS access key ID (long-term)'],
  [/^ASIA/, 'AWS access key ID (temporary)'],
  [/^ya29\./, 'Google OAuth access token'],
]

function ofVendor({ start, end, name, value }: Finding): OpaqueForm {
  const named = precise.find(([begins]) => begins.test(value))?.[1] ?? name
  return {
    start,
    end,
    text: value,
    kind: 'secret',
    name: named,
    why: `It has the form of ${/^[AEIOUan]/.test(named) && !/^(?:Un|us)/i.test(named) ? 'an' : 'a'} ${named}.`,
    basis: inferred('the form in which its vendor writes such keys'),
  }
}

function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

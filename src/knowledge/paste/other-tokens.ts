import type { Finding } from '../privacy/finding.ts'
import { findKnownForms } from '../privacy/known-forms.ts'
import { inferred } from '../protocol/basis.ts'
import { crc32 } from '../text/crc32.ts'
import { eachOnce, type FoundToken } from '../token/find.ts'
import { unescapedBase64 } from '../token/opaque/opaque-form.ts'
import { findNamedForms, findOpaqueForms, type OpaqueForm } from '../token/opaque-forms.ts'
import type { Defect } from '../token/read-part.ts'
import { readVendorKey } from './readable-keys.ts'

/**
 * What opens something in a text and is no JWT, told by its form: keys and tokens of vendors, Basic, SAML, PASETO, cookies
 * of frameworks. `taken` are the tokens that were found before; what lies within one of them is not told again.
 */
export function findOtherTokens(whole: string, taken: readonly FoundToken[]): FoundToken[] {
  const text = without(whole, taken)
  const known: Finding[] = []
  findKnownForms(text, (finding) => known.push(finding))
  const own = findOpaqueForms(text)
  const vendors = known
    .filter(({ start, end }) => !own.some((one) => one.start < end && start < one.end))
    .map((one) => ofVendor(one, text))
  const told = [...own, ...vendors]
  const named = findNamedForms(text).filter(({ start, end }) => !told.some((one) => one.start < end && start < one.end))
  const all = [...told, ...named]
    .sort((one, other) => one.start - other.start)
    .slice(0, mostOthers)
    .map(
      ({
        start,
        end,
        text: written,
        defects = [],
        content,
        times,
        encrypted,
        from,
        kind,
        name,
        why,
        basis,
        note,
      }): FoundToken => ({
        from,
        place: { start, end, ...lineOf(text, start), in: 'text', writing: [] },
        token: { form: 'opaque', text: written, defects, content, times, ...(encrypted && { encrypted }) },
        recognised: { kind, name, why, basis, note },
      }),
    )
  return eachOnce(all, (text) => unescapedBase64(text))
}

const mostOthers = 40

/** The text with spaces where tokens were found: what is in one is not searched again, however long it is. */
function without(text: string, taken: readonly FoundToken[]): string {
  return taken
    .flatMap(({ place, again = [] }) => [...(place ? [place] : []), ...again])
    .reduce(
      (open, { start, end }) =>
        `${open.slice(0, start)}${' '.repeat(Math.max(0, Math.min(end, open.length) - start))}${open.slice(end)}`,
      text,
    )
}

/** Names that say more than the form's own, by how the value begins, and what is by design in such a key. */
const precise: [start: RegExp, name: string, note?: string][] = [
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
  [
    /^AKIA/,
    'AWS access key ID (long-term)',
    'The ID by itself is not secret: it identifies the secret access key that belongs to it.',
  ],
  [
    /^ASIA/,
    'AWS access key ID (temporary)',
    'The ID by itself is not secret. It belongs to temporary credentials, and works only with their secret and their session token.',
  ],
  [
    /^ya29\./,
    'Google OAuth access token',
    'Opaque, and valid for about an hour. Google’s tokeninfo endpoint returns its scopes, user and expiry.',
  ],
  [/^1\/\/0/, 'Google refresh token'],
  [
    /^AIza/,
    'Google API key',
    'It names a project, not a user, and can be in web pages and apps: restrict it by referrer, app or API.',
  ],
  [/^pk_(live|test)_/, 'Stripe publishable key', 'It is meant to be public: it is in web pages.'],
  [/^whsec_/, 'Signing secret of webhooks (Stripe, Svix)'],
  [/^gldt-/, 'GitLab deploy token'],
  [/^glrt-/, 'GitLab runner token'],
  [/^glptt-/, 'GitLab pipeline trigger token'],
  [/^glcbt-/, 'GitLab CI job token'],
  [/^gloas-/, 'GitLab OAuth application secret'],
  [/^glft-/, 'GitLab feed token'],
  [/^xoxa-/, 'Slack workspace token'],
  [/^xoxr-/, 'Slack refresh token'],
  [/^xoxe\.xox/, 'Slack rotated access token', 'It is valid for 12 hours by design.'],
  [/^xoxe-/, 'Slack refresh token'],
  [/^xox[cd]-/, 'Slack token of a browser session'],
  [/^sk-ant-api/, 'Anthropic API key'],
  [/^sk-ant-oat/, 'Anthropic OAuth access token'],
  [/^sk-ant-admin/, 'Anthropic admin key'],
  [/^sk-or-v1-/, 'OpenRouter API key'],
  [/^sk-proj-/, 'OpenAI project key'],
  [/^sk-svcacct-/, 'OpenAI service account key'],
  [/^sk-admin-/, 'OpenAI admin key'],
  [/^shpat_/, 'Shopify Admin API access token'],
  [/^shpss_/, 'Shopify app secret'],
  [/^hvs\./, 'HashiCorp Vault service token'],
  [/^hvb\./, 'HashiCorp Vault batch token'],
  [/^hvr\./, 'HashiCorp Vault recovery token'],
  [/^glsa_/, 'Grafana service account token'],
  [/^glc_/, 'Grafana Cloud access policy token'],
  [/^sbp_/, 'Supabase personal access token'],
  [/^sb_secret_/, 'Supabase secret key', 'It bypasses row-level security, so it belongs only on servers.'],
  [/^sb_publishable_/, 'Supabase publishable key', 'It is meant to be public: row-level security protects the data.'],
  [/^sntrys_/, 'Sentry organization token'],
  [/^sntryu_/, 'Sentry user token'],
  [/^dapi[\da-f]{32}/, 'Databricks personal access token'],
  [/^dop_v1_/, 'DigitalOcean personal access token'],
  [/^doo_v1_/, 'DigitalOcean OAuth access token'],
  [/^dor_v1_/, 'DigitalOcean OAuth refresh token'],
  [/^pk\.eyJ/, 'Mapbox public token', 'It is meant to be public: restrict it by URL.'],
  [/^sk\.eyJ/, 'Mapbox secret token'],
  [/^tk\.eyJ/, 'Mapbox temporary token'],
  [/^tskey-auth-/, 'Tailscale auth key'],
  [/^tskey-api-/, 'Tailscale API key'],
  [/^tskey-client-/, 'Tailscale OAuth client secret'],
  [/^dckr_oat_/, 'Docker organization access token'],
  [/^dckr_pat_/, 'Docker personal access token'],
  [/^sha256~/, 'OpenShift OAuth access token'],
  [/^EAA/, 'Facebook access token'],
  [/^SG\./, 'SendGrid API key'],
  [/^GOCSPX-/, 'Google OAuth client secret'],
]

/** The name that a value has: of a field, a variable or a header. */
const nameBefore = /(?:^|[\s"'{,;?&])([A-Za-z_][\w.-]{1,80})["']?\s{0,4}[:=]\s{0,4}["']?$/

function ofVendor({ start, end, name, value }: Finding, text: string): OpaqueForm {
  const from = nameBefore.exec(text.slice(Math.max(0, start - 100), start))?.[1]
  const checksum = checksumOf(value)
  const read = readVendorKey(value)
  const [, named = name, note] = precise.find(([begins]) => begins.test(value)) ?? []
  return {
    start,
    end,
    text: value,
    kind: 'secret',
    name: named,
    ...(from && { from }),
    ...(checksum === 'wrong' && { defects: [misfit(value)] }),
    ...(read && { content: read.content, times: read.times }),
    why: `It matches the format of ${/^[AEIOUan]/.test(named) && !/^(?:Un|us)/i.test(named) ? 'an' : 'a'} ${named}.`,
    basis: inferred('the format its vendor uses for such keys'),
    note: [
      read?.note ??
        note ??
        'Opaque: only its vendor can tell what it allows and when it expires. If others have seen it, revoke it there and create a new one.',
      checksum === 'right' ? 'Its last six characters are a correct checksum, so it was copied in full.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

/** That the checksum at the end of a key does not fit. */
const misfit = ({ length }: string): Defect => ({
  part: 'token',
  at: length - 6,
  problem:
    'The checksum (the last six characters) does not match: a character is missing or changed, or the value is made up.',
})

/** What the last six digits of a token of GitHub or npm come to: the CRC-32 of those between, in base 62. */
function checksumOf(value: string): 'right' | 'wrong' | undefined {
  const [, body, written] = /^(?:gh[pousr]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/.exec(value) ?? []
  if (body === undefined || written === undefined) return undefined
  let [rest, digits] = [crc32(body), '']
  for (let at = 0; at < 6; at++, rest = Math.floor(rest / 62)) digits = base62.charAt(rest % 62) + digits
  return digits === written ? 'right' : 'wrong'
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function lineOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

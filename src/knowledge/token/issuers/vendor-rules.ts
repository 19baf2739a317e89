import { inferred } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { quoted } from '../../text/quote.ts'
import { type Claims, text } from '../claim-signs.ts'
import { issuerOf } from '../issuers.ts'
import type { Breach } from '../jose/breach.ts'
import type { TokenKind } from '../kinds.ts'

/** The rules of its vendor that a token breaks, as the vendor documents them. */
export function vendorBreaches(claims: Claims, header: Claims, kind: TokenKind): Breach[] {
  const issuer = issuerOf(claims, header)
  const issued = issuer?.kinds.find(({ when }) => when(claims, header))
  if (issuer === undefined || issued?.kind !== kind) return []
  return rules.flatMap((rule) => {
    if ((rule.of !== issuer.name && rule.of !== issued.name) || (rule.kind ?? kind) !== kind) return []
    const why = rule.says(claims, header)
    return why === undefined
      ? []
      : [{ title: rule.title, phrase: rule.phrase, why, basis: inferred(`the documentation of ${issuer.name}`) }]
  })
}

interface VendorRule extends Pick<Breach, 'title' | 'phrase'> {
  /** The vendor, or the name of one of its tokens. */
  of: string
  /** Of the vendor’s tokens only those of this kind, where it has others. */
  kind?: TokenKind
  says: (claims: Claims, header: Claims) => string | undefined
}

const audience = {
  title: 'Its audience is not what the vendor accepts',
  phrase: 'with an audience that the vendor rejects',
}
const subject = {
  title: 'Its subject is not what the vendor accepts',
  phrase: 'with a subject that the vendor rejects',
}
const issuer = { title: 'Its issuer is not what the vendor accepts', phrase: 'with an issuer that the vendor rejects' }
const key = { title: 'Its key ID is not what the vendor accepts', phrase: 'with a key ID that the vendor rejects' }
const scope = { title: 'Its scope is not what the vendor accepts', phrase: 'with a scope that the vendor rejects' }
const algorithm = {
  title: 'The vendor requires a different algorithm',
  phrase: 'with an algorithm that the vendor rejects',
}
const times = { title: 'It lacks a time that the vendor requires', phrase: 'without a time that the vendor requires' }

/** That one algorithm alone is taken. */
const only = (of: string, ...algorithms: string[]): VendorRule => ({
  of,
  ...algorithm,
  says: (_, { alg }) =>
    algorithms.includes(text(alg)) || /^none$/i.test(text(alg))
      ? undefined
      : `alg is ${quoted(alg)}; only ${algorithms.map((one) => quoted(one)).join(' or ')} is accepted.`,
})

const lti = (name: string): string => `https://purl.imsglobal.org/spec/lti/claim/${name}`

const rules: readonly VendorRule[] = [
  {
    // https://www.imsglobal.org/spec/lti/v1p3 §5.3
    of: 'LTI 1.3',
    title: 'Not what an LTI launch requires',
    phrase: 'without what an LTI launch requires',
    says: (claims) => {
      const version = claims[lti('version')]
      const said = [
        version === '1.3.0' ? '' : `version is ${quoted(version ?? 'missing')}; it must be “1.3.0”.`,
        claims[lti('deployment_id')] === undefined ? `It has no deployment_id (${lti('deployment_id')}).` : '',
      ].filter((one) => one !== '')
      return said.length === 0 ? undefined : `${said.join(' ')} A tool must reject the launch.`
    },
  },
  ...['Entra ID v2', 'Entra ID v1'].map(
    (of): VendorRule => ({
      of,
      title: 'Issuer and tenant differ',
      phrase: 'whose issuer and tenant differ',
      says: ({ iss, tid }) => {
        const tenant = /^https:\/\/[^/]+\/([\da-f-]{36})\//.exec(text(iss))?.[1]
        return tenant === undefined || typeof tid !== 'string' || tenant === tid.toLowerCase()
          ? undefined
          : `iss names the tenant ${quoted(tenant)}, and tid is ${quoted(tid)}. Entra ID writes the same tenant into both, so a recipient must reject it.`
      },
    }),
  ),
  {
    of: 'Hasura',
    title: 'Its default role is not an allowed one',
    phrase: 'with a default role that is not allowed',
    says: (claims) => {
      const own = claims['https://hasura.io/jwt/claims']
      const { 'x-hasura-allowed-roles': allowed, 'x-hasura-default-role': role } = isObject(own) ? own : {}
      return Array.isArray(allowed) && typeof role === 'string' && !allowed.includes(role)
        ? `x-hasura-default-role is ${quoted(role)}, and x-hasura-allowed-roles does not contain it: Hasura rejects the token.`
        : undefined
    },
  },
  {
    of: 'DocuSign',
    kind: 'grant',
    ...audience,
    says: ({ aud }) =>
      /^account(?:-d)?\.docusign\.com$/.test(text(aud))
        ? undefined
        : `aud is ${quoted(aud)}; DocuSign requires only the host, ${quoted(/account-d/.test(text(aud)) ? 'account-d.docusign.com' : 'account.docusign.com')}, without https:// and without a slash.`,
  },
  {
    of: 'DocuSign',
    kind: 'grant',
    ...scope,
    says: ({ scope: asked }) =>
      typeof asked === 'string' && !asked.split(' ').includes('impersonation')
        ? `scope is ${quoted(asked)}; a JWT grant also needs “impersonation”.`
        : undefined,
  },
  {
    of: 'Salesforce',
    kind: 'grant',
    ...audience,
    says: ({ aud }) =>
      /^http:|[^/]\/$/.test(text(aud)) || !/^https:/.test(text(aud))
        ? `aud is ${quoted(aud)}; Salesforce requires https://login.salesforce.com, https://test.salesforce.com or the site’s own URL, without a trailing slash.`
        : undefined,
  },
  {
    of: 'JWT grant of a Google service account',
    ...scope,
    says: ({ scope: asked, target_audience: target }) =>
      asked === undefined && target === undefined
        ? 'It has neither scope nor target_audience, so Google responds with invalid_scope or invalid_grant.'
        : undefined,
  },
  only('JWT grant of a Google service account', 'RS256'),
  {
    of: 'Firebase',
    ...audience,
    says: ({ iss, aud }) => {
      const project = /^https:\/\/(?:securetoken|session\.firebase)\.google\.com\/(.+)$/.exec(text(iss))?.[1]
      return project === undefined || aud === project
        ? undefined
        : `aud is ${quoted(aud)}, and iss is from the project ${quoted(project)}: both must name the same project.`
    },
  },
  {
    of: 'Firebase custom token',
    ...subject,
    says: ({ iss, sub, uid }) =>
      iss !== sub
        ? `iss is ${quoted(iss)} and sub is ${quoted(sub)}; both must be the email address of the service account.`
        : typeof uid === 'string' && (uid === '' || uid.length > 128)
          ? `uid has ${uid.length} characters; 1 to 128 are allowed.`
          : undefined,
  },
  {
    of: 'Snowflake',
    ...issuer,
    says: ({ iss, sub }) => {
      if (typeof sub !== 'string') return 'It has no sub: Snowflake requires ACCOUNT.USER there.'
      if (!text(iss).startsWith(`${sub}.`))
        return `iss is ${quoted(iss)}; it must be sub (${quoted(sub)}), a dot and the fingerprint of the key.`
      if (sub.split('.').length > 2)
        return `sub is ${quoted(sub)}; the account must be without its region and without dots, so sub has one dot, between account and user.`
      return /[a-z]/.test(sub)
        ? `sub is ${quoted(sub)}; account and user must be in uppercase, so Snowflake responds that the JWT token is invalid.`
        : undefined
    },
  },
  only('Snowflake', 'RS256'),
  {
    of: '8x8 JaaS',
    ...key,
    says: ({ sub }, { kid }) =>
      typeof sub === 'string' && typeof kid === 'string' && !kid.startsWith(`${sub}/`)
        ? `kid is ${quoted(kid)}; it must be the AppID, a slash and the key’s own ID: ${quoted(`${sub}/…`)}.`
        : undefined,
  },
  {
    of: '8x8 JaaS',
    ...audience,
    says: ({ aud }) => ([aud].flat().includes('jitsi') ? undefined : `aud is ${quoted(aud)}; it must be “jitsi”.`),
  },
  only('8x8 JaaS', 'RS256'),
  {
    of: 'Tableau connected app JWT',
    ...scope,
    says: ({ scp }) =>
      Array.isArray(scp) || scp === undefined ? undefined : `scp must be a list of scopes; it is ${quoted(scp)}.`,
  },
  only('Tableau connected app JWT', 'HS256'),
  {
    of: 'Shopify',
    ...issuer,
    says: ({ iss, dest }) => {
      const [one, other] = [iss, dest].map((address) => /^https:\/\/([^/]+)/.exec(text(address))?.[1])
      return one === undefined || other === undefined || one === other
        ? undefined
        : `iss is from the shop ${quoted(one)}, and dest from ${quoted(other)}: both must be the same shop.`
    },
  },
  {
    of: 'Box',
    ...audience,
    says: ({ aud }) =>
      [aud].flat().includes('https://api.box.com/oauth2/token')
        ? undefined
        : `aud is ${quoted(aud)}; it must be https://api.box.com/oauth2/token.`,
  },
  only('GitHub App JWT', 'RS256'),
  only('App Store Connect API token', 'ES256'),
  only('Apple client secret', 'ES256'),
  {
    of: 'Apple client secret',
    ...audience,
    says: ({ aud }) =>
      aud === 'https://appleid.apple.com'
        ? undefined
        : `aud is ${quoted(aud)}; it must be https://appleid.apple.com, without a slash at the end.`,
  },
  {
    of: 'Apple client secret',
    ...issuer,
    says: ({ iss }) =>
      /^[A-Z0-9]{10}$/.test(text(iss)) ? undefined : `iss is ${quoted(iss)}; it must be the team ID, 10 characters.`,
  },
  {
    of: 'Apple client secret',
    ...times,
    says: ({ exp }) => (exp === undefined ? 'It has no exp. Apple requires one, six months ahead at most.' : undefined),
  },
  {
    of: 'Zoom Meeting SDK JWT',
    ...times,
    says: ({ exp, iat }) =>
      exp === undefined || iat === undefined ? 'It lacks iat or exp. Zoom requires both.' : undefined,
  },
  {
    of: 'Twilio',
    kind: 'access',
    ...subject,
    says: ({ sub }) =>
      sub === undefined || /^AC[0-9a-f]{32}$/.test(text(sub))
        ? undefined
        : `sub is ${quoted(sub)}; it must be the account SID (AC and 32 hex digits).`,
  },
  {
    of: 'Twilio',
    kind: 'access',
    ...issuer,
    says: ({ iss }) =>
      /^SK[0-9a-f]{32}$/.test(text(iss))
        ? undefined
        : `iss is ${quoted(iss)}; it must be the SID of an API key (SK and 32 hex digits)${/^AC/.test(text(iss)) ? ', not that of the account' : ''}.`,
  },
  {
    of: 'Twilio',
    kind: 'access',
    title: 'Its header is not what the vendor accepts',
    phrase: 'with a header that the vendor rejects',
    says: (_, { cty }) =>
      cty === 'twilio-fpa;v=1'
        ? undefined
        : `cty in the header must be “twilio-fpa;v=1”; it is ${cty === undefined ? 'missing' : quoted(cty)}.`,
  },
  {
    of: 'Amazon IVS playback token',
    ...algorithm,
    says: (_, { alg }) => (alg === 'ES384' ? undefined : `alg is ${quoted(alg)}; only “ES384” is accepted.`),
  },
]

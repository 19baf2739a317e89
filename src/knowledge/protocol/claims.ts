import { basisAt, documented, inferred, standard } from './basis.ts'
import { apis } from './business-apis.ts'
import type { Environment } from './call.ts'
import type { ClaimContext, ClaimDescription, RegistryClaim } from './claim.ts'
import { claimInContext } from './claims-in-context.ts'
import { usualClaims, usualHeaders } from './usual-claims.ts'

/** Claims of the registries beyond those that are usual here, all that use one name; see `loadClaims` in registries/. */
export type ClaimRows = ReadonlyMap<string, readonly RegistryClaim[]>

/**
 * Says what a claim means. The service's company claim is told by the grammar of its name, within the resource domain
 * of `environment` where that is known and else by the name of an API of the guide and a `value` that can be an
 * identifier. `rows`, once loaded, adds the registries. `context` is the token that the claim is in: what a vendor
 * documents is told as a fact of that vendor's tokens alone. Safe for any name, `__proto__` and `constructor` included.
 */
export function describeClaim(
  name: string,
  value?: unknown,
  environment?: Environment,
  rows?: ClaimRows,
  context: ClaimContext = {},
): ClaimDescription {
  const filled = describeFilled(name, value, environment, rows, context)
  if (value !== '' || !filled.known) return filled
  return { ...filled, meaning: `Empty. Otherwise: ${filled.meaning}` }
}

function describeFilled(
  name: string,
  value: unknown,
  environment: Environment | undefined,
  rows: ClaimRows | undefined,
  context: ClaimContext,
): ClaimDescription {
  const here = claimInContext(name, context)
  if (here !== undefined)
    return Array.isArray(value) ? { ...here, meaning: here.meaning.replace(', separated by spaces', '') } : here
  const foreign = environment?.foreign === true
  const usual = usualClaims.get(name)
  const unlike = unusual.find((one) => one.claim === name && one.when(value, context))
  if (usual !== undefined && unlike !== undefined) return { ...usual, meaning: unlike.meaning }
  if (usual !== undefined) {
    const isOfPerson = usual.kind !== 'personal' || context.kind === undefined || describesUsers.has(context.kind)
    const meaning = isOfPerson ? usual.meaning : `In OpenID Connect, ${lower(usual.meaning)}`
    return { ...usual, meaning, basis: basisAt(usual.basis, foreign) }
  }
  const company = companyClaim(name, value, environment)
  if (company !== undefined) return company
  const custom = customClaims.find((one) => one.issuer.test(context.issuer ?? '') && one.claim.test(name))
  return (
    registered(name, rows?.get(name), context) ??
    (custom && { ...unknownOf(name, 'claim'), meaning: custom.meaning, basis: inferred(custom.from), known: true }) ??
    namespaced(name, rows) ??
    unknownOf(name, 'claim')
  )
}

/** Kinds of tokens that describe the user who signed in, by their standard. */
const describesUsers: ReadonlySet<string> = new Set(['id', 'userinfo'])

const lower = (sentence: string): string =>
  /^[A-Z]{2}/.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** Where a usual claim cannot mean what it usually does, by its value or by the kind of its token. */
const unusual: readonly { claim: string; when: (value: unknown, context: ClaimContext) => boolean; meaning: string }[] =
  [
    {
      claim: 'iss',
      when: (value) => typeof value === 'string' && !/^[a-z][\w+.-]*:/i.test(value),
      meaning: 'Identifies who issued the token, by a name instead of a URL.',
    },
  ]

/** Says what a parameter of a JOSE header means (RFC 7515 §4.1, RFC 7516 §4.1). */
export function describeHeader(name: string, rows?: ClaimRows, context: ClaimContext = {}): ClaimDescription {
  const here = context.encrypted ? encryptedHeaders.get(name) : balancerHeaders(name, context)
  return (
    here ?? usualHeaders.get(name) ?? registered(name, rows?.get(name), context) ?? unknownOf(name, 'header parameter')
  )
}

/** Claims that the customers of an identity service define, so that only they know what one means. */
const customClaims: readonly { issuer: RegExp; claim: RegExp; meaning: string; from: string }[] = [
  {
    issuer: /^Amazon Cognito/,
    claim: /^(?:dev:)?custom:/,
    meaning: 'An attribute that the owner of the user pool defined.',
    from: 'the documentation of Amazon Cognito',
  },
  {
    issuer: /^Azure AD B2C/,
    claim: /^extension_/,
    meaning: 'An attribute that the owner of the tenant defined.',
    from: 'the documentation of Azure AD B2C',
  },
  {
    issuer: /^Entra/,
    claim: /^ext[nr]\./,
    meaning: 'A directory extension that the app asked for.',
    from: 'the documentation of Microsoft Entra ID',
  },
  {
    issuer: /^Zitadel/,
    claim: /^urn:zitadel:iam:org:project:(?:\d+:)?roles$/,
    meaning:
      'The user’s roles in the project whose ID is in the claim name, each with the organization that granted it.',
    from: 'the documentation of Zitadel',
  },
  {
    issuer: /^GitHub Actions/,
    claim: /^repo_property_/,
    meaning: 'A custom property of the repository.',
    from: 'the documentation of GitHub Actions',
  },
  {
    issuer: /^Buildkite/,
    claim: /^agent_tag:/,
    meaning: 'A tag of the agent that runs the job.',
    from: 'the documentation of Buildkite',
  },
  {
    issuer: /^Firebase(?! App Check)/,
    claim: /./,
    meaning: 'Firebase documents no claim with this name, so it is a custom claim that the app set for this user.',
    from: 'what Firebase documents about custom claims',
  },
  {
    issuer: /^Vault/,
    claim: /./,
    meaning: 'Vault documents no claim with this name, so it comes from the role’s template.',
    from: 'what Vault documents about identity tokens',
  },
]

/** Epoch seconds of a claim that is a moment, also where its vendor writes milliseconds; undefined for any other. */
export function momentOfClaim(value: unknown, { kind, meaning }: ClaimDescription): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  if (kind === 'time') return value
  return /\bmilliseconds\b/.test(meaning) && value >= 1e11 && value < 1e14 ? value / 1000 : undefined
}

/** The claims that a load balancer of AWS repeats in the header of what it signs. */
function balancerHeaders(name: string, context: ClaimContext): ClaimDescription | undefined {
  if (!/^AWS load balancer/.test(context.issuer ?? '') || !['exp', 'iss'].includes(name)) return undefined
  return claimInContext(name, context) ?? usualClaims.get(name)
}

const encryptedHeaders: ReadonlyMap<string, ClaimDescription> = new Map([
  [
    'alg',
    {
      name: 'Key management',
      meaning: 'How the content encryption key is encrypted or agreed on.',
      kind: 'security',
      basis: standard('RFC 7516 §4.1.1'),
      sensitive: false,
      known: true,
    },
  ],
  [
    'zip',
    {
      name: 'Compression',
      meaning: 'How the content was compressed before it was encrypted.',
      kind: 'other',
      basis: standard('RFC 7516 §4.1.3'),
      sensitive: false,
      known: true,
    },
  ],
  [
    'kid',
    {
      name: 'Key id',
      meaning: 'Identifies the key that decrypts it.',
      kind: 'security',
      basis: standard('RFC 7516 §4.1.6'),
      sensitive: false,
      known: true,
    },
  ],
])

/** What a registry says of a name in this token: what its own issuer documents first, then what holds for all. */
function registered(
  name: string,
  rows: readonly RegistryClaim[] | undefined,
  context: ClaimContext,
): ClaimDescription | undefined {
  const { kind = '', issuer } = context
  const own = rows?.find(({ by, kinds }) => kinds?.includes(kind) || (by !== undefined && isUsedBy(by, issuer)))
  const row = own ?? rows?.find(({ by }) => by === undefined) ?? rows?.[0]
  if (row === undefined) return undefined
  const { by, kinds, ...description } = row
  if (row === own || by === undefined) return description
  // What one vendor means by a common word says nothing of the tokens of another.
  if (!isTelling(name)) return undefined
  return {
    ...description,
    meaning: name.includes('://')
      ? `As defined by ${vendorsOf(by)}: ${description.meaning}`
      : `Not a standard claim. In tokens of ${vendorsOf(by)}: ${lower(description.meaning)}`,
  }
}

/** Whether a name is so particular that nobody else means something else by it: of two words at least, or a long one. */
function isTelling(name: string): boolean {
  return name.length >= 9 || /[a-z\d][A-Z_.:/-]|_/.test(name)
}

/** `Okta`, `Okta and Ory`. */
function vendorsOf(by: string): string {
  return new Intl.ListFormat('en-GB').format(by.split('; '))
}

/** Whether `issuer` is one of the vendors `by`, or a product of one. */
function isUsedBy(by: string, issuer = ''): boolean {
  const house = houses.find((one) => one.test(issuer))
  const [first = ''] = issuer.split(/[ (/]/)
  return first !== '' && by.split(/; | and /).some((vendor) => house?.test(vendor) ?? vendor.startsWith(first))
}

/** Products whose tokens share the claims of one vendor. */
const houses: readonly RegExp[] = [
  /^(Microsoft|Entra|Azure|AD FS|Bot Framework)/,
  /^(Google|Firebase|Android)/,
  /^(Amazon|AWS)/,
  /^(Apple|App Store)/,
  /^(Ping|ForgeRock)/,
  /^(SAP|Cloud Foundry)/,
]

/** The API that a claim of the grammar `<resource_domain>/<api_name>` belongs to (§2.4); undefined for other claims. */
export function companyClaimApi(name: string, environment?: Environment): string | undefined {
  const domain = environment?.resourceDomain
  if (domain !== undefined) {
    const api = name.startsWith(`${domain}/`) ? name.slice(domain.length + 1) : ''
    return apiName.test(api) ? api : undefined
  }
  const slash = name.lastIndexOf('/')
  const host = name.slice(0, Math.max(slash, 0)).replace(/^https?:\/\//, '')
  return /^[\w-]+(\.[\w-]+)+$/.test(host) && apiName.test(name.slice(slash + 1)) ? name.slice(slash + 1) : undefined
}

const apiName = /^[a-z0-9]+(-[a-z0-9]+)*$/

function companyClaim(name: string, value: unknown, environment?: Environment): ClaimDescription | undefined {
  // Other services name lists and objects of their own in the same way.
  const api = companyClaimApi(name, environment)
  const isGuess = environment?.resourceDomain === undefined
  if (isGuess && (environment?.foreign || typeof value === 'object' || !apis.some(({ id }) => id === api)))
    return undefined
  return api === undefined
    ? undefined
    : {
        name: `Company for ${api}`,
        meaning: `The company for which the API “${api}” acts with this token.`,
        kind: 'company',
        basis: basisAt(
          documented(
            '§2.4: a claim named <resource_domain>/<api_name>; the form of the identifier is not described',
            inferred('its name, within the resource domain'),
          ),
          environment?.foreign === true,
        ),
        sensitive: true,
        known: true,
      }
}

/** A claim that its issuer added within an address of its own, so that it cannot be mistaken for another (RFC 7519 §4.2). */
function namespaced(name: string, rows: ClaimRows | undefined): ClaimDescription | undefined {
  const [, namespace, last] =
    /^(https?:\/\/[^/\s]+(?:\/[^\s]*)?|urn:[^\s]+|[\w-]+(?:\.[\w-]+)+)[/:#]([\w.-]{1,80})$/.exec(name) ?? []
  if (namespace === undefined || last === undefined) return undefined
  if (/^https?:\/\/schemas\.(?:xmlsoap\.org|microsoft\.com)\//.test(name))
    return {
      name: last,
      meaning: `A claim type of .NET (System.Security.Claims) or WS-Federation: ${last}.`,
      kind: 'other',
      basis: inferred('the address in its name'),
      sensitive: true,
      known: true,
    }
  if (name.startsWith('urn:oid:'))
    return {
      name: `OID ${last}`,
      meaning: `An attribute by its object identifier (OID) ${last}, as directories, SAML and eID schemes name attributes.`,
      kind: 'other',
      basis: inferred('the form of its name'),
      sensitive: true,
      known: true,
    }
  const like = usualClaims.get(last) ?? rows?.get(last)?.find(({ by }) => by === undefined)
  return {
    name: like === undefined ? last : `${like.name}, by its issuer`,
    meaning: `A claim that the issuer added under ${namespace}, so that it cannot be mistaken for another.${like === undefined ? '' : ` Its last part is the name of a common claim: ${like.meaning}`}`,
    kind: like?.kind === 'time' ? 'time' : 'other',
    basis: standard('RFC 7519 §4.2'),
    // What an issuer adds may say about a person.
    sensitive: true,
    known: true,
  }
}

function unknownOf(name: string, what: string): ClaimDescription {
  return {
    name,
    meaning: `Unknown ${what}.`,
    kind: 'other',
    basis: inferred(`the ${what} is in no dictionary here`),
    // What is not known may say about a person.
    sensitive: true,
    known: false,
  }
}

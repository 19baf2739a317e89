import { documented, inferred } from './basis.ts'
import type { Environment } from './call.ts'
import type { ClaimDescription } from './claim.ts'
import { usualClaims, usualHeaders } from './usual-claims.ts'

/** Claims of the registries beyond those that are usual here; see `loadClaims` in registries/. */
export type ClaimRows = ReadonlyMap<string, ClaimDescription>

/**
 * Says what a claim means. The service's company claim is told by the grammar of its name, within the resource domain
 * of `environment` where that is known and else by a `value` that can be an identifier. `rows`, once loaded, adds the
 * registries. Safe for any name, `__proto__` and `constructor` included.
 */
export function describeClaim(
  name: string,
  value?: unknown,
  environment?: Environment,
  rows?: ClaimRows,
): ClaimDescription {
  const usual = usualClaims.get(name)
  if (usual !== undefined) return usual
  const company = companyClaim(name, value, environment)
  if (company !== undefined) return company
  return rows?.get(name) ?? unknownOf(name, 'claim')
}

/** Says what a parameter of a JOSE header means (RFC 7515 §4.1, RFC 7516 §4.1). */
export function describeHeader(name: string, rows?: ClaimRows): ClaimDescription {
  return usualHeaders.get(name) ?? rows?.get(name) ?? unknownOf(name, 'header parameter')
}

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
  const foreign = environment?.resourceDomain === undefined && typeof value === 'object'
  const api = foreign ? undefined : companyClaimApi(name, environment)
  return api === undefined
    ? undefined
    : {
        name: `Company for ${api}`,
        meaning: `The company for which the API “${api}” acts with this token; the form of the identifier is not shown.`,
        kind: 'company',
        basis: documented('§2.4: a claim named <resource_domain>/<api_name>'),
        sensitive: true,
        known: true,
      }
}

function unknownOf(name: string, what: string): ClaimDescription {
  return {
    name,
    meaning: `Neither the service’s document nor a dictionary that is loaded here tells what this ${what} means.`,
    kind: 'other',
    basis: inferred(`the ${what} is in no dictionary here`),
    // What is not known may tell of a person.
    sensitive: true,
    known: false,
  }
}

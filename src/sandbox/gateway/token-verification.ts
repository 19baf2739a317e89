import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'

/** What a gateway trusts. */
export interface Trust {
  issuer: string
  audience: string
  /** Address of the key set of its own identity service. */
  keysUrl: string
}

/** Why the gateway turns a request away: always 401, in the fault body of §7.2. */
export interface PolicyFault {
  errorcode: string
  faultstring: string
}

const policy = 'policy(VerifyAccessToken)'

/**
 * The gateway's token policy, step by step, each of which may refuse: find the bearer, read it, verify its signature
 * and times, check issuer and audience. `now` is epoch seconds. The error codes are Apigee's for its JWT policy; the API guide shows `steps.jwt.NoMatchingPublicKey` alone (§7.2).
 */
export function tokenVerification(trust: Trust) {
  const keys = createRemoteJWKSet(new URL(trust.keysUrl), { cacheMaxAge: 300_000, cooldownDuration: 1_000 })

  return async (
    authorization: string | undefined,
    now: number,
  ): Promise<{ claims: JWTPayload } | { fault: PolicyFault }> => {
    const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
    if (bearer === undefined) {
      return { fault: { errorcode: 'oauth.v2.InvalidAccessToken', faultstring: 'Invalid access token' } }
    }
    const unfit = unfitHeader(bearer)
    if (unfit) return { fault: unfit }
    try {
      const { payload } = await jwtVerify(bearer, keys, {
        algorithms: ['RS256'],
        currentDate: new Date(now * 1000),
        requiredClaims: ['exp'],
      })
      const fault = wrongParty(payload, trust)
      return fault ? { fault } : { claims: payload }
    } catch (error) {
      return { fault: faultFor(error) }
    }
  }
}

function unfitHeader(bearer: string): PolicyFault | undefined {
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(bearer)
  } catch {
    return { errorcode: 'steps.jwt.FailedToDecode', faultstring: `Failed to Decode Token: ${policy}` }
  }
  if (typeof header.alg !== 'string') {
    return {
      errorcode: 'steps.jwt.NoAlgorithmFoundInHeader',
      faultstring: `No algorithm was found in the header of the token: ${policy}`,
    }
  }
  if (header.alg !== 'RS256') {
    return {
      errorcode: 'steps.jwt.AlgorithmMismatch',
      faultstring: `Algorithm in header did not match any algorithm specified in Configuration: ${policy} algorithm(${header.alg})`,
    }
  }
  if (typeof header.kid !== 'string') {
    return { errorcode: 'steps.jwt.KeyIdMissing', faultstring: `The token names no key id: ${policy}` }
  }
  return undefined
}

function wrongParty(claims: JWTPayload, trust: Trust): PolicyFault | undefined {
  if (claims.iss !== trust.issuer) {
    return {
      errorcode: 'steps.jwt.JwtIssuerMismatch',
      faultstring: `The issuer of the token is not the expected one: ${policy}`,
    }
  }
  if (![claims.aud].flat().includes(trust.audience)) {
    return {
      errorcode: 'steps.jwt.JwtAudienceMismatch',
      faultstring: `The audience of the token is not the expected one: ${policy}`,
    }
  }
  return undefined
}

const faults = new Map<string, PolicyFault>([
  [
    errors.JWKSNoMatchingKey.code,
    { errorcode: 'steps.jwt.NoMatchingPublicKey', faultstring: `No matching public key was found: ${policy}` },
  ],
  [
    errors.JWSSignatureVerificationFailed.code,
    { errorcode: 'steps.jwt.InvalidToken', faultstring: `Invalid token: ${policy}` },
  ],
  [errors.JWTExpired.code, { errorcode: 'steps.jwt.TokenExpired', faultstring: `Token Expired: ${policy}` }],
  [
    errors.JWTInvalid.code,
    { errorcode: 'steps.jwt.InvalidJsonFormat', faultstring: `The token is not valid JSON: ${policy}` },
  ],
  [errors.JWSInvalid.code, { errorcode: 'steps.jwt.FailedToDecode', faultstring: `Failed to Decode Token: ${policy}` }],
])

/** A failure that is not the token's, such as a key set that cannot be fetched, is thrown on. */
function faultFor(error: unknown): PolicyFault {
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf' && error.reason === 'check_failed'
      ? { errorcode: 'steps.jwt.TokenNotYetValid', faultstring: `The token is not valid yet: ${policy}` }
      : {
          errorcode: 'steps.jwt.InvalidClaim',
          faultstring: `A claim of the token is missing or wrong (${error.claim}): ${policy}`,
        }
  }
  const fault = error instanceof errors.JOSEError ? faults.get(error.code) : undefined
  if (!fault) throw error
  return fault
}

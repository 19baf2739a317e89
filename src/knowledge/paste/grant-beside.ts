import { standard } from '../protocol/basis.ts'
import type { FoundToken } from '../token/find.ts'
import { tokenKinds } from '../token/kinds.ts'

/**
 * The tokens of a text that asks for an access token by a JWT (grant type jwt-bearer), where the one JWT whose claims do not
 * say otherwise is that grant, whatever variable it is in.
 */
export function withGrant(tokens: FoundToken[], text: string): FoundToken[] {
  const open = tokens.filter(
    ({ token, recognised, from }) =>
      token.form === 'jws' &&
      (['unknown', 'own'].includes(recognised.kind) ||
        // A client assertion has the same claims; what is sent as one is named so.
        (recognised.kind === 'assertion' &&
          recognised.issuer === undefined &&
          !/client_?assertion/i.test(`${from} ${text}`))),
  )
  if (open.length !== 1 || !asksByJwt.test(text) || tokens.some(({ recognised }) => recognised.kind === 'grant'))
    return tokens
  return tokens.map((one) =>
    one === open[0]
      ? {
          ...one,
          recognised: {
            ...one.recognised,
            kind: 'grant',
            name: tokenKinds.grant.name,
            why: 'It is the only JWT beside a request whose grant_type is jwt-bearer, and its claims do not say otherwise.',
            basis: standard('RFC 7523 §2.1'),
          },
        }
      : one,
  )
}

const asksByJwt =
  /grant_?type["']?\s{0,20}(?:[:=]|=>|%3D)\s{0,20}["']?urn(?::|%3A)ietf(?::|%3A)params(?::|%3A)oauth(?::|%3A)grant-type(?::|%3A)jwt-bearer/i

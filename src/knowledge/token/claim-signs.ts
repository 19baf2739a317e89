/** Claims or header parameters of a token. */
export type Claims = Record<string, unknown>
/** Something that a token shows. */
export type Sign = (claims: Claims, header: Claims) => boolean

/** Whether all of these names are in the claims. */
export const hasNames = (claims: Claims, ...names: string[]): boolean =>
  names.every((name) => Object.hasOwn(claims, name))
/** Whether none of these names is in the claims. */
export const lacksNames = (claims: Claims, ...names: string[]): boolean =>
  !names.some((name) => Object.hasOwn(claims, name))

/** Claims of all of these names. */
export const has =
  (...names: string[]): Sign =>
  (claims) =>
    hasNames(claims, ...names)
/** No claim of any of these names. */
export const lacks =
  (...names: string[]): Sign =>
  (claims) =>
    lacksNames(claims, ...names)
/** A claim with one of these values. */
export const is =
  (name: string, ...values: unknown[]): Sign =>
  (claims) =>
    values.includes(claims[name])
/** An issuer of this form. */
export const issuer =
  (pattern: RegExp): Sign =>
  ({ iss }) =>
    typeof iss === 'string' && iss.length < 2_000 && pattern.test(iss)
/** A claim that calls the token so: many libraries use typ, type, token_type or token_use. */
export const isCalled =
  (pattern: RegExp): Sign =>
  ({ typ, type, token_type: tokenType, token_use: use }) =>
    [typ, type, tokenType, use].some((one) => typeof one === 'string' && pattern.test(one))
/** All of these signs. */
export const both =
  (...signs: Sign[]): Sign =>
  (claims, header) =>
    signs.every((sign) => sign(claims, header))
/** One of these signs. */
export const any =
  (...signs: Sign[]): Sign =>
  (claims, header) =>
    signs.some((sign) => sign(claims, header))
export const always: Sign = () => true

/** A value as text; empty where it is none. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

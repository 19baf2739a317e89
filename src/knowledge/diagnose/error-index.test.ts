import { describe, expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'
import { errorIndex, findError, searchErrors } from './error-index.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

const rows = await loadCatalogue()
const pages = errorIndex(rows).flatMap(({ errors }) => errors)

describe('the error pages', () => {
  it('have codes of their own, data rows included', () => {
    expect(
      pages.filter(({ code }, at) => pages.findIndex((page) => page.code === code) !== at).map(({ code }) => code),
    ).toEqual([])
  })

  it.each(pages.map((page) => [page.code, page] as const))(
    '%s shows an example that leads back to it',
    (code, page) => {
      expect(diagnose(page.example, rows)[0]?.code).toBe(code)
    },
  )

  it.each([
    ['company-identifier-missing', 'company-identifier-missing'],
    ['steps.jwt.NoMatchingPublicKey', 'no-matching-public-key'],
    ['jwt.nomatchingpublickey', 'no-matching-public-key'],
    ['NoMatchingPublicKey', 'no-matching-public-key'],
    ['client_not_found', 'client-not-found'],
    ['insufficient_scope', 'scope-insufficient'],
    ['TokenExpired', 'access-token-expired'],
    ['access_token_expired', 'access-token-expired'],
    ['403', 'forbidden'],
    ['429', 'rate-limited'],
    ['504', 'upstream-timeout'],
  ])('%s is found', (name, code) => {
    expect(findError(name).map((page) => page.code)).toContain(code)
  })

  it('a status leads to what it means in general first, and then to what it can be more exactly', () => {
    const codes = findError('403').map(({ code }) => code)
    expect(codes[0]).toBe('forbidden')
    expect(codes).toContain('company-identifier-missing')
  })

  it('a code that only the registries know is found once they are loaded', () => {
    expect(findError('invalid_authorization_details')).toEqual([])
    expect(findError('invalid_authorization_details', rows)[0]?.code).toBe('oauth-invalid-authorization-details')
  })

  it('every code of the registries is found', () => {
    for (const name of [...rows.gateway.map((row) => row.errorcode), ...rows.oauth.map((row) => row.error)]) {
      expect(findError(name, rows), name).not.toHaveLength(0)
    }
  })

  it('every answer that a row gives leads to a page', () => {
    for (const { error } of rows.oauth) {
      const [first] = diagnose({ at: 1, step: 'api', response: { status: 400, body: JSON.stringify({ error }) } }, rows)
      expect(findError(first?.code ?? '', rows), error).toHaveLength(1)
    }
  })

  it('searching shows the pages that hold every word, names first', () => {
    expect(searchErrors('public key')[0]?.code).toBe('no-matching-public-key')
    expect(searchErrors('access token expired')[0]?.code).toBe('access-token-expired')
    expect(searchErrors('no such words anywhere')).toEqual([])
    expect(searchErrors('')).toHaveLength(searchErrors(' ').length)
  })

  it.each(['', '__proto__', 'constructor', '...', '💥'])('a name that leads nowhere finds nothing: “%s”', (name) => {
    expect(findError(name, rows)).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { documented, inferred, standard } from '#knowledge/protocol/basis.ts'
import { sourceLabel, sourceLinks } from './source-links.ts'

test.each([
  [documented('§2.4: <resource_domain>/<api_name>.<access_level>'), 'API guide §2.4', []],
  [documented('§5, §7.3'), 'API guide §5', []],
  [
    standard('RFC 6749 §10.12; not shown in the API guide'),
    'RFC 6749 §10.12',
    [{ text: 'RFC 6749 §10.12', href: 'https://www.rfc-editor.org/rfc/rfc6749#section-10.12' }],
  ],
  [
    standard('OpenID Connect Core §3.1.2.1'),
    'OpenID Connect Core §3.1.2.1',
    [{ text: 'OpenID Connect Core', href: 'https://openid.net/specs/openid-connect-core-1_0.html' }],
  ],
  [
    inferred('the form that was sent; RFC 6749 Appendix B'),
    'Inferred',
    [{ text: 'RFC 6749', href: 'https://www.rfc-editor.org/rfc/rfc6749' }],
  ],
])('%o is named in a word, and leads to its standard', (basis, label, links) => {
  expect(sourceLabel(basis)).toBe(label)
  expect(sourceLinks(basis)).toEqual(links)
})

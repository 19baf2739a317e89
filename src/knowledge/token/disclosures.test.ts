import { describe, expect, it } from 'vitest'
import { applyDisclosures, readDisclosures } from './disclosures.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

// RFC 9901 §4.2.1 and §4.2.2: two disclosures as they are written there, with the digests that it states.
const familyName = 'WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0'
const country = 'WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0'
const claims = {
  iss: 'https://issuer.example',
  _sd: ['X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0', 'decoy'],
  nationalities: ['DE', { '...': 'w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs' }],
  _sd_alg: 'sha-256',
}

describe('the disclosures of an SD-JWT', () => {
  it('are held against their digests, of claims and of elements of lists', () => {
    expect(readDisclosures([familyName, country], claims)).toEqual([
      expect.objectContaining({ name: 'family_name', value: 'Möbius', belongs: 'yes', digest: claims._sd[0] }),
      expect.objectContaining({ value: 'FR', belongs: 'yes' }),
    ])
  })

  it('are in their places in what a verifier sees, and what was held back is counted', () => {
    expect(applyDisclosures(claims, readDisclosures([familyName, country], claims))).toEqual({
      claims: { iss: 'https://issuer.example', family_name: 'Möbius', nationalities: ['DE', 'FR'] },
      withheld: 1,
      problems: [],
    })
    expect(applyDisclosures(claims, [])).toMatchObject({ claims: { nationalities: ['DE'] }, withheld: 3 })
  })

  it('within disclosures are found as well', () => {
    const city = encode(['salt2', 'city', 'Recife'])
    const [{ digest } = { digest: '' }] = readDisclosures([city], {})
    const address = encode(['salt1', 'address', { _sd: [digest] }])
    const [outer] = readDisclosures([address], {})
    const token = { _sd: [outer?.digest] }
    expect(applyDisclosures(token, readDisclosures([address, city], token))).toEqual({
      claims: { address: { city: 'Recife' } },
      withheld: 0,
      problems: [],
    })
  })

  it('that somebody rewrote with other blanks are told from those that were changed', () => {
    const spaced = Buffer.from('["s", "degree", {"of": "BSc"}]').toString('base64url')
    const [{ digest } = { digest: '' }] = readDisclosures([spaced], {})
    const token = { _sd: [digest] }
    const anew = readDisclosures([encode(['s', 'degree', { of: 'BSc' }])], token)
    expect(anew).toMatchObject([{ belongs: 'no', isRewritten: true }])
    expect(applyDisclosures(token, anew).problems).toEqual([
      expect.stringMatching(/“degree”.*rewritten with other blanks/),
    ])
    expect(readDisclosures([encode(['s', 'degree', { of: 'MSc' }])], token)[0]).not.toHaveProperty('isRewritten')
  })

  it.each([
    ['one that belongs to no digest', {}, [familyName], 'has no matching digest in the token'],
    ['a digest that stands twice', { _sd: [claims._sd[0], claims._sd[0]] }, [familyName], 'more than once'],
    ['one that would replace a claim', { family_name: 'x', _sd: [claims._sd[0]] }, [familyName], 'must not replace'],
  ])('that a verifier must refuse are named: %s', (_what, token, texts, words) => {
    const { problems } = applyDisclosures(token, readDisclosures(texts, token))
    expect(problems).toEqual([expect.stringContaining(words)])
  })
})

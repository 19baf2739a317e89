import { standard } from '../../protocol/basis.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { KeyInText } from '../key/keys-in-text.ts'
import type { Relation } from '../together.ts'

/** Compares the key that an encrypted token was encrypted for with the private keys beside it, by their IDs. */
export function relationsToPrivateKeys(tokens: readonly FoundToken[], keys: readonly KeyInText[]): Relation[] {
  const kids = keys
    .flatMap((one) => one.keys)
    .filter(({ isPrivate, jwk }) => isPrivate && jwk.kty !== 'oct')
    .map(({ jwk: { kid } }) => kid)
  if (kids.length === 0 || kids.some((kid) => typeof kid !== 'string')) return []
  return tokens.flatMap(({ token }, at): Relation[] => {
    const kid = token.form === 'jwe' ? token.header.value?.kid : undefined
    if (typeof kid !== 'string') return []
    const fits = kids.includes(kid)
    return [
      {
        check: `private-key-${at}`,
        title: 'Encrypted token and the private key in the text',
        outcome: fits ? 'passed' : 'failed',
        why: fits
          ? `The private key in the text has the ID that the token was encrypted for, ${quoted(kid)}.`
          : `It was encrypted for the key ${quoted(kid)}; the private key in the text is ${listed(kids)}, which cannot decrypt it. If the key was replaced, keep the old one until no sender uses it, and check that the published key set contains the new one.`,
        basis: standard('RFC 7516 §4.1.6'),
        of: [token.text],
        fault: {
          title: 'Encrypted for another key',
          phrase: 'encrypted for a different key from the one in the text',
          tone: 'warn',
        },
      },
    ]
  })
}

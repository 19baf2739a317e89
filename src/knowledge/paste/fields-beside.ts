import { type Place, sensitivityOf } from '../privacy/sensitivity.ts'
import { type FoundToken, foundToken, type TokenPlace } from '../token/find.ts'
import { codeForm } from '../token/opaque/context-forms.ts'
import { inspectToken } from '../token/take-apart.ts'
import { findOtherTokens } from './other-tokens.ts'
import { isLeftOut } from './tokens.ts'

/** What is beside the tokens of a text, by its name. */
export interface InspectedField {
  name: string
  value: string
  place: Place
  /** True for what must not be shown unmasked. */
  secret: boolean
}

/** A text with everything that was found in it. */
interface Around {
  text: string
  all: () => FoundToken[]
}

/** Fields as they are shown, the secret ones marked. */
export function fieldsOf(entries: [name: string, value: unknown][], place: Place): InspectedField[] {
  return entries.slice(0, 100).map(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    return { name, value: text, place, secret: sensitivityOf(name, place, text) === 'secret' }
  })
}

/** The token in a field, with the key binding behind it; an opaque one by the name of its vendor, where its form tells. */
function tokensOf(value: string, name: string, known: FoundToken | undefined): FoundToken[] {
  const found = foundToken(inspectToken(value), name)
  const { token, recognised } = found
  if (token.form === 'jws' && token.keyBinding !== undefined) return [found, foundToken(inspectToken(token.keyBinding))]
  if (token.form !== 'opaque') return [found]
  const same = known ?? findOtherTokens(value, []).find(({ token: { text } }) => text.length > value.length * 0.9)
  if (same === undefined) return [found]
  const { token: own, recognised: vendor } = same
  return [
    {
      ...found,
      token: own.form === 'opaque' && own.content ? { ...token, content: own.content, times: own.times } : token,
      recognised: {
        ...recognised,
        name: vendor.name,
        why: `${vendor.why} ${recognised.why}`,
        basis: vendor.basis,
        ...(known && { note: vendor.note }),
      },
    },
  ]
}

/** Whether a field contains a token. What keeps a form from being forged is none of a sign-in, nor is what was left out. */
export function isToken(name: string, value: unknown): value is string {
  return (
    typeof value === 'string' &&
    (/^e[wy][\w-]+\./.test(value) ||
      (value !== '' && !isLeftOut(value) && /token$/.test(name) && !/csrf|xsrf|requestverification/i.test(name)))
  )
}

/** Fields less those that hold tokens, and these tokens. */
export function splitFields(
  pasted: Around,
  entries: [string, string][],
): { tokens: FoundToken[]; fields: InspectedField[] } {
  return {
    tokens: withNamed(
      pasted,
      entries.filter(([name, value]) => isToken(name, value)),
      // What is shown as a field is not listed as a token too.
    ).filter(({ from, recognised }) => from !== 'code' || recognised.name !== codeForm.name),
    fields: fieldsOf(
      entries.filter(([name, value]) => !isToken(name, value)),
      'parameter',
    ),
  }
}

/** The tokens of fields, each as it was found in the text where it was, and then all that the fields do not hold. */
export function withNamed({ text, all }: Around, entries: [string, string][]): FoundToken[] {
  const found = all()
  const named = entries.flatMap(([name, value]) => {
    const same = found.filter(
      ({ token, place }) => token.form !== 'opaque' && token.text === value && place?.in !== 'claim',
    )
    const known = found.find(
      ({ token, recognised }) =>
        token.form === 'opaque' && token.text === value && !recognised.name.startsWith('Opaque '),
    )
    return same.length > 0 ? same : tokensOf(value, name, known).map((one) => ({ ...one, place: placeOf(text, value) }))
  })
  const values = entries.map(([, value]) => value)
  const rest = found.filter(
    (one) =>
      !named.includes(one) && !(one.token.form === 'opaque' && values.some((value) => value.includes(one.token.text))),
  )
  return [...named, ...rest]
}

/** Where a value is in the text as it is; undefined where it is written otherwise there. */
function placeOf(text: string, value: string): TokenPlace | undefined {
  const start = text.indexOf(value)
  if (start < 0) return undefined
  const before = text.slice(0, start)
  const line = before.split('\n').length
  return { start, end: start + value.length, line, column: start - before.lastIndexOf('\n'), in: 'field', writing: [] }
}

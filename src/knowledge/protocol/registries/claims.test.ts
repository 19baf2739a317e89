import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import Value from 'typebox/value'
import { expect, it } from 'vitest'
import { usualClaims, usualHeaders } from '../usual-claims.ts'

const sentence = Type.String({ pattern: '^[A-Z\\d].*\\.$' })
const Rows = Type.Array(
  Type.Object(
    {
      claim: Type.String({ minLength: 1 }),
      name: Type.String({ minLength: 1 }),
      meaning: sentence,
      type: Type.String({ minLength: 1 }),
      spec: Type.String({ minLength: 1 }),
      vendor: Type.Union([Type.String({ minLength: 1 }), Type.Null()]),
      sensitive: Type.Boolean(),
      confirmed: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
)

it.each([
  ['claims.json', usualClaims],
  ['headers.json', usualHeaders],
])('%s keeps its schema, and no name of one vendor is listed twice, here or in the usual ones', (file, usual) => {
  const rows: unknown = JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  expect(Value.Errors(Rows, rows)).toEqual([])
  const names = Value.Parse(Rows, rows).map(({ claim, vendor }) => `${claim} ${vendor}`)
  expect(names.filter((name, at) => usual.has(name.split(' ', 1)[0] ?? '') || names.indexOf(name) !== at)).toEqual([])
})

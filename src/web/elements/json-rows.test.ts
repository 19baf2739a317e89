import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolvePointer } from '#knowledge/text/pointer.ts'
import { jsonLeaves, jsonLines, jsonText, plainJson, take } from './json-rows.ts'

const laidOut = (value: unknown) =>
  [...jsonLines(value)]
    .map(({ indent, name, text }) => `${'  '.repeat(indent)}${name === undefined ? '' : `${name}: `}${text}`)
    .join('\n')

describe('JSON of any size', () => {
  it('is laid out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(laidOut(value)).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it('names each single value by a path that leads to it', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (value) => {
        for (const leaf of jsonLeaves(value)) expect(resolvePointer(value, leaf.path)).toBe(leaf.value)
      }),
    )
    expect([...jsonLeaves({ a: [1, { 'b/c': 2 }], d: {} })].map(({ path }) => path)).toEqual([
      '/a/0',
      '/a/1/b~1c',
      '/d',
    ])
  })

  it('is shown from its beginning, however deep and wide it is', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    expect(take(jsonLines(deep), 60)).toMatchObject({ more: true })
    expect(take(jsonLeaves({ deep }), 60).items).toHaveLength(1)
    expect(jsonText(deep, 100)).toHaveLength(101)
    expect(plainJson([{ a: 1 }])).toBe('[\n  {\n    "a": 1\n  }\n]')
  })
})

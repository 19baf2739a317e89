import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanJson, wholeMembers } from './json-scan.ts'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('JSON text', () => {
  it('is whole exactly when the platform reads it', () => {
    const mutated = fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), fc.nat({ max: 3 }))
      .map(([text, at, put, cut]) => {
        const here = at % (text.length + 1)
        return text.slice(0, here) + put + text.slice(here + cut)
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), mutated, fc.string()), (text) => {
        expect(scanJson(text).break === undefined).toBe(isJson(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('that is cut anywhere keeps the members that stand whole', () => {
    const text = '{"sub":"ada","aud":["x","y"],"exp":12,"a":{"b":[{}]}}'
    const all = JSON.parse(text)
    for (let cut = 0; cut < text.length; cut++) {
      const part = text.slice(0, cut)
      const scan = scanJson(part)
      expect(scan.break).toBeDefined()
      const members = wholeMembers(part, scan) ?? {}
      for (const [name, value] of Object.entries(members)) expect(value).toEqual(all[name])
      expect(Object.keys(members).length).toBeGreaterThanOrEqual(cut > 12 ? 1 : 0)
    }
  })

  it.each([
    ['{"a":1,}', 7, 'Expected a property name, but found “}”. Remove the comma before it.'],
    ['{"a" 1}', 5, 'a colon'],
    ['{"a":1 "b":2}', 7, 'a comma'],
    ['[1,]', 3, 'a value'],
    ['{"a":"x\u0001"}', 7, 'control character'],
    ['{"a":"\\x"}', 6, 'not a valid escape'],
    ['{"a":"b', 7, 'middle of a string'],
    ['{"a":tru', 8, 'middle of a value'],
    ['{}x', 2, 'more text after the end'],
    ['{"a":01}', 6, 'a comma'],
  ])('%s breaks at character %i', (text, at, problem) => {
    expect(scanJson(text).break).toMatchObject({ at, problem: expect.stringContaining(problem) })
  })

  it('with a name twice, at any level, tells where', () => {
    expect(scanJson('{"a":1,"b":[{"c":1,"c":2}],"a":3}').duplicates).toEqual(['/b/0/c', '/a'])
    expect(scanJson('{"constructor":1,"__proto__":2,"toString":3}').duplicates).toEqual([])
    expect(scanJson('{"a":1,"\\u0061":2}').duplicates).toEqual(['/a'])
  })

  it('with integers past 2^53 tells them as they are written', () => {
    expect(scanJson('{"n":9007199254740993,"m":9007199254740991,"f":1e300}').inexact).toEqual([
      { pointer: '/n', written: '9007199254740993' },
    ])
  })

  it('nested 200,000 deep is read to its end', () => {
    const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(scanJson(deep)).toMatchObject({ depth: 200_001 })
    expect(scanJson(deep).break).toBeUndefined()
    expect(scanJson('['.repeat(200_000)).break?.problem).toContain('ends inside an array')
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiGuide, findPassage } from './api-guide.ts'
import { citedSections } from './basis.ts'

const source = join(import.meta.dirname, '..', '..')

test('every passage of the API guide that the app cites can be shown, and no other is carried', () => {
  const cited = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .flatMap((name) =>
      Array.from(
        readFileSync(join(source, name), 'utf8').matchAll(
          /(?:documented\(\s*|'documented', reference: )'([^']*§[^']*)'/g,
        ),
        ([, reference = '']) => citedSections(reference),
      ).flat(),
    )
  expect(cited.length).toBeGreaterThan(40)
  expect([...new Set(cited)].filter((section) => findPassage(section) === undefined)).toEqual([])
  const shown = new Set(cited.map((section) => findPassage(section)?.section.section))
  expect(apiGuide.map(({ section }) => section).filter((section) => !shown.has(section))).toEqual([])
})

test.each([
  ['§2.4 and §7.3; the form of a company identifier is not shown', ['2.4', '7.3']],
  ['§5.5; RFC 7515 §4.1.4', ['5.5']],
  ['RFC 9207 §2.4', []],
  ['OpenID Connect Core §3.1.2.1', []],
])('%s cites %j of the API guide', (reference, sections) => {
  expect(citedSections(reference)).toEqual(sections)
})

test('a numbered paragraph is found by its place, and a number that is none finds nothing', () => {
  expect(findPassage('5.5')?.paragraph).toMatch(/^The API gateway verifies the signature/)
  expect(findPassage('5.9')).toBeUndefined()
  expect(findPassage('2.4')?.section.title).toBe('Token response (JSON)')
})

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '..')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(web, file), 'utf8') }))
const own = relative(web, join(import.meta.dirname, 'hand-over.ts')).replaceAll('\\', '/')

it('nothing but the one mechanism writes to the clipboard or makes a file', () => {
  const ways =
    /clipboard\s*(?:\?\.|\.)\s*write|\.setData\(|execCommand|createObjectURL|ClipboardItem|showSaveFilePicker|\.download\s*=|navigator\.share/
  expect(files.filter(({ file, text }) => file !== own && ways.test(text)).map(({ file }) => file)).toEqual([])
  expect(files.find(({ file }) => file === own)?.text).toMatch(ways)
})

it('each button that copies says what leaves the page', () => {
  const buttons = files.flatMap(({ file, text }) =>
    [...text.matchAll(/<CopyButton\b[^>]*?(?:=>[^>]*?)*\/>/g)].map(([button]) => ({ file, button })),
  )
  expect(buttons.length).toBeGreaterThan(8)
  expect(buttons.filter(({ button }) => !/leaving="(?:safe|own|secret|message)"/.test(button))).toEqual([])
})

// A new one is a decision: it hands on a value as it is, or one that was made safe before.
it.each([
  ['secret', ['elements/secret.tsx']],
  ['safe', ['elements/safe-copy.tsx', 'routes/inspect/har/har-hand-on.tsx']],
  [
    'own',
    [
      'elements/code-in-languages.tsx',
      'elements/json-paths.tsx',
      'routes/flow/webhooks.tsx',
      'routes/sign-in/authorization-parameters.tsx',
    ],
  ],
])('only these places copy something as %s', (leaving, places) => {
  const found = files.filter(({ text }) => text.includes(`leaving="${leaving}"`)).map(({ file }) => file)
  expect(found.sort()).toEqual(places)
})

it('only a button that says what leaves, and the ticket copy, which was made safe, call the way to the clipboard', () => {
  const found = files.filter(({ file, text }) => file !== own && /\bcopyOut\(/.test(text))
  expect(found.map(({ file }) => file).sort()).toEqual(['elements/copy-button.tsx', 'elements/ticket-copy.tsx'])
})

it('files are saved only of what was made safe, and of a body as it came', () => {
  const found = files.filter(({ file, text }) => file !== own && /\b(?:saveFile|fileAddressOf)\(/.test(text))
  expect(found.map(({ file }) => file).sort()).toEqual([
    'elements/safe-copy.tsx',
    'routes/calls/answer.tsx',
    'routes/inspect/har/har-hand-on.tsx',
  ])
})

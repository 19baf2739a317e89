import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import listed from './words-to-avoid.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const words = listed.map(({ avoid, use }) => ({ avoid: new RegExp(avoid, 'i'), use }))

/** Files whose texts are compared with what others write, and shown to nobody. */
const vocabularies = /\/knowledge\/(?:privacy|diagnose\/(?:facts|known-errors\/[^/]+\.ts))/

test('no text of the program has a word that another is used for', () => {
  const found = read('src/**/*.{ts,tsx}')
    .filter(({ file }) => !/\.test\.tsx?$|\/testing\//.test(file) && !vocabularies.test(file))
    .flatMap(({ file, text }) => avoided(file, textsOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))))
  expect(found.join('\n')).toBe('')
})

test('no comment has one', () => {
  const found = read('{src,e2e}/**/*.{ts,tsx}').flatMap(({ file, text }) =>
    avoided(
      file,
      Array.from(text.matchAll(/\/\*\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm), ([comment]) =>
        comment.replace(/\s+\*?\s*/g, ' '),
      ),
    ),
  )
  expect(found.join('\n')).toBe('')
})

test('no row of the tables has one', () => {
  const found = read('src/knowledge/**/*.json')
    .filter(({ file }) => !/tsconfig\.json$|\/api-guide\.json$/.test(file))
    .flatMap(({ file, text }) => avoided(file, sentencesOf(JSON.parse(text))))
  expect(found.join('\n')).toBe('')
})

test('no page about the program has one', () => {
  const found = read('*.md').flatMap(({ file, text }) => avoided(file, text.split(/\n{2,}/)))
  expect(found.join('\n')).toBe('')
})

function read(pattern: string): { file: string; text: string }[] {
  return globSync(pattern, { cwd: root }).map((file) => ({ file: `/${file}`, text: readFileSync(root + file, 'utf8') }))
}

function avoided(file: string, texts: string[]): string[] {
  return texts.flatMap((text) =>
    words.flatMap(({ avoid, use }) => {
      const [match] = avoid.exec(text) ?? []
      return match === undefined ? [] : [`${file}: “${text.trim().slice(0, 160)}” has “${match}”; use “${use}”`]
    }),
  )
}

/** The pieces of text in a program that have more than one word: strings, templates and JSX. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isNode(node) || node.type.startsWith('Import')) return []
  const text = textOf(node)
  if (text !== undefined) return /\S\s+\S/.test(text) ? [text.replace(/\s+/g, ' ')] : []
  return Object.values(node).flatMap(textsOf)
}

interface Node {
  type: string
  value?: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function textOf({ type, value }: Node): string | undefined {
  if (type === 'TemplateElement') return String((value as { cooked?: unknown }).cooked ?? '')
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : undefined
}

/** What the rows say: their titles, causes, fixes and meanings. */
function sentencesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sentencesOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && ['title', 'cause', 'fix', 'meaning'].includes(name) ? [inner] : sentencesOf(inner),
  )
}

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import listed from './words-to-avoid.json' with { type: 'json' }

const root = fileURLToPath(new URL('..', import.meta.url))
const words = listed.map(({ avoid, use }) => ({ avoid: new RegExp(avoid, 'i'), use }))

/** Files with words that are compared with what others write. */
const vocabularies = /\/knowledge\/privacy\/(?:function-words|value-shapes)\.ts$/

test('no text of the program has a word that another is used for', () => {
  const found = read('src/**/*.{ts,tsx}')
    .filter(({ file }) => !/\.test\.tsx?$|\/testing\//.test(file) && !vocabularies.test(file))
    .flatMap(({ file, text }) => avoided(file, textsOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))))
  expect(found.join('\n')).toBe('')
})

test('no name of a test has one', () => {
  const found = read('{src,e2e}/**/*.test.{ts,tsx}').flatMap(({ file, text }) =>
    avoided(file, namesIn(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))),
  )
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

test('no page about the program has one, nor any other file', () => {
  const found = read('{*.md,src/**/*.css,vite.config.ts,index.html,public/*.webmanifest,package.json,Dockerfile,.ci/*}')
    .map(({ file, text }) => ({ file, paragraphs: text.replace(/\n[ *]*/g, '\n').split(/\n{2,}/) }))
    .flatMap(({ file, paragraphs }) =>
      avoided(
        file,
        paragraphs.map((one) => one.replace(/\s+/g, ' ')),
      ),
    )
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

/** The pieces of text in a program: of strings and templates those that have more than one word, and all of JSX. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isNode(node) || node.type.startsWith('Import')) return []
  const text = textOf(node)
  if (text !== undefined) return node.type === 'JSXText' || /\S\s+\S/.test(text) ? [text.replace(/\s+/g, ' ')] : []
  return Object.values(node).flatMap(textsOf)
}

/** The names of tests and of their groups: the first text that each call of `test`, or of what that returned, has. */
function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (!isNode(node)) return []
  const inner = Object.values(node).flatMap(namesIn)
  if (node.type !== 'CallExpression') return inner
  const { callee, arguments: given } = node as Node & { callee: Node; arguments: Node[] }
  const [first] = given
  const name = first && (textOf(first) ?? textOf((first as Node & { quasis?: Node[] }).quasis?.[0] ?? first))
  return name !== undefined && isTest(callee) ? [name, ...inner] : inner
}

/** Whether a call declares tests: `test(…)`, `test.skip(…)`, `test.each(…)(…)`. */
function isTest(callee: Node): boolean {
  const { name, object, callee: inner } = callee as Node & { name?: string; object?: Node; callee?: Node }
  if (callee.type === 'Identifier') return /^(?:test|it|describe|story)$/.test(name ?? '')
  return [object, inner].some((one) => one !== undefined && isTest(one))
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

/** What the rows say, less what they compare texts of others with. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (ofOthers.has(name) ? [] : sentencesOf(inner)))
}

/** Members of rows with what others write: their sentences, and licences. */
const ofOthers = new Set(['says', 'clues', 'not', 'source'])

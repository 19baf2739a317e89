import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Small pure libraries that earn their place in knowledge/. */
const libraries = new Set<string>()

const room = import.meta.dirname
const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
const modules = files.filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/\.test\.tsx?$/.test(name))

it('knowledge imports nothing but its own modules', () => {
  expect(modules).toContain(join('diagnose', 'diagnose.ts'))
  for (const name of modules)
    expect(foreignImports(readFileSync(join(room, name), 'utf8'), name), `imports of ${name}`).toEqual([])
})

it.each([
  "import 'jose'",
  'import "jose";',
  "import jose, { type JWK } from 'jose'",
  'import {\n  jwtVerify,\n} from "jose"',
  "import type { JWK } from 'jose'",
  "import fs = require('node:fs')",
  "export * from 'jose'",
  "export * as keys from 'jose'",
  'export {\n  a,\n  type B,\n} from "node:fs"',
  "const load = () => import('jose')",
  'const load = async () => await import( /* later */ `jose`)',
  'const load = (name: string) => import(name)',
  "export type Key = import('jose').JWK",
  "const { readFileSync } = process.getBuiltinModule('node:fs')",
  "import '../../bff/app.ts'",
  "import { Exchange } from '#contract/exchange.ts'",
])('%j would be noticed', (source) => {
  expect(foreignImports(`const a = 1\n${source}\n`, 'diagnose/diagnose.ts')).toHaveLength(1)
})

it('words about imports are no imports', () => {
  const source =
    "// import 'jose'\nexport const words = 'nothing came from it; import “jose” (or not)'\nimport './fault.ts'\n"
  expect(foreignImports(source, 'diagnose/diagnose.ts')).toEqual([])
})

/** What a module imports from outside of knowledge/, in whatever form; an import whose target is not written out counts too. */
function foreignImports(source: string, name: string): string[] {
  const statements = source.matchAll(
    /^\s*(?:import\b(?:[\w\s{},*$]*\bfrom\b)?|import\b[\w\s]+=\s*require\(|export\b(?:\s+type)?\s*(?:\*|\{[^}]*\})[\w\s]*\bfrom\b)\s*(['"])(.*?)\1/gm,
  )
  const calls = source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .matchAll(/\b(?:import|getBuiltinModule|(?<!=\s*)require)\s*\(\s*(['"`]?)([^'"`)]*)/g)
  return [...statements, ...calls].map(([, , target = '']) => target).filter((target) => !isOwn(target, name))
}

function isOwn(target: string, name: string): boolean {
  if (libraries.has(target)) return true
  return /^\.{1,2}\//.test(target) && files.includes(join(dirname(name), target))
}

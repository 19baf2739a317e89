import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')

it('what is large comes when it is wanted, and not with the first screen', () => {
  const begun = modulesOf(join(import.meta.dirname, 'main.tsx'))
  expect(begun).toContain('web/routes/sign-in/route.tsx')
  // The rooms that are small, and the function that loads the rows of the registries.
  const small = /knowledge\/(?:text|protocol|diagnose\/registries\/load-catalogue)/
  expect(begun.filter((file) => file.startsWith('knowledge/') && !small.test(file))).toEqual([])
})

/** A module and what it imports before it runs, by path below the sources. */
function modulesOf(file: string, found = new Set<string>()): string[] {
  if (found.has(file)) return []
  found.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    const imported = name.startsWith('#') ? join(source, name.slice(1)) : join(dirname(file), name)
    if (/\.tsx?$/.test(name) && existsSync(imported)) modulesOf(imported, found)
  }
  return [...found].map((one) => relative(source, one).replaceAll('\\', '/'))
}

const imports = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?'([.#][^']+)'/gm

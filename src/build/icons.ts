import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Has each module import its icons from their own files, in place of the one file that names them all: only so is known
 * which screen wants which, and none comes before it is wanted. What makes a component of each is the app's own.
 */
export function ownIcons(): Plugin {
  let files: Map<string, string> | undefined
  return {
    name: 'own-icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: (_, importer) => (/lucide-react\/dist\/esm\/icons\//.test(importer ?? '') ? maker : undefined),
    },
    transform: {
      filter: { code: /from 'lucide-react'/ },
      handler(code) {
        files ??= iconFiles()
        return code.replace(/import \{([^}]+)\} from 'lucide-react'/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => {
              const file = files?.get(name)
              if (file === undefined) throw new Error(`lucide-react has no icon ${name}.`)
              return `import ${name} from '${file}'`
            })
            .join(';'),
        )
      },
    },
  }
}

const maker = fileURLToPath(new URL('../web/elements/create-icon.ts', import.meta.url))

/** The file of each icon by its name. */
function iconFiles(): Map<string, string> {
  const directory = join(dirname(createRequire(import.meta.url).resolve('lucide-react/package.json')), 'dist/esm')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of readFileSync(join(directory, 'lucide-react.mjs'), 'utf8').matchAll(
    /export \{([^}]+)\} from '\.\/(icons\/[^']+)'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(directory, file))
  return files
}

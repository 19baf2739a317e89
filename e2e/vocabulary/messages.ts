import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plain } from '../../src/knowledge/privacy/person-names.ts'

/** Packages with the messages of programs in many languages, and where in them a language is named. */
const translated: readonly { files: string; language: RegExp }[] = [
  { files: 'keycloakify/src/**/messages_defaultSet/*.ts', language: /\/([\w-]+)\.ts$/ },
  { files: '@clerk/localizations/dist/*.mjs', language: /\/([\w-]+)\.mjs$/ },
  { files: 'auth0-lock/lib/i18n/*.js', language: /\/([\w-]+)\.js$/ },
  { files: '@payloadcms/translations/dist/languages/*.js', language: /\/([\w-]+)\.js$/ },
  { files: 'typescript/lib/*/diagnosticMessages.generated.json', language: /\/([\w-]+)\/[\w.]+$/ },
  { files: '@strapi/admin/dist/admin/admin/src/translations/*.mjs', language: /\/([\w-]+)\.json\.mjs$/ },
  { files: 'primelocale/*.json', language: /\/([\w-]+)\.json$/ },
  {
    files: 'generator-jhipster/dist/generators/languages/templates/src/main/webapp/i18n/*/*',
    language: /\/([\w-]+)\/[\w.-]+$/,
  },
  { files: 'zod/v4/locales/*.js', language: /\/([\w-]+)\.js$/ },
]
const languages = /^(?:en|pt|es|de|fr|it|nl|pl|sv|da|nb|nn|no)(?:[-_]\w{2})?$/i
const here = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** What this product says of failures, in English. */
const ownTexts = ['src/knowledge/diagnose/**/*.json', '*.md']

/** Words that messages of programs are made of, in eleven languages of Europe, without accents and capital letters. */
export function wordsOfMessages(packages: string): Set<string> {
  const found = new Set<string>()
  for (const { files, language } of translated)
    for (const path of globSync(files, { cwd: packages })) {
      if (!languages.test(language.exec(`/${path}`)?.[1] ?? '')) continue
      for (const word of wordsIn(literals(readFileSync(join(packages, path), 'utf8')))) found.add(word)
    }
  const counted = new Map<string, number>()
  for (const path of ownTexts.flatMap((files) => globSync(files, { cwd: here })))
    for (const word of wordsIn(readFileSync(join(here, path), 'utf8'))) counted.set(word, (counted.get(word) ?? 0) + 1)
  for (const [word, times] of counted) if (times > 1) found.add(word)
  return found
}

/** The texts in quotation marks of a program or of JSON. */
function literals(source: string): string {
  return [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)]
    .map(([, double, single, template]) => double ?? single ?? template ?? '')
    .join('\n')
    .replace(/\\u([\da-f]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\./g, ' ')
}

/** Words, less what is written as one in programs. */
function wordsIn(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).filter((one) => one.length > 1 && !/\p{Ll}\p{Lu}/u.test(one)).map(plain)
}

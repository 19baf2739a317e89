import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'

/**
 * How firmly the tests hold what a diagnosis promises: changes one thing at a time in the entries and in what judges
 * them, runs the unit tests against it, and lists the changes that neither tests nor types notice. Takes about two seconds a
 * change.
 *
 *     npm run mutate -- [--each 50] [--seed 1] [--kind guard] [--file bearer] [--list]
 *
 * `--each` is how many changes of each kind are tried, drawn by `--seed`; `--list` shows them without trying.
 */
const { values: options } = parseArgs({
  options: {
    each: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string', default: '' },
    file: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})

const root = join(import.meta.dirname, '../..')
const room = 'src/knowledge/diagnose'

/** What is changed: the entries, and the files that weigh what they find. */
const sources = globSync([`${room}/faults/*.ts`, `${room}/diagnose.ts`, `${room}/certainty.ts`], { cwd: root })
  .filter((name) => !name.endsWith('.test.ts'))
  .sort()

/** The tests that decide. Those with random input are left out: they would make two runs differ. */
const tests = globSync(`${room}/**/*.test.ts`, { cwd: root })
  .filter((name) => !name.endsWith('diagnose-anything.test.ts'))
  .sort()

const vocabularies = {
  certainty: ['certain', 'likely', 'possible'],
  who: ['caller', 'end-user', 'identity-team', 'api-team', 'operator', 'nobody'],
  retry: ['never', 'after-fix', 'with-backoff', 'honour-retry-after'],
}

const kinds = ['certainty', 'who', 'retry', 'guard'] as const
type Kind = (typeof kinds)[number]

/** One change: the text from `start` to `end` becomes `text`. */
interface Mutant {
  kind: Kind
  file: string
  start: number
  end: number
  text: string
}

/** What noticed a change, if anything. */
type Fate = 'tests' | 'types' | 'survived'

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const mutants = drawn(sources.flatMap((file) => mutantsOf(file, texts.get(file) ?? '')))

if (options.list) for (const mutant of mutants) console.log(described(mutant))
else await tryAll(mutants)

async function tryAll(mutants: Mutant[]): Promise<void> {
  const compiler = compilerOf()
  let current: { path: string; text: string; loaded: boolean } | undefined
  const vitest = await createVitest(
    'test',
    {
      config: join(root, 'e2e/vitest.config.ts'),
      watch: false,
      // The cache on disk knows the file as it is there, not as it is changed here.
      fsModuleCache: false,
      isolate: false,
      bail: 1,
      maxWorkers: 1,
      reporters: [{}],
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          load: (id: string) => {
            if (current === undefined || id !== current.path) return undefined
            current.loaded = true
            return current.text
          },
        },
      ],
    },
  )
  try {
    if (!(await passes(vitest, tests))) throw new Error('The tests fail without any change: mend that first.')
    const fates = new Map<Mutant, Fate>()
    const begun = performance.now()
    for (const mutant of mutants) {
      const path = join(root, mutant.file)
      current = { path, text: changed(mutant), loaded: false }
      vitest.invalidateFile(path)
      // The test that covers an entry is most likely beside it, or is the test of all entries; the others are slower.
      const near = tests.filter((test) => test === beside(mutant.file) || test.endsWith('/diagnose.test.ts'))
      const others = tests.filter((test) => !near.includes(test))
      const passed = (await passes(vitest, near)) && (await passes(vitest, others))
      if (!current.loaded) throw new Error(`No test loads ${mutant.file}.`)
      const fate = passed ? (compiler.refuses(mutant) ? 'types' : 'survived') : 'tests'
      fates.set(mutant, fate)
      if (fate === 'survived') console.log(`survived  ${described(mutant)}`)
      vitest.invalidateFile(path)
    }
    current = undefined
    if (!(await passes(vitest, tests)))
      throw new Error('The tests fail without any change now: the figures mean nothing.')
    report(fates, (performance.now() - begun) / 1000)
  } finally {
    await vitest.close()
    compiler.close()
  }
}

/** Whether these tests pass, in one worker, up to the first that fails. */
async function passes(vitest: Vitest, tests: string[]): Promise<boolean> {
  const project = vitest.getRootProject()
  const paths = tests.map((test) => join(root, test))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    paths.map((path) => project.createSpecification(path)),
  )
  // The modules of earlier runs are given as well, with what became of them then.
  const ran = testModules.filter(({ moduleId }) => paths.includes(moduleId))
  return ran.length === paths.length && unhandledErrors.length === 0 && ran.every((module) => module.ok())
}

function beside(file: string): string {
  return file.replace(/\.ts$/, '.test.ts')
}

/** A copy of what is changed, for the compiler to judge a change in. */
function compilerOf(): { refuses: (mutant: Mutant) => boolean; close: () => void } {
  const copy = mkdtempSync(join(tmpdir(), 'claimcheck-mutant-'))
  const settings = 'src/tsconfig.base.json'
  for (const part of ['package.json', settings, 'src/knowledge'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  // An import that nothing uses any more is no reason to refuse: it would go with the change.
  const strict = readFileSync(join(copy, settings), 'utf8')
  writeFileSync(join(copy, settings), strict.replace(/"noUnused(\w+)": true/g, '"noUnused$1": false'))
  const sound = () =>
    spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', join(copy, 'src/knowledge')], {
      shell: process.platform === 'win32',
    }).status === 0
  if (!sound()) throw new Error('The types fail without any change: mend that first.')
  return {
    refuses: (mutant) => {
      writeFileSync(join(copy, mutant.file), changed(mutant))
      const refused = !sound()
      writeFileSync(join(copy, mutant.file), texts.get(mutant.file) ?? '')
      return refused
    },
    close: () => rmSync(copy, { recursive: true }),
  }
}

function report(fates: Map<Mutant, Fate>, seconds: number): void {
  const line = (name: string, of: [Mutant, Fate][]) => {
    const [tests, types] = (['tests', 'types'] as const).map((by) => of.filter(([, fate]) => fate === by).length)
    const caught = Number(tests) + Number(types)
    const share = of.length === 0 ? '' : `${((caught / of.length) * 100).toFixed(1)} %`
    console.log(
      `${name.padEnd(10)} ${`${caught} of ${of.length}`.padStart(10)} caught (${tests} by tests, ${types} by types)  ${share}`,
    )
  }
  for (const kind of kinds)
    line(
      kind,
      [...fates].filter(([mutant]) => mutant.kind === kind),
    )
  line('all', [...fates])
  console.log(`${seconds.toFixed(0)} s`)
}

/** `src/…/bearer.ts:41:20 certainty 'certain' → 'likely'` */
function described({ kind, file, start, end, text }: Mutant): string {
  const source = texts.get(file) ?? ''
  const before = source.slice(0, start).split('\n')
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 160)
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1} ${kind} ${short(source.slice(start, end))} → ${short(text)}`
}

function changed({ file, start, end, text }: Mutant): string {
  const source = texts.get(file) ?? ''
  return `${source.slice(0, start)}${text}${source.slice(end)}`
}

/** As many of each kind as are asked for, the same ones for the same seed. */
function drawn(all: Mutant[]): Mutant[] {
  const random = randomFrom(Number(options.seed))
  const wanted = all.filter(({ kind, file }) => kind.includes(options.kind) && file.includes(options.file))
  return kinds.flatMap((kind) =>
    wanted
      .filter((mutant) => mutant.kind === kind)
      .map((mutant) => ({ mutant, order: random() }))
      .sort((one, other) => one.order - other.order)
      .slice(0, Number(options.each))
      .map(({ mutant }) => mutant),
  )
}

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: Mutant[] = []
  const add = (kind: Kind, { start, end }: Node, text: string) => found.push({ kind, file, start, end, text })
  const code = ({ start, end }: Node) => source.slice(start, end)
  visit(program as unknown as Node, (node) => {
    const operands = [node.left, node.right].filter(isNode)
    const [part, other] = operands
    const test = isNode(node.test) ? node.test : undefined
    if (node.type === 'Literal' && typeof node.value === 'string') {
      for (const kind of ['certainty', 'who', 'retry'] as const) {
        const words = vocabularies[kind]
        if (!words.includes(node.value)) continue
        for (const word of words) if (word !== node.value) add(kind, node, `'${word}'`)
      }
    } else if (node.type === 'LogicalExpression' && node.operator !== '??' && !operands.some(isText)) {
      // In a && b && c, which is (a && b) && c, each condition is dropped once.
      if (part && part.operator !== node.operator) add('guard', node, `(${operands.slice(1).map(code)})`)
      add('guard', node, `(${operands.slice(0, 1).map(code)})`)
    } else if (node.type === 'IfStatement' && test) {
      add('guard', test, `!(${code(test)})`)
      if (/^\{?\s*return\b/.test(code(node.consequent as Node))) add('guard', test, 'false')
    } else if (node.type === 'ConditionalExpression' && test && !choosesWords(node)) {
      add('guard', test, `!(${code(test)})`)
    } else if (node.type === 'BinaryExpression' && part && other) {
      const operator = String(node.operator)
      const bound = source.slice(part.end, other.start)
      if (/^[=!]==$/.test(operator)) add('guard', node, 'true')
      else if (/^[<>]=?$/.test(operator)) {
        const shifted = operator.endsWith('=') ? operator.slice(0, 1) : `${operator}=`
        add('guard', node, `${code(part)}${bound.replace(operator, shifted)}${code(other)}`)
      }
    } else if (node.type === 'CallExpression' && /^\/.*\.test\($/s.test(callee(node, code))) {
      add('guard', node, 'true')
    }
  })
  return found
}

/** `/pattern/.test(` of a call on a pattern that is in place. */
function callee(node: Node, code: (node: Node) => string): string {
  return isNode(node.callee) ? `${code(node.callee)}(` : ''
}

/** Whether a condition picks between two texts, which no promise hangs on. */
function choosesWords({ consequent, alternate }: Node): boolean {
  return [consequent, alternate].some((branch) => isNode(branch) && isText(branch))
}

function isText({ type, value }: Node): boolean {
  if (type === 'TemplateLiteral') return true
  return type === 'Literal' && typeof value === 'string' && !Object.values(vocabularies).flat().includes(value)
}

/** Goes through all nodes that run: no types, and neither examples nor what is expected of them. */
function visit(node: Node, look: (node: Node) => void): void {
  if (node.type === 'Property' && /^(?:example|expected)$/.test(String((node.key as Node).name))) return
  if (node.type === 'CallExpression' && (node.callee as Node).name === 'answers') return
  // A word that is compared with is part of a guard.
  const compared = node.type === 'BinaryExpression'
  look(node)
  for (const child of Object.values(node).flat()) {
    if (!isNode(child) || (compared && child.type === 'Literal')) continue
    if (!child.type.startsWith('TS')) visit(child, look)
    else if (isNode(child.expression)) visit(child.expression, look)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

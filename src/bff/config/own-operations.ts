import { RE2JS } from 're2js'
import { type Static, Type } from 'typebox'
import { type Operation, operations } from '#knowledge/protocol/apis.ts'
import { inferred } from '#knowledge/protocol/basis.ts'
import { type Finding, withRule } from './problems.ts'
import { closed, text } from './setting-schemas.ts'

const kebab = text('lowercase letters, digits and hyphens', /^[a-z0-9][a-z0-9-]{0,99}$/)

const pathForm = /^(\/((?!\.+(\/|$))[\w.~-]+|\{\w+\}))+$/

/** The path that a text most likely represents: without host and query, with a slash before it, `:id` as `{id}`. */
function meantPath(found: string): string | undefined {
  const path = `/${found}`
    .replace(/^\/(?:https?:\/\/[^/?#]*)?/, '/')
    .replace(/[?#].*$/s, '')
    .replace(/\/:(\w+)/g, '/{$1}')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  return pathForm.test(path) ? path : undefined
}

const OwnParameter = Type.Object(
  {
    name: text('a name of letters, digits and underscores', /^\w{1,100}$/),
    in: Type.Enum(['path', 'query']),
    required: Type.Optional(Type.Boolean()),
    meaning: Type.Optional(text()),
    sample: Type.Optional(text()),
    // It comes from anyone who runs the installation, as the whole file does.
    format: Type.Optional(
      withRule(
        text('a regular expression in the syntax of RE2, without look-around and back-references', /^/, {
          fix: (setting) => `Fix the expression of ${setting}.`,
        }),
        (value) => (isExpression(value) ? [] : [{}]),
      ),
    ),
  },
  closed,
)

const WrittenOperation = Type.Object(
  {
    id: withRule(kebab, (id) =>
      operations.some((known) => known.id === id)
        ? [{ expected: 'an ID that no built-in operation has', fix: 'Choose another ID.' }]
        : [],
    ),
    api: kebab,
    title: text(),
    summary: Type.Optional(text()),
    method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: text('a path below path_prefix, such as /bank-slips/{slip_id}', pathForm, {
      fix: (setting, found) => {
        const meant = meantPath(String(found ?? ''))
        return meant
          ? `Set ${setting} to ${meant}${String(found).includes('?') ? ', and list what follows the ? in parameters, each "in": "query"' : ''}.`
          : `Set ${setting} to the part after base_url and path_prefix, such as /bank-slips/{slip_id}.`
      },
    }),
    scope: Type.Optional(text('one scope, without spaces', /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)),
    level: Type.Optional(text('an access level, such as readonly', /^[\w-]+$/)),
    company: Type.Optional(Type.Boolean()),
    parameters: Type.Optional(Type.Array(OwnParameter)),
    body: Type.Optional(Type.Unknown()),
    answers: Type.Optional(Type.Enum(['json', 'pdf', 'nothing'])),
  },
  closed,
)
type WrittenOperation = Static<typeof WrittenOperation>

/** An operation that an installation adds to those of knowledge/protocol/apis.ts, in the configuration's own spelling. */
export const OwnOperation = withRule(WrittenOperation, (written) => [
  ...needsFindings(written),
  ...pathFindings(written),
])

/** Fills in what was left out. */
export function completeOperation(written: WrittenOperation): Operation {
  const { scope, level = '', parameters = [], summary = '', answers = 'json', ...given } = written
  return {
    ...given,
    summary,
    answers,
    needs: scope === undefined ? { level } : { scope },
    parameters: parameters.map(({ required, meaning = '', sample = '', format, ...parameter }) => ({
      ...parameter,
      required: required ?? parameter.in === 'path',
      meaning,
      sample,
      format: format ?? (parameter.in === 'path' ? '[A-Za-z0-9][A-Za-z0-9._~-]{0,99}' : '.{1,500}'),
    })),
    basis: inferred('this installation’s configuration'),
  }
}

function needsFindings({ scope, level }: WrittenOperation): Finding[] {
  if ((scope === undefined) !== (level === undefined)) return []
  const found = scope === undefined ? 'neither' : 'both'
  return [{ expected: 'either scope or level', found, fix: 'Use only one of them to specify what the call requires.' }]
}

/** Each part of the path has its parameter, and the other way round. */
function pathFindings({ path, parameters = [] }: WrittenOperation): Finding[] {
  const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const missing = parts.filter((name) => !names.includes(name))
  const unused = names.filter((name) => !parts.includes(name))
  return [
    ...missing.map((name) => ({
      at: '.parameters',
      expected: `a parameter ${name} in the path`,
      found: 'none',
      fix: `Add ${name} to parameters.`,
    })),
    ...unused.map((name) => ({
      at: '.path',
      expected: `a part {${name}}`,
      found: path,
      fix: `Put {${name}} into the path, or remove the parameter.`,
    })),
  ]
}

function isExpression(source: string): boolean {
  try {
    RE2JS.compile(source)
    return true
  } catch {
    return false
  }
}

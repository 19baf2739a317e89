import { type Operation, operations, type Parameter } from '#knowledge/service/apis.ts'
import { flag, list, object, oneOf, type Problems, type Reader, text } from './settings.ts'

const name = text('a name of letters, digits and underscores', /^\w{1,100}$/)
const kebab = text('small letters, digits and hyphens', /^[a-z0-9][a-z0-9-]{0,99}$/)
const anyJson: Reader<unknown> = (value) => value

const parameter = object({
  name: { read: name, required: true },
  in: { read: oneOf('path', 'query'), required: true },
  required: { read: flag },
  meaning: { read: text() },
  sample: { read: text() },
  format: { read: expression },
})

const operation = object({
  id: { read: kebab, required: true },
  api: { read: kebab, required: true },
  title: { read: text(), required: true },
  summary: { read: text() },
  method: { read: oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE'), required: true },
  path: { read: text('a path below /v1, such as /bank-slips/{slip_id}', /^(\/([\w.~-]+|\{\w+\}))+$/), required: true },
  scope: { read: text('one scope, without spaces', /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/) },
  level: { read: text('an access level, such as readonly', /^[\w-]+$/) },
  company: { read: flag },
  parameters: { read: list(parameter) },
  body: { read: anyJson },
  answers: { read: oneOf('json', 'pdf', 'nothing') },
})

/** Reads the operations that an installation adds to those of knowledge/service/apis.ts, in the configuration's own spelling. */
export const ownOperations: Reader<Operation[]> = (value, setting, problems) =>
  list(operation)(value, setting, problems)?.map((written, index) =>
    complete(written, `${setting}[${index}]`, problems),
  )

type Written = NonNullable<ReturnType<typeof operation>>

function complete(written: Written, setting: string, problems: Problems): Operation {
  const { id = '', path = '', scope, level, parameters = [] } = written
  if (operations.some((known) => known.id === id))
    problems.note(`${setting}.id`, 'an id that no built-in operation has', id, 'Choose another id.')
  if ((scope === undefined) === (level === undefined))
    problems.note(
      setting,
      'either scope or level',
      scope ? 'both' : 'neither',
      'Say by one of them what the call needs.',
    )
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, found = '']) => found)
  const told = parameters.filter((one) => one.in === 'path').map((one) => one.name ?? '')
  for (const missing of inPath.filter((found) => !told.includes(found)))
    problems.note(
      `${setting}.parameters`,
      `a parameter ${missing} in the path`,
      'none',
      `Add ${missing} to parameters.`,
    )
  for (const unused of told.filter((found) => !inPath.includes(found)))
    problems.note(
      `${setting}.path`,
      `a part {${unused}}`,
      path,
      `Put {${unused}} into the path, or remove the parameter.`,
    )
  return {
    id,
    path,
    api: written.api ?? '',
    title: written.title ?? '',
    summary: written.summary ?? '',
    method: written.method ?? 'GET',
    needs: scope === undefined ? { level: level ?? '' } : { scope },
    company: written.company,
    parameters: parameters.map(completeParameter),
    body: written.body,
    answers: written.answers ?? 'json',
    basis: { kind: 'inferred', reference: 'this installation’s configuration; operations are not shown (§1)' },
  }
}

function completeParameter(written: NonNullable<ReturnType<typeof parameter>>): Parameter {
  return {
    name: written.name ?? '',
    in: written.in ?? 'query',
    required: written.required ?? written.in === 'path',
    meaning: written.meaning ?? '',
    sample: written.sample ?? '',
    format: written.format ?? (written.in === 'path' ? '[A-Za-z0-9][A-Za-z0-9._~-]{0,99}' : '.{1,500}'),
  }
}

/** The source of a regular expression. It comes from whoever runs the installation, as the whole file does. */
function expression(value: unknown, setting: string, problems: Problems): string | undefined {
  try {
    new RegExp(`^(?:${String(value)})$`, 'u')
    return String(value)
  } catch {
    return problems.note(setting, 'a regular expression', value, `Fix the expression of ${setting}.`)
  }
}

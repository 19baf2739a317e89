import { type Static, type TSchema, Type } from 'typebox'
import { Settings } from 'typebox/system'
import { Errors, Pointer } from 'typebox/value'

/** One thing that is wrong with the configuration, as a sentence that names the setting and how to fix it. */
export interface Problem {
  setting: string
  expected: string
  /** What stands there; never a secret's value. */
  found: string
  fix: string
}

/** What a schema of a setting says beside its shape. */
export interface SettingOptions {
  /** What is expected, in words. */
  description?: string
  /** What to do instead of setting it to what is expected. */
  fix?: (setting: string) => string
  /** A secret may stand here, so that what was found is not told. */
  writeOnly?: boolean
  /** What other programs and documents call this setting, in small letters and digits alone. */
  alsoKnownAs?: string[]
  /** Names, spelled likewise, under which others hold the value itself that this setting only refers to, and what to do. */
  inPlaceOf?: { pattern: RegExp; fix: (name: string, setting: string) => string }
}

/** What a rule finds wrong, as far as it differs from what the schema says. `at` names the part that is concerned. */
export type Finding = Partial<Omit<Problem, 'setting'>> & { at?: string }

type Rule<Value> = (value: Value) => Finding[]

/** Adds to a schema what its shape cannot say; the rule sees only values of that shape. */
export function withRule<Schema extends TSchema>(schema: Schema, rule: Rule<Static<Schema>>): Schema {
  const refined = Type.Refine(schema, (value: Static<Schema>) => rule(value).length === 0)
  return Object.assign(refined, { rules: [...((schema as SettingSchema).rules ?? []), rule] })
}

/** The name under which problems of the configuration file as a whole are told. */
const wholeFile = 'configuration file'

/** All that is wrong with a value by its schema; at most one problem a setting. */
export function problemsOf(schema: TSchema, value: unknown): Problem[] {
  const problems = allErrors(schema, value).flatMap((error): Problem[] => {
    const setting = settingName(error.instancePath)
    const part = Pointer.Get(schema, error.schemaPath.slice(1)) as SettingSchema
    switch (error.keyword) {
      // Each comes with an error of its object, which names them all.
      case 'boolean':
        return []
      case 'additionalProperties':
        return error.params.additionalProperties.map((name) =>
          unknownSetting(name, member(setting, name), part.properties ?? {}),
        )
      case 'required':
        return error.params.requiredProperties.map((name) =>
          missing(name, member(setting, name), part.properties?.[name]),
        )
      default: {
        const found = Pointer.Get(value, error.instancePath)
        if (found === undefined && setting !== '') return [missing(lastName(setting), setting, part)]
        const findings = error.keyword === '~refine' ? part.rules?.[error.params.index]?.(found as never) : [{}]
        return (findings ?? []).map((finding) => problem(setting, part, found, finding))
      }
    }
  })
  return problems.filter(({ setting }, index) => problems.findIndex((other) => other.setting === setting) === index)
}

type SettingSchema = SettingOptions & {
  type?: string
  enum?: unknown[]
  minItems?: number
  properties?: Record<string, SettingSchema>
  rules?: Rule<never>[]
}

/** TypeBox stops at eight errors unless it is told otherwise, and then it is told so for every schema of the process. */
function allErrors(schema: TSchema, value: unknown): ReturnType<typeof Errors> {
  const { maxErrors } = Settings.Get()
  Settings.Set({ maxErrors: Number.POSITIVE_INFINITY })
  try {
    return Errors(schema, value)
  } finally {
    Settings.Set({ maxErrors })
  }
}

function problem(path: string, schema: SettingSchema, value: unknown, finding: Finding): Problem {
  const setting = (path || wholeFile) + (finding.at ?? '')
  const expected = finding.expected ?? expectation(schema)
  const found = schema.writeOnly ? 'something else, not shown here' : describe(value)
  return { setting, expected, found: finding.found ?? found, fix: finding.fix ?? fixOf(schema, setting, expected) }
}

function missing(name: string, setting: string, schema: SettingSchema = {}): Problem {
  return {
    setting,
    expected: expectation(schema),
    found: 'nothing',
    fix: schema.fix?.(setting) ?? `Add ${name}.`,
  }
}

function unknownSetting(name: string, setting: string, properties: Record<string, SettingSchema>): Problem {
  const known = Object.keys(properties)
  const near = known.find((one) => properties[one]?.alsoKnownAs?.includes(plain(name))) ?? nearest(name, known)
  const instead = near === undefined && known.find((one) => properties[one]?.inPlaceOf?.pattern.test(plain(name)))
  if (instead)
    return {
      setting,
      expected: 'no secret and no key in the file',
      found: 'a name under which one stands',
      fix: properties[instead]?.inPlaceOf?.fix(name, instead) ?? '',
    }
  return {
    setting,
    expected: 'a setting that is known here',
    found: 'an unknown name',
    fix: near ? `Rename it to ${near}, or remove it.` : `Remove it; known are ${known.join(', ')}.`,
  }
}

function expectation({ description, type, enum: values, minItems }: SettingSchema): string {
  if (description !== undefined) return description
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (type === 'boolean') return 'true or false, without quotes'
  if (type === 'array') return minItems ? 'a list with at least one entry' : 'a list'
  return type === 'object' ? 'an object' : 'a value'
}

function fixOf({ fix, type }: SettingSchema, setting: string, expected: string): string {
  if (fix) return fix(setting)
  if (type === 'array') return `Write ${setting} as [ … ].`
  return type === 'object' ? `Write ${setting} as { … }.` : `Set ${setting} to ${expected}.`
}

/** `/environments/0/kind` as `environments[0].kind`. */
function settingName(instancePath: string): string {
  const parts = instancePath.split('/').slice(1)
  return parts.reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : member(name, part)), '')
}

const member = (object: string, name: string) => (object === '' ? name : `${object}.${name}`)
const lastName = (setting: string) => setting.slice(setting.lastIndexOf('.') + 1)

/** The known name that one is most likely a slip of; undefined when none is near. */
function nearest(name: string, known: string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, slips: distance(plain(name), plain(candidate)) }))
    .sort((a, b) => a.slips - b.slips)
  const [best] = ranked
  return best && best.slips <= Math.max(2, best.candidate.length / 3) ? best.candidate : undefined
}

/** `tokenEndpoint`, `token-endpoint` and `TOKEN_ENDPOINT` alike. */
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters must be put in, taken out or changed to make `b` of `a` (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

function describe(found: unknown): string {
  if (found === undefined) return 'nothing'
  if (found === '') return 'an empty text'
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list'
  if (typeof found === 'object' && found !== null) return 'an object'
  const text = JSON.stringify(found)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

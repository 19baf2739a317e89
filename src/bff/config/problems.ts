import { type Static, type TSchema, Type } from 'typebox'
import { Settings } from 'typebox/system'
import { Errors, Pointer } from 'typebox/value'
import { nearName, plainName, slipsBetween } from './near-name.ts'

/** One thing that is wrong with the configuration, as a sentence that names the setting and how to fix it. */
export interface Problem {
  setting: string
  expected: string
  /** What is there; never a secret's value. */
  found: string
  fix: string
}

/** What a schema of a setting says beside its shape. */
export interface SettingOptions {
  /** What is expected, in words. */
  description?: string
  /** What to do instead of setting it to what is expected; `found` is undefined where nothing was. */
  fix?: (setting: string, found?: unknown) => string
  /** A secret may stand here, so that what was found is not told. */
  writeOnly?: boolean
  /** What other programs and documents call this setting, in small letters and digits alone. */
  alsoKnownAs?: string[]
  /** What else people write for its values, in small letters and digits alone. */
  alsoSaid?: Record<string, string>
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
          unknownSetting(name, member(setting, name), part.properties ?? {}, schema),
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
  items?: SettingSchema
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
  const unquoted = schema.type === 'string' && typeof value === 'number'
  if (unquoted) return { setting, expected, found: 'a number', fix: `Write ${setting} in quotation marks.` }
  const found = schema.writeOnly ? 'something else, not shown here' : describe(value)
  return {
    setting,
    expected,
    found: finding.found ?? found,
    fix: finding.fix ?? fixOf(schema, setting, expected, value),
  }
}

function missing(name: string, setting: string, schema: SettingSchema = {}): Problem {
  return {
    setting,
    expected: expectation(schema),
    found: 'nothing',
    fix: schema.fix?.(setting) ?? `Add ${name}.`,
  }
}

function unknownSetting(
  name: string,
  setting: string,
  properties: Record<string, SettingSchema>,
  file: TSchema,
): Problem {
  const known = Object.keys(properties)
  const near = known.find((one) => properties[one]?.alsoKnownAs?.includes(plainName(name))) ?? nearName(name, known)
  const instead = near === undefined && known.find((one) => properties[one]?.inPlaceOf?.pattern.test(plainName(name)))
  if (instead)
    return {
      setting,
      expected: 'no secret and no key in the file',
      found: 'a name that is usually used for one',
      fix: properties[instead]?.inPlaceOf?.fix(name, instead) ?? '',
    }
  const place = near && slipsBetween(name, near) < 2 ? undefined : placeOf(name, file, known)
  return {
    setting,
    expected: 'a known setting',
    found: place ? `a setting that belongs ${place}` : 'an unknown name',
    fix: place
      ? 'Move it there.'
      : near
        ? `Rename it to ${near}, or remove it.`
        : `Remove it. The known names are ${known.join(', ')}.`,
  }
}

/** Where else in the file a name is known; undefined where that is nowhere, or more than one place is meant. */
function placeOf(name: string, file: TSchema, known: string[]): string | undefined {
  const places = placesIn(file as SettingSchema, 'at the top of the file')
  const isTop = places[0]?.names.join() === known.join()
  const fitting = places.filter(({ names }) => names.includes(name))
  // At the top, a whole entry was written without its list: the outermost is meant.
  return fitting.length === 1 || isTop ? fitting[0]?.place : undefined
}

function placesIn({ properties = {} }: SettingSchema, place: string): { place: string; names: string[] }[] {
  const inside = Object.entries(properties).flatMap(([name, { items }]) =>
    items?.properties ? placesIn(items, `in an entry of ${name}`) : [],
  )
  return [{ place, names: Object.keys(properties) }, ...inside]
}

function expectation({ description, type, enum: values, minItems }: SettingSchema): string {
  if (description !== undefined) return description
  if (values) return disjunction.format(values.map((value) => JSON.stringify(value)))
  if (type === 'boolean') return 'true or false, without quotes'
  if (type === 'array') return minItems ? 'a list with at least one entry' : 'a list'
  return type === 'object' ? 'an object' : 'a value'
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

function fixOf(schema: SettingSchema, setting: string, expected: string, found: unknown): string {
  const { fix, type, items } = schema
  if (fix) return fix(setting, found)
  const meant = meantBy(found, schema)
  if (meant !== undefined) return `Set ${setting} to ${JSON.stringify(meant)}.`
  if (type === 'array' && items?.type === 'string' && typeof found === 'string' && found.trim() !== '')
    return `Write ${setting} as ${JSON.stringify(found.trim().split(/[\s,]+/)).replaceAll('","', '", "')}.`
  if (type === 'array') return `Write ${setting} as [ … ].`
  return type === 'object' ? `Write ${setting} as { … }.` : `Set ${setting} to ${expected}.`
}

/** The value of a closed list that another one most likely represents; undefined where none is. */
function meantBy(found: unknown, { enum: values = [], alsoSaid = {} }: SettingSchema): unknown {
  const said = plainName(String(found))
  if (said === '') return undefined
  const like = values.filter((value) => plainName(String(value)) === said)
  return like.length === 1 ? like[0] : Object.hasOwn(alsoSaid, said) ? alsoSaid[said] : undefined
}

/** `/environments/0/kind` as `environments[0].kind`. */
function settingName(instancePath: string): string {
  const parts = instancePath.split('/').slice(1)
  return parts.reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : member(name, part)), '')
}

const member = (object: string, name: string) => (object === '' ? name : `${object}.${name}`)
const lastName = (setting: string) => setting.slice(setting.lastIndexOf('.') + 1)

function describe(found: unknown): string {
  if (found === undefined) return 'nothing'
  if (found === '') return 'an empty string'
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list'
  if (typeof found === 'object' && found !== null) return 'an object'
  const text = JSON.stringify(found)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

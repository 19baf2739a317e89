import { isObject } from '#knowledge/text/json.ts'

/** A column of a table: the values at a path of one or two names. */
export interface Column {
  name: string
  path: [string, string?]
}

/** What people look for in a list comes before what only machines read. */
const telling = ['id', 'status', 'state', 'amount', 'due_date', 'date', 'description', 'name']

/** Rows by which a column is judged. */
const judged = 60
/** An object with more members than these stays in one cell. */
const mostMembers = 4
/** Characters from which on a word is a code that only machines read. */
const longCode = 30

/** The columns of a list, those first that people look for and long codes last; a small object has one for each member. */
export function columnsOf(names: string[], rows: Record<string, unknown>[]): Column[] {
  const some = rows.slice(0, judged)
  const columns = names.flatMap((name): Column[] => {
    const values = some.map((row) => row[name]).filter((value) => value !== undefined && value !== null)
    const members = [...new Set(values.filter(isObject).flatMap(Object.keys))]
    const isSmall = values.length > 0 && values.every(isFlat) && members.length > 0 && members.length <= mostMembers
    return isSmall
      ? members.map((member) => ({ name: `${name}.${member}`, path: [name, member] }))
      : [{ name, path: [name] }]
  })
  const rank = (column: Column) => {
    const place = telling.indexOf(column.path[1] ?? column.name)
    if (place >= 0) return place + (column.path[1] === undefined ? 0 : telling.length)
    // What leads to another thing, or is a sum of money, precedes who took part.
    if (column.path[1] === undefined && /_(?:id|amount)$/.test(column.name)) return telling.length - 0.5
    return some.some((row) => isLongCode(valueIn(row, column))) ? 3 * telling.length : 2 * telling.length
  }
  return columns.toSorted((one, other) => rank(one) - rank(other))
}

/** What a row has in a column; undefined where it has nothing there. */
export function valueIn(row: Record<string, unknown>, { path: [name, member] }: Column): unknown {
  const value = Object.hasOwn(row, name) ? row[name] : undefined
  if (member === undefined) return value
  return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined
}

const isFlat = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((member) => member === null || typeof member !== 'object')

const isLongCode = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= longCode && !value.trim().includes(' ')

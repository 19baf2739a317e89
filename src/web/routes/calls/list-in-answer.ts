import { isObject, parseJson } from '#knowledge/text/json.ts'

/** A list of things in a response: its rows, and the names in them, in the order of their first coming. */
export interface ListInAnswer {
  /** At most forty. */
  columns: string[]
  /** Names that were left out, because rows with nothing in common would make a table of any width. */
  moreColumns: number
  rows: Record<string, unknown>[]
  /** True when the response holds nothing beside the list. */
  whole: boolean
}

/** The list that a response is, or the only list that it holds; undefined where there is none or more than one. */
export function listInAnswer(body: string | undefined): ListInAnswer | undefined {
  const value = parseJson(body ?? '')
  const lists = Array.isArray(value) ? [value] : Object.values(isObject(value) ? value : {}).filter(Array.isArray)
  const [rows, another] = lists
  if (!rows || another || rows.length === 0 || !rows.every(isObject)) return undefined
  const whole = Array.isArray(value) || (isObject(value) && Object.keys(value).length === 1)
  const names = [...new Set(rows.slice(0, 100).flatMap(Object.keys))]
  const columns = names.slice(0, mostColumns)
  return { rows, whole, columns, moreColumns: names.length - columns.length }
}

const mostColumns = 40

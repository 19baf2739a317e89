/**
 * What was last asked for by text, so that work that comes to the same is not done again for each request. Of what was
 * not asked for lately it lets go: it holds less than twice `most` values.
 */
export interface Remembered<Value> {
  get(text: string): Value | undefined
  set(text: string, value: Value): Value
  delete(text: string): void
}

export function remembered<Value>(most: number): Remembered<Value> {
  let newer = new Map<string, Value>()
  let older = new Map<string, Value>()

  function set(text: string, value: Value): Value {
    if (newer.size >= most) {
      older = newer
      newer = new Map()
    }
    newer.set(text, value)
    return value
  }

  return {
    get(text) {
      const known = newer.get(text)
      if (known !== undefined) return known
      const old = older.get(text)
      return old === undefined ? undefined : set(text, old)
    },
    set,
    delete(text) {
      newer.delete(text)
      older.delete(text)
    },
  }
}

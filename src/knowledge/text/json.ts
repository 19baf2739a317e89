/** What a text is as JSON; undefined where it is none (a JSON text is never undefined). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON object that a text is; undefined for any other text. Look its names up with `Object.hasOwn`. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}

/** Whether a JSON value is an object and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

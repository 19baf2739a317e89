/** Where the error bodies in use keep their code: RFC 6749 §5.2, §7.2 of the service's document, RFC 9457, and others. */
const errorFields = ['/error', '/fault/detail/errorcode', '/ErrorCode', '/type', '/code']

export type AnswerKind = { as: 'json'; value: unknown; errorFields: string[] } | { as: 'text' }

/** How a body can be shown: as JSON where it is an object or an array, with the pointers of its error codes; else as text. */
export function answerKind(text: string): AnswerKind {
  if (!/^\s*[[{]/.test(text)) return { as: 'text' }
  try {
    const value: unknown = JSON.parse(text)
    return { as: 'json', value, errorFields: errorFields.filter((pointer) => typeof at(value, pointer) === 'string') }
  } catch {
    return { as: 'text' }
  }
}

function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, key) =>
        part !== null && typeof part === 'object' && Object.hasOwn(part, key)
          ? (part as Record<string, unknown>)[key]
          : undefined,
      value,
    )
}

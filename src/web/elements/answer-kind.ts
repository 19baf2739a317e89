import { parseJson } from '#knowledge/text/json.ts'
import { resolvePointer } from '#knowledge/text/pointer.ts'

/** Where the error bodies in use keep their code: RFC 6749 §5.2, §7.2 of the service's document, RFC 9457, and others. */
const errorFields = ['/error', '/fault/detail/errorcode', '/ErrorCode', '/type', '/code']

export type AnswerKind = { as: 'json'; value: unknown; errorFields: string[] } | { as: 'text' }

/** How a body can be shown: as JSON where it is an object or an array, with the pointers of its error codes; else as text. */
export function answerKind(text: string): AnswerKind {
  if (!/^\s*[[{]/.test(text)) return { as: 'text' }
  const value = parseJson(text)
  if (value === undefined) return { as: 'text' }
  return { as: 'json', value, errorFields: errorFields.filter((at) => typeof resolvePointer(value, at) === 'string') }
}

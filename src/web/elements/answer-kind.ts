import { parseJson } from '#knowledge/text/json.ts'

export type AnswerKind = { as: 'json'; value: unknown } | { as: 'text' }

/** How a body can be shown: as JSON where it is an object or an array; else as text. */
export function answerKind(text: string): AnswerKind {
  if (!/^\s*[[{]/.test(text)) return { as: 'text' }
  const value = parseJson(text)
  if (value === undefined) return { as: 'text' }
  return { as: 'json', value }
}

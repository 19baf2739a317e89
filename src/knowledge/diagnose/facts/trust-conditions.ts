import { family, those } from './family.ts'

/** The subject of a workload's token against the condition that trusts it, as AWS, Entra ID and Google compare them. */
export const trustConditions = family(
  ['subject:wildcard-in-equals', 'subject:numbered', 'subject:case', 'subject:differs', 'subject:environment'],
  (evidence) => {
    const text = evidence.text()
    const all = [...text.matchAll(subject)].slice(0, 60).map(([value]) => value)
    const allowed = all.filter((value) => value.endsWith('*') || allowedIn(text, value))
    const shown = all.filter((value) => !value.endsWith('*') && !allowed.includes(value))
    const [sent] = shown
    const [condition] = allowed
    const both = sent !== undefined && condition !== undefined
    const plain = (value: string) => value.replace(/@\d{1,20}(?=[/:]|$)/g, '')
    return {
      facts: those({
        'subject:wildcard-in-equals': wildcardInEquals(text),
        'subject:numbered': shown.some((value) => /^repo:[\w.-]{1,80}@\d/.test(value)),
        'subject:case':
          both &&
          !allowed.some((one) => fits(sent, one)) &&
          allowed.some((one) => fits(sent.toLowerCase(), one.toLowerCase())),
        'subject:differs': both && !allowed.some((one) => fits(plain(sent), plain(one))),
        'subject:environment':
          both && /:environment:/.test(sent) && !allowed.some((one) => /:environment:|:\*$|\/\*$/.test(one)),
      }),
      values: { subject_sent: sent, subject_allowed: condition },
    }
  },
)

const subject =
  /\b(?:repo|project_path|system:serviceaccount|organization|p):[\w.@-]{1,80}[/:][\w@./:*-]{1,200}|\brepo:[\w.@-]{1,80}\/\*/g

/** Whether a subject is that of a condition. */
function allowedIn(text: string, value: string): boolean {
  const before = text.slice(Math.max(0, text.indexOf(value) - 120), text.indexOf(value))
  return /subjects?["']?\s{0,3}[:=]\s{0,3}\[|:sub["']?\s{0,3}[:=]|StringLike|StringEquals|--subject|subject-?claim|federated|attribute[-._]condition|assertion\.sub\s{0,2}==/i.test(
    before.split('\n').slice(-3).join('\n'),
  )
}

/** AWS expands `*` in StringLike alone. */
function wildcardInEquals(text: string): boolean {
  for (const { index } of text.matchAll(/\bStringEquals\b/g)) {
    const block = text.slice(index, index + 600).split('}')[0] ?? ''
    if (/:sub["']?\s{0,3}[:=]\s{0,3}[["'\s]{0,6}[^"'\n]{0,200}\*/.test(block)) return true
  }
  return false
}

/** Whether a subject is one that a condition with `*` for any signs allows. */
function fits(value: string, condition: string): boolean {
  const parts = condition.split('*')
  const [begin = ''] = parts
  const end = parts.at(-1) ?? ''
  if (parts.length === 1) return value === condition
  if (!value.startsWith(begin) || !value.endsWith(end)) return false
  let at = begin.length
  for (const part of parts.slice(1, -1)) {
    const found = value.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= value.length - end.length
}

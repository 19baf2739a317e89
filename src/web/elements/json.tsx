import { Fragment, type ReactNode } from 'react'
import styles from './json.module.css'
import { plainJson } from './json-rows.ts'

/** Nodes that are coloured one by one; beyond it the text is shown plain, so that the page stays quick. */
const colouredNodes = 4_000
const deepest = 40

/** JSON laid out to be read. `marks` are JSON pointers (RFC 6901) into the value that are underlined as evidence. */
export function Json({ value, marks = [] }: { value: unknown; marks?: string[] }) {
  return (
    <pre className={styles.json}>
      {countNodes(value, colouredNodes) > 0 ? node(value, '', new Set(marks), 0) : plainJson(value)}
    </pre>
  )
}

function node(value: unknown, pointer: string, marks: Set<string>, depth: number): ReactNode {
  const shown =
    depth > deepest ? <span className={styles.faint}>nested too deep to show</span> : body(value, pointer, marks, depth)
  return marks.has(pointer) ? <mark>{shown}</mark> : shown
}

function body(value: unknown, pointer: string, marks: Set<string>, depth: number): ReactNode {
  if (value === null || typeof value !== 'object')
    return (
      <span className={styles[value === null ? 'object' : typeof value]}>{JSON.stringify(value) ?? String(value)}</span>
    )
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, at) => [String(at), item])
    : Object.entries(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (entries.length === 0) return `${open}${close}`
  const indent = '  '.repeat(depth)
  return (
    <>
      {open}
      {'\n'}
      {entries.map(([key, item], at) => (
        <Fragment key={key}>
          {indent}
          {'  '}
          {!Array.isArray(value) && (
            <>
              <span className={styles.key}>{JSON.stringify(key)}</span>
              {': '}
            </>
          )}
          {node(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, marks, depth + 1)}
          {at < entries.length - 1 && ','}
          {'\n'}
        </Fragment>
      ))}
      {indent}
      {close}
    </>
  )
}

/** What is left of `budget` after counting the nodes of a value; walks with a list, so depth cannot exhaust the stack. */
function countNodes(value: unknown, budget: number): number {
  const waiting = [value]
  let left = budget
  while (waiting.length > 0 && left > 0) {
    const item = waiting.pop()
    left -= 1
    if (item !== null && typeof item === 'object') for (const member of Object.values(item)) waiting.push(member)
  }
  return left
}

import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './json.module.css'
import { plainJson } from './json-rows.ts'

/** Nodes that are coloured one by one; beyond it the text is shown plain, so that the page stays quick. */
const colouredNodes = 4_000
const deepest = 40

/** Where a text in a JSON value leads. */
export type LeadsTo = (text: string) => { address: string; title: string } | undefined

const nowhere: LeadsTo = () => undefined

/** JSON laid out to be read. `marks` are JSON pointers (RFC 6901) into the value that are underlined as evidence. */
export function Json({
  value,
  marks = [],
  leadsTo = nowhere,
}: {
  value: unknown
  marks?: string[]
  leadsTo?: LeadsTo
}) {
  return (
    <pre className={styles.json}>
      {countNodes(value, colouredNodes) > 0 ? node(value, '', { marks: new Set(marks), leadsTo }, 0) : plainJson(value)}
    </pre>
  )
}

interface Shown {
  marks: Set<string>
  leadsTo: LeadsTo
}

function node(value: unknown, pointer: string, shown: Shown, depth: number): ReactNode {
  const drawn =
    depth > deepest ? <span className={styles.faint}>nested too deep to show</span> : body(value, pointer, shown, depth)
  return shown.marks.has(pointer) ? <mark>{drawn}</mark> : drawn
}

function body(value: unknown, pointer: string, shown: Shown, depth: number): ReactNode {
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value) ?? String(value)
    const target = typeof value === 'string' ? shown.leadsTo(value) : undefined
    return (
      <span className={styles[value === null ? 'object' : typeof value]}>
        {target ? (
          <Link to={target.address} title={target.title}>
            {text}
          </Link>
        ) : (
          text
        )}
      </span>
    )
  }
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
          {node(item, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, shown, depth + 1)}
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

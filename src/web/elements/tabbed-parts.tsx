import { Tabs } from '@base-ui/react/tabs'
import { type ReactNode, useState } from 'react'
import styles from './tabbed-parts.module.css'
import tabs from './tabs.module.css'

export interface TabbedPart {
  id: string
  name: string
  content: ReactNode
}

/** What there is to see of something, one part at a time. A part that is gone makes room for the first. */
export function TabbedParts({
  label,
  parts,
  start,
  open,
  choose,
  inner = false,
}: {
  /** Names the row of tabs. */
  label: string
  parts: TabbedPart[]
  /** Id of the part that is open at first. */
  start?: string
  /** Where the address says which is open. */
  open?: string
  choose?: (id: string) => void
  /** Set where it is a part of such parts itself: one control of segments, so that the rows are told apart. */
  inner?: boolean
}) {
  const [own, setOwn] = useState(start)
  const wanted = open ?? own
  const shown = parts.some(({ id }) => id === wanted) ? wanted : parts[0]?.id
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(id) => (choose ? choose(id as string) : setOwn(id as string))}
      className={styles.parts}
    >
      <Tabs.List className={inner ? tabs.segments : tabs.list} aria-label={label}>
        {parts.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} className={inner ? tabs.segment : tabs.tab}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} className={tabs.panel}>
          <div className={styles.part}>{content}</div>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

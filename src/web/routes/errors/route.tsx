import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { commonErrors, errorIndex } from '#knowledge/diagnose/error-index.ts'
import { catalogueQuery, queryClient } from '../../queries.ts'
import { ScreenHead } from '../screen-head.tsx'
import { ErrorList } from './error-list.tsx'
import { ErrorSearch } from './error-search.tsx'
import styles from './errors.module.css'

/** The errors of the registries come with our own, so that nothing moves; where they cannot be had, ours are shown. */
export async function loader(): Promise<null> {
  await queryClient.prefetchQuery(catalogueQuery)
  return null
}

/** Every error that Claimcheck can explain: those met most often, all others by where they are met, and a search. */
export function Component() {
  return (
    <div className={styles.screen}>
      <ScreenHead of="/errors" />
      <ErrorSearch>
        <CommonErrors />
        <Families />
      </ErrorSearch>
    </div>
  )
}

function CommonErrors() {
  return (
    <section className={styles.common} aria-labelledby="common">
      <h2 id="common">Most common</h2>
      <ErrorList errors={commonErrors()} />
    </section>
  )
}

/** All errors by where they are met, each family closed until it is wanted. What was opened stays so in this tab. */
function Families() {
  const { data: rows } = useQuery(catalogueQuery)
  const families = useMemo(() => errorIndex(rows), [rows])
  const [opened, setOpened] = useState(readOpened)
  const turn = (id: string, open: boolean) => {
    const next = opened.filter((one) => one !== id).concat(open ? id : [])
    sessionStorage.setItem(openedKey, JSON.stringify(next))
    setOpened(next)
  }
  return (
    <section className={styles.common} aria-labelledby="families">
      <h2 id="families">Errors by stage</h2>
      <div className={styles.families}>
        {families.map(({ id, title, summary, errors }) => (
          <details
            key={id}
            open={opened.includes(id)}
            onToggle={({ currentTarget }) => currentTarget.open !== opened.includes(id) && turn(id, currentTarget.open)}
          >
            <summary data-result>
              <h3>{title}</h3>
              <span>{summary}</span>
              <b>
                {errors.length} <span className="visually-hidden">errors</span>
              </b>
            </summary>
            {opened.includes(id) && <ErrorList errors={errors} />}
          </details>
        ))}
      </div>
    </section>
  )
}

const openedKey = 'claimcheck.errors.opened'

function readOpened(): string[] {
  return JSON.parse(sessionStorage.getItem(openedKey) ?? '[]') as string[]
}

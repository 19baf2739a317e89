import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { X } from 'lucide-react'
import { type CSSProperties, memo, startTransition, useCallback, useMemo, useRef, useState } from 'react'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import { milliseconds, utcTime } from '#knowledge/text/duration.ts'
import button from '../../../elements/button.module.css'
import { ExchangeView } from '../../../elements/exchange-view.tsx'
import field from '../../../elements/field.module.css'
import { Notice } from '../../../elements/notice.tsx'
import { Panel } from '../../../elements/panel.tsx'
import { StatusTag } from '../../../elements/status-tag.tsx'
import { Tag } from '../../../elements/tag.tsx'
import type { EntryFilter, HarRow, ShownEntry } from '../../../exchange/har/messages.ts'
import type { HarFile } from '../../../exchange/har/read-har-file.ts'
import { useMasking } from '../../../privacy/masking.ts'
import { usePresenting } from '../../../privacy/privacy.ts'
import styles from './har-entries.module.css'
import { HarStepView } from './har-step.tsx'

const filterNames: Record<EntryFilter, string> = {
  all: 'All',
  failed: 'Failed',
  unanswered: 'Without a response',
  steps: 'Sign-in and API',
}

/** Rows that are asked for at a time. */
const page = 100
/** Height of a row, as its style sheet has it. */
const rowHeight = 36

/** Every entry of a file, to look through and to open. */
export function HarEntries({ har, rows }: { har: HarFile; rows: ClaimRows }) {
  const [find, setFind] = useState('')
  const [only, setOnly] = useState<EntryFilter>('all')
  const [open, setOpen] = useState<ShownEntry>()
  const personal = usePresenting()
  const search = useMemo(() => ({ find, only, personal }), [find, only, personal])
  const { data } = useQuery({ ...rowsQuery(har, search, 0), placeholderData: keepPreviousData })
  const total = data?.total ?? 0
  const show = useCallback(
    async (place: number) => {
      const entry = await har.ask({ about: 'entry', place })
      startTransition(() => setOpen(entry))
    },
    [har],
  )
  // Drawn once, not with each letter that is looked for.
  const opened = useMemo(
    () => open && <Opened entry={open} rows={rows} close={() => setOpen(undefined)} />,
    [open, rows],
  )
  return (
    <Panel
      title="All entries"
      note={`${total.toLocaleString('en')} of ${har.summary.counts.entries.toLocaleString('en')}`}
      flush
    >
      <search className={styles.tools}>
        <label className={styles.find}>
          <span className="visually-hidden">Find in the entries</span>
          <input
            type="search"
            className={field.control}
            value={find}
            placeholder="Host, path, method, status"
            onChange={(event) => setFind(event.target.value)}
          />
        </label>
        <fieldset className={styles.filters}>
          <legend className="visually-hidden">Entries shown</legend>
          {Object.entries(filterNames).map(([one, name]) => (
            <button
              key={one}
              type="button"
              className={button.button}
              aria-pressed={only === one}
              onClick={() => setOnly(one as EntryFilter)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      </search>
      {total === 0 ? (
        <p className={styles.none}>{data === undefined ? 'Looking' : 'No entries match.'}</p>
      ) : (
        <RowList har={har} search={search} total={total} open={open?.row.place} show={show} />
      )}
      {opened}
    </Panel>
  )
}

/** The rows that a search finds; only what is in sight is asked for and drawn. */
const RowList = memo(function RowList({
  har,
  search,
  total,
  open,
  show,
}: {
  har: HarFile
  search: Search
  total: number
  /** Place of the entry that is open. */
  open: number | undefined
  show: (place: number) => Promise<void>
}) {
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    useFlushSync: false,
  })
  const drawn = list.getVirtualItems()
  const pages = [...new Set(drawn.map(({ index }) => Math.floor(index / page)))]
  const answers = useQueries({ queries: pages.map((number) => rowsQuery(har, search, number)) })
  const rowAt = (index: number) => answers[pages.indexOf(Math.floor(index / page))]?.data?.rows[index % page]
  return (
    <div className={styles.scroll} ref={scroll} style={{ '--rows': `${list.getTotalSize()}px` } as CSSProperties}>
      <ol className={styles.list} aria-label="Entries" style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <li
              key={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row && <Row row={row} open={open === row.place} show={show} />}
            </li>
          )
        })}
      </ol>
    </div>
  )
})

interface Search {
  find: string
  only: EntryFilter
  personal: boolean
}

const Row = memo(function Row({
  row,
  open,
  show,
}: {
  row: HarRow
  open: boolean
  show: (place: number) => Promise<void>
}) {
  return (
    <button type="button" className={styles.row} aria-expanded={open} onClick={() => void show(row.place)}>
      <span className={styles.number}>{row.place + 1}</span>
      <span className={styles.time}>{row.at === undefined ? '' : utcTime(row.at).slice(11, 19)}</span>
      <span className={styles.method}>{row.method}</span>
      <span className={styles.where}>{row.where}</span>
      <span className={styles.label}>{row.label}</span>
      <span>
        {row.status === undefined ? (
          <Tag tone="bad">{row.unanswered ?? 'no status'}</Tag>
        ) : (
          <StatusTag status={row.status} />
        )}
      </span>
      <span className={styles.took}>{row.durationMs === undefined ? '' : milliseconds(row.durationMs)}</span>
    </button>
  )
})

/** One entry in full: as the step of a flow, or what was sent and what came, and why nothing did. */
function Opened({ entry, rows, close }: { entry: ShownEntry; rows: ClaimRows; close: () => void }) {
  const { row, step } = entry
  const name = `Entry ${(row.place + 1).toLocaleString('en')}`
  return (
    <div className={styles.opened}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <button type="button" className={button.quiet} onClick={close}>
          <X size={15} aria-hidden />
          Close
        </button>
      </div>
      {step ? <HarStepView step={step} rows={rows} label={name} /> : <Other entry={entry} label={name} />}
    </div>
  )
}

/** An entry that is no step of a flow. */
function Other({ entry: { call, exchange, unanswered }, label }: { entry: ShownEntry; label: string }) {
  const shown = useMasking(true).call(call)
  return (
    <>
      {unanswered && (
        <Notice tone="warn" title={`No response: ${unanswered.short}`}>
          <p>{unanswered.why}</p>
        </Notice>
      )}
      <ExchangeView call={shown} diagnosis={undefined} timing={exchange} label={label} />
    </>
  )
}

/** A page of the rows that a search finds. The cache forgets it with the screen. */
function rowsQuery(har: HarFile, search: Search, number: number) {
  return queryOptions({
    queryKey: ['har-rows', har.id, search, number],
    queryFn: () => har.ask({ about: 'rows', ...search, from: number * page, count: page }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

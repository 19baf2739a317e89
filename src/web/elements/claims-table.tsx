import { Fragment, useDeferredValue, useMemo, useState } from 'react'
import type { Environment } from '#knowledge/protocol/call.ts'
import type { ClaimContext, ClaimDescription } from '#knowledge/protocol/claim.ts'
import { type ClaimRows, describeClaim, describeHeader, momentOfClaim } from '#knowledge/protocol/claims.ts'
import { splitScopes } from '#knowledge/protocol/scopes.ts'
import { withoutPrivateMembers } from '#knowledge/token/inner-keys.ts'
import { useMasking } from '../privacy/masking.ts'
import type { Masking } from '../privacy/masks.ts'
import { usePresenting } from '../privacy/privacy.ts'
import styles from './claims-table.module.css'
import { CopyButton } from './copy-button.tsx'
import { asJson, JsonPaths, More } from './json-paths.tsx'
import { jsonText } from './json-rows.ts'
import { LongJson } from './long-json.tsx'
import { Moment } from './moment.tsx'
import { Panel } from './panel.tsx'
import { Secret } from './secret.tsx'
import { SourceChip } from './source-chip.tsx'
import table from './table.module.css'
import viewChoice from './view-choice.module.css'

/** Rows that are drawn at a time. */
const page = 60

interface Props {
  title: string
  /** Sets its values apart from those of the other tables. */
  owner: string
  values: Record<string, unknown>
  environment: Environment | undefined
  header?: boolean
  /** What the registries say, once it is loaded. */
  rows?: ClaimRows
  /** The token that they are in. */
  context?: ClaimContext
  /** True for members that are no claims and tell themselves what they are. */
  plain?: boolean
}

const views = { table: 'Table', paths: 'Paths', json: 'JSON' }

/** The members of a token's header or payload: name, value in the reading that suits it, and meaning. */
export function ClaimsTable(given: Props) {
  // A private key in a token is not shown, here or in the other views.
  const values = useMemo(() => withoutPrivateMembers(given.values), [given.values])
  const props = { ...given, values }
  const { title, owner, header = false } = props
  const presenting = usePresenting()
  const masking = useMasking()
  const shown = useMemo(() => (masking && !header ? masking.claims(values) : values), [values, masking, header])
  const [view, setView] = useState<keyof typeof views>('table')
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const names = Object.keys(values)
  const nested = names.length > 12 || names.some((name) => typeof values[name] === 'object')
  return (
    <Panel
      title={title}
      note={names.length > 12 ? `${names.length.toLocaleString('en')} members` : undefined}
      side={
        <div className={styles.tools}>
          {nested && view !== 'json' && (
            <input
              type="search"
              className={viewChoice.search}
              value={text}
              aria-label={`Search the ${title.toLowerCase()}`}
              placeholder="Search"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          {/* What is masked in the table must not stand open in the other views. */}
          {nested && !presenting && (
            <fieldset className={viewChoice.views}>
              <legend className="visually-hidden">View of the {title.toLowerCase()}</legend>
              {Object.entries(views).map(([id, label]) => (
                <label key={id}>
                  <input
                    type="radio"
                    name={`${owner}-view`}
                    checked={view === id}
                    onChange={() => setView(id as keyof typeof views)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          <CopyButton text={() => asJson(shown)} what={`the ${title.toLowerCase()} as JSON`} leaving="message" />
        </div>
      }
      flush
    >
      {view === 'json' && !presenting ? (
        <div className={styles.json}>
          <LongJson value={values} what={title} />
        </div>
      ) : view === 'paths' && !presenting ? (
        <JsonPaths key={wanted} values={values} wanted={wanted} />
      ) : (
        <Members key={wanted} {...props} shown={shown} masking={masking} wanted={wanted} />
      )}
    </Panel>
  )
}

function Members({
  owner,
  values,
  shown,
  masking,
  environment,
  header = false,
  rows,
  context,
  plain = false,
  wanted,
}: Props & { shown: Record<string, unknown>; masking: Masking | undefined; wanted: string }) {
  const [count, setCount] = useState(page)
  const found = Object.keys(values).filter(
    (name) =>
      wanted === '' || name.toLowerCase().includes(wanted) || jsonText(values[name]).toLowerCase().includes(wanted),
  )
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{plain ? 'Name' : header ? 'Parameter' : 'Claim'}</th>
            <th scope="col">Value</th>
            {!plain && <th scope="col">What it means</th>}
          </tr>
        </thead>
        <tbody>
          {found.slice(0, count).map((name) => {
            const value = values[name]
            const description = header
              ? describeHeader(name, rows, context)
              : describeClaim(name, value, environment, rows, context)
            return (
              <tr key={name}>
                <th scope="row" className={`${table.name} ${styles.name}`}>
                  <Name name={name} />
                </th>
                <td className={styles.value}>
                  <Value
                    id={`${owner}.${name}`}
                    name={name}
                    value={value}
                    shown={shown[name]}
                    hidden={masking?.hides(name, description)}
                    description={description}
                  />
                </td>
                {!plain && (
                  <td>
                    <b className={styles.called}>{description.name}</b> {description.meaning}{' '}
                    <SourceChip basis={description.basis} />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      <More shown={Math.min(count, found.length)} all={found.length} onMore={() => setCount(count + page)} />
    </>
  )
}

/** A name that continues on the next line after a mark in it, and not within a word. */
function Name({ name }: { name: string }) {
  return name.split(/(?<=[/.:_-])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}

function Value({
  id,
  name,
  value,
  shown,
  hidden = false,
  description,
}: {
  id: string
  name: string
  value: unknown
  /** The same with what is masked elsewhere masked here too, as a company's number in an audience. */
  shown: unknown
  /** Whether it is masked as a whole. */
  hidden?: boolean
  description: ClaimDescription
}) {
  if (hidden) return <Secret id={id} value={typeof value === 'string' ? value : jsonText(value, 20_000)} what={name} />
  const moment = momentOfClaim(value, description)
  if (moment !== undefined)
    return (
      <>
        <code className={styles.number}>{String(value)}</code> <Moment at={moment} />
      </>
    )
  if (description.kind === 'scope' && typeof value === 'string')
    return <Scopes scopes={splitScopes(value).slice(0, page)} />
  if (isShortList(shown)) return <Lines values={shown} />
  if (shown !== null && typeof shown === 'object') return <LongJson value={shown} first={12} what={name} />
  return <code className={styles.text}>{jsonText(shown)}</code>
}

/** More scopes than these are folded, so that the claims that follow do not wait for them. */
const scopesAtOnce = 3

function Scopes({ scopes }: { scopes: string[] }) {
  if (scopes.length <= scopesAtOnce) return <Lines values={scopes} />
  return (
    <details>
      <summary>{scopes.length} scopes</summary>
      <Lines values={scopes} />
    </details>
  )
}

/** A few texts, such as the recipients of a token, need no brackets. */
const isShortList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= scopesAtOnce &&
  value.every((one) => typeof one === 'string' && one !== '')

function Lines({ values }: { values: string[] }) {
  return (
    <ul className={styles.lines}>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a value may be there twice, and the order never changes
        <li key={at}>
          <code>{value}</code>
        </li>
      ))}
    </ul>
  )
}

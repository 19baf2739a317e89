import { ArrowLeft } from 'lucide-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { apiGuide, type GuidePart } from '#knowledge/protocol/api-guide.ts'
import { GuideText } from '../../elements/guide-text.tsx'
import { Panel } from '../../elements/panel.tsx'
import table from '../../elements/table.module.css'
import { ScreenHead } from '../screen-head.tsx'
import styles from './guide.module.css'

/** The passages of the service's document that sentences of the app rest on, word for word; the cited one is marked, in them and in the contents. */
export function Component() {
  const { hash, key } = useLocation()
  const navigate = useNavigate()
  const cited = hash.slice(1)
  const current = apiGuide.findLast(({ section }) => `${cited}.`.startsWith(`${section}.`))?.section
  return (
    <>
      <ScreenHead of="/guide" />
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label="Contents">
          {key !== 'default' && (
            <button type="button" className={styles.back} onClick={() => void navigate(-1)}>
              <ArrowLeft size={15} aria-hidden />
              Back
            </button>
          )}
          <ol>
            {apiGuide.map(({ section, title }) => (
              <li key={section}>
                <Link to={`#${section}`} replace aria-current={section === current ? 'true' : undefined}>
                  <span>§{section}</span> {title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sections}>
          {apiGuide.map(({ section, title, parts }) => (
            <div key={section} id={section} className={styles.section} data-cited={cited === section}>
              <Panel title={`§${section} ${title}`}>
                <div className={styles.parts}>
                  {parts.map((part, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the guide does not change
                    <Part key={at} part={part} section={section} cited={cited} />
                  ))}
                </div>
              </Panel>
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

function Part({ part, section, cited }: { part: GuidePart; section: string; cited: string }) {
  const { text, items, numbered, head, rows } = part
  if (text !== undefined)
    return (
      <p>
        <GuideText text={text} />
      </p>
    )
  if (head && rows)
    return (
      <table className={table.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...more]) => (
            <tr key={name}>
              <th scope="row" className={table.name}>
                {name}
              </th>
              {more.map((value, at) => (
                <td key={head[at + 1]} data-label={head[at + 1]}>
                  <GuideText text={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  if (numbered)
    return (
      <ol className={styles.numbered}>
        {numbered.map((item, at) => (
          <li key={item} id={`${section}.${at + 1}`} data-cited={cited === `${section}.${at + 1}`}>
            <GuideText text={item} />
          </li>
        ))}
      </ol>
    )
  return (
    <ul className={styles.items}>
      {items?.map((item) => (
        <li key={item}>
          <GuideText text={item} />
        </li>
      ))}
    </ul>
  )
}

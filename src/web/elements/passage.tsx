import { Fragment } from 'react'
import { Link } from 'react-router'
import { findPassage } from '#knowledge/protocol/api-guide.ts'
import { GuideText } from './guide-text.tsx'
import styles from './passage.module.css'

/** What the API guide says at a place that a sentence cites, word for word, in the little room beside the sentence. */
export default function Passage({ cited }: { cited: string }) {
  const found = findPassage(cited)
  if (!found) return null
  const { section, paragraph } = found
  return (
    <span className={styles.passage}>
      <b>
        §{cited} {section.title}
      </b>
      <span className={styles.words}>
        {paragraph !== undefined ? (
          <GuideText text={paragraph} />
        ) : (
          section.parts.map(({ text, items = [], numbered = [], rows = [] }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the guide does not change
            <Fragment key={at}>
              {text !== undefined && <GuideText text={text} />}
              {[...items, ...numbered].map((item) => (
                <span key={item} className={styles.item}>
                  <GuideText text={item} />
                </span>
              ))}
              {rows.map(([name = '', ...more]) => (
                <span key={name} className={styles.item}>
                  <code>{name}</code> <GuideText text={more.filter((one) => one !== '').join(', ')} />
                </span>
              ))}
            </Fragment>
          ))
        )}
      </span>
      <Link to={`/guide#${cited}`}>Read it in the API guide</Link>
    </span>
  )
}

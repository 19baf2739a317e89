import type { Defect } from '#knowledge/token/read-part.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import { Notice } from '../../elements/notice.tsx'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './defects.module.css'

/** Where a token cannot be read on: in words, by character, and with the decoded text around the place. */
export function Defects({ token }: { token: InspectedToken }) {
  if (token.defects.length === 0) return null
  const isLeftOut = token.defects.every((one) => one.isLeftOut)
  const [only] = token.defects.length === 1 ? token.defects : []
  return (
    <Notice
      tone={isLeftOut ? 'warn' : 'bad'}
      title={
        isLeftOut
          ? 'The token is truncated'
          : only !== undefined
            ? (only.fault?.title ?? 'The token is damaged')
            : `The token is damaged in ${token.defects.length} places`
      }
    >
      <ul className={styles.defects}>
        {token.defects.map((place) => (
          <li key={`${place.at}-${place.problem}`}>
            <p>
              {place.problem} Position: character {(place.at + 1).toLocaleString('en')} of{' '}
              {token.text.length.toLocaleString('en')}.
            </p>
            <Around token={token} place={place} />
          </li>
        ))}
      </ul>
      <p>The readable part is shown below.{isLeftOut ? '' : ' A recipient rejects such a token entirely.'}</p>
    </Notice>
  )
}

/** Characters that are shown on each side. */
const reach = 30

function Around({ token, place }: { token: InspectedToken; place: Defect }) {
  const presenting = usePresenting()
  if (presenting || token.form === 'opaque' || place.inText === undefined) return null
  const part = place.part === 'payload' && token.form === 'jws' ? token.payload : token.header
  const { text } = part
  if (text === undefined) return null
  return (
    <p className={styles.around}>
      <span className="visually-hidden">The decoded text there: </span>
      <code>
        {place.inText > reach && '…'}
        {text.slice(Math.max(0, place.inText - reach), place.inText)}
        <mark>{text.slice(place.inText, place.inText + 1) || '⟂'}</mark>
        {text.slice(place.inText + 1, place.inText + reach)}
      </code>
    </p>
  )
}

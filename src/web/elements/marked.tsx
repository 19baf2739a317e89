import styles from './marked.module.css'

/** A text in which the words of a search are marked. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const words = wanted.split(/\s+/).filter(Boolean)
  if (words.length === 0) return text
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`, 'i')
  return text.split(pattern).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
      <mark key={at} className={styles.hit}>
        {piece}
      </mark>
    ),
  )
}

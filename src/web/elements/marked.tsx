import { Fragment } from 'react'

/** A text in which the words of a search are marked. */
export function Marked({ text, wanted }: { text: string; wanted: string }) {
  const words = wanted.split(/\s+/).filter(Boolean)
  if (words.length === 0) return text
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|')})`, 'i')
  return text.split(pattern).map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
    return at % 2 === 1 ? <mark key={at}>{piece}</mark> : <Fragment key={at}>{piece}</Fragment>
  })
}

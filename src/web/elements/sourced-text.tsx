import { Fragment } from 'react'
import { SourceChip } from './source-chip.tsx'

/** A text whose references to the API guide, as “(§7.3)”, are chips, each behind what ends its clause. */
export function SourcedText({ text }: { text: string }) {
  return text.split(/ ?(\(§[\d.]+(?:, §[\d.]+)*\)[.,;]?)/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
    <Fragment key={at}>{at % 2 === 1 ? <Cited piece={piece} /> : piece}</Fragment>
  ))
}

function Cited({ piece }: { piece: string }) {
  const [reference = '', end] = piece.slice(1).split(')')
  return (
    <>
      {end} <SourceChip basis={{ kind: 'documented', reference }} />
    </>
  )
}

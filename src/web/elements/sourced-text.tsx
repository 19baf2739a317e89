import { Fragment } from 'react'
import { SourceChip } from './source-chip.tsx'

/** A text whose references to the API guide, as “(§7.3)”, are chips. */
export function SourcedText({ text }: { text: string }) {
  return text.split(/ ?\((§[\d.]+(?:, §[\d.]+)*)\)/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no identity but its place
    <Fragment key={at}>
      {at % 2 === 1 ? (
        <>
          {' '}
          <SourceChip basis={{ kind: 'documented', reference: piece }} />
        </>
      ) : (
        piece
      )}
    </Fragment>
  ))
}

/** A sentence about values: each that it quotes is set as a value, without the quotes. */
export function QuotedValues({ text }: { text: string }) {
  return text.split(/“([^”]*)”/).map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order
      <code key={at}>{piece}</code>
    ) : (
      piece
    ),
  )
}

/** Words of the guide: names in backquotes are code. */
export function GuideText({ text }: { text: string }) {
  return (
    <span>
      {text
        .split('`')
        // biome-ignore lint/suspicious/noArrayIndexKey: the guide does not change
        .map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))}
    </span>
  )
}

import { closed, quoted } from '../text/quote.ts'

/** A cause with the sentence that the other side gave, unless it quotes that already. */
export function withSentence(cause: string, sentence: string): string {
  const shown = quoted(sentence, 300)
  return cause.includes(shown) || cause.includes(quoted(sentence))
    ? cause
    : `${cause} The message says: ${closed(shown)}`
}

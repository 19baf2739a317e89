/** A text without those of its last characters that are among `characters`. Linear, which `/[…]+$/` is not. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** A text without those of its first characters that are among `characters`. */
export function withoutStart(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start += 1
  return text.slice(start)
}

/** A text in small letters and without accents. */
export function folded(text: string): string {
  return unaccented(text).toLowerCase()
}

/** A text without accents. */
export function unaccented(text: string): string {
  return text.normalize('NFD').replace(/\p{M}+/gu, '')
}

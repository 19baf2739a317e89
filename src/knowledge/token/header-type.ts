/** The type in a header, without `application/`, in small letters (RFC 7515 §4.1.9). */
export function typeOf(header: Record<string, unknown>): string {
  return String(header.typ ?? '')
    .toLowerCase()
    .replace(/^application\//, '')
}

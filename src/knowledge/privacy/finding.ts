import type { Kind } from './kinds.ts'

/** A stretch of a text that may need to be removed. */
export interface Finding {
  /** Characters of the text, `end` excluded. */
  start: number
  end: number
  kind: Kind
  /** What it is called in the account: the name of its field, or of its form. */
  name: string
  /** The value itself, as it reads without escapes. */
  value: string
  /** Stretches of it that are removed in its place, where the rest of it may stay, as header and claims of a token. */
  parts?: Finding[]
  /** What it reads as once it is decoded, and what was found in there; it is encoded again without that. */
  decoded?: { as: 'base64' | 'base64url'; text: string; findings: Finding[] }
  /** True where quotation marks must stand around what replaces it: a number of JSON. */
  bare?: boolean
  /** What may be said beside the trace of it, as the client ID of Basic credentials. */
  told?: string
}

/** Takes what is found. */
export type Add = (finding: Finding) => void

/** Findings as they are in the text around the one that they were found in. */
export function moved(
  findings: readonly Finding[],
  origin: (start: number, end: number) => [start: number, end: number],
): Finding[] {
  return findings.map((finding) => {
    const [start, end] = origin(finding.start, finding.end)
    return { ...finding, start, end, parts: finding.parts && moved(finding.parts, origin) }
  })
}

/**
 * Findings in their order, none overlapping another: of two that overlap the longer one stays, of two alike the first; a
 * value that is nothing but a token is that token.
 */
export function settled(findings: readonly Finding[]): Finding[] {
  const ordered = findings
    .map((finding, rank) => ({ finding, rank }))
    .sort(
      (one, other) =>
        one.finding.start - other.finding.start || other.finding.end - one.finding.end || one.rank - other.rank,
    )
  const kept: Finding[] = []
  for (const { finding } of ordered) {
    const last = kept.at(-1)
    if (last === undefined || finding.start >= last.end) kept.push(finding)
    else if (finding.end <= last.end) {
      if (isOnly(finding, last)) kept[kept.length - 1] = finding
    } else if (last.start === finding.start) kept[kept.length - 1] = finding
    // What is left of a place that two findings share goes with the first of them.
    else
      kept[kept.length - 1] = {
        ...(last.end - last.start >= finding.end - finding.start ? last : finding),
        start: last.start,
        end: finding.end,
        parts: undefined,
        decoded: undefined,
      }
  }
  return kept
}

/** Whether a token, readable without its signature, is all that a secret consists of. */
function isOnly(inner: Finding, outer: Finding): boolean {
  const readable = inner.parts !== undefined || inner.decoded !== undefined
  return (
    readable &&
    outer.parts === undefined &&
    outer.decoded === undefined &&
    outer.end - outer.start - (inner.end - inner.start) <= 9
  )
}

import sections from './api-guide.json' with { type: 'json' }

/** A section of the service's document, word for word. Names in backquotes are code. */
export interface GuideSection {
  /** As in `2.4`. */
  section: string
  title: string
  parts: GuidePart[]
}

export interface GuidePart {
  text?: string
  items?: string[]
  /** A paragraph of its own each, cited by its place: §5.2 is the second of §5. */
  numbered?: string[]
  head?: string[]
  rows?: string[][]
}

/** The sections that sentences of the app rest on. */
export const apiGuide: readonly GuideSection[] = sections

/** The passage that goes by this number: a whole section, or one numbered paragraph of it. */
export function findPassage(cited: string): { section: GuideSection; paragraph?: string } | undefined {
  const whole = apiGuide.find(({ section }) => section === cited)
  if (whole) return { section: whole }
  const [number, place] = cited.split('.')
  const section = apiGuide.find((one) => one.section === number)
  const paragraph = section?.parts.flatMap(({ numbered = [] }) => numbered)[Number(place) - 1]
  return section && paragraph !== undefined ? { section, paragraph } : undefined
}

import type { Config } from '#contract/config.ts'
import { type HeldSession, slotOf } from '#contract/session.ts'

/** How a session is told from the others of this browser. */
export interface SessionLabel {
  name: string
  /** In as few words as tell it apart: who it is, and where need be environment and client. */
  title: string
  /** Environment and client. */
  more: string
}

/**
 * The sessions of a browser, each as it is told from the others.
 *
 * @param presenting nobody is named
 */
export function sessionLabels(
  held: HeldSession[],
  { environments }: Pick<Config, 'environments'>,
  presenting: boolean,
): SessionLabel[] {
  const all = held.map(({ name, person, environment: id, client: clientId }) => {
    const environment = environments.find((one) => one.id === id)
    const client = environment?.clients.find((one) => one.id === clientId)
    const who = presenting || person === undefined ? `Session ${(slotOf(name) ?? 0) + 1}` : person
    const [where, what] = [environment?.name ?? id, client?.name ?? clientId]
    return { name, more: `${where} · ${what}`, titles: [who, `${who}, ${where}`, `${who}, ${what}`] }
  })
  return all.map(({ name, more, titles }) => {
    const unique = titles.find((title, at) => all.filter((other) => other.titles[at] === title).length === 1)
    return { name, more, title: unique ?? `${titles[0]}, ${more}` }
  })
}

import { inferred } from '../../protocol/basis.ts'
import { inList, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'

/**
 * Tells which values of a token are in its text under other names: the client ID of a request that is aud, the user ID that a
 * proxy writes into a header of its own. What has the same name in both is told by the comparisons that are made with it.
 */
export function relationsToValues(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const hosts = [...words.matchAll(address)].slice(0, 200).flatMap(([, host]) => host ?? [])
  return tokens.slice(0, 4).flatMap(({ token }): Omit<Relation, 'check'>[] => {
    const claims = (token.form === 'jws' && token.payload.value) || {}
    const kid = token.form === 'jws' ? token.header.value?.kid : undefined
    const named = new Map<string, string[]>()
    const inHosts: string[] = []
    for (const [claim, value] of Object.entries({
      ...claims,
      ...(kid !== undefined && { 'kid of the header': kid }),
    })) {
      const host =
        typeof value === 'string' && partOfHost.test(value) && hosts.find((one) => one.split('.').includes(value))
      if (host) inHosts.push(`${claim} appears in the host of ${quoted(`https://${host}`)}`)
      const [name] = [value].flat().flatMap((one) => nameOf(one, words))
      if (name === undefined || plainly(name).includes(plainly(claim)) || plainly(claim).includes(plainly(name)))
        continue
      named.set(name, [...(named.get(name) ?? []), claim])
    }
    const said = [...named].slice(0, 5).map(([name, claims]) => `${quoted(name)} is ${inList(claims)}`)
    const sentences = [
      ...(said.length > 0 ? [`Values of the token appear in the text under other names: ${said.join('; ')}.`] : []),
      ...(inHosts.length > 0 ? [`${inHosts.slice(0, 3).join('; ')}.`] : []),
    ]
    return sentences.length === 0
      ? []
      : [
          {
            title: 'Claim values elsewhere in the text',
            outcome: 'passed',
            why: sentences.join(' '),
            basis: inferred('the same values in the text'),
            of: [token.text],
          },
        ]
  })
}

/** The name right before a value, where it is in the text; none for values that can be there by chance. */
function nameOf(value: unknown, words: string): string[] {
  if (typeof value !== 'string' || value.length < 8 || value.length > 200 || !/\d|[@.:/|-]/.test(value)) return []
  for (let at = words.indexOf(value), left = 8; at >= 0 && left > 0; at = words.indexOf(value, at + 1), left--) {
    if (continuing.test(words.slice(at + value.length, at + value.length + 2))) continue
    const name = /(?<![\w-])([A-Za-z][\w.-]{1,50})\\?["']?[ \t]{0,3}(?:[:=]|=>)[ \t]{0,3}\\?["']?$/.exec(
      words.slice(Math.max(0, at - 80), at),
    )?.[1]
    if (name !== undefined && !tellingNothing.test(name)) return [name]
  }
  return []
}

/** Names that say nothing of a value, hosts before a colon, and headers that have it by chance. */
const tellingNothing =
  /^(?:https?|value|val|name|key|id|type|data|text|header|origin|referer|host|to|from)$|\.[a-z]{2,}$/i

/** What makes a value a part of a longer one: `https://app.example` of `https://app.example/b/411`. */
const continuing = /^(?:[\w/@%+~-]|[.:?#=](?=[\w/]))/

const address = /\bhttps?:\/\/([\w.-]{3,253})/g

/** What can be a label of a host, and is too long to be a word. */
const partOfHost = /^(?=.*[a-z])(?:(?=.*\d)[a-z\d-]{8,63}|[a-z-]{16,63})$/

const plainly = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

import { inferred } from '../../protocol/basis.ts'
import { listed } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { Relation } from '../together.ts'
import { isLike } from './like-pattern.ts'

/**
 * Compares claims with what a policy or a program beside the token demands of them by name: `assertion.ref == '…'`,
 * `if (payload.azp !== '…') throw`, `bound_claims { … }`.
 */
export function relationsToConditions(tokens: readonly FoundToken[], words: string): Omit<Relation, 'check'>[] {
  const demands = [...comparisons(words), ...boundClaims(words)].slice(0, 12)
  return demands.flatMap(({ claim, wanted }): Omit<Relation, 'check'>[] => {
    const held = tokens.flatMap((found) => {
      const own = valuesOf(found, claim)
      return own === undefined ? [] : [{ found, own }]
    })
    const fitting = held.find(({ own }) => own.some((one) => wanted.some((other) => isLike(one, other))))
    const [first] = fitting === undefined ? held : [fitting]
    if (first === undefined) return []
    return [
      {
        title: `${claim} and the condition in the text`,
        outcome: fitting === undefined ? 'failed' : 'passed',
        why:
          fitting === undefined
            ? `The condition in the text requires ${listed(wanted)} as ${claim}, and the token has ${first.own.length === 0 ? 'none' : listed(first.own)}.`
            : `The condition in the text requires ${listed(wanted)} as ${claim}, and the token has it.`,
        basis: inferred('the condition in the text and the claim that it names'),
        of: [first.found.token.text],
        ...(fitting === undefined && {
          fault: {
            title: `Not the ${claim} that the condition requires`,
            phrase: `without the ${claim} that the condition in the text requires`,
            tone: 'warn' as const,
          },
        }),
      },
    ]
  })
}

interface Demand {
  claim: string
  wanted: string[]
}

function comparisons(words: string): Demand[] {
  return [...words.matchAll(comparison)].slice(0, 40).flatMap((match): Demand[] => {
    const { of = '', claim = '', operator = '', value = '' } = match.groups ?? {}
    const line = words.slice(words.lastIndexOf('\n', match.index) + 1, match.index)
    const after = words.slice(match.index + match[0].length, match.index + match[0].length + 160)
    const isDemand = operator.startsWith('!')
      ? refusal.test(after)
      : /^(?:assertion|attribute)$/.test(of) || /condition|policy|allow|permit|require|assert|expect/i.test(line)
    const wanted = [...value.matchAll(/["']([^"'\n]{1,200})["']/g)].map(([, one = '']) => one)
    return isDemand && wanted.length > 0 ? [{ claim, wanted }] : []
  })
}

const comparison =
  /\b(?<of>assertion|attribute|claims?|token|jwt|payload|decoded|identity)(?:\??\.(?:claims\.)?|\[["']|\.get\(["'])(?<claim>[A-Za-z_][\w:/-]{0,60})["'\])]{0,3}\s{0,3}(?<operator>!==?|===?|\bin\b)\s{0,3}(?<value>["'][^"'\n]{1,200}["']|\[[^\]\n]{1,400}\])/g

const refusal = /\b(?:throw|return|reject|raise|panic|abort|deny|error|fail|401|403|next\()/i

/** The members of `bound_claims`, in HCL, JSON, YAML or as Vault prints them. */
function boundClaims(words: string): Demand[] {
  return [...words.matchAll(bound)].slice(0, 4).flatMap(({ 1: printed, 2: block = '' }) => {
    const pairs =
      printed === undefined
        ? [
            ...block.matchAll(
              /["']?([A-Za-z_][\w:/-]{0,60})["']?\s{0,10}[:=]\s{0,4}(\[[^\]]{1,400}\]|["'][^"'\n]{1,200}["'])/g,
            ),
          ]
        : [...printed.matchAll(/([A-Za-z_]\w{0,60}):(\[[^\]]{1,400}\]|[^\s\]]{1,200})/g)]
    return pairs.map(([, claim = '', value = '']) => ({
      claim,
      wanted: value
        .replace(/^\[|\]$/g, '')
        .split(value.startsWith('[') ? /[,\s]+/ : /\n/)
        .map((one) => one.trim().replace(/^["']|["']$/g, ''))
        .filter((one) => one !== ''),
    }))
  })
}

const bound =
  /\b(?:bound|required|expected|match)_?claims["']?\s{0,10}[:=]?\s{0,4}(?:map\[((?:[^[\]]|\[[^\]]{0,400}\]){1,1000})\]|\{([^{}]{1,2000})\})/gi

/** The values of a claim; undefined where the token has no such claim, so that it may be another token's. */
function valuesOf({ token }: FoundToken, claim: string): string[] | undefined {
  const claims = (token.form === 'jws' && token.payload.value) || {}
  if (!Object.hasOwn(claims, claim)) return undefined
  const values = [claims[claim]].flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  return values.length === 0 ? undefined : values.map(String)
}

import { bytesOfBase64 } from '../text/base64.ts'
import { inflate } from '../text/inflate.ts'
import { isObject } from '../text/json.ts'

/**
 * What a status list says, in a sentence: how many entries it has and which of them are not 0 (draft-ietf-oauth-status-list
 * §4). Undefined where it cannot be unpacked.
 */
export function statusListInWords(list: unknown): string | undefined {
  if (!isObject(list) || typeof list.lst !== 'string') return undefined
  const bits = Number(list.bits)
  const packed = [1, 2, 4, 8].includes(bits) && list.lst.length < 2_000_000 ? bytesOfBase64(list.lst) : undefined
  const bytes = packed && inflate(packed)
  if (bytes === undefined) return undefined
  const entries = (bytes.length * 8) / bits
  const byState = new Map<number, number[]>()
  let set = 0
  bytes.forEach((byte, at) => {
    // The first entry is in the lowest bits.
    for (let shift = 0, rest = byte; rest > 0; shift += bits, rest >>= bits) {
      const state = rest & ((1 << bits) - 1)
      if (state === 0) continue
      set += 1
      const known = byState.get(state) ?? []
      if (known.length < most) byState.set(state, [...known, (at * 8 + shift) / bits])
    }
  })
  const size = `It has ${entries.toLocaleString('en')} entries of ${bits === 1 ? 'one bit' : `${bits} bits`}`
  if (set === 0) return `${size}, all of them 0 (valid).`
  const states = [...byState]
    .sort(([one], [other]) => one - other)
    .map(
      ([state, at]) =>
        `${at.join(', ')}${at.length === most ? ' and more' : ''} ${at.length === 1 ? 'is' : 'are'} ${names[state] ?? state}`,
    )
  return `${size}; ${set.toLocaleString('en')} of them ${set === 1 ? 'is' : 'are'} not 0. Entries (counted from 0): ${states.join('; ')}.`
}

/** Entries that are named of each state. */
const most = 12

/** The states of the registry (draft-ietf-oauth-status-list §7.1). */
const names: Record<number, string> = { 1: 'invalid (1: revoked)', 2: 'suspended (2)' }

import type { Message, Trace } from './message.ts'

/** Whether a line before the message shows that the user signed out, and none between that they signed in again. */
export function signedOutBefore({ at }: Message, { text }: Trace): boolean {
  const before = text.slice(0, at)
  const out = [...before.matchAll(signOut)].at(-1)
  if (out === undefined || signIn.test(before.slice(out.index + out[0].length))) return false
  // Another user's session says nothing of this one.
  const [gone, own] = [userOf(text, out.index), userOf(text, at)]
  return gone === undefined || own === undefined || gone === own
}

/** The user that the line of a place names, or the line before it. */
function userOf(text: string, at: number): string | undefined {
  const start = text.lastIndexOf('\n', Math.max(0, text.lastIndexOf('\n', at) - 1)) + 1
  const end = text.indexOf('\n', at)
  const lines = text.slice(Math.max(start, at - 600), end < 0 ? at + 300 : Math.min(end, at + 300))
  return [...lines.matchAll(user)].at(-1)?.[1]?.toLowerCase()
}

const user = /\b(?:user(?:[_ ]?(?:name|id))?|usu[aá]rio|sub|login|account|conta)["']?\s?[=:]\s?["']?([\w.@-]{1,80})/gi

const signOut =
  /\/(?:oauth2\/)?(?:logout|sign-?out|end-?session|revoke|sair)\b[^\n]{0,80}?(?<![\d.])(?:20[0-4]|30[1-7])\b|\b(?:logged|signed) out\b|\b(?:logout|sign-?out)\b[^\n]{0,40}\b(?:ok|done|20[0-4])\b|\bfez logout\b|\bclicou em sair\b|\bsaiu da (?:conta|sess[aã]o)\b|\bencerrou a sess[aã]o\b|\bcerr[oó] (?:la )?sesi[oó]n\b/gi
const signIn =
  /\/authorize\b|authorization_code|\b(?:logged|signed) in\b|\blogin (?:ok|again|de novo)\b|\bentrou de novo\b|\bnovo login\b/i

import { documented, inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { folded } from '../facts/folded.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import type { Said } from './rule.ts'

/** A secret that was replaced, as a notice or a remark in the text says, and a program that has the former one (§5.2). */
export const replacedSecretRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§5.2', inferred('the notice in the text')), find: replaced },
]

function replaced({ text }: Trace): Said | undefined {
  if (!/\binvalid_client\b/.test(text)) return undefined
  const said = text
    .split(/\n|(?<=[.!])\s/)
    // What the response itself says is told by its own code.
    .filter((one) => named.test(one) && !/error/i.test(one))
    .slice(0, 40)
    .map((one) => one.trim().slice(0, 300))
    .find((one) => notice.test(folded(one)) && !asked.test(folded(one)))
  if (said === undefined) return undefined
  const kept = /^[^\n]{0,160}(?:\bls -l|\b(?:mtime|modified|changed|alterado|modificado)\b)[^\n]{0,120}$/im.exec(
    text,
  )?.[0]
  return {
    of: 'client-secret-wrong',
    title: 'The former client secret is still in use',
    cause: `The text says ${quoted(said, 160)}. The requests are rejected since then, so your app probably still sends the former secret.${kept === undefined ? '' : ` Where your app reads it: ${quoted(kept.trim(), 120)}.`}`,
    fix: 'Put the new secret where your app reads it, and restart your app. Check every machine and job that uses this client.',
    who: 'operator',
    telling: said.slice(0, 80),
  }
}

const secret = '(?:client[ _-]?secrets?|secrets?|segredos?|secretos?|claves?|credentials?|credenciais|credenciales)'
const ended =
  '(?:deixa(?:ra|m)? de valer|perde(?:ra)? a validade|foi (?:trocad|substituid|rotacionad|renovad)\\w*|expira\\w*|venceu|vence|caduca|deja de (?:valer|funcionar)|fue (?:cambiad|renovad|rotad)\\w*|se (?:roto|renovo|cambio)|(?:was|were|has been|have been|got) (?:rotated|replaced|renewed|regenerated|reset)|stops? (?:working|being valid)|no longer valid|expires?|expired|rotated)'

const named = new RegExp(secret, 'i')
/** A sentence about a new secret, or about the end of the former one. */
const notice = new RegExp(
  `\\b(?:new|novo|nova|nuevo|nueva)\\b.{0,24}\\b${secret}\\b|\\b${secret}\\b.{0,80}\\b${ended}\\b|\\b${ended}\\b.{0,40}\\b${secret}\\b`,
)
/** What only asks for it, or says that it did not happen. */
const asked =
  /\?\s{0,4}$|\b(?:not|nao|no|never|nunca|nobody|ninguem|nadie)\b.{0,24}(?:expire|rotat|trocad|renov|venc|cambi|chang|new|nov)/

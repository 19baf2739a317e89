import { documented, inferred } from '../../protocol/basis.ts'
import { listed, quoted } from '../../text/quote.ts'
import type { Trace } from './message.ts'
import { answeredBy, type Rule, type Said } from './rule.ts'

const refused = answeredBy(['insufficient_scope', 'invalid_scope'], [401, 403])

/** What was asked for, what was granted and what a call needs, held against each other (§2.4, §2.5, §5.6). */
export const scopeRules: readonly Rule[] = [
  {
    kind: 'api-request',
    own: true,
    basis: documented('§2.4 and §5.6'),
    explains: refused,
    find: (message, { text }) => {
      const [, api = ''] = /\/v1\/([\w-]{3,60})/.exec(message.path) ?? []
      if (api === '' || !/^(?:POST|PUT|PATCH|DELETE)$/.test(message.method ?? '')) return undefined
      const held = [...text.matchAll(/[\w.-]{2,100}\/([\w-]{3,60})\.(\w{2,30})(?![\w/])/g)].filter(
        ([, one]) => one === api,
      )
      const [first] = held
      if (first === undefined || held.some(([, , level = '']) => !/^read(?:_?only)?$/i.test(level))) return undefined
      // What the response itself names as missing is something else.
      if (namesCompany.test(text)) return undefined
      return {
        of: 'scope-insufficient',
        title: `The scope ${quoted(first[0])} is read-only`,
        cause: `The token has ${quoted(first[0])}, but the call is a ${message.method}, which changes data. The access level ${quoted(first[2])} does not allow that.`,
        fix: `Request a scope for ${quoted(api)} with write access in the authorization request, and authorize it. The API guide shows only “readonly”: ask the identity team for the name of the write scope.`,
        telling: first[0],
      }
    },
  },
]

const namesCompany =
  /["'](?:code|error|message|detail|codigo|mensagem)["']\s{0,3}:\s{0,3}["'][^"'\n]{0,120}(?:company|empresa|cnpj)/i

/** The circumstances that move a refused signature to the side of the service (§5.5, §7.2). */
export const newKeyRule: Rule = {
  kind: 'api-request',
  basis: documented('§5.5 and §7.2', inferred('the wording of the text')),
  explains: () => true,
  find: (_message, trace) => newKey(trace),
}

/** A key that the gateway does not know yet: nothing changed at the caller, and all are affected. */
export function newKey({ text, words }: Trace): Said | undefined {
  if (!/NoMatchingPublicKey|no matching (?:public )?key|chave p[uú]blica/i.test(text)) return undefined
  const said = words()
  const kids = [...said.matchAll(/\bkid\b[^\n]{0,80}/g)].map(([one]) => one).join(' ')
  const names = [
    ...new Set([...kids.matchAll(/["'`“ =]([\w.-]{2,40}\d[\w.-]{0,20})["'`”]?/g)].map(([, one = '']) => one)),
  ]
  const passes =
    names.length > 1 &&
    /\b(?:still|ainda|passam?|normal\w*|funciona\w*|works?|green|antes|before|until|ate|old|antig\w*|anterior\w*)\b/.test(
      said,
    )
  const changed =
    passes || /\b(?:mudou|changed|now|agora|hoje|trocou|nov[oa]|new|ontem|rotat\w*|rotacion\w*)\b/.test(kids)
  const all =
    /\b(?:\d{2,}|todos? (?:os|mundo)|all|every|varios|diferentes) ?(?:os )?(?:\w+ )?(?:clientes?|customers?|clients?|usuarios?|users?|mundo)\b|\btodo mundo\b|\bevery(?:one|body)\b|\btodos os clientes\b/.test(
      said,
    )
  const still =
    /\b(?:nao fizemos|sem|no|nothing was|not|nenhum\w*|without) (?:\w+ ){0,2}(?:deploy\w*|release\w*|changed?|mudanca\w*|alter\w+)\b/.test(
      said,
    )
  if ([changed, all, still, passes].filter(Boolean).length < 2) return undefined
  return {
    of: 'no-matching-public-key',
    title: 'The gateway does not know the new signing key',
    cause: `New tokens of many clients are rejected with NoMatchingPublicKey${names.length > 1 ? `, and the kid of the tokens changed (${listed(names)})` : ''}, so the identity service probably signs with a new key that the gateway has not loaded.`,
    fix: 'Report it to the API team, so that the gateway loads the new key. Include the kid of a rejected token, the time of the first failure and an example.',
    who: 'api-team',
    telling: 'NoMatchingPublicKey',
  }
}

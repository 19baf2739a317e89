import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'

/** What a person reports of other tries: it tells a cause apart from those that would fail them too. */
export const reported = family(
  [
    'works:other-endpoint',
    'works:same-credentials',
    'works:other-certificate',
    'works:other-client',
    'fails:without-token',
    'fails:one-replica',
    'comes-and-goes',
    'secret:in-browser',
    'redirect:same',
    'code:first-use',
    'audience:is-issuer',
    'takes:id-tokens',
  ],
  (evidence) => {
    const words = evidence.words()
    const text = evidence.text()
    return {
      facts: those({
        'works:other-endpoint': otherEndpoint.test(words),
        'works:same-credentials': sameCredentials.test(words),
        'works:other-certificate': otherCertificate.test(words),
        'works:other-client': otherClient.test(words),
        'fails:without-token': withoutToken.test(words),
        'fails:one-replica': oneReplica.test(words),
        'comes-and-goes': comesAndGoes(text) || again.test(words),
        'secret:in-browser':
          /client_secret/i.test(text) &&
          /\bfetch\(|axios|XMLHttpRequest|cross-origin|CORS|localhost:(?:3000|3001|4200|5173|8080)|\breact\b|\bangular\b|\bvue\b/i.test(
            text,
          ) &&
          /client_credentials|grant_type/.test(text),
        'redirect:same': sameRedirect.test(words),
        'code:first-use': firstUse.test(words),
        'audience:is-issuer': audienceIsIssuer(evidence),
        'takes:id-tokens': takesIdTokens.test(text),
      }),
    }
  },
)

const worked =
  '(?:= ?200|-> ?200|=> ?200|\\b200\\b|\\bok\\b|\\bworks?\\b|\\bfine\\b|\\bsucceeds?\\b|\\bfunciona\\w*|\\bpassam?\\b|\\btraz\\b|\\bresponde\\w*|\\bretorna\\w*)'
const otherEndpoint = new RegExp(
  `\\b(?:same|this|mesmo|este|esse|mismo) (?:access )?token\\b[^.\\n]{0,80}${worked}|\\b(?:other|another|outr[ao]s?|demais|otr[ao]s?) (?:calls?|endpoints?|routes?|chamadas?|llamadas?|rotas?|apis?|metodos?|operations?)\\b[^.\\n]{0,80}${worked}|${worked}[^.\\n]{0,30}\\b(?:for|on|with|em|nos?|nas?|en) (?:all |the |todos |os |as )?(?:other|outr[ao]s?|demais|otr[ao]s) (?:calls?|endpoints?|routes?|chamadas?|llamadas?|rotas?|apis?|metodos?)`,
)
const sameCredentials = new RegExp(
  `\\b(?:same|identical|mesm[ao]s?|mism[ao]s?) (?:credentials?|keys?|secret|client|values?|data|request|body|parameters?|credenciais|chaves?|dados|requisicao|credenciales|claves?|datos|certificat\\w*|certificad\\w*)\\b[^.\\n]{0,90}${worked}`,
)
const otherCertificate =
  /\b(?:with|using|com|usando|con)\b[^.\n]{0,50}\b(?:other|another|different|outr[ao]|otr[ao]|old|antig[ao])\b[^.\n]{0,24}\b(?:cert\w*|a1|a3|ca|issuer|emissor|e-cnpj)\b[^.\n]{0,40}\b(?:works?|funciona\w*|ok|fine|passa)\b|\b(?:nos|em|in|for|para) (?:outr[oa]s?|demais|(?:the |all )?other) (?:estados?|states?|ufs?|servidores|servers|hosts|bancos?|banks?)\b[^.\n]{0,60}\b(?:works?|funciona\w*|ok|fine|passa)\b|\b(?:com|with) (?:um|a|an) (?:a1|a3|cert\w*) (?:da|do|from|of) \w{2,30}[^.\n]{0,40}\b(?:funciona\w*|works?|ok)\b/
const otherClient = new RegExp(
  `${worked}[^.\\n]{0,30}\\b(?:in|with|from|via|using|no|na|com|pelo|pela|en|con|desde) (?:the |a |my |o )?(?:curl|postman|insomnia|browser|chrome|firefox|openssl|aws cli|aws s3|wget|python|navegador)`,
)
const withoutToken =
  /\b(?:without|no|sem|sin)(?: any| a| the| nenhum| o)? (?:token|authorization|auth|header|credentials)\b[^.\n]{0,40}\b(?:also|too|same|still|tambem|mesm[oa]|igual|tambien|40[13])\b|\b(?:even|mesmo|also|incluso) (?:without|sem|sin)(?: any| a| the| o)? (?:token|authorization|auth)\b|\bwith or without (?:a |the )?token\b|\bcom ou sem (?:o )?token\b/
const oneReplica =
  /\b(?:only|just|so|apenas|somente|solo)(?: \w+){0,3} (?:one|1|uma?|un) (?:of (?:the )?(?:two|three|four|\d+) )?(?:\w+ )?(?:replicas?|pods?|instances?|nodes?|servers?|instancias?|nos?|servidor(?:es)?)\b|\b(?:one|1|uma?) (?:of (?:the |our )?(?:two|three|four|2|3|4)|de (?:duas|dois|tres|2|3)) (?:\w+ )?(?:replicas?|pods?|instances?|nodes?|servers?|instancias?|nos|servidores)\b|\b(?:scaled?|scaling|escal\w+)(?: \w+){0,3} (?:to|para|a) (?:[2-9]|two|three|duas|dois|tres)\b|\b(?:with|com|con) (?:a single|one|1|uma(?: so)?) (?:replica|pod|instance|instancia)\b[^.\n]{0,40}\b(?:works?|funciona\w*|fine|ok)\b/
const again =
  /\b(?:recovers?|recovered|succeeds?|works?|passes|fine|ok|funciona\w*|passa|volta)(?: \w+){0,4} (?:on|after|with|when|apos|depois de|na|no|al)(?: \w+){0,4} (?:re-?runs?|re-?try(?:ing)?|retries|retry|second (?:try|attempt)|nova tentativa|segunda tentativa|tentar (?:de )?novo|tentar novamente|reintent\w*)\b|\b(?:seconds?|segundos?|moments?) (?:later|depois|despues)[^.\n]{0,50}\b(?:works?|ok|200|succeeds?|fine|funciona\w*)\b|\b(?:about |roughly |cerca de )?(?:one|1|uma?) (?:in|out of|em cada|de cada) (?:five|ten|twenty|\d+|dez|cinco|vinte)\b/
const sameRedirect =
  /\bredirect[_ ]?uri\b[^.\n]{0,40}\b(?:is|e|es) (?:the same|identical|a mesma|igual|la misma)\b|\bsame redirect[_ ]?uri\b|\bmesm[ao] redirect[_ ]?uri\b/
const firstUse =
  /\b(?:first|only) (?:use|exchange|attempt) of (?:the|this) code\b|\bcode\b[^.\n]{0,30}\b(?:never|nunca) (?:foi )?(?:used|usado|trocado|exchanged)\b|\b(?:fresh|new|brand.new) code (?:each|every) time\b|\bcode is (?:only )?used (?:only )?once\b|\bcodigo (?:e )?(?:usado|trocado) uma (?:unica )?vez\b/

/** Services that sign people in by the ID token itself: the API server of Kubernetes, and Google’s Identity-Aware Proxy. */
const takesIdTokens =
  /--?oidc-(?:client-id|issuer-url|username-claim)|kube-?apiserver|apiserver flags|TokenReview|kubelogin|oidc-login|\/api\/v1\/(?:namespaces|pods|nodes|services|configmaps|secrets)\b|\/apis\/[a-z.]{3,60}\/v\d|identity-aware proxy|x-goog-iap/i

/** Whether requests to one address, or of one program that names none, go well, fail, and go well again. */
function comesAndGoes(text: string): boolean {
  const turns = new Map<string, { well: boolean; times: number }>()
  for (const line of text.split('\n', 2_000)) {
    if (!/\d{2}:\d{2}:\d{2}/.test(line.slice(0, 60))) continue
    const short = line.slice(0, 600)
    const bad = /\bERROR\b|\bfail\w*|\b[45]\d\d\b(?! ?ms)|\binvalid_\w+/i.test(short.slice(8))
    const well = !bad && /\bok\b|\b20[0-4]\b|\bsuccess\w*|\bsucceeded\b|\bsucesso\b/i.test(short)
    if (!bad && !well) continue
    const key = /\b(?:GET|POST|PUT|PATCH|DELETE)\s{1,3}["']?[^\s?"']{1,200}/.exec(short)?.[0] ?? ''
    const before = turns.get(key)
    if (before === undefined) turns.set(key, { well, times: 0 })
    else if (before.well !== well) turns.set(key, { well, times: before.times + 1 })
  }
  return [...turns.values()].some(({ times }) => times > 1)
}

/** Whether an assertion names the issuer that a text shows as its audience: FAPI 2.0 §5.3.2.1 has the server accept it. */
function audienceIsIssuer(evidence: Evidence): boolean {
  const issuers = evidence.addressed().filter(({ about }) => about === 'issuer')
  const audiences = evidence
    .tokens()
    .filter(({ role }) => role === 'assertion')
    .flatMap(({ claims }) => [claims.aud].flat())
  return (
    audiences.some((one) => issuers.some(({ value }) => value === one)) ||
    /\baud(?:ience)?\b[^.\n]{0,40}\b(?:is|equals|=) (?:exactly )?the issuer\b/.test(evidence.words())
  )
}

import { type Facts, isFactName } from '../facts/facts.ts'
import type { KnownError } from './known-error.ts'
import type { Phrases } from './phrases.ts'

/** Something that a title states of a system, and the phrases and facts one of which shows it in a text. */
interface Claim {
  states: RegExp
  shownBy: readonly string[]
}

const claims: readonly Claim[] = [
  {
    states: /\b(?:prox(?:y|ies)|nginx|ingress|load balancers?|reverse prox\w+)\b/i,
    shownBy:
      'proxy* proxies nginx* ingress* traefik* haproxy* caddy* apache* cloudflare* balanc* alb elb gateway* x-forwarded* forwarded* kong* envoy* istio* behind atrás 407 502 tunnel* ngrok* proxy_* iis cdn oauth2-proxy* zscaler* corporate terminat*'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:replicas?|nodes|pods|workers|instances|cluster|processes)\b/i,
    shownBy:
      '@workers:several @fails:one-replica @fails:sometimes @comes-and-goes replica* réplica* pod pods node nodes nós instance* instânc* cluster* worker* scal* kubernetes* k8s sticky balanc* process* parallel concurren* simult*'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:containers?|docker|compose)\b/i,
    shownBy:
      '@inside:container docker* container* conteiner* compose* pod* kubernetes* k8s* podman* svc.cluster.local host.docker.internal'.split(
        ' ',
      ),
  },
  {
    states: /\bworks? (?:in|with|from|on|locally|only|for|elsewhere)\b|\bonly in production\b/i,
    shownBy:
      '@works:postman @works:locally @works:production @works:sandbox @works:other-account @works:before @works:other-browser @works:first-time @works:outside-container @works:same-credentials @works:other-endpoint works working funciona* funcionou only só apenas somente'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:updates?|updated|upgrades?|upgraded|new version|migrat\w+)\b/i,
    shownBy:
      '@after:update @after:move @after:deploy update* upgrad* atualiz* actualiz* version* versão versões migrat* migr* moved bump* since after v1 v2 v3 v4 v5 release*'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:sometimes|at times|intermittent\w*|now and then|every other)\b/i,
    shownBy:
      '@fails:sometimes @comes-and-goes sometimes intermit* random* às vezes occasional* esporádic* flak* rare* every aleatori* instáv*'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:tabs?|windows?|back button|bookmark\w*|double click|clicked twice)\b/i,
    shownBy:
      'tab tabs aba abas pestaña* window* janela* popup* back bookmark* favorit* double twice duas clique* click* reload* refresh* recarreg* f5 restor* history'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:redirects? (?:drops?|loses?|removes?)|redirect drops)\b/i,
    shownBy: '301 302 303 307 308 redirect* redirec* location: curl -L'.split(' '),
  },
  {
    states: /\bfirewall|\bWAF\b/i,
    shownBy:
      'firewall* waf* blocked bloque* 403 forbidden denied timeout* reset* IP cloudflare* akamai* imperva* incapsula* filter* SSL_ERROR_SYSCALL allowlist* whitelist* vpn'.split(
        ' ',
      ),
  },
  {
    states: /\b(?:mobile|Android|iOS|iPhone|phone app)\b/,
    shownBy:
      'android* ios iphone* ipad* mobile* celular* flutter* expo react-native* swift* kotlin* appauth* xcode* cordova* ionic* capacitor* maui* xamarin*'.split(
        ' ',
      ),
  },
  {
    states: /\biframes?|hidden frame|silent(?:ly)? renew\w*/i,
    shownBy: 'iframe* frame* silent* prompt=none checksso check-sso third-party embed* timeout*'.split(' '),
  },
  { states: /\bDPoP\b/, shownBy: ['dpop*', 'jkt', 'htu', 'htm'] },
  {
    states: /\bdevice (?:code|flow|sign-in)\b/i,
    shownBy: ['device*', 'authorization_pending', 'user_code', 'slow_down'],
  },
  {
    states: /\bwebhooks?\b/i,
    shownBy: 'webhook* hook* callback* notific* evento* event* signature* assinatura* hmac*'.split(' '),
  },
  {
    states: /\b(?:refresh tokens?|renewals?)\b/i,
    shownBy: '@grant:refresh_token @step:refresh refresh* renew* renov* offline* rotat*'.split(' '),
  },
  {
    states: /\b(?:client certificate|mTLS|mutual TLS|keystore|PFX|P12)\b/,
    shownBy: 'cert* mtls tls ssl pfx p12 pem keystore* handshake* x5t* cnf 496 495 alert* SSL_*'.split(' '),
  },
]

/** How many things the title of an error states that nothing in a text shows. */
export function claimsNotShown(error: KnownError, phrases: Phrases, facts: Facts): number {
  return claimsOf(error).filter((claim) => !isShown(claim, phrases, facts)).length
}

/** Whether a text shows everything that a sentence states of a system. */
export function showsClaimsOf(sentence: string, phrases: Phrases, facts: Facts): boolean {
  return claims.every((claim) => !claim.states.test(sentence) || isShown(claim, phrases, facts))
}

/** Parameters whose absence titles state, by the words for them there. */
const parameters: readonly { named: RegExp; set: RegExp }[] = [
  ['code_?verifier', 'code_?verifier'],
  ['client[ _]secret', 'client_?secret'],
  ['grant_type', 'grant_?type'],
  ['DPoP (?:proof|header)', 'dpop'],
].map(([named, name]) => ({
  named: new RegExp(
    `\\b(?:request|call|exchange)s? (?:lacks?|has no|contains no|contained no)\\b[^.]{0,20}\\b${named}\\b`,
    'i',
  ),
  set: new RegExp(
    `\\b${name}["'\\]]{0,3}\\s{0,3}(?:=>|[:=,])\\s{0,3}["']?(?!null|undefined|none|nil|false|empty|missing)[\\w$.%~{(*-]`,
    'i',
  ),
}))

/** Whether a title states that a request lacks a parameter that a text shows with a value. */
export function isContradicted({ title }: KnownError, text: string): boolean {
  return parameters.some(({ named, set }) => named.test(title) && set.test(text))
}

function isShown({ shownBy }: Claim, phrases: Phrases, facts: Facts): boolean {
  return shownBy.some((one) => {
    const fact = one.startsWith('@') ? one.slice(1) : undefined
    return fact !== undefined && isFactName(fact) ? facts.has(fact) : phrases.has(one)
  })
}

/** Looked for once in each row. */
const known = new WeakMap<KnownError, readonly Claim[]>()

function claimsOf(error: KnownError): readonly Claim[] {
  const held = known.get(error)
  if (held !== undefined) return held
  const own = claims.filter(({ states }) => states.test(error.title))
  known.set(error, own)
  return own
}

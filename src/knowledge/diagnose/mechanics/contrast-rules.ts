import { inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from '../trace/circumstance-rules.ts'
import { speaksOfFailure } from './failing.ts'

const basis = inferred('what works and what does not, as the text says it')

/** What people say works besides what fails leaves few causes open, whatever product it is. */
export const contrastRules: readonly CircumstanceRule[] = [
  {
    basis,
    find: ({ words }) => {
      const told = words()
      if (!renewal.test(told) || !grantRefused.test(told)) return undefined
      const removed = noLongerListed.exec(told)?.[0]
      if (removed === undefined || !oneOfMany.test(told)) return undefined
      return {
        of: 'refresh-token-dead',
        title: 'The user removed the app from the account',
        cause: `Only this account fails while the others renew without problems, and ${quoted(removed)}: the customer disconnected the app, which revokes its refresh token.`,
        fix: 'Ask this customer to connect the app again. Until then, mark the account as disconnected and do not retry.',
        who: 'end-user',
        retry: 'never',
      }
    },
  },
  {
    basis,
    find: ({ words }) => {
      const told = words()
      if (!renewal.test(told) || !grantRefused.test(told)) return undefined
      const now = comesAndGoes.exec(told)?.[0]
      return now === undefined || onlyOnce.test(told)
        ? undefined
        : {
            of: 'refresh-token-dead',
            title: 'An older refresh token was sent',
            cause: `Each renewal returns a new refresh token and invalidates the old one. It fails only sometimes (${quoted(now)}), so an old one is probably sent: two renewals ran at the same time, or a result was not stored.`,
            fix: 'Sign in again for the failing account. Store each new refresh_token immediately, and allow only one renewal per account at a time (a lock across workers and tabs).',
          }
    },
  },
  {
    basis,
    find: ({ words }) => {
      const told = words()
      const single = alone.exec(told)?.[0]
      if (
        single === undefined ||
        !/concurren|thread|worker|parallel|paralel|sidekiq|async|hilos/.test(told) ||
        renewal.test(told)
      )
        return undefined
      return {
        of: 'token-of-other-kind',
        title: 'Parallel jobs send another account’s token',
        cause: `It fails only in parallel (${quoted(single)}). The client or its library probably shares one token across threads, so one thread uses another account’s token.`,
        fix: 'Use one client per account and thread, without global configuration, and update the library to a thread-safe version. Until then, run one process per account.',
        who: 'operator',
      }
    },
  },
  {
    basis,
    find: ({ words }) => {
      const told = words()
      const single = worksForOne.exec(told)?.[0]
      const shared = oneForAll.exec(told)?.[0]
      if (
        single === undefined ||
        shared === undefined ||
        !/(?:token|key|chave|clave)[^\n]{0,40}(?:invalid|expir)|(?:invalid|expir)\w*[^\n]{0,30}(?:token|key)|(?<![\d.])40[13](?![\d.])/.test(
          told,
        )
      )
        return undefined
      return {
        of: 'token-of-other-kind',
        title: 'One token is used for several accounts',
        cause: `It works for only one of them (${quoted(single)}), and the same token is sent for all (${quoted(shared)}). Such a token is issued for one account or company and is invalid for the others.`,
        fix: 'Get a token for each account or company, and use the one that matches the call.',
      }
    },
  },
  {
    basis,
    find: ({ text, words }) => {
      const told = words()
      if (
        !onlyThisRoute.test(told) ||
        !/(?:header|authorization)[^\n]{0,60}(?:empty|null|missing|gone|undefined|vazi|not (?:there|present|sent))|could not be parsed from the request|token not (?:provided|found)|no token/.test(
          told,
        )
      )
        return undefined
      const address =
        /https?:\/\/[^\s"'<>?]{3,200}\/\?[^\s"'<>]{1,200}|http:\/\/(?!localhost|127\.)[^\s"'<>]{3,200}/.exec(text)?.[0]
      if (address === undefined) return undefined
      const slash = address.includes('/?')
      return {
        of: 'redirect-not-followed',
        title: 'A redirect drops the Authorization header',
        cause: `Only ${quoted(address)} fails, where the header is missing. ${slash ? 'The slash before the query makes the web server redirect' : 'The http URL is redirected to https'}, and the Authorization header is lost in the redirect.`,
        fix: slash
          ? `Call the URL without the slash before “?”, or remove the redirect from the web server’s rules.`
          : 'Call the https URL directly.',
        telling: address,
      }
    },
  },
  {
    basis,
    find: ({ text, words, messages }) => {
      const told = words()
      const empty =
        /"(?:count|total|totalcount|total_count|size)"\s{0,2}:\s{0,2}0\b|"(?:results|data|items|value|records)"\s{0,2}:\s{0,2}\[\s{0,3}\]/i.exec(
          text,
        )?.[0]
      const missing =
        messages.some(({ answer }) => [403, 404].includes(answer?.status ?? 0)) ||
        /(?<![\d.])404(?![\d.])|not found|nao encontrad/.test(told)
      if (
        !missing ||
        empty === undefined ||
        !/exist|\bvejo\b|\babro\b|\bi (?:can )?see\b|aparece|visible|panel|painel|dashboard|console|\bthere\b/.test(
          told,
        )
      )
        return undefined
      return {
        of: 'item-not-found',
        title: 'The key belongs to a different account',
        cause: `The item exists, but with this key even the list is empty (${quoted(empty)}). APIs show only items of the key’s account and return 404 for others.`,
        fix: 'Create the key in the account that owns the item, or have the owner share the item with this key’s account.',
        telling: empty,
      }
    },
  },
  {
    basis,
    find: ({ words }) => {
      const told = words()
      if (!/revoked|invalidat|expired|invalid|changed (?:their|the|my|his|her) password|revogad|expirad/.test(told))
        return undefined
      const made =
        /\b(?:generated|created|issued|made|got|gerei|criei|genere|cree)\b[^.\n]{0,50}\b(?:again|new|another|novo|nova|nuevo|nueva|de novo)\b|\b(?:re-?generated|renewed|rotated|regenerei|renovei)\b/.exec(
          told,
        )
      const stale =
        /\b(?:token|secret|key|password|variable|config\w*|env\w*|senha|chave|segredo)\b[^.\n]{0,60}\b(?:is|are|still|ainda|sigue)\b[^.\n]{0,20}\b(?:from (?:january|february|march|april|may|june|july|august|september|october|november|december|last|before|yesterday)|the old|old|antig[oa]|de (?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro))\b/.exec(
          told,
        )?.[0]
      return made === null || stale === undefined
        ? undefined
        : {
            of: 'access-token-revoked',
            title: 'Your app still uses the old credential',
            cause: `The credential was replaced, but your app’s configuration was not changed: ${quoted(stale)}.`,
            fix: 'Set the new value where your app runs (environment variable or secret store), and restart your app.',
          }
    },
  },
]

/** What the same contrasts leave open where nothing in the text tells the cause closer; none of it is likely. */
export const openContrastRules: readonly CircumstanceRule[] = [
  {
    basis,
    find: ({ text, words }) => {
      const told = words()
      const same = sameInTool.exec(told)
      const tool = same === null ? undefined : tools.exec(text.slice(told.indexOf(same[0])))?.[0]
      if (
        same === null ||
        tool === undefined ||
        !/(?<![\d.])(?:200|201)(?![\d.])|works?\b|funciona|\bok\b|succe/.test(told)
      )
        return undefined
      if (!/(?<![\d.])40[013](?![\d.])|unauthori[sz]ed|invalid_client|invalid_grant|access denied|forbidden/.test(told))
        return undefined
      const setting =
        /\benv\(['"][A-Z_]{3,60}['"]\)?|process\.env\.[A-Z_]{3,60}|os\.environ\b[^\n]{0,60}|getenv\([^)\n]{1,60}\)/.exec(
          text,
        )?.[0]
      return {
        of: setting === undefined ? 'unauthorized' : 'client-credentials-malformed',
        title: `Your app’s request differs from ${tool}’s`,
        cause: `The same data works in ${tool} (${quoted(same[0], 100)}), so credentials and URL are correct. Your app’s request differs: ${
          setting === undefined
            ? 'it may have an empty or differently encoded value, a missing header, a different content type, or a proxy in between'
            : `${quoted(setting)} reads a variable, which may be empty or old if the configuration is cached, the file is not loaded or the process was not restarted`
        }.`,
        fix: `Log your app’s request (URL, header names, value lengths, body), and compare it with ${tool}’s.${
          /laravel|artisan|\benv\(/i.test(text)
            ? ' In Laravel, run php artisan config:clear first: env() returns nothing if the configuration is cached.'
            : ''
        }`,
        certainty: 'possible',
      }
    },
  },
  {
    basis,
    find: ({ words }) => {
      const told = words()
      if (!onlyThisRoute.test(told) || !speaksOfFailure(told)) return undefined
      const refused = /(?<![\d.])401(?![\d.])|unauthori[sz]ed/.test(told)
      const forbidden = /(?<![\d.])403(?![\d.])|forbidden/.test(told)
      if (!refused && !forbidden) return undefined
      return {
        of: refused ? 'token-of-other-kind' : 'permission-missing',
        title: refused
          ? 'This endpoint needs a different type of credential'
          : 'This endpoint needs an additional permission',
        cause: refused
          ? 'Other endpoints accept the same credentials, so they are valid. This endpoint probably needs an OAuth access token instead of an API key or Basic, or a user’s token instead of the app’s.'
          : 'Other endpoints accept the same token. This one probably requires a scope, role or plan that the token or account does not have.',
        fix: refused
          ? 'Check the endpoint’s documentation for the required authentication, and call it with the access token of the account that owns the resource.'
          : 'Look up which scope or permission this endpoint needs, have it granted, and get a new token.',
        certainty: 'possible',
      }
    },
  },
  {
    basis,
    find: ({ words }) => {
      const told = words()
      if (!oneOfMany.test(told) || !speaksOfFailure(told)) return undefined
      return {
        of: renewal.test(told) ? 'refresh-token-dead' : 'account-not-allowed',
        title: renewal.test(told)
          ? 'Authorization for this account has ended'
          : 'The cause is this account, not your app',
        cause: renewal.test(told)
          ? 'Other accounts work with the same app and client. This account’s grant was probably revoked (the user removed the app or changed the password), or an old refresh token is stored.'
          : 'Other accounts work with the same app and client. This account probably lacks something: a role, a licence, a verified email address or consent.',
        fix: renewal.test(told)
          ? 'Have this user sign in again, and store the new refresh token.'
          : 'At the identity provider, compare this account with one that works: status, roles, assignments, consents and verified email address.',
        who: 'end-user',
        certainty: 'possible',
      }
    },
  },
]

const tools = /postman|insomnia|curl|swagger|bruno|hoppscotch|httpie/i
const sameInTool =
  /\b(?:postman|insomnia|curl|swagger|bruno|hoppscotch|httpie)\b[^.\n]{0,80}\b(?:mesm[oa]s?|same|mism[oa]s?|identical|identic[oa]s?)\b|\b(?:mesm[oa]s?|same|mism[oa]s?|identical)\b[^.\n]{0,80}\b(?:postman|insomnia|curl|swagger|bruno|hoppscotch|httpie)\b/
const worksForOne =
  /\b(?:only|so|solo|apenas|somente|solamente)\b[^.\n]{0,30}\b(?:works?|funciona|passes|passa)\b|\b(?:works?|funciona)\b[^.\n]{0,20}\b(?:only|so|solo|apenas|somente)\b[^.\n]{0,30}\b(?:for|with|with the|com|no|na|para|con|en)\b/
const oneForAll =
  /\b(?:same|mesm[oa]|mism[oa]|fixed|fix[oa]|fij[oa]|hard-?coded|single|unic[oa])\b[^.\n]{0,20}\b(?:token|key|chave|clave)\b|\b(?:token|key|chave|clave)\b[^.\n]{0,30}\b(?:fix[oa]|fij[oa]|fixed|hard-?coded|for all|para todos|the same)\b/
const renewal = /refresh|renov\w+ (?:o |do )?token|renew/
const grantRefused =
  /invalid_grant|invalid_?refresh|refresh[ _]?token[^.\n]{0,60}(?:invalid|revoked|expired|not (?:found|valid)|malformed|already|unknown|inactive|invalido|expirado|revogado|nao)|invalid[^.\n]{0,20}refresh[ _]?token/
const comesAndGoes =
  /every so often|no rhyme or reason|intermittent\w*|sporadic\w*|sometimes|occasional\w*|random(?:ly)?|from time to time|now and then|once in a while|two (?:tabs|workers|pods|processes|requests|threads)|race condition|in parallel|concurren\w+|at the same time|simultaneous\w*|as vezes|de vez em quando|em paralelo|ao mesmo tempo|a veces|aleatori\w+|intermitente\w*/
const onlyOnce =
  /after (?:exactly )?(?:\d+|seven|six|one|a) (?:days?|hours?|months?|weeks?)|7 days|test(?:ing)? mode|consent screen/
const noLongerListed =
  /\b(?:app|application|integration|aplicativo|integracao|aplicacion|it)\b[^.\n]{0,40}(?:no longer|not|nao|ya no|isn't|gone)[^.\n]{0,20}(?:listed|list|appears?|there|shown|connected|aparece|consta|lista|esta)\b[^.\n]{0,30}|\b(?:removed|uninstalled|disconnected|deleted|revoked|desinstalou|removeu|desconectou|desautorizou)\b[^.\n]{0,30}\b(?:our|the|nosso|o)? ?(?:app|application|integration|access|aplicativo|integracao|acesso)\b/
const oneOfMany =
  /\bonly (?:for |with )?(?:this |that |the )?(?:one|single|1) (?:user|account|customer|client|tenant|person|store|company|member)|\bonly (?:this|that) (?:user|account|customer|client|tenant|person|store)|\b(?:everyone|everybody|all (?:the )?others?|the others|others|other (?:users|accounts|customers|tenants|stores|clients)|the rest)\b[^.\n]{0,40}\b(?:logs? in|work\w*|fine|ok|can|succeed\w*|no (?:problem|issue)\w*)|\b(?:so|apenas|somente) (?:com |para )?(?:ess[ea]|est[ea]|uma?|1) (?:\w+ )?(?:conta|cliente|usuari[oa]|loja|empresa|da erro|falha)|\b(?:as|os) (?:outr[oa]s|demais)\b[^.\n]{0,40}\b(?:funciona\w*|ok|normal|bem|certo|200)|\bsolo (?:con )?(?:est[ea]|un[ao]?) (?:cuenta|cliente|usuario)|\b(?:works|working) for (?:everyone|everybody|all|most)\b/
const alone =
  /(?:with |at |using )?(?:concurrency|threads?|workers?|parallelism|process(?:es)?) ?[:=]? ?(?:of )?(?:1|one|a single)\b[^.\n]{0,30}\b(?:never|fine|ok|works?|no (?:errors?|problems?)|good|nunca|funciona)|(?:single|one|1)[- ](?:thread(?:ed)?|worker|process)[^.\n]{0,30}\b(?:never|fine|ok|works?|no (?:errors?|problems?)|nunca|funciona)|(?:com|con) (?:1|um|uma|un) (?:worker|thread|processo|hilo)[^.\n]{0,30}(?:nunca|funciona|ok)/
const onlyThisRoute =
  /\b(?:all|every|the)? ?(?:other|outr[oa]s|demais|otr[oa]s|rest of the) (?:routes?|endpoints?|calls?|requests?|urls?|resources?|apis?|paths?|rotas?|chamadas?|recursos?|rutas?)\b[^.\n]{0,60}\b(?:fine|ok|work\w*|200|succeed\w*|funciona\w*|normal\w*|bem|certo)|\b(?:only|so|apenas|somente|solo) (?:for |on |with |in |na hora de |ao |no |na |em |this |the |al )?[^.\n]{0,30}\b(?:get|post|put|patch|delete|endpoint|route|url|call|rota|criar|create|creating|criacao|chamada|consulta|upload)\b|\brespond\w* (?:certo|ok|200|normal\w*)[^.\n]{0,60}\b(?:mesm[ao]|same)\b/

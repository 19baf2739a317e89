import { documented } from '../../protocol/basis.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import { failed } from './message.ts'
import type { Said } from './rule.ts'

/** What §6 and §7.3 of the service's document say of webhooks and of the two known failures, told in words alone. */
export const eventRules: readonly CircumstanceRule[] = [
  {
    own: 'unless-named',
    basis: documented('§6, where signature and retry rules are not shown'),
    find: ({ words, messages }) => {
      // What a token was granted says nothing of an event, although scopes are named after slips, debits and webhooks.
      const text = words().replace(grantedScopes, ' ')
      if (
        !hooks.test(text) ||
        !/\b(?:(?:bank[ -])?slips?|boletos?|direct[- ]debits?|debitos? (?:direto|autorizado)s?)\b/.test(text)
      )
        return undefined
      if (isAboutSignature(text))
        return {
          of: 'webhook-signature-refused',
          title: 'Webhook signatures are not documented',
          cause:
            'The receiver looks for a signature in the webhook. The API guide does not describe webhook signatures, headers or payloads, so webhooks may not be signed.',
          fix: 'Ask the API team whether and how webhooks are signed. Include the headers and body of one that you received.',
          who: 'api-team',
        }
      if (
        /\b(?:event[- ]?(?:name|type|kind)|nomes? do evento|tipos? de evento|payload|formato do webhook)\b/.test(text)
      )
        return notShownOfEvents
      if (!awaited.test(text) && (messages.some(failed) || !missed(text))) return undefined
      return otherEvent(text) ?? (again.test(text) ? notRepeated : undefined)
    },
  },
  {
    own: 'unless-named',
    basis: documented('§7.3'),
    find: ({ words, messages }) =>
      /\b(?:comprovantes?|receipts?)\b/.test(words()) &&
      !messages.some(({ kind, path }) => kind === 'api-request' && !/receipt|comprovante/i.test(path)) &&
      /\bpag(?:amentos?|o)\b|\bpayments?\b/.test(words()) &&
      /(?<![\d.])500(?![\d.])/.test(words())
        ? {
            of: 'receipt-retrieval-failed',
            title: 'Known API failure: the receipt cannot be retrieved',
            cause:
              'Retrieving a payment receipt returned 500, a known failure of the API. The token and the credentials are not the cause.',
            fix: 'Report the failure to the API team with the time, the payment and the request ID. Do not change the token or the credentials.',
            who: 'api-team',
            retry: 'with-backoff',
            telling: '500',
          }
        : undefined,
  },
  {
    own: 'unless-named',
    basis: documented('§5.6 and §7.3'),
    find: ({ words }) =>
      /\b(?:debitos? (?:diretos? )?autorizados?|debitos? diretos?|direct[- ]debits?)\b/.test(words()) &&
      /(?<![\d.])403(?![\d.])/.test(words()) &&
      withoutCompany.test(words()) &&
      !/\beyj\w|["']aud["']/.test(words())
        ? {
            of: 'company-identifier-missing',
            title: 'The token does not identify a company',
            cause:
              'The direct-debit API returns 403 for a token that has no company identifier in its audience or in the claim named after the API’s scope. According to the text, the token has neither.',
            fix: 'Ask the identity team to add the company to this user’s tokens, and include the client ID and the time. Then sign in again for a new token.',
            who: 'identity-team',
            telling: '403',
          }
        : undefined,
  },
  {
    own: 'unless-named',
    basis: documented('§7.3'),
    find: ({ words }) =>
      /\bpdf\b/.test(words()) &&
      /\b(?:boletos?|bank[ -]slips?)\b/.test(words()) &&
      /(?<![\d.])503(?![\d.])|temporaria\w* indispon|temporarily unavailable/.test(words())
        ? {
            of: 'bank-slip-pdf-unavailable',
            title: 'The bank slip’s PDF is temporarily unavailable',
            cause:
              'Retrieving the bank slip as a PDF returned 503 (temporarily unavailable). The token and the request are not the cause.',
            fix: 'Retry later, with increasing pauses. If it persists, report it to the API team with the time and the bank slip.',
            who: 'api-team',
            retry: 'with-backoff',
            telling: '503',
          }
        : undefined,
  },
]

const grantedScopes = /["'](?:scopes?|scp)["']\s{0,4}:\s{0,4}(?:"[^"]*"|\[[^\]]*\])/g
const hooks = /\b(?:(?:web)?hooks?|notifications?|notificac(?:ao|oes)|notificaciones?)\b/

/** Whether a sentence says that there is none of an event that others than the two that exist are. */
function missed(text: string): boolean {
  return text
    .split(/(?<=[.!?;])\s|\n/)
    .slice(0, 200)
    .some((sentence) => none.test(sentence) && otherEvents.test(sentence))
}

const none =
  /\b(?:no|not|none|never|zero|without|nothing|nenhum\w*|nada|nunca|sem|nao|ningun\w*|sin|only|apenas|so)\b|(?<![\d.])0 /
const otherEvents =
  /\b(?:cancel\w*|expir\w*|venc\w*|overdue|refund\w*|estorn\w*|alter\w*|updat\w*|baixa|debits?|debitos?|debito)\b/

function isAboutSignature(text: string): boolean {
  return (
    /\b(?:signature|assinatura|assinados?|firma|hmac)\b/.test(text) &&
    /\b(?:401|403|missing|invalid\w*|refus\w+|reject\w*|stripped|falh\w+|falta\w*|sem|mismatch)\b/.test(text)
  )
}

const notShownOfEvents: Said = {
  of: 'item-not-found',
  title: 'Webhook event names are not documented',
  cause:
    'The API guide describes webhooks for the creation and payment of a bank slip, but not their event names or payloads.',
  fix: 'Ask the API team for the event names and an example of each payload. Until then, log every webhook, accept unknown events, and get the bank slip’s state from the API.',
  who: 'api-team',
  retry: 'never',
}

const notRepeated: Said = {
  of: 'item-not-found',
  title: 'Webhook retries are not documented',
  cause: 'The receiver missed the webhooks, and they were not sent again. The API guide does not describe retries.',
  fix: 'Get the state of the affected bank slips from the API. Ask the API team whether, how often and for how long webhooks are retried.',
  who: 'api-team',
  retry: 'never',
}

function otherEvent(text: string): Said | undefined {
  if (/\bcancel/.test(text) || /\b(?:baixa|expir|vencid|vence|venc|alter|updat)\w*/.test(text))
    return {
      of: 'item-not-found',
      title: 'There is no webhook for this event',
      cause: 'The API guide lists webhooks only for the creation and payment of a bank slip, so this event sends none.',
      fix: 'Get the bank slip’s state from the API instead, or ask the API team whether such an event is planned.',
      who: 'api-team',
      retry: 'never',
    }
  return /\b(?:debits?|debitos?|debito)\b/.test(text)
    ? {
        of: 'item-not-found',
        title: 'There are no webhooks for direct debits',
        cause:
          'The API guide lists webhooks only for the creation and payment of a bank slip, none for direct debits. The scope is not the cause.',
        fix: 'Get the state from the direct-debit API instead, or ask the API team whether such webhooks are planned.',
        who: 'api-team',
        retry: 'never',
      }
    : undefined
}

const withoutCompany =
  /\b(?:sem|nao (?:traz|tem|aparece|vem|ha|existe|consta)|nenhum\w*|falta\w*|without|no|missing|lacks?|not)\b[^.\n]{0,60}\b(?:empresa|cnpj|company)\b|\b(?:empresa|cnpj|company)\b[^.\n]{0,40}\b(?:nao (?:aparece|vem|esta|consta|existe)|falta\w*|missing|absent|ausente)\b/

const awaited =
  /\b(?:nao (?:me )?cheg\w+|nenhum webhook|never (?:came|arrive\w*)|no webhook|not (?:receiv\w*|arriv\w*|called|fired)|nothing (?:came|arriv\w*)|nao receb\w+|no lleg\w+|ningun webhook|sem webhook|missing|perde\w+|perdi\w+|did ?n[o']t (?:arrive|come|fire|get)|nao (?:dispara|vem|veio)|zero post)\b/

const again =
  /\b(?:reenvi\w+|retr(?:y|ies|ied)|resen[dt]\w*|redeliver\w*|tenta (?:de novo|novamente)|fora do ar|ficou fora|was down|were down|downtime|estivemos fora|esteve fora)\b/

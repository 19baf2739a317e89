import type { Call } from '../../protocol/call.ts'
import type { ErrorGroup, ErrorPage } from '../error-page.ts'
import { exampleApiCall, exampleTokenError, gatewayBody } from '../faults/example-parts.ts'
import { gatewayWords, oauthWords, type RowWords } from './row-words.ts'
import type { CatalogueRows } from './rows.ts'

/** Pages for all data rows. */
export function rowPages({ gateway, oauth }: CatalogueRows): ErrorGroup[] {
  return [
    {
      id: 'gateway-codes',
      title: 'More fault codes of the gateway',
      summary: 'As listed in the manual of the Apigee gateway.',
      errors: gateway.map((row) =>
        toPage(
          gatewayWords(row),
          exampleApiCall('/webhooks', row.status ?? 500, {
            body: gatewayBody(row.errorcode),
            claims: { scope: 'webhooks' },
          }),
        ),
      ),
    },
    {
      id: 'oauth-codes',
      title: 'More error codes of OAuth 2.0 and OpenID Connect',
      summary: 'From the registry, from their extensions and from other servers.',
      errors: oauth.map((row) => toPage(oauthWords(row), exampleTokenError(row.status ?? 400, row.error))),
    },
  ]
}

function toPage(words: RowWords, example: Call): ErrorPage {
  const { code, name, title, meaning, causes, who, retry, basis, certainty } = words
  return {
    code,
    title,
    meaning,
    causes,
    who,
    retry,
    basis,
    aliases: [name],
    unconfirmed: certainty === 'possible',
    example,
  }
}

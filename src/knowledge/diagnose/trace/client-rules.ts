import { documented, inferred, standard } from '../../protocol/basis.ts'
import { difference } from '../../text/address-difference.ts'
import { withoutEnd } from '../../text/ends.ts'
import { isTestHost } from '../../text/hosts.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import { isPlaceholder } from './credentials.ts'
import { type Message, valueIn } from './message.ts'
import { answeredBy, type Rule } from './rule.ts'

const unknownClient = answeredBy(
  ['client_not_found', 'invalid_client', 'unauthorized_client', 'invalid_request'],
  [400, 401, 403, 404],
)

/** What the client ID that was sent shows by itself (§2.1, §5.2, §5.4). */
export const clientRules: readonly Rule[] = (['authorization-request', 'token-request'] as const).flatMap((kind) => [
  {
    kind,
    basis: inferred('the response’s own words'),
    explains: unknownClient,
    find: (_message, { text }) => {
      const shown =
        /\b(?:client|cliente)(?:[_ ]?id)?[ :=]{1,3}['`]\\{0,3}"([\w.-]{3,60})\\{0,3}"['`]/i.exec(text)?.[1] ??
        /\bclient_?id["'\])]{0,4}\s{0,2}(?:->|=>|[=:])\s{0,2}["']([^\s"']{2,80}) ["']/i.exec(text)?.[1]
      if (shown === undefined) return undefined
      const marks = !/\s['"]/.test(
        text.slice(text.indexOf(shown) + shown.length, text.indexOf(shown) + shown.length + 2),
      )
      return {
        of: kind === 'token-request' ? 'client-credentials-malformed' : 'client-unknown-at-sign-in',
        title: `The client ID contains ${marks ? 'quotation marks' : 'a space'}`,
        cause: `The text shows the client ID ${quoted(shown)} with ${marks ? 'quotation marks around it' : 'a space at its end'}, so it is not the registered client ID.`,
        fix: `Remove the ${marks ? 'quotation marks' : 'space'} from the setting, and trim the value when your app reads it.`,
        telling: shown,
      }
    },
  },
  {
    kind,
    basis: inferred('the setting in the text'),
    explains: unknownClient,
    find: (message, { text }) => {
      const [, setting = '', value = ''] = emptyClient.exec(text) ?? []
      // One that was sent is told by its own value.
      if (setting === '' || message.parameters.get('client_id')?.sent || message.credentials?.form === 'encoded')
        return undefined
      return {
        of: kind === 'token-request' ? 'client-credentials-malformed' : 'client-unknown-at-sign-in',
        title: 'The client ID is empty',
        cause: `The text shows ${quoted(setting)} with ${/^["']/.test(value) ? 'no value' : `the value ${quoted(value)}`}. The request therefore names no client.`,
        fix: 'Set the client ID where your app runs, check the variable’s name, clear any cached configuration, and restart your app.',
        telling: setting,
      }
    },
  },
  {
    kind,
    basis: inferred('the values in the text'),
    explains: answeredBy(['client_not_found', 'invalid_client', 'unauthorized_client'], [404]),
    find: (message, { text }) => {
      const sent = clientOf(message) ?? labelledAsSent.exec(text)?.[1]
      // What was cut when it was pasted is no other value.
      const other =
        sent === undefined || sent.length < 6 || /(?:…|\.{2,})$/.test(sent) ? undefined : likeClient(sent, text)
      if (sent === undefined || other === undefined) return undefined
      return {
        of: kind === 'token-request' ? 'client-not-found' : 'client-unknown-at-sign-in',
        title: 'The client ID is misspelled',
        cause: `The request sends the client ID ${quoted(sent)}, but the text also names ${quoted(other)}: ${difference(sent, other)}.`,
        fix: `Send ${quoted(other)}: copy it from the client’s registration.`,
        telling: sent,
      }
    },
  },
  {
    kind,
    basis: inferred('the values in the text'),
    explains: unknownClient,
    find: (message, { text }) => {
      const sent = clientOf(message)
      const secrets = [...text.matchAll(/secret\w{0,12}["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?([^\s"',;&]{6,200})/gi)].map(
        ([, value]) => value,
      )
      // A word for both was written in place of the two.
      if (sent === undefined || !secrets.includes(sent) || /^[a-z]+$/i.test(sent)) return undefined
      return {
        of: kind === 'token-request' ? 'client-credentials-malformed' : 'client-unknown-at-sign-in',
        title: 'The client secret was sent as the client ID',
        cause: 'The value of client_id is the configured client secret.',
        fix: 'Send the client ID as client_id, and have the secret replaced: it was sent in a URL, and URLs end up in logs.',
        telling: 'client_id',
      }
    },
  },
  {
    kind,
    own: true,
    basis: documented('§1 and §5.4', inferred('the client ID')),
    explains: unknownClient,
    find: (message) => {
      const sent = clientOf(message)
      const { host } = message
      if (sent === undefined || host === '' || isTestHost(host) || !namesSandbox(sent)) return undefined
      return {
        of: kind === 'token-request' ? 'client-not-found' : 'client-unknown-at-sign-in',
        title: 'A sandbox client is used with production',
        cause: `The client ID ${quoted(sent)} appears to be from the sandbox, but the request goes to ${quoted(host)}. Each environment has its own URLs and clients.`,
        fix: `Use the client that is registered in production instead of ${quoted(sent)}, or send the request to the sandbox URL.`,
        telling: sent,
      }
    },
  },
])

/** The client that a message names; undefined where that is not shown. */
export function clientOf(message: Message): string | undefined {
  const { credentials } = message
  const sent = credentials?.form === 'encoded' ? credentials.id : valueIn(message, 'client_id')
  return sent === '' || (sent !== undefined && isPlaceholder(sent)) ? undefined : sent
}

/** Whether an identifier says that it is of a test environment. */
export function namesSandbox(client: string): boolean {
  return /(?:^|[-_.])(?:sandbox|sbx|hml|hmg|homolog\w*|staging|stg|test|teste)(?=$|[-_.])/i.test(client)
}

/** A setting of the client ID that is shown without a value. */
const emptyClient =
  /((?<![A-Za-z])(?:[\w.$>-]{0,40}?)client_?id)["'`)\]]{0,4}\s{0,3}(?:=>|->|==|[=:])\s{0,3}(null|None|nil|undefined|""|'')(?![\w"'])/i

/** A client ID that the text calls the one that was sent. */
const labelledAsSent =
  /\bclient(?:e)?[ _-]?(?:id)?[ \t]{1,3}(?:sent|used|enviad[oa]|usad[oa]|in the request|na requisi[cç][aã]o)[ \t]{0,3}[:=]?[ \t]{0,3}["'`“(]{0,2}([\w.-]{6,80})/i

/** A client that the text names, and whose ID differs from the one that was sent in one or two signs, or in look-alikes. */
function likeClient(sent: string, text: string): string | undefined {
  const named = [
    ...text.matchAll(
      /\bclient(?:e)?(?:[ _-]?id)?["'`*\])]{0,3}(?: is| [eé]| es)?[ \t]{0,3}(?:=>|[:=])?[ \t]{0,3}["'`*“(]{0,3}([\w.-]{6,80})/gi,
    ),
  ]
    .slice(0, 40)
    .map(([, one = '']) => withoutEnd(one, '.-'))
  const plain = (one: string) =>
    one.toLowerCase().replaceAll(/[il|]/g, '1').replaceAll('o', '0').replaceAll(/[-_]/g, '')
  return named.find((one) => /[\d_.-]/.test(one) && one !== sent && (plain(one) === plain(sent) || nearly(one, sent)))
}

/** What is left where a client is not known and the request shows no reason. Asked after all other rules. */
export const unknownClientRules: readonly Rule[] = [
  {
    kind: 'authorization-request',
    own: true,
    basis: documented('§1, §2.1 and §5.4', standard('RFC 6749 §4.1.2.1')),
    explains: (answer) => (answer?.code ?? answer?.means) === 'client_not_found',
    find: (message) => {
      const sent = clientOf(message)
      if (sent === undefined || message.host === '') return undefined
      const place = isTestHost(message.host) ? 'the sandbox' : 'production'
      return {
        of: 'client-unknown-at-sign-in',
        title: `The client is unknown in ${place}`,
        cause: `The identity service in ${place} (${quoted(message.host)}) does not know the client ID ${quoted(sent)}. Each environment has its own client registrations.`,
        fix: `Compare ${quoted(sent)} with the ID registered in ${place}. If they are identical, ask the identity team to check the registration, with the ID and the time.`,
        telling: sent,
      }
    },
  },
]

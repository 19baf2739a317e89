import { documented, inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import type { CircumstanceRule } from './circumstance-rules.ts'
import type { Trace } from './message.ts'
import { valueIn } from './message.ts'
import type { Said } from './rule.ts'
import { credentialsIn, encodedIn, refused, secretSettings } from './sent-credentials-rules.ts'

/** Where a secret comes from: the client that it is stored for, the file that it is read from, nothing at all (§5.2). */
export const storedSecretRules: readonly CircumstanceRule[] = [
  { own: true, basis: documented('§5.2', inferred('the settings and the decoded credentials')), find: ofOtherClient },
  { own: 'unless-named', basis: inferred('the command and the file in the text'), find: quotesKept },
  { own: true, basis: documented('§5.2', inferred('the decoded credentials')), find: noSecret },
]

/** A secret that the settings in the text have for one client, sent with the ID of another. */
function ofOtherClient({ text, places = [] }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const clients = places.flatMap(({ clientIds = [] }) => clientIds)
  const settings = secretSettings(text)
  for (const { id, secret, sent } of credentialsIn(text)) {
    if (!settings.some(({ value }) => value === secret)) continue
    const owner = ownerOf(secret, clients, text)
    const meant = settings.find(({ value }) => value !== secret && ownerOf(value, clients, text) === id)
    if (owner === undefined || owner === id || meant === undefined) continue
    return {
      of: 'client-secret-wrong',
      title: `The secret of ${quoted(owner)} was sent for ${quoted(id)}`,
      cause: `The decoded Basic credentials have the client ID ${quoted(id)} with the secret that the settings in the text have for ${quoted(owner)}. Each client has its own secret.`,
      fix: `Send the secret of ${quoted(id)} with its ID: read both from the same entry of the settings. Have both secrets replaced: they are in the pasted text.`,
      telling: sent,
    }
  }
  return undefined
}

/** The client named last before a value, in its line or the few before it. */
function ownerOf(value: string, clients: readonly string[], text: string): string | undefined {
  const at = text.indexOf(value)
  const before = text.slice(Math.max(0, at - 160), at)
  return clients
    .map((id) => ({ id, at: before.lastIndexOf(id) }))
    .filter((one) => one.at >= 0)
    .sort((one, other) => other.at - one.at)[0]?.id
}

/** A file of variables in quotation marks, given to a program that takes the marks for a part of the value. */
function quotesKept({ text, messages }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const command = /\b(?:docker|podman|nerdctl)\b[^\n]{0,200}--env-file[^\n]{0,60}/.exec(text)?.[0]
  const [line, name = ''] =
    /^[ \t>]{0,8}(?:export )?([A-Z][A-Z\d_]{0,40}(?:SECRET|CLIENT_ID|PASSWORD|CLIENT)[A-Z\d_]{0,20})=(["'])[^"'\n]{3,200}\2[ \t]{0,4}$/m.exec(
      text,
    ) ?? []
  if (command === undefined || line === undefined) return undefined
  // What was sent without them was read otherwise.
  const sent = messages.map(({ credentials }) => (credentials?.form === 'encoded' ? credentials.secret : undefined))
  if (sent.some((secret) => secret !== undefined && !/^["']|["']$/.test(secret))) return undefined
  return {
    of: 'client-secret-wrong',
    title: `The value of ${quoted(name)} contains its quotation marks`,
    cause: `${quoted(command.trim(), 100)} passes each line of the file as it is written, with the quotation marks around ${quoted(name)}. A shell that reads the same file removes them, so the value works there.`,
    fix: 'Remove the quotation marks from the file, and start the container again.',
    telling: name,
  }
}

/** Credentials that a text shows encoded and that end at the colon. */
function noSecret({ text, messages, places = [] }: Trace): Said | undefined {
  if (!refused.test(text)) return undefined
  const clients = new Set([
    ...places.flatMap(({ clientIds = [] }) => clientIds),
    ...messages.map((one) => valueIn(one, 'client_id')),
  ])
  const found = encodedIn(text).find(({ plain }) => plain.endsWith(':') && clients.has(plain.slice(0, -1)))
  return found === undefined
    ? undefined
    : {
        of: 'client-credentials-malformed',
        title: 'The client secret in the Basic credentials is empty',
        cause: `The encoded credentials in the text decode to ${quoted(found.plain)} with nothing after the colon: the setting of the secret is empty or missing where your app runs.`,
        fix: 'Set the secret where this process reads it, print its length to check, and send the credentials again.',
        telling: found.sent,
      }
}

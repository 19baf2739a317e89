import { utcTime } from '../text/duration.ts'
import { isObject, parseObject } from '../text/json.ts'
import { listed, quoted } from '../text/quote.ts'
import { text } from './claim-signs.ts'
import { readTime } from './times.ts'
import type { ValueNote } from './value-notes.ts'

/** What the events of a security event token report, and who they are about. In the order in which they are told. */
export const eventNotes: readonly ValueNote[] = [
  {
    issuer: /^Apple$/,
    kinds: ['event'],
    says: ({ events }) => {
      const event = typeof events === 'string' ? parseObject(events) : undefined
      if (event === undefined || typeof event.type !== 'string') return undefined
      const at = readTime(event.event_time)?.at
      const is = accountChanges[event.type] ?? 'an event'
      return `It reports ${is} (${quoted(event.type)})${typeof event.sub === 'string' ? `; the user is ${quoted(event.sub)}` : ''}${at === undefined ? '' : `; it happened at ${utcTime(at)}`}. By Apple’s design, events is JSON written as a string, event_time is in milliseconds, and there is no sub outside.`
    },
  },
  {
    kinds: ['event'],
    says: ({ events, sub_id: subject }) => {
      const told = Object.entries(isObject(events) ? events : {}).flatMap(([uri, event]) => {
        const name = /\/(?:caep|risc)\/event-type\/([\w-]+)$/.exec(uri)?.[1]
        const isOfUser = namesUser(subject ?? (isObject(event) ? event.subject : undefined))
        const is =
          name === 'session-revoked' && isOfUser
            ? sharedSignals['sessions-revoked']
            : name === undefined
              ? undefined
              : sharedSignals[name]
        if (is === undefined) return []
        const {
          event_timestamp: time,
          initiating_entity: by,
          reason_admin,
          reason = reason_admin,
        } = isObject(event) ? event : {}
        const at = readTime(time)?.at
        const why = isObject(reason) ? Object.values(reason)[0] : reason
        return [
          `${is}${changeOf(event)}${at === undefined ? '' : ` at ${utcTime(at)}`}${typeof by === 'string' ? `, by ${by === 'policy' ? 'a policy' : by === 'user' ? 'the user' : by === 'admin' ? 'an administrator' : 'the system'}` : ''}${typeof why === 'string' ? ` (${quoted(why)})` : ''}`,
        ]
      })
      return told.length === 0 ? undefined : `${told.join('; ')}.`
    },
  },
  {
    kinds: ['event'],
    says: ({ events }) => {
      const inner = Object.values(isObject(events) ? events : {}).flatMap((event) =>
        isObject(event) && isObject(event.subject)
          ? [event.subject.sub ?? event.subject.email ?? event.subject.phone_number]
          : [],
      )[0]
      return typeof inner === 'string' ? `Its subject is inside the event: ${quoted(inner)}.` : undefined
    },
  },
  {
    kinds: ['event'],
    says: ({ sub_id: subject, sub }) => {
      if (!isObject(subject)) return undefined
      const { format, ...parts } = subject
      const named = Object.entries(parts).map(([name, one]) =>
        isObject(one)
          ? `${name} ${quoted(one.sub ?? one.id ?? one.email ?? one.phone_number ?? one.uri ?? '')}`
          : `${name} ${quoted(String(one))}`,
      )
      return `Its subject is in sub_id (RFC 9493), in the format ${quoted(format)}: ${named.slice(0, 4).join(', ')}.${sub === undefined ? ' It has no sub claim, by design.' : ''}`
    },
  },
]

/** What Apple reports of an account (Processing changes for Sign in with Apple accounts). */
const accountChanges: Readonly<Record<string, string>> = {
  'consent-revoked': 'that the user stopped using their Apple Account with the app, to be treated as a sign-out',
  'account-delete': 'that the user deleted their Apple Account',
  'account-deleted': 'that the user deleted their Apple Account',
  'email-disabled': 'that the user turned off forwarding from their relay address',
  'email-enabled': 'that the user turned on forwarding from their relay address',
}

/** Whether a subject is a user and no session of theirs: then an event about sessions is about each of them (CAEP §3.1). */
const namesUser = (subject: unknown): boolean =>
  isObject(subject) &&
  subject.session === undefined &&
  (/^(?:iss_sub|email|phone_number|account|aliases)$/.test(String(subject.format)) || isObject(subject.user))

/** Which credential was changed in which way (CAEP §3.3). */
function changeOf(event: unknown): string {
  const { change_type: change, credential_type: type, friendly_name: name } = isObject(event) ? event : {}
  const said = [change, type, name].filter((one) => text(one) !== '')
  return typeof change !== 'string' || typeof type !== 'string' ? '' : ` (${listed(said)})`
}

/** Events of OpenID CAEP 1.0 and RISC 1.0, in words. */
const sharedSignals: Readonly<Record<string, string>> = {
  'session-revoked': 'A session of the subject was revoked',
  'session-established': 'A session of the subject began',
  'session-presented': 'A session of the subject was seen',
  'token-claims-change': 'Claims of tokens of the subject changed',
  'credential-change': 'A credential of the subject was changed',
  'assurance-level-change': 'The assurance level of the subject’s sign-in changed',
  'device-compliance-change': 'The compliance of the subject’s device changed',
  'risk-level-change': 'The risk level of the subject changed',
  'account-credential-change-required': 'The subject must change a credential',
  'account-purged': 'The account of the subject was deleted for good',
  'account-disabled': 'The account of the subject was disabled',
  'account-enabled': 'The account of the subject was enabled again',
  'identifier-changed': 'An identifier of the subject changed',
  'identifier-recycled': 'An identifier of the subject now belongs to somebody else',
  'credential-compromise': 'A credential of the subject was found compromised',
  'sessions-revoked': 'All sessions of the subject were revoked',
  'tokens-revoked': 'All tokens of the subject were revoked',
  'recovery-activated': 'The subject began to recover the account',
}

import { inferred, standard } from '../../protocol/basis.ts'
import { textOfBase64 } from '../../text/base64.ts'
import { crc32 } from '../../text/crc32.ts'
import { utcTime } from '../../text/duration.ts'
import { contentOf, type Form } from './opaque-form.ts'

/** Tokens of products that are told by how they begin, and by what is beside them. */
export const productForms: readonly Form[] = [
  {
    kind: 'session',
    name: 'Session token of PingAM',
    pattern: /(?<![\w*.-])(?<value>AQIC[\w.@+/=-]{20,600}\*(?:[\w+/=-]{4,400}\*)?)/g,
    why: 'It begins with AQIC and has parts that end in asterisks, like the sessions (tokenId) of PingAM, ForgeRock AM and OpenAM.',
    basis: inferred('the format in which PingAM writes sessions'),
    note: 'Opaque, and not a JWT: PingAM keeps the session. It is sent as the cookie iPlanetDirectoryPro or in a header of that name, and the endpoint sessions?_action=getSessionInfo returns its user and expiry. The asterisks belong to it. Anyone who has it is signed in as that user.',
    read: (value) => {
      const inner = textOfBase64(/\*([\w+/=-]{4,400})\*$/.exec(value)?.[1] ?? '')
      // Two letters, a length of two bytes, and the value: SI is the site, SK the key of the session, S1 the server.
      const of = (name: string) => new RegExp(`${name}\\0[\\0-\\x1f]([\\w-]{1,40})`).exec(inner ?? '')?.[1]
      return { content: contentOf({ 'server (S1)': of('S1'), 'site (SI)': of('SI') }) }
    },
  },
  ...(
    [
      ['at', 'access', 'Ory access token', 'Ory’s introspection endpoint returns its user, scope and expiry.'],
      [
        'rt',
        'refresh',
        'Ory refresh token',
        'It works once: Ory replaces it at each use and revokes all of its tokens if an old one comes back.',
      ],
      ['ac', 'unknown', 'Ory authorization code', 'It works once, and only with the client that requested it.'],
      ['st', 'session', 'Ory session token', 'Ory’s endpoint /sessions/whoami returns its user and expiry.'],
      ['lo', 'session', 'Ory logout token', 'It ends one session.'],
      ['pat', 'secret', 'Ory personal access token', 'It manages a project: revoke it if others have seen it.'],
      ['apikey', 'secret', 'Ory API key', 'It manages a project: revoke it if others have seen it.'],
    ] as const
  ).map(
    ([part, kind, name, note]): Form => ({
      kind,
      name,
      pattern: new RegExp(`(?<![\\w.-])(?<value>ory_${part}_[\\w-]{20,200}(?:\\.[\\w-]{20,200})?)`, 'g'),
      why: `It begins with ory_${part}_, as Ory (Hydra, Kratos) writes it.`,
      basis: inferred('the format in which Ory writes tokens'),
      note: `Opaque. ${note}`,
    }),
  ),
  {
    kind: 'access',
    name: 'API token in the format of Laravel Sanctum',
    pattern: /(?<![\w|.-])(?<value>\d{1,20}(?:\||%7C)[A-Za-z0-9]{40}(?:[\da-f]{8})?)(?![\w|])/g,
    why: 'It is a number, a bar and 40 random characters, as Laravel Sanctum writes API tokens.',
    basis: inferred('the format in which Laravel Sanctum writes API tokens'),
    note: 'Opaque. The number is the row of the token in the application’s table personal_access_tokens, which has the SHA-256 hash of the rest, its abilities and its expiry. By default it does not expire. Anyone who has it can use it; delete the row to revoke it.',
    read: (value) => {
      const [id = '', rest = ''] = value.split(/\||%7C/)
      const isWhole = rest.length === 48 && crc32(rest.slice(0, 40)).toString(16).padStart(8, '0') === rest.slice(40)
      return {
        content: { 'token id': id, ...(isWhole && { checksum: 'correct: copied in full' }) },
      }
    },
  },
  {
    kind: 'secret',
    name: 'Twilio auth token',
    pattern:
      /(?<![\w-])(?<from>TWILIO_AUTH_TOKEN|TWILIO_TOKEN)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[\da-f]{32})(?![\w-])/gi,
    why: 'Its name says so, and it has the 32 hexadecimal digits of a Twilio auth token.',
    basis: inferred('the documentation of Twilio'),
    note: 'It opens the whole account together with the account SID (AC…), and also signs Twilio’s webhooks (X-Twilio-Signature). Use API keys (SK…) in its place where you can, and rotate it if others have seen it.',
  },
  {
    kind: 'secret',
    name: 'Clerk publishable key',
    pattern: /(?<![\w-])(?<value>pk_(?:live|test)_[A-Za-z0-9+/]{12,200}={0,2})/g,
    why: 'The part after pk_ is the base64 form of a host that ends in $, like Clerk’s publishable keys.',
    basis: inferred('the format in which Clerk writes keys'),
    note: 'It is meant to be public: it is in web pages, and names only the host of the frontend API.',
    read: (value) => {
      const [, mode, host] =
        /^(live|test) (.{3,150})\$$/.exec(
          `${value.slice(3, 7)} ${textOfBase64(value.slice(8).replace(/=+$/, '')) ?? ''}`,
        ) ?? []
      return host === undefined || !/^[\w.-]+\.[\w-]+$/.test(host)
        ? undefined
        : { name: `Clerk publishable key (${mode})`, content: { 'frontend API': host } }
    },
  },
  {
    kind: 'public-key',
    name: 'Stripe publishable key',
    pattern: /(?<![\w-])(?<value>pk_(?:live|test)_(?:51)?[A-Za-z0-9]{24,200})(?!\w)/g,
    why: 'It begins with pk_live_ or pk_test_, like Stripe’s publishable keys.',
    basis: inferred('the format in which Stripe writes keys'),
    note: 'It is meant to be public: web pages use it to collect payment details, and it cannot read anything.',
    read: (value) => ({ name: `Stripe publishable key (${value.slice(3, 7)} mode)` }),
  },
  {
    kind: 'password',
    name: 'User name and password in a connection string',
    pattern:
      /(?<![\w+.-])(?<value>(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|ldaps?|s?ftp|smtps?):\/\/[^\s:@/"'<>]{0,100}:[^\s@/"'<>]{4,200}@[\w.-]{1,200}[^\s"'<>]{0,200})/g,
    why: 'It is a URL with a user name and a password before the host.',
    basis: standard('RFC 3986 §3.2.1'),
    note: 'The password is in it unencrypted. If others have seen it, change it there.',
    read: (value) => {
      const [, user, password = '', host, rest = ''] = /^[^:]+:\/\/([^:]*):([^@]*)@([^/?]*)(.*)$/.exec(value) ?? []
      if (/^(?:[*x.•]+|password|secret|pass|redacted|changeme)$|[${}]|^\[/i.test(password)) return undefined
      return {
        content: contentOf({ user: user === '' ? undefined : user, host, database: /^\/([\w-]+)/.exec(rest)?.[1] }),
      }
    },
  },
  {
    kind: 'secret',
    name: 'IBM Cloud API key',
    pattern: /(?<from>(?:IBM_?CLOUD|IC|BLUEMIX)_API_?KEY)["']?\s{0,4}[:=]\s{0,4}["']?(?<value>[\w-]{44})(?![\w-])/gi,
    why: 'It is in a variable for an IBM Cloud API key and has its length.',
    basis: inferred('the format in which IBM Cloud writes API keys, and the name of the variable'),
    note: 'It does not expire by itself: anyone who has it gets access tokens (grant type apikey) until it is deleted. If others have seen it, delete it and create a new one.',
  },
  {
    kind: 'secret',
    name: 'Clerk secret key',
    pattern: /(?<from>CLERK[A-Z_]{0,30})["']?\s{0,4}[:=]\s{0,4}["']?(?<value>sk_(?:live|test)_\w{20,200})/g,
    why: 'It begins with sk_, and is in a variable of Clerk.',
    basis: inferred('the format in which Clerk writes keys, and the name of the variable'),
    note: 'It can do everything in its instance, so it belongs only on servers. If others have seen it, create a new one in Clerk’s dashboard.',
    read: (value) => ({ name: `Clerk secret key (${value.slice(3, 7)})` }),
  },
  {
    kind: 'access',
    name: 'Salesforce access token',
    pattern: /(?<![\w-])(?<value>00D[A-Za-z0-9]{12,15}(?:!|%21)[\w.]{60,400})/g,
    why: 'It begins with the ID of an organization (00D…) and an exclamation mark, like Salesforce session IDs.',
    basis: inferred('the format in which Salesforce writes tokens'),
    note: 'Opaque. It does not contain its expiry, and the response names none (no expires_in): it follows the session settings of the organization. Salesforce’s introspection endpoint returns it.',
    read: (value, _from, rest) => {
      const near = rest.slice(0, 2_000)
      const [, organization, user] = /\/id\/(00D\w{12,15})\/(005\w{12,15})/.exec(near) ?? []
      const issued = Number(/"issued_at"\s{0,3}:\s{0,3}"?(\d{13})\b/.exec(near)?.[1])
      return {
        content: contentOf({
          organization: organization ?? value.split(/!|%21/, 1)[0],
          user,
          issued: issued > 0 ? utcTime(Math.floor(issued / 1000)) : undefined,
          instance: /"instance_url"\s{0,3}:\s{0,3}"([^"\s]{8,200})"/.exec(near)?.[1],
          signature: /"signature"\s{0,3}:\s{0,3}"[\w+/]{20,100}=/.test(near)
            ? 'HMAC-SHA256 of id and issued_at with the client secret: it covers only these two, not the tokens'
            : undefined,
        }),
      }
    },
  },
]

/** Told by nothing but the name of its parameter, beside others of an authorization response or a token request. */
export const codeForm: Form = {
  kind: 'unknown',
  name: 'Authorization code',
  pattern: /(?<![\w.-])(?<from>code)(?:=|["']?\s{0,4}:\s{0,4}["'])(?<value>[\w.~+/%!*$-]{16,4000}={0,2})(?![\w<>{}])/g,
  why: 'It is the value of code in an authorization response or a token request.',
  basis: standard('RFC 6749 §4.1.2'),
  note: 'It works once, within minutes, and only for the client that requested it (with PKCE, only together with the code_verifier).',
  read: (value, _from, rest, before) => {
    const around = `${before.slice(-400)} ${rest.slice(value.length, value.length + 6_000)}`
    const isOfSignIn =
      /(?:^|[?&#\s"'{,])(?:id_token|session_state)["']?\s{0,4}[=:]|grant_type["']?\s{0,4}[=:]\s{0,4}["']?authorization_code|code_verifier["']?\s{0,4}[=:]/.test(
        around,
      )
    return isOfSignIn && /\d/.test(value) && /[a-z]/i.test(value) && !/\.{3}|^[a-z_]+$/.test(value) ? {} : undefined
  },
}

import { documented, inferred, standard } from '../../protocol/basis.ts'
import { nearly } from '../../text/nearly.ts'
import { quoted } from '../../text/quote.ts'
import { bearerField } from './program-values.ts'
import type { Rule } from './rule.ts'

const refusedToken: Rule['explains'] = ({ code = '', status } = { at: 0, status: 401 }) =>
  /^steps\.jwt\./.test(code) || (code === '' && (status === 401 || status === 403)) || code === 'invalid_token'

/** Where the program got what it sends as Bearer, as the program itself shows it (§2.4, §5.5). */
export const bearerSourceRules: readonly Rule[] = [
  {
    kind: 'api-request',
    own: true,
    basis: documented('§1 and §5.5: the gateway verifies the tokens of the identity service'),
    explains: refusedToken,
    find: (_message, { text }) => {
      const [made, name = ''] = signed.exec(text) ?? []
      if (made === undefined || !new RegExp(`\\bBearer\\b[^\\n]{0,40}\\b${name}\\b`, 'i').test(text)) return undefined
      return {
        of: 'no-matching-public-key',
        title: 'Your app signs the token itself',
        cause: `Your app creates the Bearer token itself: ${quoted(made.trim(), 100)}. The gateway verifies signatures with the identity service’s public keys, so it rejects the token.`,
        fix: 'Send the user to /oauth2/authorize, exchange the code at /oauth2/token, and send the access_token from that response. If you signed the token with the client secret, have the secret replaced.',
        telling: made.trim().slice(0, 80),
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§2.4 and §5.3'),
    explains: refusedToken,
    find: (_message, { text }) => {
      const program = bearerField(text)
      const [sent, name] =
        (program && program.field !== 'access_token'
          ? [program.made === undefined ? program.sent : `${program.sent}, from ${program.made}`, program.field]
          : undefined) ??
        sentByOrder(text) ??
        sentByPlace(text) ??
        []
      if (sent === undefined || name === undefined) return undefined
      const refresh = /^refresh/i.test(name)
      return {
        of: refresh ? 'refresh-token-sent-as-bearer' : 'id-token-sent-as-bearer',
        title: `The ${refresh ? 'refresh token' : 'ID token'} was sent to the API`,
        cause: `Your app sets the Authorization header from ${quoted(sent.trim(), 100)}, the ${name} from the token response. ${refresh ? 'A refresh token is only for getting new tokens' : 'An ID token tells your app who signed in'}; APIs accept only the access token.`,
        fix: 'Send the access_token from the token response instead.',
        telling: name,
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§2.4', inferred('the program')),
    explains: refusedToken,
    find: (_message, { text }) => {
      const [read, name = ''] = [...text.matchAll(misreadField)].find(([, one = '']) => isMisread(one)) ?? []
      if (read === undefined || !nothingCame.test(text)) return undefined
      const meant = fields.find((field) => nearly(name.toLowerCase(), field)) ?? 'access_token'
      return {
        of: 'bearer-missing',
        title: `Your app reads the wrong response field`,
        cause: `Your app reads ${quoted(name)} (${quoted(read.trim(), 80)}), but the field is ${quoted(meant)}. The call is therefore sent without a token.`,
        fix: `Read ${meant}, and stop with an error if it is empty.`,
        telling: name,
      }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§5.3', inferred('the length in the text')),
    explains: refusedToken,
    find: (_message, { text }) => {
      const shown = emptyToken
        .exec(text)?.[0]
        .trim()
        .replace(/\s{1,20}/g, ' ')
      return shown === undefined
        ? undefined
        : {
            of: 'bearer-missing',
            title: 'The variable with the token is empty',
            cause: `The text shows that the token has no characters: ${quoted(shown, 100)}. The Authorization header is therefore sent without a token.`,
            fix: 'Set the variable in the same shell or process before the call, and stop with an error if it is empty.',
            telling: shown.slice(0, 60),
          }
    },
  },
  {
    kind: 'api-request',
    own: true,
    basis: documented('§5.3', standard('RFC 6750 §2.1')),
    explains: ({ code, status } = { at: 0 }) => code === undefined && (status === 401 || status === 403),
    find: ({ bearer, credentials }, { text }) => {
      if (bearer !== undefined || credentials !== undefined || /\bbearer\b/i.test(text)) return undefined
      const sent = tokenAlone.exec(text)?.[0]
      return sent === undefined
        ? undefined
        : {
            of: 'authorization-malformed',
            title: '“Bearer” is missing before the token',
            cause: `The Authorization header contains only the token: ${quoted(sent.trim(), 80)}. It must contain “Bearer”, a space and the token.`,
            fix: 'Send Authorization: Bearer <access_token>.',
            telling: sent.trim().slice(0, 60),
          }
    },
  },
]

/** What a program has behind Bearer, where it takes the values of the response by their order, and another token is there. */
function sentByOrder(text: string): [sent: string, name: string] | undefined {
  const [taken = '', list = ''] = byOrder.exec(text) ?? []
  const variables = list.split(',').map((one) => one.replace(/[\s$]/g, ''))
  const order = [
    ...new Set(
      [
        ...text
          .replace(taken, ' ')
          .matchAll(/["'](access_token|refresh_token|id_token|scope|token_type|expires_in)["']\s{0,3}(?:=>|:)/g),
      ].map(([, name = '']) => name),
    ),
  ]
  for (const [at, variable] of variables.entries()) {
    const name = order[at] ?? ''
    if (!/^(?:refresh|id)_token$/.test(name) || !/^\w{2,40}$/.test(variable)) continue
    const sent = new RegExp(
      `\\b(?:Bearer\\b|withToken|bearer_?[tT]oken|setBearer\\w*|auth)[^\\n\\w]{1,8}\\$?${variable}\\b`,
    ).exec(text)?.[0]
    if (sent !== undefined) return [`${taken.trim()} … ${sent}`, name]
  }
  return undefined
}

const byOrder =
  /(?:[[(]|\blist\()\s{0,2}(\$?\w{2,40}(?:\s{0,2},\s{0,2}\$?\w{1,40}){1,5})\s{0,2}[\])]\s{0,3}:?=\s{0,3}(?:await )?(?:array_values|Object\.values|list|tuple|[\w.$>]{1,40}\.values)\b[^\n]{0,80}/

/** What a program has behind Bearer, where that is a place of a list in which another token is. */
function sentByPlace(text: string): [sent: string, name: string] | undefined {
  const [sent, list = '', place = ''] =
    /\bBearer\b[ "'`]{0,3}[+.,&]?[ ]{0,2}(?:\$\{|\{)?\$?(\w{1,40})\[(\d)\]/.exec(text) ?? []
  if (sent === undefined || list === '') return undefined
  const at = Number(place)
  const columns = /\bselect\s{1,4}([\w., `"]{4,300}?)\s{1,4}from\b/i.exec(text)?.[1]?.split(',')
  const column = columns?.[at]?.trim()
  const printed = [
    ...text.matchAll(
      /[[(]\s{0,3}((?:["'][^"'\n]{1,4000}["']|\w{1,20})(?:\s{0,3},\s{0,3}(?:["'][^"'\n]{1,4000}["']|\w{1,20})){1,12})\s{0,3}[\])]/g,
    ),
  ]
    .slice(0, 20)
    .map(([, items = '']) => items.split(',')[at]?.trim().replace(/^["']/, '') ?? '')
    .find((item) => /^(?:rt[_-]|refresh)/i.test(item))
  const name =
    column !== undefined && /(?:refresh|id)_?token/i.test(column)
      ? column
      : printed === undefined
        ? undefined
        : 'refresh_token'
  return name === undefined ? undefined : [sent, name]
}

/** The length of a token as a shell or a program prints it, where that is nothing. */
const emptyToken =
  /(?:\$?[\w:.]{0,30}tok(?:en)?\b[\w.]{0,12}\.(?:length|size|count)(?:\(\))?|\$\{#\w{0,20}tok\w{0,12}\}"?|\blen\(\$?\w{0,20}tok\w{0,12}\)|\btok\w{0,12}[ _]?(?:len|length|size)\b)["')\]]{0,3}[ \t]{0,3}(?:=>|->|[:=])?[ \t]{0,3}\n?[ \t]{0,4}0(?![\d.])/i

const fields = ['access_token', 'refresh_token', 'id_token'] as const

/** A member that a program or a command reads, whose name is nearly that of a token. */
const misreadField =
  /(?:\bjq\s[^\n]{0,20}?\.|[\])\w]\??\.|\[["']|->|\bget\(["'])(\w{0,4}acc?e?ss?e?_?tokens?|accesstoken|acess_token)\b/gi

function isMisread(name: string): boolean {
  return !fields.some((field) => field === name)
}

/** What is shown where a value was not there. */
const nothingCame =
  /\bnull\b|\bundefined\b|\bNone\b|\bnil\b|\bempty\b|\bvazi[oa]\b|\bvac[ií][oa]\b|KeyError|NoMethodError|Bearer\s{0,3}["'`]?\s{0,3}$/im

/** An Authorization header with nothing but a token in it. */
const tokenAlone =
  /\bauthorization["'`\]]{0,2}\s{0,3}(?:=>|[:=,])\s{0,3}(?:["'`]?eyJ[\w-]{4,40}|(?!["'`f]{0,2}(?:bearer|basic|token )\b)[\w.$>[\]'"-]{0,60}?(?:access_?token|\btoken|jwt)\b["'\])]{0,3}(?=\s{0,3}[,})\n;]|$))/i

/** A variable to which a program gives a token that it signs. */
const signed =
  /\$?\b([A-Za-z_]\w{0,40})\s{0,2}(?::\s?\w{1,20}\s{0,2})?(?::=|=)\s{0,2}(?:await\s|new\s)?[^\n=;]{0,40}?(?:\bjwt\.(?:encode|sign|create)\(|\bJWT::encode\(|\bJWT\.(?:encode|create|sign)\(|\bJwts\.builder\(|\bSignJWT\(|\bjwt\.NewWithClaims\(|\bJwtSecurityToken\(|\bjws\.sign\()/

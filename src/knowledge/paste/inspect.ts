import { parseForm } from '../text/address.ts'
import { parseJson, parseObject } from '../text/json.ts'
import { relationsBeside, wordsAround } from '../token/beside/beside.ts'
import { errorsBeside } from '../token/beside/errors-beside.ts'
import { relationsToPrivateKeys } from '../token/beside/private-key-beside.ts'
import { withContentsBeside } from '../token/detached.ts'
import {
  eachOnce,
  type FoundToken,
  findChunkedTokens,
  findEncodedTokens,
  findJsonTokens,
  findTokens,
  foundToken,
  withInner,
  withoutParts,
} from '../token/find.ts'
import { harmlessIn } from '../token/harmless.ts'
import { type KeyInText, keysInText } from '../token/key/keys-in-text.ts'
import { inspectJsonToken } from '../token/take-apart.ts'
import { type Relation, relationsOf } from '../token/together.ts'
import { curlRequest } from './curl-command.ts'
import { fieldsOf, type InspectedField, isToken, splitFields, withNamed } from './fields-beside.ts'
import { withGrant } from './grant-beside.ts'
import {
  type DocumentInText,
  describedBy,
  documentIn,
  documentOf,
  documents,
  documentsBeside,
} from './json-documents.ts'
import { holdsKeys, isKey, keyWords } from './key-reading.ts'
import { findOtherTokens } from './other-tokens.ts'
import { isLeftOut } from './tokens.ts'

/** What a pasted text was taken for, and what it holds. */
export interface Inspection {
  as: ReadingKind
  /** Why it was taken for that, in a sentence. */
  why: string
  tokens: FoundToken[]
  /** The tokens held against each other. */
  together: Relation[]
  /** Keys, and secrets that can be keys, beside signed or encrypted tokens. */
  keys: KeyInText[]
  /** Words of errors beside a single token, which it may have caused. */
  errors: string[]
  /** What is beside the tokens: fields, parameters, headers. */
  fields: InspectedField[]
  /** Claims without a token around them. */
  claims?: Record<string, unknown>
  /** True where the explanation of errors can say more about the text. */
  explainable: boolean
  /** What else the text can be taken for. */
  others: ReadingKind[]
}

export type ReadingKind = keyof typeof readingNames

export const readingNames = {
  'token-response': 'A token response',
  'jws-json': 'Signed or encrypted content in JSON form',
  key: 'A key',
  error: 'A response or an error',
  claims: 'Claims without their token',
  json: 'JSON with tokens in it',
  curl: 'A curl command',
  redirect: 'A redirect URL',
  headers: 'Header lines',
  form: 'Form fields or a query',
  token: 'A token',
  tokens: 'Several tokens',
  opaque: 'An opaque token',
  others: 'Keys or tokens in other formats',
  discovery: 'A discovery document',
  introspection: 'An introspection response',
  userinfo: 'A UserInfo response',
  session: 'A session',
  registration: 'A client registration',
  device: 'A device authorization response',
  pushed: 'A pushed authorization response',
  instance: 'An instance identity document',
  'service-account': 'A key file of a service account',
  nothing: 'Text without a token',
}

/**
 * Recognises what was pasted and takes apart what can be taken apart. `as` has it taken for something else. Never
 * throws; the work is bounded by the length of the text.
 */
export function inspect(text: string, as?: ReadingKind): Inspection {
  const pasted = look(text)
  const fitting = pasted.text === '' ? [] : readers.filter(({ fits }) => fits(pasted))
  const chosen = fitting.find((reader) => reader.as === as) ?? fitting[0] ?? nothing
  const read = chosen.read(pasted)
  const { fields = [] } = read
  const tokens = (read.tokens ?? []).map((one) => withContentsBeside(one, pasted.text))
  const keys = tokens.some(({ token, recognised }) => token.form !== 'opaque' || recognised.kind === 'cookie')
    ? keysInText(pasted.text)
    : []
  const isDocument = documents.some((one) => one.as === chosen.as)
  const beside =
    isDocument || !tokens.some(({ token }) => token.form !== 'opaque') ? [] : documentsBeside(pasted.text, tokens)
  const besides = (wanted: string) => fields.find(({ name }) => name === wanted)?.value
  return {
    as: chosen.as,
    together: [
      ...relationsOf(
        tokens,
        besides('code') ?? valueIn(pasted.text, 'code'),
        besides('state') ?? valueIn(pasted.text, 'state'),
      ),
      ...relationsBeside(tokens, pasted.text),
      ...relationsToPrivateKeys(tokens, keys),
    ],
    errors: tokens.length === 1 ? errorsBeside(pasted.text) : [],
    keys,
    fields,
    ...read,
    tokens: [...tokens, ...beside],
    explainable: read.explainable === true || (tokens.length > 0 && saysError(pasted.text, tokens)),
    others: fitting.map((reader) => reader.as).filter((kind) => kind !== chosen.as),
  }
}

/** The value of a parameter of an authorization response that is somewhere in a text: of a query, a form or an object. */
function valueIn(text: string, name: 'code' | 'state'): string | undefined {
  const shown = text.slice(0, 200_000)
  const inForm = new RegExp(`(?:[?&#]|^)${name}=([^\\s&"'<>#]{1,4000})`, 'm').exec(shown)?.[1]
  const inObject = new RegExp(`(?<![\\w-])["']?${name}["']?\\s{0,3}:\\s{0,3}["']([^"'\\s]{1,4000})["']`).exec(
    shown,
  )?.[1]
  const found = inForm === undefined ? inObject : Object.values(Object.fromEntries(parseForm(`v=${inForm}`)))[0]
  // A code that somebody left out, and that of an error, is none.
  return found === undefined ||
    isLeftOut(found) ||
    (name === 'code' && !/^(?=.*\d)(?!\d+$|(?:invalid|err(?:or)?|access|server|expired|missing)_).{12,}$/i.test(found))
    ? undefined
    : found
}

/** Whether the words around the tokens are those of a response that refused something. */
function saysError(text: string, tokens: readonly FoundToken[]): boolean {
  const words = wordsAround(text, tokens)
  return /"error(?:_description|Code)?"\s{0,4}:\s{0,4}["{]|HTTP\/[\d.]{1,3} [45]\d\d\b|^[<\s]{0,4}www-authenticate:/im.test(
    words,
  )
}

interface Pasted {
  text: string
  /** The object that the text is, where it is one. */
  json?: Record<string, unknown>
  /** Tokens anywhere in the text; found once. */
  found: () => FoundToken[]
  /** What opens something and is no JWT; found once. */
  others: () => FoundToken[]
  /** Both, in the order of the text. */
  all: () => FoundToken[]
  /** The first document of JSON within other words; found once. */
  inText: () => DocumentInText | undefined
}

interface Reader {
  as: ReadingKind
  fits: (pasted: Pasted) => boolean
  read: (pasted: Pasted) => Pick<Inspection, 'why'> & Partial<Inspection>
}

function look(raw: string): Pasted {
  const text = raw.replace(/^\ufeff/, '').trim()
  let found: FoundToken[] | undefined
  let other: FoundToken[] | undefined
  let document: { found?: DocumentInText } | undefined
  const tokens = () => (found ??= withGrant(everyToken(text), text))
  const others = () => (other ??= findOtherTokens(text.slice(0, 2_000_000), tokens()))
  return {
    text,
    json: parseObject(text) ?? parseObject(unescaped(text)),
    found: tokens,
    others,
    all: () => inOrder([...tokens(), ...others()]),
    inText: () => {
      document ??= documentIn(text)
      return document.found
    },
  }
}

function everyToken(text: string): FoundToken[] {
  const inJson = findJsonTokens(text)
  const { tokens: joined, taken } = findChunkedTokens(text)
  const alone = withoutParts([...findTokens(text), ...findEncodedTokens(text)], inJson).filter(
    ({ place }) => !taken.some(({ start, end }) => place && place.start >= start && place.start < end),
  )
  return eachOnce(withInner(inOrder([...inJson, ...joined, ...alone])))
}

const tokenFields = ['access_token', 'id_token', 'refresh_token', 'logout_token']
const redirectNames = ['code', 'error', 'state', 'iss', 'access_token', 'id_token', 'response']
const claimNames = ['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'scope', 'client_id', 'nonce', 'azp']

function inOrder(tokens: FoundToken[]): FoundToken[] {
  return tokens
    .map((one, at) => ({ one, at }))
    .sort((a, b) => (a.one.place?.start ?? 0) - (b.one.place?.start ?? 0) || a.at - b.at)
    .map(({ one }) => one)
}

// The first that fits is the first to be offered, so the more particular comes before the more general.
const readers: Reader[] = [
  {
    as: 'token-response',
    fits: ({ json }) => tokenFields.some((name) => typeof json?.[name] === 'string'),
    read: ({ json = {}, ...pasted }) => ({
      why: `It is a JSON object with ${tokenFields.filter((name) => typeof json[name] === 'string').join(', ')}, like a token endpoint’s response (API guide §2.4, RFC 6749 §5.1).`,
      tokens: withNamed(
        pasted,
        tokenFields.flatMap((name): [string, string][] =>
          isToken(name, json[name]) ? [[name, String(json[name])]] : [],
        ),
      ),
      fields: fieldsOf(
        Object.entries(json).filter(([name, value]) => !tokenFields.includes(name) || !isToken(name, value)),
        'field',
      ),
    }),
  },
  {
    as: 'jws-json',
    fits: ({ json }) => json !== undefined && inspectJsonToken(json) !== undefined,
    read: ({ json = {} }) => ({
      why: 'It is a JSON object whose members are the parts of a token (RFC 7515 §7.2, RFC 7516 §7.2).',
      tokens: (inspectJsonToken(json) ?? []).map((token) => foundToken(token)),
    }),
  },
  ...documents.map(
    (document): Reader => ({
      as: document.as,
      fits: ({ json }) => json !== undefined && documentOf(json) === document,
      read: ({ json = {}, text, all }) => {
        const described = describedBy(document, json, text)
        return {
          why: document.why,
          tokens: [...(described ? [described] : []), ...all()],
          ...(described === undefined && { claims: json }),
        }
      },
    }),
  ),
  ...documents.map(
    (document): Reader => ({
      as: document.as,
      fits: ({ found, inText }) => inText()?.document === document && found().length === 0,
      read: ({ inText, all }) => {
        const one = inText()
        const described = one && describedBy(document, one.json, one.text, one.place)
        return {
          why: `${document.why} It is inside other text.`,
          tokens: [...(described ? [described] : []), ...all()],
          ...(described === undefined && { claims: one?.json }),
          explainable: true,
        }
      },
    }),
  ),
  {
    as: 'key',
    // A key above a token is there for the token.
    fits: ({ json, text, found }) => isKey(json) || (found().length === 0 && holdsKeys(text, json)),
    read: ({ json, text }) => ({
      why: keyWords(text, json),
      fields: curlFields(text) ?? fieldsOf(headerLines(text), 'header'),
    }),
  },
  {
    as: 'error',
    fits: ({ json, text }) =>
      (json !== undefined && errorNames.some((name) => json[name] !== undefined) && json.access_token === undefined) ||
      /^(HTTP\/[\d.]+ \d{3}|www-authenticate\s*:|<!doctype html|<html)/i.test(text),
    read: ({ all }) => ({
      why: 'It looks like an HTTP response or an error.',
      tokens: all(),
      explainable: true,
    }),
  },
  {
    as: 'claims',
    fits: ({ json }) => json !== undefined && claimNames.filter((name) => Object.hasOwn(json, name)).length >= 2,
    read: ({ json }) => ({
      why: 'It is a JSON object with claim names, without a header or a signature, so nothing about it can be verified.',
      claims: json,
    }),
  },
  {
    as: 'curl',
    fits: ({ text }) => beginsWithCurl.test(text),
    read: ({ text, all }) => ({
      why: `It begins with curl.${withoutToken(text, all())}`,
      tokens: all(),
      fields: curlFields(text) ?? [],
    }),
  },
  {
    as: 'redirect',
    // An address with a token in its query alone is called with it (RFC 6750 §2.3), as sockets are.
    fits: ({ text }) =>
      !/\s|^wss?:/i.test(text) && parametersOf(text)?.some(([name]) => redirectNames.includes(name)) === true,
    read: ({ text, all }) => {
      const parameters = parametersOf(text) ?? []
      const asks = ['response_type', 'client_id'].every((wanted) => parameters.some(([name]) => name === wanted))
      return {
        why: asks
          ? 'It is the URL of an authorization request (RFC 6749 §4.1.1): it asks for a sign-in and contains no token. Its state, nonce and code_challenge belong to this one sign-in and grant no access.'
          : `It is a URL with the parameters of an authorization response: ${parameters
              .map(([name]) => name)
              .filter((name) => redirectNames.includes(name))
              .join(', ')} (§2.2, RFC 6749 §4.1.2).`,
        ...splitFields({ text, all }, [['address', text.split(/[?#]/)[0] ?? ''], ...parameters]),
        explainable: true,
      }
    },
  },
  {
    as: 'headers',
    fits: ({ text }) => headerLines(text).length > 0,
    read: ({ text, all }) => ({
      why: `Its lines look like HTTP headers.${withoutToken(text, all())}`,
      tokens: all(),
      fields: fieldsOf(headerLines(text), 'header'),
      explainable: /^www-authenticate\s*:/im.test(text),
    }),
  },
  {
    as: 'form',
    fits: ({ text }) => /^[\w.-]{1,60}=[^\s&]*(?:&[\w.-]{1,60}=[^\s&]*)+$/.test(text.slice(0, 100_000)),
    read: ({ text, all }) => ({
      why: 'It consists of fields: name=value, joined by &.',
      ...splitFields({ text, all }, parseForm(text.slice(0, 2_000_000))),
      explainable: /(^|&)error=/.test(text),
    }),
  },
  {
    as: 'json',
    fits: ({ json, all }) => json !== undefined && all().length > 0,
    read: ({ all }) => ({ why: `The tokens are inside a JSON object.`, tokens: all() }),
  },
  {
    as: 'token',
    fits: ({ found }) => found().length === 1,
    read: ({ text, found, all }) => {
      const [only] = found()
      return { why: tokenWords(only, text), tokens: all() }
    },
  },
  {
    as: 'jws-json',
    fits: ({ found }) => {
      const forms = found().map(({ token }) => (token.form === 'jws' ? token.json?.of : undefined))
      return forms.length > 1 && forms.every((one) => one === forms.length)
    },
    read: ({ found, all }) => ({
      why: `It is one payload with ${found().length} signatures, in JSON serialization (RFC 7515 §7.2.1).`,
      tokens: all(),
    }),
  },
  {
    as: 'tokens',
    fits: ({ found }) => found().length > 1,
    read: ({ all }) => ({ why: `The text contains ${all().length} tokens.`, tokens: all() }),
  },
  {
    as: 'others',
    fits: ({ found, others }) => found().length === 0 && others().length > 0,
    read: ({ others }) => {
      const [first, ...more] = others()
      return {
        why:
          more.length === 0
            ? (first?.recognised.why ?? '')
            : `The text contains ${more.length + 1} values in known formats.`,
        tokens: others(),
      }
    },
  },
  {
    as: 'opaque',
    fits: ({ text }) =>
      /^(?:(?:Bearer|DPoP)\s+)?["'`]?[\w+/=.~:-]{8,}["'`]?$/i.test(text.slice(0, 100_000)) &&
      text.length < 100_000 &&
      !/^[\da-f:-]{32,}$/i.test(text.replace(/^sha256:/, '')),
    read: ({ text }) => ({
      why: 'It is a single string without readable parts, like an opaque token.',
      tokens: [
        foundToken({
          form: 'opaque',
          text: text.replace(/^(Bearer|DPoP)\s+/i, '').replace(/^["'`]|["'`]$/g, ''),
          defects: [],
        }),
      ],
    }),
  },
]

const beginsWithCurl = /^[$%]?\s*curl(\.exe)?\s/

/** The parts of the request of a curl command; undefined for any other text. */
function curlFields(text: string): InspectedField[] | undefined {
  const request = beginsWithCurl.test(text) ? curlRequest(text) : undefined
  return (
    request && [
      { name: 'method', value: request.method, place: 'field', secret: false },
      { name: 'address', value: request.url, place: 'field', secret: false },
      ...fieldsOf(Object.entries(request.headers ?? {}), 'header'),
      ...fieldsOf(Object.entries(request.form ?? {}), 'parameter'),
    ]
  )
}

const nothing: Reader = {
  as: 'nothing',
  fits: () => true,
  read: ({ text }) => ({
    why: `No token was found in it: a token’s header begins with “ey” or “ew”. ${harmlessIn(text) ?? 'It may be an error or a log line.'}`,
    explainable: true,
  }),
}

const errorNames = ['error', 'fault', 'ErrorCode', 'errorCode', 'error_description', 'title']

/** A sentence where no token was found, empty where one was. */
function withoutToken(text: string, tokens: readonly FoundToken[]): string {
  if (tokens.length > 0) return ''
  const isOpen =
    /\b(?:Bearer|Basic|token=|key=)\s{0,2}["']?(?:<[^<>\n]{1,60}>|\$\{?\w{1,60}|\{\{?[^{}\n]{1,60}\}|\*{3,}|xxx)/i.test(
      text,
    )
  return ` No token was found in it${isOpen ? ', only a placeholder for one' : ''}.${harmlessIn(text) === undefined ? '' : ` ${harmlessIn(text)}`}`
}

function tokenWords(found: FoundToken | undefined, text: string): string {
  if (found?.token.form === 'jwe') return 'It has the five parts of an encrypted token (RFC 7516 §7.1).'
  const around = text.length - (found?.token.text.length ?? 0)
  const words = 'It begins with a token header, followed by parts that are separated by dots (RFC 7515 §7.1).'
  return around === 0 ? words : `${words} It is inside other text.`
}

/** Query and fragment parameters of an address; undefined where the text is no address. */
function parametersOf(text: string): [string, string][] | undefined {
  if (!/^[a-z][\w+.-]{0,40}:/i.test(text) && !text.startsWith('/') && !text.startsWith('?')) return undefined
  const query = /\?([^#]*)/.exec(text)?.[1] ?? ''
  const fragment = /#(.*)$/.exec(text)?.[1] ?? ''
  return [query, fragment].flatMap((part) => parseForm(part.slice(0, 2_000_000)))
}

const ourHeaders =
  /^(authorization|proxy-authorization|cookie|set-cookie|dpop|www-authenticate|x-[\w-]+|content-type|accept|host|user-agent)$/i

function headerLines(text: string): [string, string][] {
  const lines = text.slice(0, 200_000).split(/\r?\n/, 200)
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^[<>*]?\s*([A-Za-z][\w-]*)\s*:\s*(\S.*)$/.exec(line) ?? []
    return name !== undefined && value !== undefined ? [[name, value]] : []
  })
  return headers.some(([name]) => ourHeaders.test(name)) ? headers : []
}

/** JSON that was escaped to be inside a string. */
function unescaped(text: string): string {
  return /^\{\s*\\"/.test(text) ? String(parseJson(`"${text}"`) ?? '') : ''
}

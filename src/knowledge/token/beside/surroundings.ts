import { type Basis, inferred, standard } from '../../protocol/basis.ts'
import { isObject } from '../../text/json.ts'
import { findJson } from '../../text/json-in-text.ts'
import { inList, listed, quoted } from '../../text/quote.ts'
import type { FoundToken } from '../find.ts'
import type { CheckOutcome } from '../finding.ts'
import type { Relation } from '../together.ts'

type Beside = Omit<Relation, 'check'>

/**
 * Tells what the place of a token means for it: the attributes of its cookie, a command line, code for browsers, a Kubernetes
 * secret, the response of a token exchange, a role that AWS did not let it assume. Linear in the text.
 */
export function relationsToSurroundings(tokens: readonly FoundToken[], words: string): Beside[] {
  const said = new Set<string>()
  return tokens.slice(0, 6).flatMap((found) =>
    surroundings.flatMap(({ title, basis, outcome = 'passed', says }): Beside[] => {
      const why = says({ found, claims: claimsOf(found), words, line: lineOf(found, words) })
      if (why === undefined || said.has(why)) return []
      said.add(why)
      return [{ title, basis, outcome, why, of: [found.token.text] }]
    }),
  )
}

interface Around {
  found: FoundToken
  claims: Record<string, unknown>
  /** The text without its tokens. */
  words: string
  /** The line of the token, without the tokens in it. */
  line: string
}

interface Surrounding {
  title: string
  basis: Basis
  /** What it is told as; `not-checked` where it is a risk, which is no fault of the token. */
  outcome?: CheckOutcome
  says: (around: Around) => string | undefined
}

const claimsOf = ({ token }: FoundToken): Record<string, unknown> => (token.form === 'jws' && token.payload.value) || {}

function lineOf({ place }: FoundToken, words: string): string {
  if (place === undefined || place.start >= words.length) return ''
  const end = words.indexOf('\n', place.end)
  return words.slice(words.lastIndexOf('\n', place.start) + 1, end < 0 ? undefined : end).slice(-20_000)
}

const surroundings: readonly Surrounding[] = [
  {
    title: 'Cookie attributes',
    basis: standard('RFC 6265 §4.1.2'),
    outcome: 'not-checked',
    says: ({ line }) => {
      if (!/^[\s<>*|\w.:[\]-]{0,40}set-cookie\s{0,4}:/i.test(line)) return undefined
      const missing = [
        !/;\s{0,4}Secure\b/i.test(line) && 'Secure, so the browser also sends it over plain HTTP',
        !/;\s{0,4}HttpOnly\b/i.test(line) && 'HttpOnly, so scripts on the page can read it',
      ].filter((one) => one !== false)
      return missing.length === 0 ? undefined : `The cookie is set without ${missing.join(', and without ')}.`
    },
  },
  {
    title: 'In a command line',
    basis: inferred('the command around it'),
    outcome: 'not-checked',
    says: ({ line, words, found }) => {
      const [, option] =
        /(?:^|\s)(-P|-pw|-u|--(?:password|pass|token|access-token|api-key|secret|user|auth-token))(?:\s+|=)["']?\s*$/.exec(
          line.slice(
            0,
            Math.max(0, (found.place?.start ?? 0) - (words.lastIndexOf('\n', found.place?.start ?? 0) + 1)),
          ),
        ) ?? []
      return option === undefined
        ? undefined
        : `It is the value of ${quoted(option)} in a command: it stays in the history of the shell, and other users of the machine can see it while the command runs.`
    },
  },
  {
    title: 'In code for browsers',
    basis: inferred('the code around it'),
    outcome: 'not-checked',
    says: ({ words, line, claims, found: { recognised } }) => {
      // Such keys are meant for browsers.
      if (/publishable|public|anon\b/i.test(recognised.name) || claims.role === 'anon') return undefined
      if (/(?:ANON|PUBLISHABLE|PUBLIC|SITE)_?(?:KEY|TOKEN)["']?\s{0,4}[:=]/i.test(line)) return undefined
      const [sign] =
        /^\s{0,8}["']use client["']/m.exec(words) ??
        /\b(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|PUBLIC|GATSBY)_\w{2,60}(?=["']?\s{0,4}[:=])/.exec(
          line,
        ) ??
        []
      return sign === undefined
        ? undefined
        : `${quoted(sign.trim().replace(/["']/g, ''))} shows that this value is part of code that runs in browsers, so every visitor can read it. If it is not meant to be public, replace it and keep the new one on a server.`
    },
  },
  {
    title: 'In a Kubernetes secret',
    basis: inferred('the manifest around it'),
    says: ({ words, claims, found: { place } }) => {
      if (place === undefined || !/^kind:\s{0,4}Secret\b|"kind"\s{0,4}:\s{0,4}"Secret"/m.test(words)) return undefined
      const account = accountOf(claims)
      const [, named] =
        /kubernetes\.io\/service-account\.name["']?\s{0,4}:\s{0,4}["']?([\w.-]{1,253})/.exec(words) ?? []
      const fits =
        account === undefined || named === undefined
          ? ''
          : account === named
            ? ` Its annotation names the same service account as the token, ${quoted(named)}.`
            : ` Its annotation names the service account ${quoted(named)}, but the token is of ${quoted(account)}.`
      return `It is in a Kubernetes secret, whose values are base64-encoded and not encrypted: anyone who has the manifest has the token.${fits}`
    },
  },
  {
    title: 'Token exchange',
    basis: standard('RFC 8693 §2.2.1'),
    says: ({ words, found: { from } }) => {
      const [, type] =
        /"issued_token_type"\s{0,4}:\s{0,4}"urn:ietf:params:oauth:token-type:([\w-]{2,40})"/.exec(words) ?? []
      if (type === undefined || from !== 'access_token') return undefined
      const refresh = /"refresh_token"\s{0,4}:/.test(words)
        ? ''
        : ' It has no refresh token, which is usual for an exchange.'
      return `The response is that of a token exchange: issued_token_type says that it issued ${type === 'jwt' ? 'a JWT' : `a token of the type ${quoted(type)}`}.${refresh}`
    },
  },
  {
    title: 'Refresh token',
    basis: inferred('the documentation of IBM Cloud'),
    says: ({ words, found: { recognised } }) =>
      /^IBM Cloud/.test(recognised.issuer ?? '') && /"refresh_token"\s{0,4}:\s{0,4}"not_supported"/.test(words)
        ? 'The response has no refresh token: “not_supported” is what IBM Cloud writes in its place. The next access token is requested with the API key again.'
        : undefined,
  },
  {
    title: 'Values of the response and of the token',
    basis: inferred('members of the response and claims with the same name and value'),
    says: ({ words, claims, found }) => {
      if (found.token.form !== 'jws' || !/"active"\s{0,4}:\s{0,4}true/.test(words)) return undefined
      const shared = findJson(words).flatMap(({ value }) =>
        isObject(value) && value.active === true
          ? Object.keys(value).filter((name) => isSame(value[name], claims[name]) && typeof value[name] !== 'boolean')
          : [],
      )
      return shared.length < 2
        ? undefined
        : `The introspection response in the text is about this token: both have the same ${inList(shared.slice(0, 12))}.`
    },
  },
  {
    title: 'Role that AWS did not let it assume',
    basis: inferred('the error of AWS STS in the text'),
    outcome: 'not-checked',
    says: ({ words, claims: { iss, aud, sub }, found: { token } }) => {
      if (token.form !== 'jws' || typeof sub !== 'string') return undefined
      if (!/Not authorized to perform:? sts:AssumeRoleWithWebIdentity/i.test(words)) return undefined
      const role = /arn:aws[\w-]{0,12}:iam::\d{12}:role\/([\w+=,.@/-]{1,128})/.exec(words)?.[1]
      return `AWS did not let it assume the role${role === undefined ? '' : ` ${quoted(role)}`}: the trust policy of that role must name the provider ${quoted(iss)}, and its conditions must admit ${[aud !== undefined && `aud ${listed([aud].flat().map(String))}`, `sub ${quoted(sub, 200)}`].filter(Boolean).join(' and ')}. Compare them with the policy.`
    },
  },
]

const isSame = (one: unknown, other: unknown): boolean =>
  one !== undefined && other !== undefined && [one].flat().join(' ') === [other].flat().join(' ')

function accountOf(claims: Record<string, unknown>): string | undefined {
  const { 'kubernetes.io': bound, 'kubernetes.io/serviceaccount/service-account.name': flat } = claims
  const account = isObject(bound) && isObject(bound.serviceaccount) ? bound.serviceaccount.name : flat
  return typeof account === 'string' ? account : undefined
}

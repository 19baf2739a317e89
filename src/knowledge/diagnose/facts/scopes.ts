import type { Evidence } from './evidence.ts'
import { family, those } from './family.ts'
import { unaccented } from './folded.ts'

/** Which scopes are needed, which were requested and which were granted. */
export const scopes = family(
  [
    'scope:missing',
    'scope:not-requested',
    'scope:not-granted',
    'scope:comma',
    'scope:not-split',
    'scope:other-google-api',
  ],
  (evidence) => {
    const needed = neededIn(evidence)
    const requested = requestedIn(evidence)
    const granted = grantedIn(evidence)
    const lacks = (all: string[], have: string[]) => all.filter((one) => !have.some((other) => alike(one, other)))
    const missing = granted.length > 0 ? lacks(needed, granted) : []
    const refused =
      granted.length > 0 && requested.length > 0
        ? lacks(requested, granted).filter(
            (one) => !/^(?:openid|profile|email|offline_access|.*\/\.default)$/.test(one),
          )
        : []
    const gone = missing.length > 0 ? missing : refused
    return {
      facts: those({
        'scope:missing': gone.length > 0,
        'scope:not-requested': needed.length > 0 && requested.length > 0 && lacks(needed, requested).length > 0,
        'scope:not-granted': refused.length > 0,
        // RFC 6749 §3.3: scopes are divided by spaces.
        'scope:comma': joinedByComma.test(evidence.text()),
        'scope:not-split': notSplit.test(evidence.text()),
        'scope:other-google-api': otherGoogleApi(evidence.text()),
      }),
      values: {
        scope_missing: (gone.length > 0 ? gone : granted.length === 0 ? needed : []).join(' '),
        scopes_needed: needed.join(' '),
        scopes_requested: requested.join(' '),
        scopes_granted: granted.join(' '),
      },
    }
  },
)

const joinedByComma =
  /\bscopes?["']?\s{0,2}[=:]\s{0,2}["'`]?[\w:./-]{2,80}(?:,|%2C)\s?[\w:./-]{2,80}|\bscopes?\.join\(["'],/i

/** A list that holds several scopes as one: the program split them at another sign than the space. */
const notSplit =
  /\b(?:granted|scopes?|escopos?)["']?\s{0,2}[=:]\s{0,2}\[\s?["'][\w:./-]{2,80}(?: [\w:./-]{2,80}){1,40}["']\s?\]|\bscopes?\b[^\n]{0,20}\.split\(["'],["']\)/i

/** What the scopes of Google that a program asks for begin with, and the APIs that they open. */
const googleApis: Record<string, RegExp> = {
  drive: /^drive/,
  sheets: /^(?:spreadsheets|drive)/,
  docs: /^(?:documents|drive)/,
  calendar: /^calendar/,
  gmail: /^(?:gmail|mail)/,
  analytics: /^analytics/,
  youtube: /^youtube/,
}

/** Whether a program calls an API of Google that none of the scopes in the text opens. */
function otherGoogleApi(text: string): boolean {
  const asked = [...text.slice(0, 60_000).matchAll(/googleapis\.com\/auth\/([a-z][\w.]{2,60})/g)].map(
    ([, name = '']) => name,
  )
  const called =
    /\bbuild\(["'](\w{3,12})["']|\bgoogle\.(drive|sheets|docs|calendar|gmail|youtube)\(|googleapis\.com\/(drive|calendar|gmail|youtube)\/v\d/.exec(
      text,
    )
  const opened = googleApis[called?.slice(1).find(Boolean) ?? '']
  return opened !== undefined && asked.length > 0 && !asked.some((one) => opened.test(one) || one === 'cloud-platform')
}

function alike(one: string, other: string): boolean {
  const bare = (scope: string) => scope.replace(/^SCOPE_/, '').toLowerCase()
  return bare(one) === bare(other) || bare(other).endsWith(`/${bare(one)}`) || bare(one).endsWith(`/${bare(other)}`)
}

const scope = '[A-Za-z](?:[\\w:/*-]|\\.(?=\\w)){1,150}'
const list = `["'\`[(]{0,2}(${scope}(?:["'\`]?[ ,]{1,2}["'\`]?(?!and\\b|but\\b|e\\b|y\\b|mas\\b|pero\\b|however\\b|to\\b|is\\b|was\\b|in\\b|for\\b|para\\b)${scope}){0,12})`
const scopeWord = '(?:scopes?|escopos?|alcances?)'
const neededWords = [
  new RegExp(
    `\\b(?:required|requires?|needs?|needed|missing|necessary|necessari[oa]s?|exigid[oa]s?|exige|requer|requerid[oa]s?|requiere|falta(?:ndo|nte)?|precisa do)\\s(?:the |o |os |el |los |one of |following )?(?:oauth2? )?${scopeWord}(?:s\\))?(?: is| are| sao| e| es)?\\s{0,3}[:=]?\\s{0,3}${list}`,
    'gi',
  ),
  new RegExp(
    `\\b${scopeWord} (?:required|needed|missing|necessari[oa]s?|exigid[oa]s?|requerid[oa]s?|faltante|ausente)\\s{0,3}[:=]?\\s{0,3}${list}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:the |o |el )?${scopeWord} ["'\`]?(${scope})["'\`]? (?:is |e |es )?(?:required|needed|missing|necessari|obrigator|exigid|requerid|faltando|not (?:granted|present|included))`,
    'gi',
  ),
  new RegExp(`\\bhas(?:Any)?Authority\\(["']SCOPE_(${scope})["']`, 'g'),
]
const grantedWords = [
  new RegExp(
    `\\b(?:granted|given|authori[sz]ed|concedid[oa]s?|otorgad[oa]s?|token|token's|liberad[oa]s?)\\s${scopeWord}(?: is| are| sao| e)?\\s{0,3}[:=]?\\s{0,3}${list}`,
    'gi',
  ),
  new RegExp(
    `\\b${scopeWord} (?:granted|given|concedid[oa]s?|otorgad[oa]s?|liberad[oa]s?|in the token|(?:do|no|del) token|present)\\s{0,3}[:=]?\\s{0,3}${list}`,
    'gi',
  ),
  new RegExp(
    `\\b(?:token|access token) (?:only )?(?:has|contains|had|tem|contem|traz|tiene|contiene)(?: only| so| apenas| solo)?(?: the| o| os| el| los)? ${scopeWord}\\s{0,3}[:=]?\\s{0,3}${list}`,
    'gi',
  ),
]
const requestedWords = [
  new RegExp(
    `\\b(?:requested|requesting|solicitad[oa]s?|pedid[oa]s?|requisitad[oa]s?)\\s${scopeWord}\\s{0,3}[:=]?\\s{0,3}${list}`,
    'gi',
  ),
  new RegExp(`\\b${scopeWord} (?:requested|solicitad[oa]s?|pedid[oa]s?)\\s{0,3}[:=]?\\s{0,3}${list}`, 'gi'),
]

function neededIn(evidence: Evidence): string[] {
  const challenged = /insufficient[_ ]scope/i.test(evidence.text())
    ? [...evidence.text().matchAll(/(?:Bearer|DPoP)[^\n]{0,400}?\bscope=["']([^"'\n]{1,400})["']/gi)].map(
        (match) => match[1] ?? '',
      )
    : []
  return unique([
    ...challenged.flatMap(split),
    ...said(evidence, neededWords),
    ...evidence
      .valuesOf(
        'required_scopes',
        'required_scope',
        'scopes_required',
        'missing_scopes',
        'missing_scope',
        'scope_required',
        'needed',
      )
      .flatMap(split),
    ...(/scope|escopo|alcance/i.test(evidence.text())
      ? evidence.valuesOf('required', 'missing', 'necessario', 'necessarios', 'requerido').flatMap(split)
      : []),
    ...evidence
      .stated()
      .flatMap(({ about, expected }) => (about === 'scope' && expected !== undefined ? split(expected) : [])),
  ])
}

function grantedIn(evidence: Evidence): string[] {
  const tokens = evidence.tokens().filter(({ role }) => role === 'bearer' || role === 'unknown')
  const claims = tokens
    .flatMap(({ claims }) => [claims.scope, claims.scp].flat())
    .filter((one) => typeof one === 'string')
  const inResponse = evidence
    .parameters()
    .filter(({ name, in: place }) => place === 'pair' && /^(?:scope|scp)$/.test(name))
  return unique([
    ...claims.flatMap(split),
    // As a member of its own it is what a token response or a token has; a challenge names what is needed.
    ...inResponse
      .filter(
        ({ at }) =>
          !/(?:Bearer|DPoP)\s\w[^\n]{0,300}$|[?&]$|scope[s]? ?(?:required|needed)/i.test(
            evidence.text().slice(Math.max(0, at - 300), at),
          ) && isResponse(evidence, at),
      )
      .flatMap(({ value }) => split(value)),
    ...said(evidence, grantedWords),
    ...(/scope|escopo|alcance/i.test(evidence.text())
      ? evidence.valuesOf('allowed', 'granted', 'provided', 'permitidos', 'concedidos').flatMap(split)
      : []),
    ...evidence.valuesOf('granted_scopes', 'granted_scope', 'scopes_granted', 'scope_granted').flatMap(split),
  ])
}

/** Whether a member stands near those of a token response, of an introspection or of a token. */
function isResponse(evidence: Evidence, at: number): boolean {
  return /access_token|expires_in|token_type|"active"|"iss"|"exp"|"scp"|\bscp\b|"aud"|client_id"\s*:/.test(
    evidence.text().slice(Math.max(0, at - 600), at + 600),
  )
}

function requestedIn(evidence: Evidence): string[] {
  const sent = evidence.parameters().filter(({ name, in: place }) => place === 'form' && name === 'scope')
  const named = /scope|escopo|alcance/i.test(evidence.text())
    ? evidence.valuesOf(
        'requested',
        'requested_scope',
        'requested_scopes',
        'scopes_requested',
        'solicitado',
        'solicitados',
      )
    : []
  return unique([...[...sent.map(({ value }) => value), ...named].flatMap(split), ...said(evidence, requestedWords)])
}

function said(evidence: Evidence, patterns: RegExp[]): string[] {
  const text = unaccented(evidence.text())
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, 20).flatMap((match) => split(match[1] ?? '')),
  )
}

function split(text: string): string[] {
  return text
    .split(/[\s,;+"'`[\]]+/)
    .map((one) => one.replace(/[.:)]+$/, ''))
    .filter(
      (one) =>
        /^[A-Za-z][\w:./*-]{1,150}$/.test(one) &&
        !/^(?:and|or|the|is|are|required|scope|scopes|ou|e|y|o|null|none|undefined|not|no|of|to|in|for|but|only|from|this|that|was|by|with|invalid|valid|unknown|malformed|exceeds|supported|allowed|missing|empty|parameter|value|claim|does|has|have|nao|sao|foi|o|a|um|uma|el|la|para|do|da|no|na|token|concedidos?|solicitados?|granted|requested|needed|necessarios?)$/i.test(
          one,
        ),
    )
}

function unique(all: string[]): string[] {
  return [...new Set(all)].slice(0, 60)
}

import { identityNumbers } from './identity-numbers.ts'
import type { PersonalKind, SecretKind } from './kinds.ts'
import lists from './sensitive-names.json' with { type: 'json' }

/**
 * The words by which names are told: of fields, headers, parameters, elements and options, in English, Portuguese,
 * Spanish and, for what people write most, in other languages of Europe. A name is taken apart into words
 * (`X-Client-Secret`, `clientSecret` and `client_secret` are one), accents are dropped.
 */

/** A secret wherever they are in a name, unless what follows describes it, as in `token_type`. */
export const secretWords = byKind<SecretKind>(lists.secretWords, ' ')
/** A secret where a name ends with these words, or they are all of it. */
export const secretEndings = byKind<SecretKind>(lists.secretEndings, ', ')
/** Names whose value tells what they are: a random one opens something, a word or a number explains something. */
export const doubtfulEndings = byKind<SecretKind>(lists.doubtfulEndings, ', ')
/** What tells a person or a company apart, as the end of a name. */
export const personalEndings = [
  ...byKind<PersonalKind>(lists.personalEndings, ', '),
  ['document', identityNumbers.flatMap(({ labels }) => labels)] as const,
]
/** In Portuguese and Spanish the noun comes first: `nome_do_cliente`, `telefone_contato`. */
export const personalBeginnings = byKind<PersonalKind>(lists.personalBeginnings, ' ')
/** Of these the whole name is meant: at the end of a longer name they mean something else. */
export const personalWhole = byKind<PersonalKind>(lists.personalWhole, ', ')
/** By what somebody signs in: whatever is there goes, unless it is the account of a program. */
export const loginEndings = joined(lists.loginEndings, ', ')
/** Names that end like a secret or a person and are neither. */
export const openEndings = joined(lists.openEndings, ', ')
/** After a secret's word these say something about it, and are not it. */
export const describingWords = words(lists.describingWords)
/** After a secret's word these say whose it is or which one, and it stays one. */
export const qualifyingWords = words(lists.qualifyingWords)
/** Names of objects that are about a person, whose `name` is therefore somebody's. */
export const personWords = words(lists.personWords)
/** Names whose value is somebody's name where it is written like one, and a technical one elsewhere. */
export const roleNames = words(lists.roleNames)
/** Names of objects that are about a thing, whose `nome` is therefore nobody's. */
export const thingWords = words(lists.thingWords)
/** Under these names of a value the name of what contains it counts. */
export const genericWords = words(lists.genericWords)
/** Members that give the name of the value beside them, as in `{"key": "password", "value": "…"}`. */
export const namingWords = words(lists.namingWords)
/** Members that hold the value which is named beside them. */
export const valueWords = words(lists.valueWords)
/** Cookies that hold what somebody prefers to see, spelled as one word. */
export const preferenceCookies = words(lists.preferenceCookies)
/** Headers whose values pass; they are looked through all the same. Names that end with an id of a request pass too. */
export const openHeaders = words(lists.openHeaders)

/** Ends of header names by which the other side finds a request in its logs. */
export const requestIdHeader =
  /(?:^|[-_])(?:request|req|correlation|trace|span|transaction|interaction|message|activity|log|incident|error|event|build|deploy|version|revision|debug|idempotency|apigw|change|delivery|webhook|dispatch|notification|job|workflow|batch|operation|call|execution|invocation|attempt|postman[-_]?token)[-_]?(?:id|guid|uuid|number|code|name)?$|(?:^|[-_])(?:traceid|requestid|correlationid|ray|pop|region|zone|node|server|backend|served-by|latency|duration|timing|cache|count|limit|remaining|reset|total|page)$|(?:^|[-_])(?:trace|request|correlation|span|date|timestamp)$/i

type Lines = readonly string[]

function joined(lines: Lines, between: ' ' | ', '): readonly string[] {
  return lines.flatMap((line) => line.split(between))
}

function words(lines: Lines): ReadonlySet<string> {
  return new Set(joined(lines, ' '))
}

function byKind<K extends string>(
  rows: Partial<Record<K, Lines>>,
  between: ' ' | ', ',
): readonly (readonly [K, readonly string[]])[] {
  return Object.entries<Lines | undefined>(rows).map(([kind, lines]) => [kind as K, joined(lines ?? [], between)])
}

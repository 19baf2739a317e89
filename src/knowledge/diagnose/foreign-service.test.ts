import { expect, test } from 'vitest'
import { basisAt } from '../protocol/basis.ts'
import type { Call, Environment } from '../protocol/call.ts'
import { diagnose } from './diagnose.ts'
import type { Diagnosis } from './diagnosis.ts'
import { errorIndex } from './error-index.ts'
import { loadCatalogue } from './registries/load-catalogue.ts'

// What the API guide says holds for the service that it describes. An operator's own service is told of by standards.

const rows = await loadCatalogue()
const pages = errorIndex().flatMap(({ errors }) => errors)

const own: Environment = {
  id: 'shop',
  name: 'Shop',
  kind: 'sandbox',
  authUrl: 'https://id.sandbox.example',
  baseUrl: 'https://api.sandbox.example',
}

const at = (environment: Environment, call: Call): Call => ({
  ...call,
  environment,
  others: call.others?.map((other) => ({ ...other, foreign: environment.foreign })),
})

const words = ({ title, cause, fix, basis }: Diagnosis) => `${title} ${cause} ${fix} ${basis.reference}`

/** A section of a standard by its name, alone or in a list: `RFC 6749 §4.1.3 and §5.2`. */
const ofStandard =
  /(?:RFC \d+|OpenID [A-Z][\w. -]+|OpenID4VP 1\.0|OAuth 2\.0 [\w. -]+|JARM|UMA [\w. ]+|FAPI [\w. ]+|draft-[\w-]+) §[\w.]+(?:(?:,| and) §[\w.]+)*/g

const citesGuide = (text: string) =>
  /§|API guide|\bits document\b|service’s document\b|[Tt]he document (?:shows|tells|has|does)|\bdocumented\b|not described$/.test(
    text.replaceAll(ofStandard, ''),
  )

test('no verdict on an operator’s own service cites the API guide, whatever the failure', () => {
  const citing = pages.flatMap(({ example }) =>
    diagnose(at({ ...own, ...example.environment, foreign: true }, example), rows)
      .filter((diagnosis) => diagnosis.basis.kind === 'documented' || citesGuide(words(diagnosis)))
      .map((diagnosis) => `${diagnosis.code}: ${words(diagnosis)}`),
  )
  expect([...new Set(citing)]).toEqual([])
})

test('a verdict on the service of the API guide cites it', () => {
  const cited = pages
    .flatMap(({ example }) => diagnose(at({ ...own, ...example.environment }, example), rows))
    .filter((diagnosis) => citesGuide(words(diagnosis)))
  expect(new Set(cited.map(({ code }) => code)).size).toBeGreaterThan(40)
})

test('what a page says of an error in general holds for any service', () => {
  for (const { code, title, meaning, causes, basis } of errorIndex(rows).flatMap(({ errors }) => errors)) {
    const { kind, reference } = basisAt(basis, true)
    expect(citesGuide([title, meaning, ...causes, reference].join(' ')), code).toBe(false)
    expect(kind, code).not.toBe('documented')
  }
})

test('a call to a server that no environment here has is judged by standards, also beside the documented service', () => {
  const call: Call = {
    at: 1,
    step: 'token',
    others: [own],
    request: { method: 'POST', url: 'https://login.elsewhere.example/token' },
    response: { status: 400, body: '{"error":"invalid_grant"}' },
  }
  expect(diagnose(call, rows).filter((diagnosis) => citesGuide(words(diagnosis)))).toEqual([])
  const here = diagnose({ ...call, environment: own, others: [] }, rows)
  expect(here.some((diagnosis) => citesGuide(words(diagnosis)))).toBe(true)
})

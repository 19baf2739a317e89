import { type Static, Type } from 'typebox'
import { OwnOperation } from './own-operations.ts'
import { withRule } from './problems.ts'
import { address, closed, filled, text } from './setting-schemas.ts'

const id = text('letters, digits, dots, hyphens and underscores, at most 100', /^[\w.-]{1,100}$/)

/**
 * The configuration file, spelled as the service's document spells `auth_url`.
 *
 * @param variables where the client secrets are that the file names; undefined where they are not needed
 */
export function configurationFile(variables: Record<string, string | undefined> | undefined) {
  const client = Type.Object(
    {
      id,
      name: text(),
      description: Type.Optional(text()),
      client_id: text('printable ASCII without a colon', /^[\x20-\x39\x3b-\x7e]+$/),
      secret_variable: secretVariable(variables),
      redirect_uri: Type.Optional(address),
    },
    closed,
  )
  const environment = Type.Object(
    {
      id,
      name: text(),
      description: Type.Optional(text()),
      kind: Type.Enum(['sandbox', 'production']),
      auth_url: address,
      token_url: Type.Optional(address),
      base_url: address,
      issuer: Type.Optional(address),
      jwks_url: Type.Optional(address),
      audience: Type.Optional(text()),
      resource_domain: Type.Optional(text('a text without spaces', /^\S+$/)),
      pkce: Type.Optional(Type.Boolean()),
      nonce: Type.Optional(Type.Boolean()),
      iss_in_redirect: Type.Optional(Type.Enum(['required', 'optional'])),
      client_secret_encoding: Type.Optional(Type.Enum(['plain', 'form'])),
      scope_separator: Type.Optional(text('one to three characters', /^[\s\S]{1,3}$/)),
      scopes: Type.Optional(Type.Array(text('one scope, without spaces', /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/), filled)),
      clients: Type.Array(client, filled),
    },
    closed,
  )
  return Type.Object(
    { environments: Type.Array(environment, filled), operations: Type.Optional(Type.Array(OwnOperation)) },
    closed,
  )
}
export type ConfigurationFile = Static<ReturnType<typeof configurationFile>>

/** A secret itself may have been written where its name belongs. */
function secretVariable(variables: Record<string, string | undefined> | undefined) {
  const name = text('the name of an environment variable', /^[A-Z_][A-Z0-9_]*$/, { writeOnly: true })
  if (variables === undefined) return name
  return withRule(name, (variable) => {
    const secret = variables[variable]
    const expected = `the client secret in the environment variable ${variable}`
    if (!secret)
      return [{ expected, found: `no value in ${variable}`, fix: `Set ${variable} where the server is started.` }]
    if (secret === secret.trim()) return []
    return [
      {
        expected: `${expected}, and nothing else`,
        found: 'a value with white space around it',
        fix: `Set ${variable} without a space or a line break at its ends.`,
      },
    ]
  })
}

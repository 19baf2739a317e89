import { type Static, Type } from 'typebox'
import type { Operation } from '#knowledge/protocol/apis.ts'

export const configPath = '/bff/config'

/** A client application registered with an environment. Its secret never leaves the BFF. */
export const Client = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** What sets this client apart, in a sentence. */
  description: Type.Optional(Type.String()),
  clientId: Type.String(),
  redirectUri: Type.String(),
})
export type Client = Static<typeof Client>

/** An identity service with its gateway, and the settings for what its document does not show. */
export const EnvironmentConfig = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  kind: Type.Union([Type.Literal('production'), Type.Literal('sandbox')]),
  /** `auth_url` of the configuration, or the issuer; without a slash at its end. */
  authUrl: Type.String(),
  /** Absent as long as the service's metadata, which must name them, could not be read. */
  authorizationUrl: Type.Optional(Type.String()),
  tokenUrl: Type.Optional(Type.String()),
  baseUrl: Type.String(),
  /** What is between `baseUrl` and the paths of operations, such as `/v1`; empty for nothing. */
  pathPrefix: Type.String(),
  /** True where the service is not the one that the API guide describes. */
  foreign: Type.Boolean(),
  issuer: Type.String(),
  /** Where a person signs out of the identity service itself; absent where it names no such place. */
  endSessionUrl: Type.Optional(Type.String()),
  audience: Type.Optional(Type.String()),
  resourceDomain: Type.Optional(Type.String()),
  /** True when a key set is configured: signatures of ID tokens are then verified by the BFF. */
  publishesKeys: Type.Boolean(),
  /** Whether `code_challenge` is sent. */
  pkce: Type.Boolean(),
  /** Whether `nonce` is sent and demanded back in the ID token. */
  nonce: Type.Boolean(),
  /** Whether a redirect without `iss` is refused. */
  issInRedirect: Type.Union([Type.Literal('required'), Type.Literal('optional')]),
  clientSecretEncoding: Type.Union([Type.Literal('plain'), Type.Literal('form')]),
  scopeSeparator: Type.String(),
  /** Scopes that the sign-in screen offers. */
  scopes: Type.Array(Type.String()),
  /** Values of `prompt` that the sign-in screen offers. */
  prompts: Type.Array(Type.String()),
  /** What an authorization request carries beside the usual parameters. */
  authorizationParameters: Type.Record(Type.String(), Type.String()),
  clients: Type.Array(Client),
})
export type EnvironmentConfig = Static<typeof EnvironmentConfig>

/** A story that can be played with the installation's environments, and what should be said at its end. */
export const Demonstration = Type.Object({
  /** Permanent, kebab-case. */
  id: Type.String(),
  /** In a few words. */
  title: Type.String(),
  /** What happens, in a sentence. */
  story: Type.String(),
  /** Id of the environment and of the client to sign in with. */
  environment: Type.String(),
  client: Type.String(),
  /** Who signs in, as the identity service's own page names the person. */
  person: Type.String(),
  scopes: Type.Array(Type.String()),
  /** Scopes that the person unticks. */
  refuse: Type.Array(Type.String()),
  /** The person denies the whole request. */
  deny: Type.Boolean(),
  call: Type.Optional(
    Type.Object({
      /** Id of an operation in knowledge/protocol/apis.ts. */
      operation: Type.String(),
      parameters: Type.Record(Type.String(), Type.String()),
      /** Id of the environment whose gateway is called. */
      gateway: Type.String(),
      /** Seconds to wait after the sign-in. */
      afterSeconds: Type.Number(),
    }),
  ),
  /** Code of the diagnosis at its end; absent where all goes well. */
  expected: Type.Optional(Type.String()),
  /** How the last response is told: its status, and what the verdict on it is headed. */
  /** `error` is the code that a redirect brings back: its status tells nothing. */
  ends: Type.Object({ status: Type.Number(), error: Type.Optional(Type.String()), says: Type.String() }),
})
export type Demonstration = Static<typeof Demonstration>

/** `GET /bff/config`: all that the page may know of the installation. */
export const Config = Type.Object({
  /** Epoch seconds by the BFF's clock, with milliseconds as the fraction. */
  serverTime: Type.Number(),
  /** True when the environments are the built-in stand-ins of `npm start`. */
  builtIn: Type.Boolean(),
  environments: Type.Array(EnvironmentConfig),
  /** Operations that the installation adds to those of knowledge/protocol/apis.ts. */
  operations: Type.Array(Type.Unsafe<Operation>(Type.Object({}, { additionalProperties: true }))),
  /** Whether the operations of knowledge/protocol/apis.ts are offered. */
  builtInOperations: Type.Boolean(),
  /** Stories for these environments; absent where the installation has none. */
  demonstrations: Type.Optional(Type.Array(Demonstration)),
  /** Whether the BFF takes webhooks in. */
  webhooks: Type.Optional(Type.Boolean()),
})
export type Config = Static<typeof Config>

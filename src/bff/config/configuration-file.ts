import { type Static, Type } from 'typebox'
import { usualPathPrefix } from '#knowledge/protocol/operation-path.ts'
import { certificateProblem, keyProblem, pairProblem, type ReadFile } from './key-files.ts'
import { slipOf } from './near-name.ts'
import { OwnOperation } from './own-operations.ts'
import { ownVariables } from './own-variables.ts'
import { type Finding, withRule } from './problems.ts'
import { address, closed, filled, text } from './setting-schemas.ts'

const id = text('letters, digits, dots, hyphens and underscores, at most 100', /^[\w.-]{1,100}$/, {
  fix: (setting, found) => {
    const near = String(found ?? '')
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w.-]+/g, '-')
      .replace(/^-|-$/g, '')
    return near ? `Set ${setting} to a string such as ${JSON.stringify(near.slice(0, 100))}.` : 'Add id.'
  },
})

/** How a client proves itself at the token endpoint, by the names of OpenID Connect Core §9 and RFC 8705 §2. */
export const clientAuthenticationMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
  'none',
] as const
export type ClientAuthenticationMethod = (typeof clientAuthenticationMethods)[number]

const methodsSaid: Record<string, ClientAuthenticationMethod> = {
  basic: 'client_secret_basic',
  post: 'client_secret_post',
  jwt: 'private_key_jwt',
  privatekey: 'private_key_jwt',
  mtls: 'tls_client_auth',
  tls: 'tls_client_auth',
  pkce: 'none',
  public: 'none',
}

const kindsSaid: Record<string, 'sandbox' | 'production'> = {
  ...Object.fromEntries(['prod', 'prd', 'live', 'producao'].map((said) => [said, 'production'])),
  ...Object.fromEntries(
    ['test', 'testing', 'staging', 'stage', 'dev', 'development', 'local', 'demo', 'qa', 'uat', 'hml'].map((said) => [
      said,
      'sandbox',
    ]),
  ),
}

/** What only this machine knows and the file names: variables that hold secrets, and files that hold keys. */
export interface Surroundings {
  variables: Record<string, string | undefined>
  readFile: ReadFile
  /** Variables that clients of the file name for their secrets. */
  secretVariables: string[]
  /** Those of them whose `…_FILE` has a problem of its own. */
  unreadable: ReadonlySet<string>
}

/**
 * The configuration file, spelled as the service's document spells `auth_url`.
 *
 * @param around undefined where neither secrets nor keys are needed
 */
export function configurationFile(around: Surroundings | undefined) {
  const client = withRule(
    Type.Object(
      {
        id,
        name: text(),
        description: Type.Optional(text()),
        // Its secret may have been written behind a colon.
        client_id: text(
          'printable ASCII without a colon, and no space at either end',
          /^(?! )[\x20-\x39\x3b-\x7e]+(?<! )$/,
          {
            writeOnly: true,
            fix: (setting, found) =>
              /^ | $/.test(String(found))
                ? `Remove the space at the ${String(found).startsWith(' ') ? 'start' : 'end'} of ${setting}.`
                : `Set ${setting} to the client ID, in printable ASCII without a colon.`,
          },
        ),
        secret_variable: Type.Optional(secretVariable(around)),
        token_endpoint_auth_method: Type.Optional(
          Type.Enum([...clientAuthenticationMethods], {
            alsoKnownAs: ['authmethod', 'clientauthentication'],
            alsoSaid: methodsSaid,
          }),
        ),
        key_file: Type.Optional(fileOf('a private key', around && ((path) => keyProblem(around.readFile, path)))),
        key_id: Type.Optional(text('a string without spaces', /^\S+$/, { alsoKnownAs: ['kid'] })),
        certificate_file: Type.Optional(
          fileOf('a certificate', around && ((path) => certificateProblem(around.readFile, path))),
        ),
        assertion_audience: Type.Optional(text()),
        redirect_uri: Type.Optional(address(['redirecturis', 'callbackurl', 'callback'])),
      },
      closed,
    ),
    (written) => [...authenticationFindings(written), ...pairFindings(written, around)],
  )
  const environment = withRule(
    Type.Object(
      {
        id,
        name: text(),
        description: Type.Optional(text()),
        kind: Type.Enum(['sandbox', 'production'], { alsoSaid: kindsSaid }),
        auth_url: Type.Optional(authUrl),
        issuer: Type.Optional(issuer),
        authorization_url: Type.Optional(address(['authorizationendpoint', 'authorizeurl', 'authendpoint'])),
        token_url: Type.Optional(address(['tokenendpoint', 'accesstokenurl'])),
        revocation_url: Type.Optional(address(['revocationendpoint', 'revokeurl'])),
        end_session_url: Type.Optional(address(['endsessionendpoint', 'logouturl'])),
        jwks_url: Type.Optional(address(['jwksuri', 'jwks', 'keysurl', 'certsurl'])),
        base_url: address(['apiurl', 'gatewayurl', 'apibaseurl']),
        path_prefix: Type.Optional(pathPrefix),
        audience: Type.Optional(text()),
        resource_domain: Type.Optional(text('a string without spaces', /^\S+$/)),
        pkce: Type.Optional(Type.Boolean()),
        nonce: Type.Optional(Type.Boolean()),
        iss_in_redirect: Type.Optional(
          Type.Enum(['required', 'optional'], { alsoSaid: { true: 'required', false: 'optional' } }),
        ),
        client_secret_encoding: Type.Optional(Type.Enum(['plain', 'form'])),
        scope_separator: Type.Optional(text('one to three characters', /^[\s\S]{1,3}$/)),
        scopes: Type.Optional(
          Type.Array(text('one scope, without spaces', /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/), {
            ...filled,
            alsoKnownAs: ['scope'],
          }),
        ),
        prompts: Type.Optional(
          Type.Array(text('a prompt value such as consent', /^\w{1,50}$/), { alsoKnownAs: ['prompt', 'promptvalues'] }),
        ),
        authorization_parameters: Type.Optional(authorizationParameters),
        clients: Type.Array(client, filled),
      },
      closed,
    ),
    (written) => [...serviceFindings(written), ...prefixTwice(written)],
  )
  return Type.Object(
    {
      environments: Type.Array(environment, filled),
      operations: Type.Optional(Type.Array(OwnOperation)),
      built_in_operations: Type.Optional(Type.Boolean()),
      production_tokens_to_sandbox: Type.Optional(Type.Boolean()),
    },
    closed,
  )
}
export type ConfigurationFile = Static<ReturnType<typeof configurationFile>>
export type WrittenEnvironment = ConfigurationFile['environments'][number]
export type WrittenClient = WrittenEnvironment['clients'][number]

const wellKnown = /\/\.well-known\/.*$/
const endpoint = /\/(oauth2?|connect|protocol\/openid-connect)\/(v\d+(\.\d+)?\/)?(authorize|auth|token|certs|keys)\/*$/

/** The part before the paths that are added to it. */
const authUrl = withRule(address(['identityurl', 'authorizationserver']), (value) =>
  endpoint.test(value) || wellKnown.test(value)
    ? [
        {
          expected: 'the URL before /oauth2/authorize and /oauth2/token, which are added to it',
          fix: `Set auth_url to ${value.replace(wellKnown, '').replace(endpoint, '')}, or write the full URL as authorization_url or token_url.`,
        },
      ]
    : [],
)

const issuer = withRule(address(['discoveryurl', 'wellknownurl', 'metadataurl', 'issuerurl', 'authority']), (value) =>
  wellKnown.test(value)
    ? [
        {
          expected: 'only the issuer, to which /.well-known/openid-configuration is added',
          fix: `Set issuer to ${value.replace(wellKnown, '')}.`,
        },
      ]
    : [],
)

const pathPrefix = text(
  'a path such as /api/v2 without a trailing slash, or an empty string',
  /^(\/(?!\.+(\/|$))[\w.~-]+)*$/,
  {
    fix: (setting: string) => `Set ${setting} to the part between base_url and the paths of the operations.`,
    alsoKnownAs: ['apiprefix', 'pathprefix', 'basepath', 'apiversion', 'versionprefix'],
  },
)

function serviceFindings({ auth_url, issuer }: { auth_url?: string; issuer?: string }): Finding[] {
  if (auth_url !== undefined || issuer !== undefined) return []
  return [
    {
      at: '.issuer',
      expected: 'issuer, of a service that publishes its metadata, or auth_url, of the documented service',
      found: 'neither',
      fix: 'Add issuer or auth_url.',
    },
  ]
}

/** An address that ends with what is added to it. */
function prefixTwice(written: { auth_url?: string; base_url: string; path_prefix?: string }): Finding[] {
  const prefix = prefixOf(written)
  const base = written.base_url.replace(/\/+$/, '')
  if (prefix === '' || !base.endsWith(prefix)) return []
  return [
    {
      at: '.base_url',
      expected: `the URL before ${prefix}, which is added to it`,
      found: JSON.stringify(written.base_url),
      fix: `Set base_url to ${base.slice(0, -prefix.length)}, or path_prefix to "".`,
    },
  ]
}

/** What is added to `base_url`: the version segment of the documented service (§9); of another nothing is known. */
export function prefixOf({ auth_url, path_prefix }: { auth_url?: string; path_prefix?: string }): string {
  return path_prefix ?? (auth_url === undefined ? '' : usualPathPrefix)
}

/** What Claimcheck itself sends in an authorization request. */
const ownParameters = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'code_challenge',
  'code_challenge_method',
]

/** Parameters that carry a credential: an authorization request passes through the browser, its history and logs. */
const neverInBrowser = [
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'code_verifier',
  'username',
  'password',
  'access_token',
  'refresh_token',
]

const authorizationParameters = withRule(
  Type.Record(Type.String(), text('the value of a parameter', /^[\x20-\x7e]{1,500}$/), {
    description: 'parameters by their names, such as { "audience": "https://api.example.com" }',
    fix: (setting: string) => `Write ${setting} as { "name": "value" }.`,
    alsoKnownAs: ['extraparameters', 'authorizationparams', 'extraparams', 'extraqueryparams'],
  }),
  (parameters) => [
    ...ownParameters
      .filter((name) => Object.hasOwn(parameters, name))
      .map((name) => ({
        expected: 'parameters that Claimcheck does not send itself',
        found: name,
        fix: name === 'prompt' ? 'Write prompt values into prompts.' : `Remove ${name}.`,
      })),
    ...neverInBrowser
      .filter((name) => Object.hasOwn(parameters, name))
      .map((name) => ({
        expected: 'no credentials, because the authorization request passes through the browser',
        found: name,
        fix:
          name === 'client_secret'
            ? 'Remove client_secret, and put the secret into the variable that secret_variable names.'
            : `Remove ${name}.`,
      })),
  ],
)

const inVariable = (name: string, setting: string) =>
  `Put the secret into an environment variable, such as SHOP_SECRET, write that name into ${setting}, and remove ${name}.`
const inFile = (name: string, setting: string) =>
  `Put it into a PEM file, write the path of that file into ${setting}, and remove ${name}.`

/** A secret in capital letters and digits looks like a name; what is made of words, one of which says what it is, is none. */
function isPlainlyName(variable: string): boolean {
  const words = variable.split('_').filter((word) => word !== '')
  return (
    words.every((word) => /^[A-Z]{1,14}\d{0,2}$/.test(word)) &&
    words.some((word) => /^(SECRET|KEY|PASSWORD|PASS|PWD|TOKEN|CREDENTIALS?|CLIENT)\d?$/.test(word))
  )
}

/** A secret itself may have been written where its name belongs. */
function secretVariable(around: Surroundings | undefined) {
  const name = text('the name of an environment variable', /^[A-Za-z_]\w*$/, {
    writeOnly: true,
    alsoKnownAs: ['secretenv', 'secretname', 'clientsecretvariable', 'clientsecretenv'],
    inPlaceOf: { pattern: /secret|password/, fix: inVariable },
    fix: (setting, found) =>
      /^(\$\{?|%|\{\{?)\w+[%}]{0,2}$/.test(String(found))
        ? `Write only the name of the variable into ${setting}, without symbols or brackets around it.`
        : `Write into ${setting} only the name of an environment variable, such as SHOP_SECRET, and put the secret into that variable.`,
  })
  if (around === undefined) return name
  const { variables } = around
  return withRule(name, (variable) => {
    if (ownVariables.includes(variable)) {
      return [
        {
          expected: 'a variable that contains only this client’s secret',
          found: `${variable}, a setting of Claimcheck itself`,
          fix: 'Name a separate variable.',
        },
      ]
    }
    const secret = variables[variable]
    if (variable.endsWith('_FILE') && /^(?:\.{0,2}\/|[A-Za-z]:\\)/.test(secret ?? ''))
      return [
        {
          expected: 'the name of the variable with the secret, without _FILE',
          found: `${variable}, whose value is a path`,
          fix: `Write ${variable.slice(0, -5)}: its value is read from the file that ${variable} names.`,
        },
      ]
    const none = secret === '' ? `an empty value in ${variable}` : `no value in ${variable}`
    const slip = secret ? undefined : slipOf(variable, variables, [...ownVariables, ...around.secretVariables])
    if (slip !== undefined)
      return [
        {
          expected: 'the client secret in the environment variable that it names',
          found: `${isPlainlyName(variable) ? none : 'no value in it'}, and one in ${slip}`,
          fix: `Set ${isPlainlyName(variable) ? variable : 'it'} where the server is started, or write ${slip} into the file if you meant that variable.`,
        },
      ]
    if (!secret && !isPlainlyName(variable))
      return [
        {
          expected: 'the name of the environment variable with the client secret',
          found: 'a name, not shown here, of a variable that is not set',
          fix: 'Set that variable where the server is started. If this is the secret itself, put it into a variable such as SHOP_SECRET and write that name here.',
        },
      ]
    const expected = `the client secret in the environment variable ${variable}`
    if (!secret)
      return around.unreadable.has(variable)
        ? []
        : [{ expected, found: none, fix: `Set ${variable} where the server is started.` }]
    if (secret === secret.trim()) return []
    const fromFile = variables[`${variable}_FILE`] !== undefined
    return [
      {
        expected: `${expected}, and nothing else`,
        found: `a value with whitespace around it${fromFile ? `, in the file that ${variable}_FILE names` : ''}`,
        fix: fromFile
          ? 'Remove the spaces and line breaks at the start and end of that file. A single line break at the end is ignored.'
          : `Set ${variable} without spaces or line breaks at either end.`,
      },
    ]
  })
}

/** The content itself may have been written where the file's name belongs. */
function fileOf(what: string, problem: ((path: string) => Finding | undefined) | undefined) {
  const path = text(`the path of a PEM file with ${what}`, /^[^\n]{1,1000}$/, {
    writeOnly: true,
    inPlaceOf: {
      pattern: what === 'a private key' ? /private|^key$|^(key)?pem$|jwk$/ : /^cert|certificate$/,
      fix: inFile,
    },
  })
  if (problem === undefined) return path
  return withRule(path, (value) => {
    const found = problem(value)
    return found ? [found] : []
  })
}

interface Credentials {
  secret_variable?: string
  token_endpoint_auth_method?: ClientAuthenticationMethod
  key_file?: string
  certificate_file?: string
}

/** How a client authenticates, by what the file says of it; undefined where it is left to the service's metadata. */
export function writtenMethod(client: Credentials): ClientAuthenticationMethod | undefined {
  if (client.token_endpoint_auth_method) return client.token_endpoint_auth_method
  if (client.secret_variable !== undefined) return undefined
  if (client.certificate_file !== undefined) return 'tls_client_auth'
  return client.key_file === undefined ? undefined : 'private_key_jwt'
}

const demanded: Record<ClientAuthenticationMethod, (keyof Credentials)[]> = {
  client_secret_basic: ['secret_variable'],
  client_secret_post: ['secret_variable'],
  private_key_jwt: ['key_file'],
  tls_client_auth: ['certificate_file', 'key_file'],
  self_signed_tls_client_auth: ['certificate_file', 'key_file'],
  none: [],
}

function authenticationFindings(client: Credentials): Finding[] {
  const method = writtenMethod(client)
  if (method === undefined && client.secret_variable === undefined)
    return [
      {
        at: '.secret_variable',
        expected: 'the name of an environment variable',
        found: 'nothing',
        fix: 'Add secret_variable or key_file, or, for a public client, "token_endpoint_auth_method": "none".',
      },
    ]
  if (method === 'none' && client.secret_variable !== undefined)
    return [
      {
        at: '.secret_variable',
        expected: 'no secret for a client whose token_endpoint_auth_method is "none"',
        found: 'the name of a variable',
        fix: 'Remove secret_variable, or token_endpoint_auth_method.',
      },
    ]
  const unused = (['secret_variable', 'key_file'] as const).find(
    (setting) => client[setting] !== undefined && !demanded[method ?? 'client_secret_basic'].includes(setting),
  )
  // The key of a certificate is not for assertions.
  if (unused !== undefined && client.certificate_file === undefined)
    return [
      {
        at: `.${unused}`,
        expected: 'either a secret or a key, as token_endpoint_auth_method says',
        found: 'both',
        fix: `Remove ${unused}, or set token_endpoint_auth_method to the method that uses it.`,
      },
    ]
  return demanded[method ?? 'client_secret_basic']
    .filter((setting) => client[setting] === undefined)
    .map((setting) => ({
      at: `.${setting}`,
      expected: `${setting} for ${method}`,
      found: 'nothing',
      fix: `Add ${setting}.`,
    }))
}

/** A certificate and the private key of another one. */
function pairFindings({ certificate_file, key_file }: Credentials, around: Surroundings | undefined): Finding[] {
  if (around === undefined || certificate_file === undefined || key_file === undefined) return []
  const found = pairProblem(around.readFile, certificate_file, key_file)
  return found ? [{ at: '.key_file', ...found }] : []
}

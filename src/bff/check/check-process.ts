import { X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync } from 'node:fs'
import type { Finding } from '#contract/check.ts'
import type { ClientSettings, Configuration } from '../config/configuration.ts'
import { slipOf } from '../config/near-name.ts'
import { ownVariables } from '../config/own-variables.ts'
import { isLoopback } from '../config/setting-schemas.ts'

/**
 * What can be seen without asking anybody: the app's own address, what Node reads of its surroundings, placeholders,
 * certificates that have ended.
 *
 * @param now epoch milliseconds
 */
export function checkProcess(
  configuration: Configuration,
  variables: Record<string, string | undefined>,
  now: number,
): Finding[] {
  return [
    ...publicAddress(configuration, variables),
    ...surroundings(configuration, variables),
    ...slips(variables),
    ...shared(configuration),
    ...configuration.environments.flatMap((environment) => [
      ...mixedUp(environment),
      ...environment.clients.flatMap((client) =>
        [...credentials(client), ...validity(client, now)].map((one) => ({
          ...one,
          environment: environment.id,
          client: client.id,
        })),
      ),
    ]),
  ]
}

function publicAddress(
  { publicUrl, trustedProxies }: Configuration,
  { PORT = '8700', HOST = 'localhost' }: Record<string, string | undefined>,
): Finding[] {
  const { protocol, hostname, port } = new URL(publicUrl)
  const setting = 'PUBLIC_URL'
  if (!isLoopback(hostname)) {
    return trustedProxies.length > 0
      ? []
      : [
          {
            level: 'advice',
            setting: 'TRUSTED_PROXIES',
            message: 'Browsers seem to connect through a proxy that is not trusted, so they all share one rate limit.',
            fix: 'List the addresses of your own proxies in TRUSTED_PROXIES.',
          },
        ]
  }
  const own = port || (protocol === 'https:' ? '443' : '80')
  const findings: Finding[] = []
  if (protocol === 'https:' && own === PORT)
    findings.push({
      level: 'problem',
      setting,
      message: `PUBLIC_URL says https, but the app itself listens on port ${PORT}, and it speaks http.`,
      fix: `Set PUBLIC_URL to http://${hostname}:${PORT}, or put a proxy that terminates TLS in front of it.`,
    })
  if (own !== PORT)
    findings.push({
      level: 'advice',
      setting,
      message: `PUBLIC_URL names port ${own}, but the app listens on ${PORT}.`,
      fix: `Set PUBLIC_URL to ${protocol}//${hostname}:${PORT}, unless there is a proxy in between.`,
    })
  if (hostname !== 'localhost' && HOST === 'localhost')
    findings.push({
      level: 'advice',
      setting,
      message: `PUBLIC_URL names ${hostname}, but the app listens on localhost, which can be another address.`,
      fix: `Write localhost in PUBLIC_URL, or set HOST to ${hostname.replace(/^\[|\]$/g, '')}.`,
    })
  return findings
}

function surroundings({ proxy }: Configuration, variables: Record<string, string | undefined>): Finding[] {
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED, HTTP_PROXY, http_proxy = HTTP_PROXY } = variables
  const findings: Finding[] = []
  if (file && !isReadable(file))
    findings.push({
      level: 'problem',
      setting: 'NODE_EXTRA_CA_CERTS',
      message: `The file ${file} cannot be read, so its certificate authorities are not trusted.`,
      fix: 'Correct the path or the file’s permissions.',
    })
  else if (file && !readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----'))
    findings.push({
      level: 'problem',
      setting: 'NODE_EXTRA_CA_CERTS',
      message: `The file ${file} contains no certificate in PEM, so no additional authorities are trusted.`,
      fix: 'Convert it: openssl x509 -inform der -in ca.der -out ca.pem.',
    })
  if (NODE_TLS_REJECT_UNAUTHORIZED === '0')
    findings.push({
      level: 'problem',
      setting: 'NODE_TLS_REJECT_UNAUTHORIZED',
      message: 'Certificates are not checked, so secrets and tokens can be read in transit.',
      fix: 'Remove NODE_TLS_REJECT_UNAUTHORIZED, and set NODE_EXTRA_CA_CERTS for your own authority.',
    })
  if (http_proxy && !proxy)
    findings.push({
      level: 'advice',
      setting: 'HTTPS_PROXY',
      message: 'HTTP_PROXY is set but HTTPS_PROXY is not, so no proxy is used.',
      fix: 'Set HTTPS_PROXY if the identity service is reached through it.',
    })
  return findings
}

/** Variables whose name is that of a setting but for a slip. */
function slips(variables: Record<string, string | undefined>): Finding[] {
  return ownVariables.flatMap((setting): Finding[] => {
    const slip = variables[setting] ? undefined : slipOf(setting, variables, ownVariables)
    return slip === undefined
      ? []
      : [
          {
            level: 'advice',
            setting,
            message: `${slip} is set, but nothing reads it.`,
            fix: `Rename it to ${setting}, if that is what you meant.`,
          },
        ]
  })
}

const day = 86_400_000

/** Whether the client's certificate is valid, and for how long yet. */
function validity({ certificate }: ClientSettings, now: number): Finding[] {
  if (certificate === undefined) return []
  const { validFromDate, validToDate } = new X509Certificate(certificate)
  const setting = 'certificate_file'
  const on = (date: Date) => date.toISOString().slice(0, 10)
  const fix = 'Have a new one issued, register it for the client, and put it into the file.'
  if (validToDate.getTime() < now)
    return [{ level: 'problem', setting, message: `The client’s certificate expired on ${on(validToDate)}.`, fix }]
  if (validFromDate.getTime() > now)
    return [
      {
        level: 'problem',
        setting,
        message: `The client’s certificate is not valid before ${on(validFromDate)}.`,
        fix: 'Check the clock of this machine, then the certificate.',
      },
    ]
  return validToDate.getTime() - now < 14 * day
    ? [{ level: 'advice', setting, message: `The client’s certificate expires on ${on(validToDate)}.`, fix }]
    : []
}

/** What is given to several environments, and is usually given to one alone. */
function shared({ environments }: Configuration): Finding[] {
  const pairs = environments.flatMap((one, index) =>
    environments.slice(index + 1).map((other) => [one, other] as const),
  )
  return pairs.flatMap(([one, other]): Finding[] => {
    const about = { level: 'advice' as const, environment: other.id }
    const sameSecret = one.clients.some(
      ({ secret }) => secret !== '' && other.clients.some((two) => two.secret === secret),
    )
    return [
      ...(one.baseUrl === other.baseUrl && one.kind !== other.kind
        ? [
            {
              ...about,
              setting: 'base_url',
              message: `It is the same as that of ${one.id}, but one is a sandbox and the other is production.`,
              fix: 'Set base_url of each environment to its own gateway.',
            },
          ]
        : []),
      ...(sameSecret && one.issuer !== other.issuer
        ? [
            {
              ...about,
              setting: 'secret_variable',
              message: `One of its clients has the same secret as a client of ${one.id}, which uses another identity service.`,
              fix: 'Name the variable that contains the secret issued by this identity service.',
            },
          ]
        : []),
    ]
  })
}

/**
 * Whether the secret was written as `client_id` and the identifier given as the secret, as far as their forms show it: a
 * form of secrets that vendors use, or a long mixture beside a short plain name.
 */
export function isExchanged({ clientId, secret }: Pick<ClientSettings, 'clientId' | 'secret'>): boolean {
  if (/^(GOCSPX-|gloas-|shpss_|ghs_|.{3}8Q~)/.test(clientId)) return true
  const isMixed = clientId.length >= 16 && /[a-z]/.test(clientId) && /[A-Z]/.test(clientId) && /\d/.test(clientId)
  const isIdentifier =
    /^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/.test(secret) &&
    secret.length <= 24 &&
    !/secret|passw|test|demo|changeme/.test(secret)
  const isIssued =
    /^(0oa[0-9a-zA-Z]{17}|[\w-]+\.apps\.googleusercontent\.com|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(secret)
  return isMixed && !/\.apps\.googleusercontent\.com$|^0oa/.test(clientId) && (isIdentifier || isIssued)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

const notProduction = /(^|[.-])(sandbox|staging|stage|test|dev|hml|homolog\w*)([.-]|\d*\.)/

function mixedUp({ id, kind, authUrl, baseUrl }: Configuration['environments'][number]): Finding[] {
  const hosts = [authUrl, baseUrl].map((address) => new URL(address).hostname)
  const [host] = hosts.filter((one) => notProduction.test(one))
  if (kind !== 'production' || host === undefined || hosts.every((one) => notProduction.test(one))) return []
  return [
    {
      level: 'advice',
      environment: id,
      setting: host === hosts[0] ? 'auth_url' : 'base_url',
      message: `${host} looks like a test system, but the other URL of this production environment does not.`,
      fix: 'Use only URLs of the same environment together.',
    },
  ]
}

const placeholder =
  /^(…|\.{3}|<.*>|\{.*\}|\$\{?\w+\}?|your[-_ ].*|change[-_ ]?me|x{3,}|todo|secret|client[-_]?(id|secret))$/i

function credentials({ clientId, secret }: ClientSettings): Finding[] {
  if (isExchanged({ clientId, secret }))
    return [
      {
        level: 'problem',
        setting: 'client_id',
        message:
          'The client_id looks like a client secret, and the secret like a client_id, so neither was sent or shown.',
        fix: 'Swap them: client_id is the public identifier, and secret_variable names the variable that contains the secret.',
      },
    ]
  const findings: Finding[] = []
  if (placeholder.test(clientId))
    findings.push({
      level: 'problem',
      setting: 'client_id',
      message: `The client_id ${clientId} is a placeholder.`,
      fix: 'Enter the client ID issued by the identity service.',
    })
  const wrong = secret && secretDefects.find(({ has }) => has(secret, clientId))
  if (wrong) findings.push({ level: wrong.level, setting: 'secret_variable', message: wrong.message, fix: wrong.fix })
  return findings
}

const secretDefects: {
  level: Finding['level']
  has: (secret: string, clientId: string) => boolean
  message: string
  fix: string
}[] = [
  {
    level: 'problem',
    has: (secret) => placeholder.test(secret),
    message: 'The client secret is a placeholder.',
    fix: 'Set the variable to the secret that the identity service issued.',
  },
  {
    level: 'problem',
    has: (secret, clientId) => secret === clientId,
    message: 'The client secret is the same as the client_id.',
    fix: 'Set the variable to the secret that the identity service issued.',
  },
  {
    level: 'advice',
    has: (secret) => /^(["']).*\1$/.test(secret),
    message: 'The client secret begins and ends with a quotation mark, which is sent with it.',
    fix: 'Set the variable without quotation marks, if they are not part of the secret.',
  },
  {
    level: 'advice',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    has: (secret) => /[\x00-\x1f\x7f-\uffff]/.test(secret),
    message: 'The client secret contains a character outside printable ASCII, which copying from a document can add.',
    fix: 'Copy the secret again from the identity service.',
  },
]

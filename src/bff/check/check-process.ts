import { accessSync, constants } from 'node:fs'
import type { Finding } from '#contract/check.ts'
import type { Configuration } from '../config/configuration.ts'
import { isLoopback } from '../config/setting-schemas.ts'

/** What can be seen without asking anybody: the app's own address, what Node reads of its surroundings, placeholders. */
export function checkProcess(configuration: Configuration, variables: Record<string, string | undefined>): Finding[] {
  return [
    ...publicAddress(configuration, variables),
    ...surroundings(configuration, variables),
    ...configuration.environments.flatMap((environment) => [
      ...mixedUp(environment),
      ...environment.clients.flatMap((client) =>
        credentials(client).map((one) => ({ ...one, environment: environment.id, client: client.id })),
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
            message: 'Browsers seem to come through a proxy that is not trusted, so all of them share one rate limit.',
            fix: 'List the addresses of your own proxies in TRUSTED_PROXIES.',
          },
        ]
  }
  const own = port || (protocol === 'https:' ? '443' : '80')
  const findings: Finding[] = []
  if (own !== PORT)
    findings.push({
      level: 'advice',
      setting,
      message: `PUBLIC_URL names port ${own}, but the app listens on ${PORT}.`,
      fix: `Set PUBLIC_URL to ${protocol}//${hostname}:${PORT}, unless a proxy is in between.`,
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
      fix: 'Correct the path or the file’s rights.',
    })
  if (NODE_TLS_REJECT_UNAUTHORIZED === '0')
    findings.push({
      level: 'problem',
      setting: 'NODE_TLS_REJECT_UNAUTHORIZED',
      message: 'Certificates are not checked, so secrets and tokens can be read on the way.',
      fix: 'Remove NODE_TLS_REJECT_UNAUTHORIZED, and set NODE_EXTRA_CA_CERTS for an authority of your own.',
    })
  if (http_proxy && !proxy)
    findings.push({
      level: 'advice',
      setting: 'HTTPS_PROXY',
      message: 'HTTP_PROXY is set and HTTPS_PROXY is not, so no proxy is used.',
      fix: 'Set HTTPS_PROXY if the identity service is reached through it.',
    })
  return findings
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
      message: `${host} looks like a test system, and the other address of this production environment does not.`,
      fix: 'Write the addresses of one environment side by side.',
    },
  ]
}

const placeholder = /^(<.*>|\{.*\}|\$\{?\w+\}?|your[-_ ].*|change[-_ ]?me|x{3,}|todo|secret|client[-_]?(id|secret))$/i

function credentials({ clientId, secret }: Configuration['environments'][number]['clients'][number]): Finding[] {
  const findings: Finding[] = []
  if (placeholder.test(clientId))
    findings.push({
      level: 'problem',
      setting: 'client_id',
      message: `The client_id ${clientId} is a placeholder.`,
      fix: 'Write the identifier that the identity service gave.',
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
    fix: 'Set the variable to the secret that the identity service gave.',
  },
  {
    level: 'problem',
    has: (secret, clientId) => secret === clientId,
    message: 'The client secret is the same as the client_id.',
    fix: 'Set the variable to the secret that the identity service gave.',
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

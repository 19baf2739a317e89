import type { FastifyRequest } from 'fastify'
import type { Configuration } from '../config/configuration.ts'

/** Where log lines go, one JSON object a line. */
export interface LogStream {
  write(line: string): void
}

/**
 * Settings of the log. It tells methods, paths and statuses: no header, no query, no body, and of an error its kind and
 * where it arose but not its message, because messages quote what they could not read. What a line carries beside that
 * goes by a list of names.
 */
export function logger(level: Configuration['logLevel'], stream: LogStream | undefined) {
  return {
    level,
    ...(stream && { stream }),
    formatters: { log: onlyTellable },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: tellablePath(request) }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  }
}

const tellable = new Set([
  'req',
  'res',
  'err',
  'responseTime',
  ...['event', 'outcome', 'environment', 'client', 'session', 'check', 'setting', 'reason'],
  ...['host', 'kind', 'token', 'why', 'messages'],
])

function onlyTellable(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => tellable.has(name)))
}

/** The path of a route represents those below it: the name in a webhook's address lets anybody post there. */
function tellablePath({ routeOptions, url }: FastifyRequest): string {
  return routeOptions?.url ?? url.split('?', 1)[0]?.slice(0, 200) ?? ''
}

interface DescribedError {
  type: string
  message: string
  stack: string
  code?: string
  cause?: DescribedError
  [more: string]: unknown
}

function describeError(error: Error & { code?: unknown }): DescribedError {
  return {
    type: error.name,
    message: '',
    code: typeof error.code === 'string' ? error.code : undefined,
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    cause: error.cause instanceof Error ? describeError(error.cause) : undefined,
  }
}

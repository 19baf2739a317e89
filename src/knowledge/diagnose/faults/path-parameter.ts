import { inferred } from '../../protocol/basis.ts'
import { quoted } from '../../text/quote.ts'
import { answers, fault } from '../fault.ts'
import { exampleApiCall } from './example-parts.ts'

/** What the path of a request shows by itself. */
export const pathParameterFaults = [
  fault({
    code: 'path-parameter-unfilled',
    title: 'A path parameter was not filled in',
    meaning: 'The path was sent with the name of a parameter instead of its value.',
    causes: ['The path was copied from the documentation', 'Your app did not replace the parameter'],
    when: (view) => {
      const name = unfilledParameter(view.address.path)
      const { status = 0 } = view
      const isRefused = view.step === 'api' && status >= 400 && status < 500 && status !== 401 && status !== 403
      return name !== undefined && isRefused
        ? { at: ['/request/url', '/response/status'], certainty: 'certain', values: { name } }
        : undefined
    },
    explain: ({ name }, view) => ({
      cause: `The path ${quoted(view.address.path)} contains ${quoted(name)} instead of a value.`,
      fix: `Replace ${quoted(name)} with a value, such as an ID from a list of the same environment, and send the call again.`,
    }),
    who: 'caller',
    retry: 'after-fix',
    basis: inferred('the path of the request'),
    example: exampleApiCall('/bank-slips/%7Bslip_id%7D', 404),
    expected: answers('certain', 'caller', 'after-fix', '/request/url', '/response/status'),
  }),
]

/** A segment of a path that is the name of a parameter, as documentation and routers write it. */
function unfilledParameter(path: string): string | undefined {
  return /\/(\$?\{{1,2}[\w. -]{1,40}\}{1,2}|<[\w-]{1,40}>|:[a-z][\w-]{1,40}|undefined|null|None)(?=\/|$)/i.exec(
    readable(path),
  )?.[1]
}

function readable(path: string): string {
  return path.replace(/%7B/gi, '{').replace(/%7D/gi, '}').replace(/%3C/gi, '<').replace(/%3E/gi, '>')
}

import { expect, test } from 'vitest'
import { diagnose } from '../diagnose/diagnose.ts'
import { faultGroups, lastResortGroup } from '../diagnose/faults/catalogue.ts'
import { loadCatalogue } from '../diagnose/registries/load-catalogue.ts'
import { createHarReader } from '../har/flows.ts'
import { writeHar } from '../har/write.ts'
import { loadVocabulary } from '../privacy/load-vocabulary.ts'
import { createScrubber, type Scrubber } from '../privacy/scrub.ts'
import { scrubExchange } from '../privacy/scrub-exchange.ts'
import type { Call } from '../protocol/call.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { recordedCall } from '../protocol/recorded-call.ts'
import { describeMessages } from './flow-messages.ts'

const rows = await loadCatalogue()
const vocabulary = await loadVocabulary()

/** Their evidence is what must not leave. In what Claimcheck records a fingerprint is there from the start. */
const restsOnWhatIsRemoved = [
  'code-encoded-twice',
  'code-not-taken-whole',
  'token-response-field',
  'client-credentials-malformed',
  'client-credentials-stray-whitespace',
  'client-credentials-encoding',
  'authorization-malformed',
  'refresh-token-sent-as-bearer',
]

const examples = [...faultGroups, lastResortGroup]
  .flatMap(({ faults }) => faults)
  .filter(({ code }) => !restsOnWhatIsRemoved.includes(code))
  // A message that somebody pasted alone is no exchange that could be recorded.
  .filter(({ example }) => example.response === undefined || example.response.status !== undefined)

test.each(examples)(
  'a flow with $code shows the same verdicts again when it was saved, made safe and opened',
  ({ example }) => {
    const environments = [example.environment, ...(example.others ?? [])].filter((one) => one !== undefined)
    const describe = (exchanges: Exchange[]) =>
      describeMessages(
        exchanges,
        (one) => recordedCall(one, { environments, operations: example.operations, keys: () => example.keys }),
        (call) => diagnose(call, rows),
      ).map(({ title, line, answer, diagnoses }) => [
        title,
        line,
        answer,
        diagnoses.map(({ code, certainty, who, retry }) => [code, certainty, who, retry]),
      ])
    const exchange = asRecorded(example)
    expect(describe(opened(saved(exchange), environments))).toEqual(describe([exchange]))
  },
)

function saved(exchange: Exchange): string {
  const write = (scrubber: Scrubber) => writeHar([scrubExchange(exchange, scrubber)])
  const first = createScrubber({ fingerprint: () => '00000000', vocabulary })
  write(first)
  const fingerprint = (secret: string) => secret.length.toString(16).padStart(8, '0')
  return JSON.stringify(write(createScrubber({ fingerprint, known: first.values(), vocabulary })))
}

function opened(har: string, environments: NonNullable<Call['others']>): Exchange[] {
  const reader = createHarReader(environments)
  for (const entry of JSON.parse(har).log.entries) reader.take(entry)
  return reader.flows().flatMap(({ exchanges }) => exchanges)
}

function asRecorded({ at, step, environment, request, response, failure, token, flow }: Call): Exchange {
  return {
    id: 'recorded',
    step,
    environment: environment?.id ?? '',
    startedAt: Number.isFinite(at) ? at : 0,
    at,
    firstByteMs: 3,
    durationMs: 5,
    request: { method: 'GET', url: '', headers: {}, ...request },
    response: response && { status: 0, headers: {}, size: 0, cut: false, ...response },
    failure,
    token,
    flow,
  }
}

import { diagnose } from '../../src/knowledge/diagnose/diagnose.ts'
import { searchErrors } from '../../src/knowledge/diagnose/error-index.ts'
import { faultGroups, lastResortGroup } from '../../src/knowledge/diagnose/faults/catalogue.ts'
import { loadCatalogue } from '../../src/knowledge/diagnose/registries/load-catalogue.ts'
import { readPasted } from '../../src/knowledge/paste/read-pasted.ts'

/**
 * How long an explanation takes: every worked example of the catalogue, over and over, beside the parsing of its body,
 * which any program that looks at the response must do. Prints microseconds a call.
 */
const rows = await loadCatalogue()
const examples = [...faultGroups, lastResortGroup].flatMap(({ faults }) => faults.map(({ example }) => example))
const bodies = examples.map(({ response }) => response?.body ?? '').filter((body) => /^\{.*\}$/s.test(body))
const printed = bodies.map((body) => `HTTP/1.1 401 Unauthorized\ncontent-type: application/json\n\n${body}`)

report('JSON.parse of the body', bodies, (body) => JSON.parse(body))
report('diagnose', examples, (example) => diagnose(example))
report('diagnose with the registries’ rows', examples, (example) => diagnose(example, rows))
report('reading a pasted answer', printed, (text) => readPasted(text, { now: 0 }))
report('a search over all errors', ['t', 'token', 'invalid token', '403'], (text) => searchErrors(text, rows))

function report<Input>(what: string, inputs: Input[], work: (input: Input) => unknown): void {
  const rounds = Math.ceil(20_000 / inputs.length)
  const slowest = { at: 0, took: 0 }
  run(inputs, work, Math.ceil(rounds / 4))
  const begun = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, input] of inputs.entries()) {
      const start = performance.now()
      work(input)
      const took = performance.now() - start
      // The first rounds and the collector's pauses say nothing of the work itself.
      if (round === rounds - 1 && took > slowest.took) Object.assign(slowest, { at, took })
    }
  }
  const each = ((performance.now() - begun) * 1000) / (rounds * inputs.length)
  console.log(
    `${what.padEnd(36)} ${each.toFixed(1).padStart(8)} µs a call, slowest ${(slowest.took * 1000).toFixed(0)} µs`,
  )
}

function run<Input>(inputs: Input[], work: (input: Input) => unknown, rounds: number): void {
  for (let round = 0; round < rounds; round += 1) for (const input of inputs) work(input)
}

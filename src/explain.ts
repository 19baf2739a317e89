import { text } from 'node:stream/consumers'
import { numbered, retryWords, whoWords } from '#knowledge/diagnose/diagnosis-words.ts'
import { tellingLine } from '#knowledge/paste/telling-places.ts'
import type { Environment } from '#knowledge/protocol/call.ts'
import { type Told, tell } from '#knowledge/told.ts'
import { readConfigurationFile } from './bff/config/installation.ts'
import { readEnvironments } from './bff/config/read-configuration.ts'

// `npm run --silent explain < failure.txt` says why something failed; with `-- --json` as JSON. Secrets are masked.
try {
  const told = tell(await text(process.stdin), { now: Date.now() / 1000, environments: environments() })
  console.log(process.argv.includes('--json') ? JSON.stringify(asJson(told), null, 2) : inWords(told))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** The environments of the file that CLAIMCHECK_CONFIG names; none without it. */
function environments(): Environment[] {
  const path = process.env.CLAIMCHECK_CONFIG
  return path ? readEnvironments(readConfigurationFile(path)) : []
}

/** The explanation with the diagnoses of its best reading first; the text itself is not repeated. */
function asJson({ outcome, secrets, readings }: Told) {
  return { outcome, diagnoses: readings[0]?.diagnoses ?? [], secrets, readings }
}

function inWords({ outcome, readings: [reading], secrets, text: masked, hasExpiredSince }: Told): string {
  const warning = secrets.length > 0 ? [`WARNING: this text contains a ${secrets.join(', a ')}. Replace it.`, ''] : []
  if (reading === undefined)
    return [
      ...warning,
      'No cause found. Claimcheck does not recognize anything in the text.',
      'Add the full response with its status line.',
    ].join('\n')
  const read = `Read as ${reading.what}.`
  const ask = `To narrow it down: ${reading.ask}`
  const [first, ...others] = reading.diagnoses
  if (first === undefined)
    return [
      ...warning,
      outcome === 'went-well'
        ? `This was successful.${hasExpiredSince ? ' A token in it has expired since then.' : ''} ${read}`
        : `No cause found. ${read}\n${ask}`,
    ].join('\n')
  const [place] = reading.places
  return [
    ...warning,
    `${first.title} (${first.certainty})`,
    ...(place === undefined ? [] : [`> ${tellingLine(masked, place).replaceAll('\n', '\n> ')}`]),
    '',
    `What to do: ${first.fix}`,
    ...numbered(first).map((reason) => `  ${reason}`),
    `Why: ${first.cause}`,
    `Who can fix it: ${whoWords[first.who]} ${retryWords[first.retry]}`,
    `Source: ${first.basis.kind}, ${first.basis.reference}`,
    ...others.slice(0, 2).map(({ title, certainty }) => `Another possible cause: ${title} (${certainty})`),
    ask,
    '',
    read,
  ].join('\n')
}

import { parseArgs } from 'node:util'
import { checkConfiguration } from './bff/check/check-configuration.ts'
import { checkStart } from './bff/check/check-start.ts'
import { findingsInWords } from './bff/check/findings-in-words.ts'
import { FileUnreadable, readInstallation, withUsual } from './bff/config/installation.ts'
import { ConfigurationInvalid } from './bff/config/read-configuration.ts'
import { outbound } from './bff/http/outbound.ts'
import { environments } from './bff/identity/environments.ts'
import { keySets } from './bff/identity/key-sets.ts'

// `npm run check` says what is wrong with the configuration that CLAIMCHECK_CONFIG names; its exit code is then 1.
const { positionals } = parseArgs({ allowPositionals: true })
try {
  process.exitCode = await check(positionals[0] ?? process.env.CLAIMCHECK_CONFIG)
} catch (error) {
  const mendable = error instanceof FileUnreadable || error instanceof ConfigurationInvalid
  console.error(mendable ? error.message : error)
  process.exitCode = 1
}

async function check(path: string | undefined): Promise<number> {
  if (!path) {
    console.error('There is nothing to check: CLAIMCHECK_CONFIG names no configuration file.')
    return 1
  }
  const configuration = readInstallation(path, withUsual(process.env))
  const clock = Date.now
  const sender = outbound(clock, configuration.proxy)
  try {
    const ofStart = checkStart(configuration, process.env)
    const ofAddresses = await checkConfiguration({
      configuration,
      outbound: sender,
      environments: environments(configuration, sender, clock),
      keySets: keySets(sender, clock, configuration),
      clock,
      variables: process.env,
    })
    const findings = [...(await ofStart), ...ofAddresses]
    console.log(findingsInWords(findings, configuration.environments))
    return findings.some(({ level }) => level === 'problem') ? 1 : 0
  } finally {
    await sender.close()
  }
}

import type { Finding } from '#contract/check.ts'

/** Findings as lines for a terminal, each with the environment and the setting that it is about. */
export function findingsInWords(findings: Finding[], environments: { id: string; name: string }[]): string {
  const all = `all ${environments.length === 1 ? 'addresses' : `addresses of ${environments.length} environments`}`
  if (findings.length === 0) return `The configuration was checked: ${all} respond as expected.`
  const lines = findings.map(({ level, environment, client, setting, message, fix }) => {
    const place = [environment, client, setting].filter((part) => part !== undefined).join(' › ')
    return `- ${level === 'problem' ? 'Problem' : 'Advice'}, ${place}: ${message} ${fix}`
  })
  return ['The configuration was checked:', ...lines].join('\n')
}

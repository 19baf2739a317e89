import type { Config } from '#contract/config.ts'
import { type Operation, operations } from '#knowledge/protocol/apis.ts'
import { type Api, apis } from '#knowledge/protocol/business-apis.ts'

/** The operations that can be called here: the built-in ones, and those that the installation adds. */
export const knownOperations = (config: Config): Operation[] => [
  ...(config.builtInOperations ? operations : []),
  ...config.operations,
]

/** The APIs with their operations; an API that only the installation knows goes by its id. */
export function operationsByApi(config: Config): (Api & { members: Operation[] })[] {
  const all = knownOperations(config)
  const added = [...new Set(config.operations.map(({ api }) => api))].filter((id) => !apis.some((api) => api.id === id))
  const offered = config.builtInOperations ? apis : apis.filter(({ id }) => all.some(({ api }) => api === id))
  return [...offered, ...added.map((id) => ({ id, name: id, summary: '' }))].map((api) => ({
    ...api,
    members: all.filter((operation) => operation.api === api.id),
  }))
}

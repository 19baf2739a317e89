import type { Client, EnvironmentConfig } from '#contract/config.ts'
import { Choices } from './choices.tsx'

export function ClientPicker({
  environment,
  chosen,
  choose,
}: {
  environment: EnvironmentConfig
  chosen: Client
  choose: (client: Client) => void
}) {
  return (
    <Choices
      legend="Client application"
      name="client"
      chosen={chosen.id}
      choose={(id) => choose(environment.clients.find((client) => client.id === id) ?? chosen)}
      options={environment.clients.map(({ id, name, clientId, description }) => ({
        id,
        title: name,
        detail: clientId,
        description,
      }))}
    />
  )
}

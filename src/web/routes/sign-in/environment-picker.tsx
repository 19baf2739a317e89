import type { EnvironmentConfig } from '#contract/config.ts'
import { Tag } from '../../elements/tag.tsx'
import { Choices } from './choices.tsx'

export function EnvironmentPicker({
  environments,
  chosen,
  choose,
}: {
  environments: EnvironmentConfig[]
  chosen: EnvironmentConfig
  choose: (id: string) => void
}) {
  return (
    <Choices
      legend="Environment"
      name="environment"
      chosen={chosen.id}
      choose={choose}
      options={environments.map(({ id, name, description, kind, authUrl }) => ({
        id,
        title: name,
        tag: <Tag tone={kind}>{kind}</Tag>,
        detail: new URL(authUrl).host,
        description,
      }))}
    />
  )
}

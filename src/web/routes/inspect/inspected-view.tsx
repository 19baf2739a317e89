import { Tabs } from '@base-ui/react/tabs'
import { useMemo, useState } from 'react'
import type { Config } from '#contract/config.ts'
import type { InspectedField } from '#knowledge/paste/fields-beside.ts'
import { type Inspection, inspect } from '#knowledge/paste/inspect.ts'
import type { Reported } from '#knowledge/share/ticket-report.ts'
import { mostTokens } from '#knowledge/token/find.ts'
import { tokenKinds } from '#knowledge/token/kinds.ts'
import { useNow } from '../../clock.ts'
import { Checks } from '../../elements/checks.tsx'
import { ClaimsTable } from '../../elements/claims-table.tsx'
import { Notice } from '../../elements/notice.tsx'
import { Panel } from '../../elements/panel.tsx'
import { Secret } from '../../elements/secret.tsx'
import table from '../../elements/table.module.css'
import tabs from '../../elements/tabs.module.css'
import { TicketCopy } from '../../elements/ticket-copy.tsx'
import { verdictOf } from '../../elements/token-verdict.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import type { InspectContext } from './context.ts'
import styles from './inspect.module.css'
import { KeysBeside } from './pasted-keys.tsx'
import { type Registries, TokenView } from './token-view.tsx'
import { useCheckedTokens } from './use-checked-tokens.ts'

/** The tokens of one pasted text, one at a time, and the fields beside them. */
export function InspectedView({
  inspection: { tokens, together, keys, fields, claims },
  checked,
  config,
  context,
  registries,
  owner,
  fresh,
  reported,
  isCopied = false,
  isExplained = false,
}: {
  inspection: Inspection
  checked: ReturnType<typeof useCheckedTokens>
  config: Config
  context: InspectContext
  registries: Registries | undefined
  /** Sets its masked values apart from those of another text. */
  owner: string
  /** Set where the token is what was asked for. */
  fresh: string | undefined
  /** All that was found, for a ticket; left out inside another token. */
  reported?: () => Reported
  /** True where the copy is offered with what was found above. */
  isCopied?: boolean
  /** True below the verdict on a failure, which alone is coloured. */
  isExplained?: boolean
}) {
  const [open, setOpen] = useState(0)
  const now = useNow()
  const copy = reported && !isCopied && <TicketCopy reported={reported} />
  const views = checked.tokens.map((one, at) => (
    <TokenView
      // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never change their order
      key={at}
      {...one}
      owner={`${owner}-${at}`}
      registries={registries}
      fresh={at === 0 ? fresh : undefined}
      copy={copy}
      isExplained={isExplained}
      onKind={(kind) => checked.setKind(at, kind)}
      onSignature={(verdict) => checked.setSignature(at, verdict)}
      inside={(content) => (
        <Inside content={content} owner={`${owner}-${at}-inside`} {...{ config, context, registries }} />
      )}
    />
  ))
  const givesAway = keys.some(({ isSecret }) => isSecret)
  return (
    <>
      {tokens.length === 0 && copy}
      {givesAway && <KeysBeside found={keys} />}
      {claims && (
        <>
          <Notice title="Claims without a token">
            <p>There is no signature, so nothing shows who created them or whether they were changed.</p>
          </Notice>
          <ClaimsTable
            title="Claims"
            owner={`${owner}-alone`}
            values={claims}
            environment={environmentNamed(config, context.environment)}
            rows={registries?.claims}
          />
        </>
      )}
      {tokens.length >= mostTokens && (
        <Notice title={`The first ${mostTokens} tokens are shown`}>
          <p>Paste the rest of the text separately to see the others.</p>
        </Notice>
      )}
      {tokens.length === 1 && views}
      {tokens.length > 1 && (
        <Tabs.Root value={open} onValueChange={(value) => setOpen(value as number)} className={styles.tokens}>
          <Tabs.List className={tabs.list} aria-label="Tokens that were found">
            {checked.tokens.map(({ kind, found: { from, recognised, token }, findings }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never change their order
              <Tabs.Tab key={at} value={at} className={tabs.tab}>
                {at + 1}.{' '}
                {kind === 'unknown' && from ? from : kind === recognised.kind ? recognised.name : tokenKinds[kind].name}
                <span className={styles.state}>{verdictOf(token, findings, now).title}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {views.map((view, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of one text never change their order
            <Tabs.Panel key={at} value={at} className={tabs.panel}>
              {view}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
      )}
      {keys.length > 0 && !givesAway && <KeysBeside found={keys} />}
      {together.length > 0 && <Checks title="Compared with each other" findings={together} />}
      {fields.length > 0 && <Fields fields={fields} owner={owner} />}
    </>
  )
}

/** What an encrypted token held, understood like anything that was pasted. */
function Inside({
  content,
  ...known
}: { content: string } & Pick<Parameters<typeof InspectedView>[0], 'config' | 'context' | 'registries' | 'owner'>) {
  const inspection = useMemo(() => inspect(content), [content])
  const checked = useCheckedTokens(inspection, content, known.config, known.context)
  const isBare = inspection.tokens.length === 0 && inspection.claims === undefined
  return (
    <>
      {isBare && <Secret id={`${known.owner}-content`} value={content} what="the content" />}
      <InspectedView inspection={inspection} checked={checked} fresh={undefined} {...known} />
    </>
  )
}

function Fields({ fields, owner }: { fields: InspectedField[]; owner: string }) {
  return (
    <Panel title="Other fields" flush>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, value, secret }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may be there twice, and the order never changes
            <tr key={at}>
              <th scope="row" className={table.name}>
                {name}
              </th>
              <td className={styles.value}>
                {secret ? (
                  <Secret id={`${owner}-field-${at}`} value={value} what={name} />
                ) : (
                  <code>{value.length > 2_000 ? `${value.slice(0, 2_000)}…` : value}</code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function environmentNamed(config: Config, id: string | undefined) {
  const environment = config.environments.find((one) => one.id === id)
  return environment && asEnvironment(environment)
}

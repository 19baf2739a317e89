import type { Environment } from '#knowledge/protocol/call.ts'
import type { ClaimContext } from '#knowledge/protocol/claim.ts'
import type { ClaimRows } from '#knowledge/protocol/claims.ts'
import { applyDisclosures, type Disclosure, hashOf, keyBindingFits } from '#knowledge/token/disclosures.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import { ClaimsTable } from '../../elements/claims-table.tsx'
import { Notice } from '../../elements/notice.tsx'
import { Panel } from '../../elements/panel.tsx'
import table from '../../elements/table.module.css'
import { Tag } from '../../elements/tag.tsx'

const belongs: Record<Disclosure['belongs'], { tone: 'good' | 'bad' | 'plain'; words: string }> = {
  yes: { tone: 'good', words: 'in the token' },
  no: { tone: 'bad', words: 'not in the token' },
  'not-checked': { tone: 'plain', words: 'not checked' },
}

/** What the holder of an SD-JWT disclosed: each held against its digest, and the claims as a verifier sees them. */
export function Disclosures({
  token,
  owner,
  environment,
  rows,
  context,
}: {
  token: Extract<InspectedToken, { form: 'jws' }>
  owner: string
  environment: Environment | undefined
  rows: ClaimRows | undefined
  context: ClaimContext
}) {
  const { disclosures = [], keyBinding, payload } = token
  const { claims, withheld, problems } = applyDisclosures(payload.value ?? {}, disclosures)
  const hash = hashOf(payload.value)
  const bound = keyBinding === undefined ? undefined : keyBindingFits(token.text, keyBinding)
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="bad" title="A verifier must reject these disclosures">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      <Panel title="Disclosures" note={noteOf(disclosures.length, withheld)} flush>
        {disclosures.length > 0 && (
          <div className={table.scroll}>
            <table className={table.table}>
              <caption className="visually-hidden">Disclosures and their digests</caption>
              <thead>
                <tr>
                  <th scope="col">Claim</th>
                  <th scope="col">Digest (SHA-256)</th>
                  <th scope="col">Its digest is</th>
                </tr>
              </thead>
              <tbody>
                {disclosures.map(({ text, name, digest, belongs: place }) => (
                  <tr key={text}>
                    <th scope="row" className={table.name}>
                      {name ?? 'element of a list'}
                    </th>
                    <td data-label="Digest">
                      <code>{digest}</code>
                    </td>
                    <td data-label="Its digest is">
                      <Tag tone={belongs[place].tone}>{belongs[place].words}</Tag>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
      {hash !== 'sha-256' && <p>The token’s digests use {hash}, which is not computed here.</p>}
      <p>
        {keyBinding === undefined ? (
          'It has no key binding: anyone who has this text can present it.'
        ) : (
          <>
            <b>Key binding:</b>{' '}
            {bound === undefined
              ? 'it contains no sd_hash, so it is not bound to any disclosures.'
              : bound
                ? 'sd_hash is the hash of exactly this SD-JWT with these disclosures.'
                : 'sd_hash is not the hash of this SD-JWT with these disclosures: it was created for a different presentation.'}
          </>
        )}
      </p>
      <ClaimsTable
        title="Claims, as a verifier sees them"
        owner={`${owner}-disclosed`}
        values={claims}
        environment={environment}
        rows={rows}
        context={context}
      />
    </>
  )
}

function noteOf(disclosed: number, withheld: number): string {
  const kept =
    withheld === 0
      ? ''
      : `; ${withheld} ${withheld === 1 ? 'digest has' : 'digests have'} no disclosure: withheld by the holder, or decoys`
  return `${disclosed} ${disclosed === 1 ? 'claim is' : 'claims are'} disclosed${kept}`
}

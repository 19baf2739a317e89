import type { EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { sensitivityOf } from '#knowledge/privacy/sensitivity.ts'
import { basisAt } from '#knowledge/protocol/basis.ts'
import { tokenFields } from '#knowledge/protocol/token-fields.ts'
import { explainTokenResponse } from '#knowledge/token/token-response.ts'
import { Json } from '../../elements/json.tsx'
import { Moment } from '../../elements/moment.tsx'
import { Panel } from '../../elements/panel.tsx'
import { Secret } from '../../elements/secret.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import table from '../../elements/table.module.css'
import styles from './response-fields.module.css'

/** The token response field by field (§2.4 of the service's document), and the refresh token's trace. */
export function ResponseFields({ session, environment }: { session: SignedIn; environment?: EnvironmentConfig }) {
  const refreshToken = tokenFields.get('refresh_token')
  const fields = explainTokenResponse(session.tokenResponse, environment?.foreign)
  return (
    <Panel title="Token response" flush>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col">What it means</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, value, meaning, note, basis }) => (
            <tr key={name}>
              <th scope="row" className={table.name}>
                {name}
              </th>
              <td className={styles.value}>
                {typeof value === 'string' && sensitivityOf(name, 'field', value) === 'secret' ? (
                  <Secret id={`response.${name}`} value={value} what={name} />
                ) : (
                  <Json value={value} />
                )}
              </td>
              <td>
                {meaning} {name === 'id_token' && 'The ID token tab explains its claims.'} {note}{' '}
                <SourceChip basis={basis} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" className={table.name}>
              refresh_token
            </th>
            <td className={styles.value}>
              {session.refreshToken ? (
                <>
                  <code>{session.refreshToken.fingerprint}</code>, received{' '}
                  <Moment at={session.refreshToken.receivedAt} />
                </>
              ) : (
                'none received'
              )}
            </td>
            <td>
              {session.refreshToken
                ? `${refreshToken?.meaning} Claimcheck’s server keeps it and never sends it to this page. The page shows when it was received, and a fingerprint that lets you recognize it. `
                : 'The identity service sent no refresh token with this response, so the access token cannot be renewed. '}
              {refreshToken && <SourceChip basis={basisAt(refreshToken.basis, environment?.foreign === true)} />}
            </td>
          </tr>
        </tbody>
      </table>
    </Panel>
  )
}

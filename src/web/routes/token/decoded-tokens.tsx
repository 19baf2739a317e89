import { Tabs } from '@base-ui/react/tabs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Client, EnvironmentConfig } from '#contract/config.ts'
import type { SignedIn } from '#contract/session.ts'
import { checkToken } from '#knowledge/token/checks.ts'
import { readJwt } from '#knowledge/token/jwt.ts'
import { useNow } from '../../clock.ts'
import { useSignature } from '../../cryptography/use-signature.ts'
import { Checks } from '../../elements/checks.tsx'
import { ClaimsTable } from '../../elements/claims-table.tsx'
import { Notice } from '../../elements/notice.tsx'
import tabs from '../../elements/tabs.module.css'
import { decodeOwnToken } from '../../exchange/own-token.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { keysQuery } from '../../queries.ts'
import styles from './decoded-tokens.module.css'

interface Props {
  session: SignedIn
  environment: EnvironmentConfig | undefined
  client: Client | undefined
}

/** Access token and ID token, each read and checked. Which one is open lives in the address. */
export function DecodedTokens(props: Props) {
  const [address, setAddress] = useSearchParams()
  const open = address.get('token') === 'id' ? 'id' : 'access'
  return (
    <Tabs.Root
      value={open}
      onValueChange={(value) =>
        setAddress(value === 'id' ? { token: 'id' } : {}, { replace: true, preventScrollReset: true })
      }
      className={styles.tokens}
    >
      <Tabs.List className={tabs.list} aria-label="Tokens">
        <Tabs.Tab value="access" className={tabs.tab}>
          Access token
        </Tabs.Tab>
        <Tabs.Tab value="id" className={tabs.tab}>
          ID token
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="access" className={tabs.panel}>
        <Read {...props} kind="access" token={props.session.accessToken} />
      </Tabs.Panel>
      <Tabs.Panel value="id" className={tabs.panel}>
        {props.session.idToken === undefined ? (
          <Notice title="No ID token came with this sign-in">
            <p>
              The service’s document lists one in the token response (§2.4). Identity services usually send it only when
              the scope <code>openid</code> was granted (OpenID Connect Core §3.1.2.1).
            </p>
          </Notice>
        ) : (
          <Read {...props} kind="id" token={props.session.idToken} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function Read({ session, environment, client, kind, token }: Props & { kind: 'access' | 'id'; token: string }) {
  const { data: keys } = useSuspenseQuery(keysQuery(session.environment))
  const now = useNow()
  const read = decodeOwnToken(token)
  const known = environment && asEnvironment(environment)
  const findings = checkToken(read ?? readJwt(token), {
    now,
    kind,
    environment: known,
    keys: keys.state === 'known' ? keys.keys : undefined,
    clientId: client?.clientId,
    nonce: demandedNonce(session, read?.claims),
    signature: useSignature(token, keys, environment?.name ?? session.environment),
  })
  return (
    <div className={styles.token}>
      <Checks findings={findings} />
      {read ? (
        <>
          <ClaimsTable title="Claims" owner={kind} values={read.claims} environment={known} />
          <ClaimsTable title="Header" owner={`${kind}-header`} values={read.header} environment={known} header />
        </>
      ) : (
        <Notice title="This token cannot be read here">
          <p>
            It is not a signed JWT. An access token may be opaque (RFC 6749 §1.4): it still works for calls, only its
            content is for the service alone.
          </p>
        </Notice>
      )}
    </div>
  )
}

/** The nonce that an ID token must carry. That of a renewal should carry none (OpenID Connect Core §12.2). */
function demandedNonce({ nonce, renewals }: SignedIn, claims: Record<string, unknown> | undefined): string | undefined {
  return renewals === 0 || claims?.nonce !== undefined ? nonce : undefined
}

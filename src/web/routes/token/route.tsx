import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { SignedIn } from '#contract/session.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { TabbedParts } from '../../elements/tabbed-parts.tsx'
import { configQuery, keysQuery, queryClient } from '../../queries.ts'
import { currentSession, useSession } from '../../session/session.ts'
import { ScreenHead } from '../screen-head.tsx'
import { DecodedToken, useFindings } from './decoded-token.tsx'
import { ResponseFields } from './response-fields.tsx'
import { ScopesCompared } from './scopes-compared.tsx'
import { IdTokenCard, TokenCard } from './token-card.tsx'

export async function loader(): Promise<null> {
  const session = await currentSession()
  if (session.state === 'signed-in') await queryClient.ensureQueryData(keysQuery(session.environment))
  return null
}

/** What the sign-in brought: the access token in one view, then scopes, both tokens and the response, one at a time. */
export function Component() {
  const session = useSession()
  return session.state === 'signed-out' ? <SignedOutMeanwhile /> : <Granted session={session} />
}

function Granted({ session }: { session: SignedIn }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const [address, setAddress] = useSearchParams()
  const environment = config.environments.find(({ id }) => id === session.environment)
  const client = environment?.clients.find(({ id }) => id === session.client)
  const known = { session, environment, client }
  const [access, id] = [useFindings(known, 'access'), useFindings(known, 'id')]
  const part = address.get('token') ?? 'scopes'
  return (
    <>
      <ScreenHead of="/token" />
      {part === 'id' && session.idToken !== undefined ? (
        <IdTokenCard {...known} idToken={session.idToken} findings={id} />
      ) : (
        <TokenCard {...known} findings={access} />
      )}
      <TabbedParts
        label="Parts of the session"
        open={part}
        choose={(next) =>
          setAddress(next === 'scopes' ? {} : { token: next }, { replace: true, preventScrollReset: true })
        }
        parts={[
          { id: 'scopes', name: 'Scopes', content: <ScopesCompared session={session} environment={environment} /> },
          {
            id: 'access',
            name: 'Access token',
            content: <DecodedToken {...known} kind="access" findings={access} />,
          },
          { id: 'id', name: 'ID token', content: <DecodedToken {...known} kind="id" findings={id} /> },
          { id: 'response', name: 'Response', content: <ResponseFields session={session} environment={environment} /> },
        ]}
      />
    </>
  )
}

function SignedOutMeanwhile() {
  return (
    <>
      <ScreenHead of="/token" />
      <Notice
        title="You are signed out"
        actions={
          <Link to="/" className={button.primary}>
            Sign in
          </Link>
        }
      >
        <p>The session has ended, here or in another tab.</p>
      </Notice>
    </>
  )
}

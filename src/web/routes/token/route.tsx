import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { configQuery, keysQuery, queryClient, sessionQuery } from '../../queries.ts'
import { DecodedTokens } from './decoded-tokens.tsx'
import { Lifetime } from './lifetime.tsx'
import { ResponseFields } from './response-fields.tsx'
import { ScopesCompared } from './scopes-compared.tsx'

export async function loader(): Promise<null> {
  const session = await queryClient.ensureQueryData(sessionQuery)
  if (session.state === 'signed-in') await queryClient.ensureQueryData(keysQuery(session.environment))
  return null
}

/** What the sign-in brought: how long it holds, what was granted, the response field by field, and both tokens read. */
export function Component() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: config } = useSuspenseQuery(configQuery)
  if (session.state === 'signed-out') return <SignedOutMeanwhile />
  const environment = config.environments.find(({ id }) => id === session.environment)
  const client = environment?.clients.find(({ id }) => id === session.client)
  return (
    <>
      <PageHead title="Token">
        What {environment?.name ?? session.environment} granted to {client?.name ?? session.client}
        {session.renewals > 0 && `, renewed ${session.renewals === 1 ? 'once' : `${session.renewals} times`}`}.
      </PageHead>
      <Lifetime session={session} />
      <ScopesCompared session={session} />
      <ResponseFields session={session} />
      <DecodedTokens session={session} environment={environment} client={client} />
    </>
  )
}

function SignedOutMeanwhile() {
  return (
    <>
      <PageHead title="Token" />
      <Notice
        title="You are signed out"
        actions={
          <Link to="/" className={button.primary}>
            Sign in
          </Link>
        }
      >
        <p>The session was ended, here or in another tab. Nothing of it is left on this page.</p>
      </Notice>
    </>
  )
}

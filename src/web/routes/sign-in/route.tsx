import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import {
  type ActionFunctionArgs,
  Form,
  Link,
  redirectDocument,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Refusal } from '#contract/refusal.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { configQuery, queryClient, sessionQuery } from '../../queries.ts'
import { safeReturnTo } from '../../session/return-to.ts'
import { AuthorizationPreview } from './authorization-preview.tsx'
import { asSearch, type Choice, readChoice } from './choice.ts'
import { ClientPicker } from './client-picker.tsx'
import { ConfigurationCheck } from './configuration-check.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import { PromptPicker } from './prompt-picker.tsx'
import { ScopePicker } from './scope-picker.tsx'
import styles from './sign-in.module.css'
import { NeverReturned } from './unfinished.tsx'
import { useChoice } from './use-choice.ts'

/** Opens the transaction and leaves for the identity service; a refusal of the BFF comes back to the form as it is. */
export async function action({ request }: ActionFunctionArgs): Promise<Response | Refusal> {
  const { origin } = new URL(request.url)
  const wished = new URLSearchParams(String((await request.formData()).get('choice')))
  const choice = readChoice(wished, await queryClient.ensureQueryData(configQuery))
  if (!choice) throw new Error('This installation has no environment to sign in to.')
  const { beginSignIn } = await import('../../session/sign-in.ts')
  const { environment, client, scopes, prompt } = choice
  try {
    const wish = { environment: environment.id, client: client.id, scopes, prompt }
    return redirectDocument(await beginSignIn(wish, environment, safeReturnTo(choice.returnTo ?? null, origin)))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const [choice, choose] = useChoice(config)
  return (
    <>
      <PageHead title="Sign in">
        Choose what to ask the identity service for, see the exact request, then go. Afterwards you see what was
        granted.
        {config.demonstrations && (
          <>
            {' '}
            Or <Link to="/demonstrations">play a demonstration</Link>.
          </>
        )}
      </PageHead>
      {choice ? <SignInForm choice={choice} choose={choose} config={config} /> : <NothingConfigured />}
    </>
  )
}

function SignInForm({
  choice,
  choose,
  config,
}: {
  choice: Choice
  choose: (changed: Partial<Choice>) => void
  config: Config
}) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [address] = useSearchParams()
  const refusal = useActionData<Refusal>()
  const leaving = useNavigation().formMethod === 'POST'
  const chooseEnvironment = (id: string) => {
    const fresh = readChoice(new URLSearchParams({ environment: id }), config)
    if (fresh) choose({ environment: fresh.environment, client: fresh.client, scopes: fresh.scopes, prompt: undefined })
  }
  return (
    <>
      <NeverReturned config={config} />
      {!config.builtIn && <ConfigurationCheck environment={choice.environment.id} />}
      {session.state === 'signed-out' && address.has('signed-out') && (
        <Notice tone="good" title="You are signed out" live>
          <p>
            The session has ended and its tokens are gone from this browser. The identity service may still know you:
            choose “Ask to sign in again” below to be asked who you are.
          </p>
        </Notice>
      )}
      {choice.returnTo && session.state === 'signed-out' && (
        <Notice title="That screen needs a sign-in">
          <p>
            You are not signed in, or your session has ended. After the sign-in you come back to where you wanted to go.
          </p>
        </Notice>
      )}
      {session.state === 'signed-in' && (
        <Notice
          title="You are signed in already"
          actions={
            <Link to="/token" className={button.button}>
              See the token
            </Link>
          }
        >
          <p>Signing in again replaces that session with the new one.</p>
        </Notice>
      )}
      <Form method="post" className={styles.columns}>
        <input type="hidden" name="choice" value={asSearch(choice).toString()} />
        <div className={styles.choices}>
          <EnvironmentPicker
            environments={config.environments}
            chosen={choice.environment}
            choose={chooseEnvironment}
          />
          <ClientPicker
            environment={choice.environment}
            chosen={choice.client}
            choose={(client) => choose({ client })}
          />
          <ScopePicker
            environment={choice.environment}
            chosen={choice.scopes}
            choose={(scopes) => choose({ scopes })}
          />
          <PromptPicker
            offered={choice.environment.prompts}
            prompt={choice.prompt}
            choose={(prompt) => choose({ prompt })}
          />
        </div>
        <div className={styles.request}>
          <AuthorizationPreview choice={choice} />
          {refusal && (
            <Notice tone="bad" title={refusal.message} live>
              <p>{refusal.fix}</p>
            </Notice>
          )}
          <div className={styles.go}>
            <button type="submit" className={button.primary} disabled={leaving || choice.scopes.length === 0}>
              {leaving ? 'Leaving for the identity service' : `Continue to ${choice.environment.name}`}
              <ArrowRight size={16} aria-hidden />
            </button>
            {choice.scopes.length === 0 && (
              <p className={styles.hint}>Choose at least one scope: the request demands it (§2.1).</p>
            )}
          </div>
        </div>
      </Form>
    </>
  )
}

function NothingConfigured() {
  return (
    <Notice tone="warn" title="No environment is configured">
      <p>
        This installation knows no identity service with a client. Whoever runs it adds one to the configuration file;
        the README says how.
      </p>
    </Notice>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, ClipboardPaste, KeyRound, Play } from 'lucide-react'
import { lazy, Suspense } from 'react'
import {
  type ActionFunctionArgs,
  Form,
  Link,
  redirectDocument,
  useActionData,
  useNavigation,
  useSearchParams,
} from 'react-router'
import type { Config, EnvironmentConfig } from '#contract/config.ts'
import type { Refusal } from '#contract/refusal.ts'
import { mostSessions } from '#contract/session.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { Tag } from '../../elements/tag.tsx'
import { configQuery, queryClient } from '../../queries.ts'
import { safeReturnTo } from '../../session/return-to.ts'
import { useHeldSessions, useSession } from '../../session/session.ts'
import { pendingSignIn } from '../../session/unfinished-sign-in.ts'
import { ScreenHead } from '../screen-head.tsx'
import { AuthorizationPreview } from './authorization-preview.tsx'
import { asSearch, type Choice, insteadIn, readChoice } from './choice.ts'
import { PromptPicker } from './prompt-picker.tsx'
import { ScopePicker } from './scope-picker.tsx'
import { Segments } from './segments.tsx'
import styles from './sign-in.module.css'
import { useChoice } from './use-choice.ts'

// Seldom there: none of them comes with the first screen.
const ConfigurationCheck = lazy(() => import('./configuration-check.tsx'))
const StillKnown = lazy(() => import('./still-known.tsx'))
const OtherSessions = lazy(() => import('./other-sessions.tsx'))
const EndOne = lazy(() => import('./end-one.tsx'))
const NeverReturned = lazy(() => import('./unfinished.tsx'))

/** Opens the transaction and leaves for the identity service; a refusal of the BFF comes back to the form as it is. */
export async function action({ request }: ActionFunctionArgs): Promise<Response | Refusal> {
  const { origin } = new URL(request.url)
  const form = await request.formData()
  const wished = new URLSearchParams(String(form.get('choice')))
  const choice = readChoice(wished, await queryClient.ensureQueryData(configQuery))
  if (!choice) throw new Error('This installation has no environment to sign in to.')
  const { beginSignIn } = await import('../../session/sign-in.ts')
  const { environment, client, scopes, prompt } = choice
  try {
    const wish = { environment: environment.id, client: client.id, scopes, prompt, instead: insteadIn(form) }
    return redirectDocument(await beginSignIn(wish, environment, safeReturnTo(choice.returnTo ?? null, origin)))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const session = useSession()
  const [choice, choose] = useChoice(config)
  // Who has no session and no screen to come back to may be here for the first time.
  const begins = session.state === 'signed-out' && !choice?.returnTo
  return (
    <>
      <ScreenHead of="/" />
      {begins && <WaysIn config={config} />}
      {choice ? <SignInForm choice={choice} choose={choose} config={config} begins={begins} /> : <NothingConfigured />}
    </>
  )
}

/** The three ways in: a call that fails, played by one press, the sign-in below, and whatever one has at hand. */
function WaysIn({ config }: { config: Config }) {
  const leaving = useNavigation().formMethod === 'POST'
  // One that fails anyone who signs in and whatever they allow.
  const story = config.demonstrations?.find(
    ({ environment, refuse, deny, call }) => call && call.gateway !== environment && refuse.length === 0 && !deny,
  )
  return (
    <ul className={styles.ways}>
      {story && (
        <li>
          <Form method="post" action={`/demonstrations/${story.id}`}>
            <button type="submit" className={styles.first} disabled={leaving}>
              <Play size={20} aria-hidden />
              <b>Run a failing call</b>
              <span>Sign in as {story.person} and see why it fails</span>
            </button>
          </Form>
        </li>
      )}
      <li>
        <a href="#sign-in" className={styles.way}>
          <KeyRound size={20} aria-hidden />
          <b>Sign in</b>
          <span>Choose scopes, and see what is granted</span>
        </a>
      </li>
      <li>
        <Link to="/inspect" className={styles.way}>
          <ClipboardPaste size={20} aria-hidden />
          <b>Paste what you have</b>
          <span>A token, an error, a response, a HAR file</span>
        </Link>
      </li>
    </ul>
  )
}

function SignInForm({
  choice,
  choose,
  config,
  begins,
}: {
  choice: Choice
  choose: (changed: Partial<Choice>) => void
  config: Config
  /** The request is then explained when asked for: it is not what one looks for first. */
  begins: boolean
}) {
  const session = useSession()
  const refusal = useActionData<Refusal>()
  const leaving = useNavigation().formMethod === 'POST'
  const left = useSearchParams()[0].has('left')
  const chooseEnvironment = (id: string) => {
    const fresh = readChoice(new URLSearchParams({ environment: id }), config)
    if (fresh) choose({ environment: fresh.environment, client: fresh.client, scopes: fresh.scopes })
  }
  const { environment, client } = choice
  const held = useHeldSessions()
  return (
    <>
      <div className={styles.notices}>
        <Suspense>
          {pendingSignIn() && <NeverReturned config={config} />}
          {session.state === 'signed-out' && left && <StillKnown config={config} />}
          {session.state === 'signed-out' && held.length > 0 && <OtherSessions />}
        </Suspense>
        {choice.returnTo && session.state === 'signed-out' && (
          <Notice title={`Sign in to see ${screenOf(choice.returnTo)}`}>
            <p>You return to it after the sign-in.</p>
          </Notice>
        )}
      </div>
      <Form method="post" className={styles.columns}>
        <input type="hidden" name="choice" value={asSearch(choice).toString()} />
        <div id="sign-in" className={styles.card} tabIndex={-1}>
          {session.state === 'signed-in' && (
            <p className={styles.note}>
              You are already signed in: <Link to="/token">see the token</Link>. Signing in as another user, or with
              another client or environment, adds a session next to this one.
            </p>
          )}
          <Segments
            legend="Environment"
            name="environment"
            chosen={environment.id}
            choose={chooseEnvironment}
            options={config.environments.map((one) => ({
              id: one.id,
              title: one.name,
              tag: isBroken(one, config) ? (
                <Tag tone="warn">Break it on purpose</Tag>
              ) : (
                // What the name says already is not said again.
                one.name.toLowerCase() !== one.kind && <Tag tone={one.kind}>{one.kind}</Tag>
              ),
              detail: new URL(one.authUrl).host,
              description: one.description,
              apart: isBroken(one, config),
            }))}
          />
          <Segments
            legend="Client"
            name="client"
            chosen={client.id}
            choose={(id) => choose({ client: environment.clients.find((one) => one.id === id) ?? client })}
            options={environment.clients.map(({ id, name, clientId, description }) => ({
              id,
              title: name,
              detail: clientId,
              description,
            }))}
          />
          <ScopePicker environment={environment} chosen={choice.scopes} choose={(scopes) => choose({ scopes })} />
          <PromptPicker offered={environment.prompts} prompt={choice.prompt} choose={(prompt) => choose({ prompt })} />
          {refusal && (
            <Notice tone="bad" title={refusal.message} live>
              <RefusalText refusal={refusal} />
            </Notice>
          )}
          {held.length >= mostSessions && (
            <Suspense>
              <EndOne />
            </Suspense>
          )}
          <div className={styles.go}>
            <button type="submit" className={button.primary} disabled={leaving || choice.scopes.length === 0}>
              {leaving ? 'Leaving for the identity service' : `Continue to ${environment.name}`}
              <ArrowRight size={16} aria-hidden />
            </button>
            {choice.scopes.length === 0 && <p className={styles.hint}>Choose at least one scope.</p>}
          </div>
          {!config.builtIn && (
            <Suspense>
              <ConfigurationCheck environment={environment.id} />
            </Suspense>
          )}
        </div>
        <AuthorizationPreview choice={choice} folded={begins} />
      </Form>
    </>
  )
}

/** A built-in environment whose code goes to another service than the one that issued it. */
function isBroken({ authUrl, tokenUrl }: EnvironmentConfig, { builtIn }: Config): boolean {
  return builtIn && tokenUrl !== undefined && new URL(tokenUrl).host !== new URL(authUrl).host
}

/** What a path of this app shows, in words. */
function screenOf(path: string): string {
  if (path.startsWith('/calls')) return 'this call'
  if (path.startsWith('/token')) return 'the token'
  return path.startsWith('/flow') ? 'the flow' : 'this screen'
}

function NothingConfigured() {
  return (
    <Notice tone="warn" title="No environment is configured">
      <p>
        This installation has no identity service with a client. Ask its operator to add one to the configuration file
        (see the README).
      </p>
    </Notice>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Presentation } from 'lucide-react'
import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router'
import type { Demonstration } from '#contract/config.ts'
import type { Refusal } from '#contract/refusal.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Notice } from '../../elements/notice.tsx'
import { PageHead } from '../../elements/page-head.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { configQuery, queryClient } from '../../queries.ts'
import { ScreenHead } from '../screen-head.tsx'
import { insteadIn } from '../sign-in/choice.ts'
import { DemonstrationView } from './demonstration-view.tsx'
import styles from './demonstrations.module.css'
import { beginStory, noteEndings } from './endings.ts'
import { findDemonstration, readFlow } from './play.ts'
import { Stage } from './stage.tsx'
import { StoryList } from './story-list.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const demonstration = await findDemonstration(params.id)
  if (params.id && !demonstration) throw redirect('/demonstrations')
  const [config, messages] = await Promise.all([queryClient.ensureQueryData(configQuery), readFlow()])
  return { demonstration, messages, endings: noteEndings(config.demonstrations ?? [], messages, config) }
}

/** Leaves for the identity service with the demonstration's choices, and comes back to its call. */
export async function action({ params, request }: ActionFunctionArgs): Promise<Response | Refusal> {
  const form = await request.formData()
  const demonstration = await findDemonstration(params.id)
  const { environments } = await queryClient.ensureQueryData(configQuery)
  const environment = environments.find(({ id }) => id === demonstration?.environment)
  if (!demonstration || !environment) throw new Error('This demonstration does not exist.')
  const { beginSignIn } = await import('../../session/sign-in.ts')
  const { client, scopes, person } = demonstration
  try {
    beginStory(demonstration.id)
    // The identity service's own pages then say who the story is about and what is to be refused.
    const wish = {
      environment: environment.id,
      client,
      scopes,
      prompt: 'login' as const,
      loginHint: person,
      demonstration: demonstration.id,
      instead: insteadIn(form),
    }
    const { searchParams } = new URL(request.url)
    return redirectDocument(await beginSignIn(wish, environment, wayBack(demonstration, searchParams.has('step'))))
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Where a story continues after its sign-in: at its call, which on the stage is a step of its own. */
function wayBack({ id, call }: Demonstration, onStage: boolean): string {
  if (onStage && call) return `/demonstrations/${id}?step=2`
  return `/demonstrations/${id}/run${onStage ? '?step=result' : ''}`
}

/** The stories that can be played, each in a sentence; the chosen one step by step. */
export function Component() {
  const { data: config } = useSuspenseQuery(configQuery)
  const { demonstration, messages, endings } = useLoaderData<typeof loader>()
  const refusal = useActionData<Refusal>()
  const [address] = useSearchParams()
  const step = address.get('step')
  if (!config.demonstrations?.length) return <NoneHere />
  if (demonstration && step !== null)
    return (
      <Stage
        key={demonstration.id}
        demonstration={demonstration}
        next={config.demonstrations[config.demonstrations.indexOf(demonstration) + 1]}
        config={config}
        messages={messages}
        step={step === 'result' ? Number.POSITIVE_INFINITY : Number(step) || 1}
        refusal={refusal}
      />
    )
  return (
    <>
      <ScreenHead of="/demonstrations" brief={demonstration !== undefined} />
      <div className={demonstration ? styles.columns : undefined}>
        <StoryList demonstrations={config.demonstrations} chosen={demonstration?.id} endings={endings} />
        {demonstration && (
          <div className={styles.chosen}>
            <Link to="/demonstrations" className={styles.all}>
              <ArrowLeft size={15} aria-hidden />
              All demonstrations
            </Link>
            {refusal && (
              <Notice tone="bad" title={refusal.message} live>
                <RefusalText refusal={refusal} />
              </Notice>
            )}
            <DemonstrationView demonstration={demonstration} config={config} messages={messages} />
            <p>
              <Link to="?step=1" className={button.button}>
                <Presentation size={15} aria-hidden />
                Present it step by step
              </Link>
            </p>
          </div>
        )}
      </div>
    </>
  )
}

function NoneHere() {
  return (
    <>
      <PageHead title="Demonstrations" />
      <Notice title="This installation has no demonstrations">
        <p>They need the built-in sandbox, which this installation does not use.</p>
      </Notice>
    </>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Send, Square } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Operation } from '#knowledge/service/apis.ts'
import { milliseconds } from '#knowledge/text/duration.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Field } from '../../elements/field.tsx'
import { Notice } from '../../elements/notice.tsx'
import tag from '../../elements/tag.module.css'
import { answerQuery, sendCall } from '../../exchange/calls.ts'
import { useHandOff } from '../../exchange/hand-off.ts'
import { forgetSession } from '../../session/session.ts'
import { Answer } from './answer.tsx'
import styles from './call-form.module.css'
import { asRequest, checkDraft, type Draft, isSameRequest, methods, readDraft, shownPath, takesBody } from './draft.ts'
import { useKnownValues } from './known-values.ts'
import { NeedsList } from './needs-list.tsx'
import { freePath } from './operation-list.tsx'

/** One call: what it is, what it needs, its parameters, and below it the answer. */
export function CallForm({
  session,
  config,
  operation,
}: {
  session: SignedIn
  config: Config
  operation: Operation | undefined
}) {
  const id = operation?.id ?? freePath
  const [address, setAddress] = useSearchParams()
  // The address follows what is typed; it cannot lead, for it changes too late for a field that is being typed in.
  const [draft, setDraft] = useState(() => readDraft(operation, address, session))
  const handedOver = useHandOff('call')
  const [body, setBody] = useState(() => handedOver ?? sampleBody(operation))
  const [headers, setHeaders] = useState('')
  const [headersOpen, setHeadersOpen] = useState(false)
  const [tried, setTried] = useState(false)
  const problems = checkDraft(operation, draft, body, headers)
  const { data: answer } = useQuery(answerQuery(id))
  const call = useCall(id)

  const known = useKnownValues(operation)

  const change = (name: string, value: string) => {
    const changed = { ...draft, [name]: value }
    setDraft(changed)
    setAddress(new URLSearchParams(changed), { replace: true, preventScrollReset: true })
  }
  const send = (changed: Draft = {}) => {
    setTried(true)
    if (problems.headers !== undefined) setHeadersOpen(true)
    if (Object.keys(problems).length === 0) call.send(asRequest(operation, { ...draft, ...changed }, body, headers))
  }
  const problemOf = (name: string) => (tried ? problems[name] : undefined)

  return (
    <div className={styles.call}>
      <header className={styles.head}>
        <h2>{operation?.title ?? 'Any path under /v1/'}</h2>
        <p>{operation?.summary ?? 'For what the list does not hold: any method and path of the business APIs.'}</p>
      </header>
      <NeedsList operation={operation} session={session} config={config} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {config.environments.length > 1 && (
          <GatewayChoice
            config={config}
            session={session}
            chosen={draft.environment ?? ''}
            choose={(value) => change('environment', value)}
          />
        )}
        {!operation && (
          <div className={styles.free}>
            <Field label="Method">
              {(attributes) => (
                <select {...attributes} value={draft.method} onChange={(event) => change('method', event.target.value)}>
                  {methods.map((method) => (
                    <option key={method}>{method}</option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Path below /v1/, with its query" problem={problemOf('path')}>
              {(attributes) => (
                <input
                  {...attributes}
                  value={draft.path}
                  spellCheck={false}
                  autoCapitalize="off"
                  onChange={(event) => change('path', event.target.value)}
                />
              )}
            </Field>
          </div>
        )}
        {operation?.parameters.map(({ name, required, meaning }) => (
          <Field key={name} label={name} mono optional={!required} hint={meaning} problem={problemOf(name)}>
            {(attributes) => (
              <>
                <input
                  {...attributes}
                  value={draft[name]}
                  list={`${attributes.id}-known`}
                  spellCheck={false}
                  autoCapitalize="off"
                  onChange={(event) => change(name, event.target.value)}
                />
                <datalist id={`${attributes.id}-known`}>
                  {known?.parameter === name && known.values.map((value) => <option key={value} value={value} />)}
                </datalist>
              </>
            )}
          </Field>
        ))}
        {takesBody(operation, draft) && (
          <Field label="Body, as JSON" problem={problemOf('body')}>
            {(attributes) => (
              <textarea
                {...attributes}
                rows={Math.min(16, body.split('\n').length + 1)}
                value={body}
                spellCheck={false}
                onChange={(event) => setBody(event.target.value)}
              />
            )}
          </Field>
        )}
        <details
          className={styles.headers}
          open={headersOpen}
          onToggle={({ currentTarget }) => setHeadersOpen(currentTarget.open)}
        >
          <summary>Headers</summary>
          <Field
            label="One to a line, as name: value"
            hint="The bearer is added by the BFF. Only headers on its list go out (such as accept-language, if-match, prefer, idempotency-key); the recorded request shows which did."
            problem={problemOf('headers')}
          >
            {(attributes) => (
              <textarea
                {...attributes}
                rows={3}
                value={headers}
                placeholder="idempotency-key: 7f3a"
                spellCheck={false}
                onChange={(event) => setHeaders(event.target.value)}
              />
            )}
          </Field>
        </details>
        <div className={styles.send}>
          <p className={styles.line}>
            <span className={tag.method}>{operation?.method ?? draft.method}</span> {shownPath(operation, draft)}
          </p>
          {call.busy ? (
            <button type="button" className={button.button} onClick={call.cancel}>
              <Square size={14} aria-hidden />
              Cancel
            </button>
          ) : (
            <button type="submit" className={button.primary}>
              <Send size={15} aria-hidden />
              Send
            </button>
          )}
        </div>
      </form>
      <p role="status" className="visually-hidden">
        {call.busy ? 'Sending' : answer && !call.refusal ? spoken(answer.exchange) : ''}
      </p>
      <div className={styles.answered} aria-busy={call.busy}>
        {call.refusal && (
          <Notice tone="bad" title={call.refusal.message} live>
            <p>{call.refusal.fix}</p>
          </Notice>
        )}
        {answer && !call.refusal && !isSameRequest(answer.request, asRequest(operation, draft, body, headers)) && (
          <Notice title="The answer to an earlier request">
            <p>
              The form has changed since <code>{nameOf(answer.exchange)}</code> was sent.
            </p>
          </Notice>
        )}
        {answer && !call.refusal && (
          <Answer
            exchange={answer.exchange}
            session={session}
            config={config}
            busy={call.busy}
            sendAgain={() => send()}
            sendTo={(environment) => {
              change('environment', environment)
              send({ environment })
            }}
          />
        )}
      </div>
    </div>
  )
}

function sampleBody(operation: Operation | undefined): string {
  return operation?.body === undefined ? '' : JSON.stringify(operation.body, null, 2)
}

/** Method and path of a call that was made. */
function nameOf({ request }: Exchange): string {
  const { pathname, search } = new URL(request.url)
  return `${request.method} ${pathname}${search}`
}

/** The answer in a sentence, to be read out; the whole of it would be too much. */
function spoken({ response, failure, durationMs }: Exchange): string {
  const after = `after ${milliseconds(durationMs)}`
  return response
    ? `Answered with status ${response.status} ${after}.`
    : `No complete answer ${after}: ${failure?.kind}.`
}

/** Sends one call at a time and lets it be cancelled; a session that has ended is forgotten at once. */
function useCall(operation: string) {
  const running = useRef<AbortController>(undefined)
  const { revalidate } = useRevalidator()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: Parameters<typeof sendCall>[1]) => {
      running.current = new AbortController()
      return sendCall(operation, request, running.current.signal)
    },
    onError: (failed) => {
      if (!(failed instanceof Refused) || failed.status !== 401) return
      forgetSession()
      void revalidate()
    },
  })
  return {
    send: mutate,
    cancel: () => running.current?.abort(),
    busy: isPending,
    refusal: error instanceof Refused ? error.refusal : undefined,
  }
}

/** Whose gateway the call goes to; another environment's than the token's is possible on purpose, and said. */
function GatewayChoice({
  config,
  session,
  chosen,
  choose,
}: {
  config: Config
  session: SignedIn
  chosen: string
  choose: (id: string) => void
}) {
  const own = config.environments.find((environment) => environment.id === session.environment)
  const target = config.environments.find((environment) => environment.id === chosen)
  const elsewhere = target !== undefined && target.baseUrl !== own?.baseUrl
  return (
    <Field
      label="Send to the gateway of"
      hint={
        elsewhere
          ? `The token is from ${own?.name ?? session.environment}. This gateway has other keys and will most likely refuse it.`
          : target?.baseUrl
      }
    >
      {(attributes) => (
        <select {...attributes} value={chosen} onChange={(event) => choose(event.target.value)}>
          {config.environments.map((environment) => (
            <option key={environment.id} value={environment.id}>
              {environment.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

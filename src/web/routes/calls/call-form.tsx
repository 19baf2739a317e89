import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, RotateCcw, Send, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { type CallRequest, forwardedHeaders } from '#contract/calls.ts'
import type { Config } from '#contract/config.ts'
import type { Exchange } from '#contract/exchange.ts'
import type { SignedIn } from '#contract/session.ts'
import type { Operation } from '#knowledge/protocol/apis.ts'
import { usualPathPrefix } from '#knowledge/protocol/operation-path.ts'
import { milliseconds, utcTime } from '#knowledge/text/duration.ts'
import { isUnsent, Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { Field } from '../../elements/field.tsx'
import { Notice } from '../../elements/notice.tsx'
import { RefusalText } from '../../elements/refusal-text.tsx'
import { SourcedText } from '../../elements/sourced-text.tsx'
import tag from '../../elements/tag.module.css'
import { showToast } from '../../elements/toasts.tsx'
import { useLate } from '../../elements/use-late.ts'
import { answerQuery, keepTypedCall, sendCall, typedCall } from '../../exchange/calls.ts'
import { useHandOff } from '../../exchange/hand-off.ts'
import { knownOperations } from '../../exchange/operations.ts'
import { forgetSession } from '../../session/session.ts'
import { useSessionLabels } from '../../session/use-session-labels.ts'
import { draftOf } from '../flow/repeat.ts'
import { Answer } from './answer.tsx'
import styles from './call-form.module.css'
import {
  asRequest,
  checkDraft,
  type Draft,
  environmentOf,
  heldBack,
  isSameRequest,
  isWholeUrl,
  methods,
  namedByHand,
  readDraft,
  shownPath,
  takesBody,
} from './draft.ts'
import { useKnownValues } from './known-values.ts'
import { NeedsList } from './needs-list.tsx'
import { freePath, OperationChoice } from './operation-choice.tsx'
import { ParameterField } from './parameter-field.tsx'
import { RequestCode } from './request-code.tsx'
import { ownToken, TokenChoice, type TokenToSend } from './token-choice.tsx'
import { Waiting } from './waiting.tsx'

/** One call: what it is and what it needs, its form, and beside it what came back. */
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
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const kept = typedCall(session.name, id)
  // The address follows what is typed; it cannot lead, for it changes too late for a field that is being typed in.
  const [draft, setDraft] = useState(() =>
    readDraft(operation, address.size > 0 || !kept ? address : new URLSearchParams(kept.search), session),
  )
  const handedOver = useHandOff()
  const [body, setBody] = useState(() => handedOver ?? kept?.body ?? sampleBody(operation))
  const [headers, setHeaders] = useState(kept?.headers ?? '')
  const [headersOpen, setHeadersOpen] = useState(false)
  const [tried, setTried] = useState(false)
  // Where there is no room beside the form, it steps back once its response is there.
  const [folded, setFolded] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [chosenToken, setChosenToken] = useState(ownToken)
  const [testToken, setTestToken] = useState<string>()
  const latestToken = useRef(ownToken)
  const chooseToken = (chosen: TokenToSend) => {
    setChosenToken(chosen)
    latestToken.current = chosen
    void Promise.resolve(chosen.token).then((token) => latestToken.current === chosen && setTestToken(token))
  }
  const prefix = config.environments.find(({ id: one }) => one === draft.environment)?.pathPrefix ?? usualPathPrefix
  const requestWith = (token: string | undefined, changed: Draft = {}): CallRequest => ({
    ...asRequest(operation, { ...draft, ...changed }, body, headers, prefix),
    ...(token !== undefined && { token, fault: latestToken.current.id }),
  })
  const request = requestWith(testToken)
  const problems = checkDraft(operation, draft, body, headers, prefix)
  const { data: answer } = useQuery(answerQuery(session.name, id))
  const call = useCall(session.name, id)
  const known = useKnownValues(operation)
  const labels = useSessionLabels()
  useEffect(
    () => keepTypedCall(session.name, id, { search: new URLSearchParams(draft).toString(), body, headers }),
    [session.name, id, draft, body, headers],
  )

  const change = (changed: Draft) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    setAddress(new URLSearchParams(next), { replace: true, preventScrollReset: true })
  }
  const send = (changed: Draft = {}) => {
    flushSync(() => {
      setTried(true)
      if (problems.headers !== undefined) setHeadersOpen(true)
    })
    if (Object.keys(problems).length > 0) {
      flushSync(() => setFolded(false))
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      field?.focus({ preventScroll: true })
      // With what is wrong with it, which is below it.
      field?.parentElement?.scrollIntoView({ block: 'nearest' })
      return
    }
    setFolded(true)
    // A token that is still being made is waited for, and never replaced by the session's own.
    call.send(Promise.resolve(latestToken.current.token).then((token) => requestWith(token, changed)))
  }
  const problemOf = (name: string) => (tried ? problems[name] : undefined)
  /** A whole address leads to the call that it is, with its gateway and its values. */
  const takeApart = (text: string): boolean => {
    const url = text.trim().split('#')[0] ?? ''
    const environment = environmentOf(url, config.environments)
    if (environment === undefined) return false
    if (environment.id !== draft.environment)
      showToast({ title: `Gateway set to ${environment.name}`, more: 'The pasted URL names it.' })
    const { operation: found, address: to } = draftOf(
      { request: { method: draft.method ?? 'GET', url } },
      knownOperations(config),
      environment.id,
      environment,
    )
    if (found === freePath) change(Object.fromEntries(new URL(to, location.origin).searchParams))
    else void navigate(to)
    return true
  }
  const method = operation?.method ?? draft.method
  const late = useLate(call.busy)
  const shown = answer && !call.refusal ? answer : undefined
  const changed = shown && !isSameRequest(shown.request, request)
  // A response that was there before this form was opened, and is to another request, keeps out of its way.
  const [met, meet] = useState<string>()
  if (shown && !changed && met !== shown.exchange.id) meet(shown.exchange.id)
  const earlier = changed && met !== shown.exchange.id && call.fresh !== shown.exchange.id
  // What then is to be pressed is the fix, not the same call again.
  const failed = shown && !changed && !((shown.exchange.response?.status ?? 500) < 400)
  const target = config.environments.find(({ id: one }) => one === draft.environment)

  const result = shown && (
    <Answer
      answered={shown}
      operation={operation}
      session={session}
      config={config}
      busy={call.busy}
      fresh={call.fresh === shown.exchange.id ? call.fresh : undefined}
      sendAgain={() => send()}
      sendTo={(environment) => {
        change({ environment })
        send({ environment })
      }}
      sendOwnToken={() => {
        chooseToken(ownToken)
        send()
      }}
      correct={() => {
        flushSync(() => setFolded(false))
        // What is wrong with a call is in its values, rarely in its gateway or its token.
        const fields = form.current?.querySelectorAll<HTMLElement>('input, textarea, select') ?? []
        const values = form.current?.querySelectorAll<HTMLElement>('[data-value]') ?? []
        const field = values[0] ?? fields[1] ?? fields[0]
        field?.scrollIntoView({ block: 'center' })
        field?.focus({ preventScroll: true })
      }}
    />
  )

  return (
    <div className={styles.call}>
      <section className={styles.request} aria-label="Request">
        <header className={styles.head}>
          <h2 className="visually-hidden">{operation?.title ?? namedByHand(prefix)}</h2>
          <OperationChoice session={session} config={config} open={id} />
          <p>
            <SourcedText
              text={
                operation?.summary ??
                `Send any request${prefix && ` under ${prefix}/`}. A pasted URL is split into its parts.`
              }
            />
          </p>
        </header>
        <form
          ref={form}
          className={styles.form}
          data-folded={folded}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <NeedsList operation={operation} session={session} config={config} />
          {config.environments.length > 1 && (
            <GatewayChoice
              config={config}
              session={session}
              chosen={draft.environment ?? ''}
              choose={(environment) => change({ environment })}
            />
          )}
          {config.builtIn && <TokenChoice session={session} chosen={chosenToken} choose={chooseToken} />}
          {!operation && (
            <div className={styles.free}>
              <Field label="Method">
                {(attributes) => (
                  <select
                    {...attributes}
                    value={draft.method}
                    onChange={({ target }) => change({ method: target.value })}
                  >
                    {methods.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                )}
              </Field>
              <Field
                label={`Path and query${prefix && ` below ${prefix}/`}`}
                problem={isWholeUrl(draft.path) ? problems.path : problemOf('path')}
              >
                {(attributes) => (
                  <input
                    {...attributes}
                    value={draft.path}
                    spellCheck={false}
                    autoCapitalize="off"
                    onChange={({ target }) => takeApart(target.value) || change({ path: target.value })}
                  />
                )}
              </Field>
            </div>
          )}
          {operation?.parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={draft[parameter.name] ?? ''}
              known={known?.parameter === parameter.name ? known.values : []}
              problem={problemOf(parameter.name)}
              change={(value) => change({ [parameter.name]: value })}
            />
          ))}
          {takesBody(operation, draft) && (
            <Field label="Body, as JSON" problem={problems.body}>
              {(attributes) => (
                <textarea
                  {...attributes}
                  data-value
                  className={`${attributes.className} ${styles.json}`}
                  rows={Math.min(20, body.split('\n').length + 1)}
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
            onToggle={({ currentTarget }) => {
              setHeadersOpen(currentTarget.open)
              if (currentTarget.open) currentTarget.querySelector('div')?.scrollIntoView({ block: 'nearest' })
            }}
          >
            <summary>Headers</summary>
            <Field
              label="One header per line"
              hint={<HeaderHint request={problems.headers === undefined ? request : {}} />}
              problem={problemOf('headers')}
            >
              {(attributes) => (
                <textarea
                  {...attributes}
                  rows={Math.min(20, Math.max(3, headers.split('\n').length))}
                  value={headers}
                  placeholder="idempotency-key: 7f3a"
                  spellCheck={false}
                  onChange={(event) => setHeaders(event.target.value)}
                />
              )}
            </Field>
          </details>
          <div className={styles.send}>
            <p className={styles.line} title={shownPath(operation, draft, prefix)}>
              <span className={styles.path}>
                <span className={tag.method}>{method}</span> {shownPath(operation, draft, prefix)}
              </span>
              {labels.length > 1 && (
                <span className={styles.as}>as {labels.find(({ name }) => name === session.name)?.title}</span>
              )}
            </p>
            {folded && (
              <button type="button" className={`${button.button} ${styles.unfold}`} onClick={() => setFolded(false)}>
                <Pencil size={15} aria-hidden />
                Edit
              </button>
            )}
            {call.busy ? (
              <button type="button" className={button.button} onClick={call.cancel}>
                <Square size={12} fill="currentColor" aria-hidden />
                Cancel
              </button>
            ) : (
              <button type="submit" className={failed ? button.button : button.primary}>
                <Send size={15} aria-hidden />
                Send
              </button>
            )}
          </div>
        </form>
      </section>
      <p role="status" className="visually-hidden">
        {call.busy ? 'Sending' : shown && call.fresh === shown.exchange.id ? spoken(shown.exchange) : ''}
      </p>
      <section className={styles.answered} aria-label="Response" aria-busy={call.busy}>
        {late && <Waiting what={target?.name} />}
        <div className={styles.answer} hidden={late}>
          {call.refusal && (
            <Notice
              // Nothing is wrong with what waits for a network.
              tone={call.unsent ? 'warn' : 'bad'}
              title={call.refusal.message}
              live
              actions={
                // Of any other refusal the same call makes the same.
                call.refusal.code === 'internal' && (
                  <button type="button" className={button.button} disabled={call.busy} onClick={() => send()}>
                    <RotateCcw size={15} aria-hidden />
                    Try again
                  </button>
                )
              }
            >
              <RefusalText refusal={call.refusal} />
            </Notice>
          )}
          {changed && !earlier && (
            <Notice title="Response to an earlier request">
              <p>
                You changed the request since <code>{nameOf(shown.exchange)}</code> was sent.
              </p>
            </Notice>
          )}
          {!earlier && result}
          {(!shown || earlier) && !call.refusal && (
            <p className={styles.nothing}>The response appears here: first the verdict, then body and headers.</p>
          )}
          {(!shown || earlier) && target && Object.keys(problems).length === 0 && (
            <RequestCode
              request={request}
              url={target.baseUrl + shownPath(operation, draft, prefix)}
              method={method}
              session={session}
            />
          )}
          {earlier && (
            <details className={styles.earlier}>
              <summary>
                Last response: {shown.exchange.response?.status ?? 'none'} to <code>{nameOf(shown.exchange)}</code> at{' '}
                {config.environments.find(({ id: one }) => one === shown.exchange.environment)?.name},{' '}
                {utcTime(shown.exchange.at).slice(11)}
              </summary>
              {result}
            </details>
          )}
        </div>
      </section>
    </div>
  )
}

/** What happens to headers of one's own, first to those that are typed. */
function HeaderHint({ request }: { request: CallRequest }) {
  const { dropped, replaced } = heldBack(request)
  return (
    <>
      {(dropped.length > 0 || replaced) && (
        <span className={styles.heldBack}>
          {dropped.length > 0 && `Will not be forwarded: ${dropped.join(', ')}. `}
          {replaced && 'The access token replaces authorization.'}
        </span>
      )}
      Claimcheck adds the access token and forwards only these headers: {forwardedHeaders.join(', ')}.
    </>
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

/** The response in a sentence, to be read out; the whole of it would be too much. */
function spoken({ response, failure, durationMs }: Exchange): string {
  const after = `after ${milliseconds(durationMs)}`
  return response
    ? `Status ${response.status} was received ${after}.`
    : `No complete response ${after}: ${failure?.kind}.`
}

/** Sends one call at a time and lets it be cancelled; a session that has ended is forgotten at once. */
function useCall(session: string, operation: string) {
  const running = useRef<AbortController>(undefined)
  const { revalidate } = useRevalidator()
  const [fresh, setFresh] = useState<string>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (request: Promise<CallRequest>) => {
      const control = new AbortController()
      running.current = control
      return sendCall(session, operation, await request, control.signal)
    },
    onSuccess: ({ id }) => setFresh(id),
    onError: (failed) => {
      if (!(failed instanceof Refused) || failed.status !== 401) return
      forgetSession(session)
      void revalidate()
    },
  })
  return {
    send: mutate,
    cancel: () => running.current?.abort(),
    busy: isPending,
    /** The exchange that this form has just sent. */
    fresh,
    refusal: error instanceof Refused ? error.refusal : undefined,
    unsent: error instanceof Refused && isUnsent(error),
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
      label="Gateway"
      hint={
        elsewhere ? (
          <span className={styles.caution}>
            The token is from {own?.name ?? session.environment}. This gateway has different keys and will probably
            reject it.
          </span>
        ) : (
          target?.baseUrl
        )
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

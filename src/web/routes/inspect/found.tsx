import { useQueries } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import { headline } from '#knowledge/diagnose/diagnosis-words.ts'
import { type Inspection, inspect, type ReadingKind, readingNames } from '#knowledge/paste/inspect.ts'
import { pastedLimit } from '#knowledge/paste/pasted-limit.ts'
import type { Told, ToldReading } from '#knowledge/told.ts'
import { serverNow } from '../../clock.ts'
import type { Pasted } from '../../exchange/pasted.ts'
import { asEnvironment } from '../../exchange/recorded-call.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import { keysQuery } from '../../queries.ts'
import { useSession } from '../../session/session.ts'
import { readContext, recognisedEnvironment } from './context.ts'
import { ContextFields } from './context-fields.tsx'
import { AsRead, Explained } from './explanation.tsx'
import styles from './inspect.module.css'
import { InspectedView } from './inspected-view.tsx'
import { MarkedText } from './marked-text.tsx'
import { PastedBox } from './pasted-box.tsx'
import { PastedKeys } from './pasted-keys.tsx'
import { Recognised } from './recognised.tsx'
import type { Registries } from './token-view.tsx'
import { useCheckedTokens } from './use-checked-tokens.ts'
import { type Explained as Explanation, useExplanation } from './use-explanation.ts'

const tokensAlone: ReadonlySet<ReadingKind> = new Set(['token', 'tokens', 'jws-json'])

interface Props {
  pasted: Extract<Pasted, { text: string }> | undefined
  /** The token that was sent, given beside the text. */
  token: string
  /** Epoch seconds. */
  tokenAt: number
  /** Counts the texts. */
  generation: number
  /** Set for a text that was taken whole: its result takes the focus. */
  fresh: string | undefined
  config: Config
  registries: Registries
}

/** One text with all that is found in it: why it failed, its tokens taken apart, and a copy of both for a ticket. */
export function Found({ pasted, token, tokenAt, generation, fresh, config, registries }: Props) {
  const read = useDeferredValue(pasted)
  const text = read?.text ?? ''
  const [address] = useSearchParams()
  const session = useSession()
  const presenting = usePresenting()
  const environments = useMemo(() => config.environments.map(asEnvironment), [config])
  const context = readContext(address, environments)
  const { environment, step, judgeAt } = context
  // What was said about one text is not said about the next.
  const [said, setSaid] = useState<Said>({ generation, place: 0 })
  const { as, place: chosen } = said.generation === generation ? said : { as: undefined, place: 0 }
  const inspection = useMemo(() => inspect(text, as), [text, as])
  const checked = useCheckedTokens(inspection, text, config, context)
  const keys = useKnownKeys(config)
  const at = Math.max(read?.at ?? 0, tokenAt)
  const known = useMemo(
    () => ({
      now: at,
      token,
      environments,
      environment,
      step,
      judgeAt: judgeAt === 'pasting' ? at : judgeAt,
      operations: config.operations,
      keys,
    }),
    [at, token, environments, environment, step, judgeAt, config, keys],
  )
  // A token alone has no failure beside it: what there is to say of it is said where it is taken apart.
  const explained = useExplanation(tokensAlone.has(inspection.as) ? '' : text, known, generation)
  const told = explained.state === 'told' ? explained.told : undefined
  const place = Math.min(chosen, Math.max(0, (told?.readings.length ?? 0) - 1))
  const reading = told?.readings[place]
  const failed = told?.outcome === 'failed' && reading !== undefined
  // A word that names an error has the form of an opaque token.
  const anatomy =
    (inspection.tokens.length > 0 && !(failed && inspection.as === 'opaque')) ||
    inspection.fields.length > 0 ||
    inspection.claims !== undefined
  const empty = text.trim() === '' && token.trim() === ''
  const [recognised] = inspection.tokens.map((found) => recognisedEnvironment(found.token, config))
  // The message as it was read has the fields beside the tokens too.
  const asRead = told?.outcome === 'failed' && reading?.source === 'structure' && hasMessage(reading)
  const quoted =
    told !== undefined &&
    (told.outcome === 'not-recognised' ? !presenting && isProse(told.text) : told.text.trim() !== '')
  // Nothing is judged before all that read the text have said what they found.
  const reads = !empty && explained.state === 'reading'
  const report = () => reported(text, told, reading, inspection, checked.tokens)
  return (
    <>
      <PastedBox
        label="What do you have?"
        taken="Pasted text"
        box="one"
        pasted={pasted}
        safe={quoted ? <MarkedText key={told.text} text={told.text} places={reading?.places ?? []} /> : undefined}
      />
      <section className={styles.found} aria-label="Result" aria-busy={reads}>
        <p role="status" className="visually-hidden">
          {empty ? '' : spoken(explained, inspection, place)}
        </p>
        {!empty && (
          <Explained
            explained={explained}
            chosen={place}
            choose={(next) => setSaid({ generation, as, place: next })}
            fresh={fresh}
            situation={{ config, session }}
            reported={report}
            nothingElse={!anatomy && inspection.as !== 'key'}
          />
        )}
        {anatomy && !reads && (
          <InspectedView
            key={`${generation} ${as}`}
            inspection={asRead ? { ...inspection, fields: [] } : inspection}
            checked={checked}
            owner="one"
            config={config}
            context={context}
            registries={registries}
            reported={report}
            isCopied={failed || told?.outcome === 'went-well'}
            isExplained={failed}
            fresh={told && reading?.diagnoses[0] === undefined && told.outcome !== 'went-well' ? fresh : undefined}
          />
        )}
        <ContextFields
          context={context}
          config={config}
          token={token}
          reading={reading}
          recognised={recognised}
          withoutText={empty}
          // Environment, step and clock decide nothing about a key.
          hidden={inspection.as === 'key' || (reads && text.trim() !== '')}
          readAs={anatomy ? readingNames[inspection.as] : undefined}
        >
          {anatomy && (
            <Recognised
              inspection={inspection}
              onCorrect={(kind) => setSaid({ generation, as: kind, place: chosen })}
            />
          )}
        </ContextFields>
        {asRead && <AsRead key={generation} reading={reading} />}
        {inspection.as === 'key' && !reads && <PastedKeys text={text} fresh={fresh} />}
      </section>
    </>
  )
}

/** What a person said of one text: for what it is to be taken, and which of its readings is to be judged. */
interface Said {
  generation: number
  as?: ReadingKind | undefined
  place: number
}

/**
 * Whether a text that nothing was recognised in is to be read at once. What is not made of several words may be a secret
 * as a whole.
 */
const isProse = (text: string): boolean => text.trim().split(/\s+/, fewestWords).length === fewestWords
const fewestWords = 4

const hasMessage = ({ call: { request, response, failure } }: ToldReading): boolean =>
  request !== undefined || response !== undefined || failure !== undefined

/** One report of all that was found. */
function reported(
  text: string,
  told: Told | undefined,
  reading: ToldReading | undefined,
  inspection: Inspection,
  tokens: ReturnType<typeof useCheckedTokens>['tokens'],
) {
  const failed = told?.outcome === 'failed' && reading !== undefined
  const asToken = { tokens: inspection.as === 'opaque' && failed ? [] : tokens, fields: inspection.fields }
  const shared = { at: Math.floor(serverNow()), environment: tokens[0]?.environment?.name }
  if (!failed && (tokens.length > 0 || inspection.fields.length > 0))
    return { ...shared, title: `${readingNames[inspection.as]}, inspected`, ...asToken }
  return {
    ...shared,
    ...(tokens.length > 0 && asToken),
    title: reading?.diagnoses[0] ? headline(reading.diagnoses[0]) : 'A pasted text',
    environment: reading?.call.environment?.name ?? shared.environment,
    diagnoses: reading?.diagnoses,
    call: reading?.call,
    pasted: text.slice(0, pastedLimit),
    ask: told?.outcome === 'went-well' ? undefined : reading?.ask,
  }
}

/** What a screen reader says when the result changes. */
function spoken(explained: Explanation, inspection: Inspection, chosen: number): string {
  if (explained.state === 'reading') return 'Reading the text'
  if (explained.state === 'failed') return 'The text could not be read'
  const { outcome, readings, secrets } = explained.told
  const first = readings[chosen]?.diagnoses[0]
  const found = first
    ? headline(first)
    : outcome === 'went-well'
      ? 'The response is a success'
      : inspection.tokens.length > 0
        ? `${readingNames[inspection.as]}: ${inspection.tokens.length === 1 ? 'one token' : `${inspection.tokens.length} tokens`} found`
        : inspection.as === 'key'
          ? 'This is a key'
          : readings.length > 0
            ? 'No cause found'
            : 'Nothing was recognized'
  return secrets.length > 0 ? `This text contains a ${secrets[0]}. ${found}` : found
}

function useKnownKeys(config: Config) {
  return useQueries({
    queries: config.environments.map(({ id }) => ({ ...keysQuery(id), enabled: false })),
    combine: (found) =>
      Object.fromEntries(
        config.environments.map(({ id }, at) => {
          const published = found[at]?.data
          return [id, published?.state === 'known' ? published.keys : undefined]
        }),
      ),
  })
}

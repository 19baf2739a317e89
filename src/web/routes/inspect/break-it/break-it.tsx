import { useMemo, useState } from 'react'
import type { Config } from '#contract/config.ts'
import { utcTime } from '#knowledge/text/duration.ts'
import { parseObject } from '#knowledge/text/json.ts'
import { inList } from '#knowledge/text/quote.ts'
import { deliberateFaults } from '#knowledge/token/test-token/deliberate-faults.ts'
import { sampleTokens, type TokenDraft } from '#knowledge/token/test-token/samples.ts'
import { serverNow } from '../../../clock.ts'
import {
  makeTestToken,
  type SigningAlgorithm,
  signingAlgorithms,
  type TestToken,
} from '../../../cryptography/make-test-token.ts'
import button from '../../../elements/button.module.css'
import { Field } from '../../../elements/field.tsx'
import { Notice } from '../../../elements/notice.tsx'
import { Panel } from '../../../elements/panel.tsx'
import { Secret } from '../../../elements/secret.tsx'
import { SourceChip } from '../../../elements/source-chip.tsx'
import table from '../../../elements/table.module.css'
import { takePasted } from '../../../exchange/pasted.ts'
import type { InspectContext } from '../context.ts'
import styles from './break-it.module.css'
import { type ChangedFinding, changedFindings, judgeTestToken } from './judge-test-token.ts'

interface Made extends TestToken {
  changed: ChangedFinding[]
  fault: string
}

const fromPasted = 'pasted'
const written = ({ header, claims }: TokenDraft) => ({
  header: JSON.stringify(header, null, 2),
  claims: JSON.stringify(claims, null, 2),
})
const [firstSample] = sampleTokens
const [noFault] = deliberateFaults

/** Makes a test token from the pasted one or a sample, with a fault on purpose, and shows what the fault changes. */
export default function BreakIt({
  pasted,
  config,
  context,
}: {
  pasted: TokenDraft | undefined
  config: Config
  context: InspectContext
}) {
  const draftOf = (id: string): TokenDraft => {
    if (id === fromPasted && pasted) return pasted
    const sample = sampleTokens.find((one) => one.id === id) ?? firstSample
    return sample?.draft(Math.floor(serverNow())) ?? { header: {}, claims: {} }
  }
  const [from, setFrom] = useState(pasted ? fromPasted : (firstSample?.id ?? ''))
  const [text, setText] = useState(() => written(draftOf(from)))
  const [alg, setAlg] = useState<SigningAlgorithm>('RS256')
  const [faultId, setFaultId] = useState('expired')
  const [made, setMade] = useState<Made | { problem: string }>()
  const header = useMemo(() => parseObject(text.header), [text.header])
  const claims = useMemo(() => parseObject(text.claims), [text.claims])
  const changed = useMemo(
    () => changesOf({ header: header ?? {}, claims: claims ?? {} }, faultId, serverNow()),
    [header, claims, faultId],
  )

  const make = async () => {
    const fault = deliberateFaults.find(({ id }) => id === faultId)
    if (!header || !claims || !fault || !noFault) return
    const now = Math.floor(serverNow())
    try {
      const sound = await makeTestToken({ header, claims }, alg, noFault, now)
      const broken = await makeTestToken({ header, claims }, alg, fault, now)
      const known = { config, context, now }
      const [before, after] = await Promise.all([judgeTestToken(sound, known), judgeTestToken(broken, known)])
      setMade({ ...broken, changed: changedFindings(before, after), fault: fault.title })
    } catch (error) {
      setMade({ problem: `This browser cannot sign with ${alg}: ${(error as Error).message}` })
    }
  }

  return (
    <Panel
      title="Test token"
      note="Signed with a key that this page creates and then discards. It is marked as a test and grants no access."
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <div className={styles.choices}>
          <Field label="Start from">
            {(attributes) => (
              <select
                {...attributes}
                value={from}
                onChange={(event) => {
                  setFrom(event.target.value)
                  setText(written(draftOf(event.target.value)))
                }}
              >
                {pasted && <option value={fromPasted}>The pasted token</option>}
                {sampleTokens.map(({ id, name }) => (
                  <option key={id} value={id}>
                    Sample: {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Signature algorithm">
            {(attributes) => (
              <select {...attributes} value={alg} onChange={(event) => setAlg(event.target.value as SigningAlgorithm)}>
                {signingAlgorithms.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Fault" hint={changed.words}>
            {(attributes) => (
              <select {...attributes} value={faultId} onChange={(event) => setFaultId(event.target.value)}>
                {deliberateFaults.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <div className={styles.parts}>
          {(['header', 'claims'] as const).map((part) => (
            <Field
              key={part}
              label={`${part === 'header' ? 'Header' : 'Claims'}${changed.parts.has(part) ? ' before the fault' : ''}`}
              problem={parseObject(text[part]) ? undefined : 'Enter a JSON object.'}
            >
              {(attributes) => (
                <textarea
                  {...attributes}
                  className={styles.json}
                  rows={part === 'header' ? 5 : 12}
                  spellCheck={false}
                  value={text[part]}
                  onChange={(event) => setText({ ...text, [part]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <button type="submit" className={button.primary} disabled={!header || !claims}>
          Make the test token
        </button>
      </form>
      <div aria-live="polite">
        {made && ('problem' in made ? <Notice tone="bad" title={made.problem} /> : <Result made={made} />)}
      </div>
    </Panel>
  )
}

/** What a fault will change, in words, and in which part: the fields show the token as it is without it. */
function changesOf(draft: TokenDraft, faultId: string, now: number) {
  const fault = deliberateFaults.find(({ id }) => id === faultId)
  const after = fault?.change?.(draft, Math.floor(now))
  const parts = new Set<keyof TokenDraft>()
  const words = (['header', 'claims'] as const).flatMap((part) =>
    Object.entries(after?.[part] ?? {}).flatMap(([name, value]) => {
      if (value === draft[part][name]) return []
      parts.add(part)
      return value === undefined ? `no ${name}` : `${name} ${inWords(value)}`
    }),
  )
  if (words.length > 0) return { parts, words: `Made with ${inList(words)}.` }
  return { parts, words: fault?.signer || fault?.spoil ? 'Applied when the token is signed.' : undefined }
}

const inWords = (value: unknown): string =>
  typeof value === 'number' && value < 1e11 ? utcTime(value) : typeof value === 'string' ? value : JSON.stringify(value)

function Result({ made }: { made: Made }) {
  return (
    <div className={styles.result}>
      <h3>What the fault changes: {made.fault}</h3>
      {made.changed.length === 0 ? (
        <p>No check result changes. The result also depends on the environment that the token is checked against.</p>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Without the fault</th>
              <th scope="col">With the fault</th>
            </tr>
          </thead>
          <tbody>
            {made.changed.map(({ title, before, after }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{outcomes[before]}</td>
                <td>
                  <b>{outcomes[after.outcome]}</b>: {after.why} <SourceChip basis={after.basis} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>The test token:</p>
      <Secret id="test-token" value={made.token} what="the test token" />
      <p>The key that verifies it, to paste where a key is requested:</p>
      <Secret id="test-token-key" value={made.key} what="the key of the test token" />
      <button type="button" className={button.button} onClick={() => takePasted(made.token)}>
        Inspect the test token
      </button>
    </div>
  )
}

const outcomes = { passed: 'passed', failed: 'failed', 'not-checked': 'not checked', 'not made': 'not checked' }

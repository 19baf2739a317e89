import { useMemo } from 'react'
import { Link } from 'react-router'
import { atMost } from '#knowledge/diagnose/certainty.ts'
import type { Reading } from '#knowledge/paste/read-pasted.ts'
import { maskCall, maskDiagnosis } from '#knowledge/privacy/mask.ts'
import type { Call } from '#knowledge/service/call.ts'
import { ExchangeView } from '../../elements/exchange-view.tsx'
import { Notice } from '../../elements/notice.tsx'
import { Verdict } from '../../elements/verdict.tsx'
import { useDiagnoses } from '../../exchange/diagnoses.ts'
import styles from './explain.module.css'
import { ReadAs } from './read-as.tsx'
import { Samples } from './samples.tsx'

interface Props {
  empty: boolean
  readings: Reading[]
  chosen: number
  choose: (index: number) => void
  put: (text: string) => void
  keys: Call['keys']
  operations: Call['operations']
}

/** How the text was read, why the call failed, and what was pasted with the evidence marked. */
export function Explanation({ empty, readings, chosen, choose, put, keys, operations }: Props) {
  const reading = readings[chosen]
  const call = useMemo(() => reading && { ...reading.call, keys, operations }, [reading, keys, operations])
  const diagnoses = useDiagnoses(call)
  const told = useMemo(() => {
    if (!call || !reading) return []
    // Where a text can be several things, no cause is surer than the reading that it rests on.
    const limit = readings.length > 1 ? reading.certainty : 'certain'
    return diagnoses.map((one) => maskDiagnosis({ ...one, certainty: atMost(one.certainty, limit) }, call))
  }, [diagnoses, call, reading, readings])
  return (
    <section className={styles.explanation} aria-label="Explanation">
      <p role="status" className="visually-hidden">
        {empty ? '' : (told[0]?.title ?? (reading ? 'Nothing wrong is seen in it' : 'Not recognised'))}
      </p>
      {reading && call ? (
        <>
          <ReadAs readings={readings} chosen={chosen} choose={choose} />
          {told.length > 0 ? <Verdict diagnoses={told} level={2} /> : <NothingWrong />}
          <ExchangeView call={maskCall(call)} evidence={told[0]?.evidence} />
        </>
      ) : empty ? (
        <Samples put={put} />
      ) : (
        <NotRecognised put={put} />
      )}
    </section>
  )
}

function NothingWrong() {
  return (
    <Notice tone="good" title="Nothing wrong is seen in it">
      <p>
        Read like this, it is part of an exchange that went well. If something failed all the same, paste the answer
        that came after it, or correct the step and the environment.
      </p>
    </Notice>
  )
}

function NotRecognised({ put }: Pick<Props, 'put'>) {
  return (
    <>
      <Notice tone="warn" title="Nothing in this text is known here">
        <p>
          It holds no error body, status, address, header or failure that Claimcheck recognises, so nothing can be said
          about a cause. Paste more of it, best the whole answer with its status line; or search{' '}
          <Link to="/errors">all errors</Link> for a word of it.
        </p>
      </Notice>
      <Samples put={put} />
    </>
  )
}

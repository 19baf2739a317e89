import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { maskClaims } from '#knowledge/privacy/mask.ts'
import type { InspectedToken } from '#knowledge/token/take-apart.ts'
import button from '../../elements/button.module.css'
import { LongJson } from '../../elements/long-json.tsx'
import { Secret } from '../../elements/secret.tsx'
import { editPasted } from '../../exchange/pasted.ts'
import { useMaskOptions } from '../../privacy/mask-options.ts'
import { usePresenting } from '../../privacy/privacy.ts'
import styles from './encoded.module.css'

/** Characters of a part that are laid out. */
const laidOut = 20_000

/**
 * A signed token as it is written, its three parts in three colours, beside what they say. Without its signature it
 * opens nothing, so only that is masked; while presenting all of it is.
 */
export function Encoded({ token, owner }: { token: Extract<InspectedToken, { form: 'jws' }>; owner: string }) {
  const presenting = usePresenting()
  const mask = useMaskOptions()
  const header = token.header.value
  const payload = token.payload.value
  const shown = useMemo(() => (payload && mask.personal ? maskClaims(payload, mask) : payload), [payload, mask])
  return (
    <div className={styles.encoded}>
      <section className={styles.written} aria-label="Encoded">
        <div className={styles.head}>
          <h2>Encoded</h2>
          <button type="button" className={button.quiet} onClick={() => editPasted(true)}>
            <Pencil size={15} aria-hidden />
            Edit the text
          </button>
        </div>
        <Secret
          id={`${owner}-token`}
          value={token.text}
          what="the token"
          safe={presenting ? undefined : <Parts token={token} />}
          shown={<Parts token={token} whole />}
        />
      </section>
      <section className={styles.read} aria-label="Decoded">
        {header && (
          <div className={styles.header}>
            <h2>
              Header <Size of={token.text.split('.')[0]} />
            </h2>
            <LongJson value={header} what="the header" />
          </div>
        )}
        {shown && (
          <div className={styles.payload}>
            <h2>
              Payload <Size of={token.text.split('.')[1]} />
            </h2>
            <LongJson value={shown} what="the payload" />
          </div>
        )}
        <div className={styles.signature}>
          <h2>
            Signature <Size of={token.signature} />
          </h2>
          <p>Verify it under “Checks”.</p>
        </div>
      </section>
    </div>
  )
}

function Size({ of: { length } = '' }: { of: string | undefined }) {
  return (
    <span className={styles.size}>
      {length.toLocaleString('en')} characters, {Math.floor((length * 3) / 4).toLocaleString('en')} bytes
    </span>
  )
}

function Parts({ token, whole = false }: { token: Extract<InspectedToken, { form: 'jws' }>; whole?: boolean }) {
  const [header = '', payload = '', ...rest] = token.text.split('.')
  return (
    <code className={styles.parts}>
      <span className={styles.header}>{header.slice(0, laidOut)}</span>.
      <span className={styles.payload}>{payload.slice(0, laidOut)}</span>.
      <span className={styles.signature}>{whole ? rest.join('.').slice(0, laidOut) : '••••••'}</span>
    </code>
  )
}

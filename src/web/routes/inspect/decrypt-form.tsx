import { type ReactNode, useState } from 'react'
import { serverNow } from '../../clock.ts'
import type { Decrypted } from '../../cryptography/decrypt.ts'
import button from '../../elements/button.module.css'
import { KeyBox } from '../../elements/key-box.tsx'
import { Notice } from '../../elements/notice.tsx'
import { Panel } from '../../elements/panel.tsx'
import styles from './signature-form.module.css'

/** Decrypts a token in the browser with a key that the person pastes, and shows what is inside. */
export function DecryptForm({
  token,
  header,
  inside,
}: {
  token: string
  header: Record<string, unknown>
  /** Shows the content: a token, claims, or something else. */
  inside: (content: string) => ReactNode
}) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [read, setRead] = useState<Decrypted>()
  return (
    <Panel title="Decrypt">
      <form
        className={styles.form}
        onSubmit={async (event) => {
          event.preventDefault()
          setBusy(true)
          const { decryptToken } = await import('../../cryptography/decrypt.ts')
          setRead(await decryptToken(token, header, text, Math.floor(serverNow())))
          setBusy(false)
        }}
      >
        <KeyBox
          label={/^PBES2/.test(String(header.alg)) ? 'The password' : 'The private key or shared secret, in any format'}
          value={text}
          isSecret
          onChange={setText}
        />
        <button type="submit" className={button.button} disabled={busy || text.trim() === ''}>
          {busy ? 'Decrypting' : 'Decrypt'}
        </button>
        <p role="status">{read && ('problem' in read ? read.problem : read.why)}</p>
      </form>
      {read && 'content' in read && (
        <Notice title="Inside the encrypted token">
          <p>
            Encryption does not prove who created it: anyone with the public key can encrypt. Only a signature inside
            does.
          </p>
          {inside(read.content)}
        </Notice>
      )}
    </Panel>
  )
}

import { useState } from 'react'
import type { FoundToken } from '#knowledge/token/find.ts'
import { verifyOpaque } from '../../cryptography/own-key.ts'
import type { SignatureOutcome } from '../../cryptography/verify.ts'
import button from '../../elements/button.module.css'
import { KeyBox } from '../../elements/key-box.tsx'
import styles from './signature-form.module.css'

/** Verifies what is signed and is no JWT, such as a PASETO or a session cookie, with a key that the person pastes. */
export function OpaqueForm({
  found,
  onOutcome,
}: {
  found: FoundToken
  onOutcome: (outcome: SignatureOutcome) => void
}) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const isPaseto = found.recognised.kind === 'paseto'
  return (
    <form
      className={styles.form}
      onSubmit={async (event) => {
        event.preventDefault()
        setBusy(true)
        const outcome = await verifyOpaque(found, '', text)
        onOutcome(
          outcome ?? { outcome: 'not-checked', why: 'Values in this format cannot be verified with such a key.' },
        )
        setBusy(false)
      }}
    >
      <KeyBox
        label={isPaseto ? 'The public key: PASERK (k4.public.…), PEM or JWK' : 'The secret key of the application'}
        value={text}
        isSecret={!isPaseto}
        onChange={setText}
      />
      <button type="submit" className={button.button} disabled={busy || text.trim() === ''}>
        {busy ? 'Verifying' : 'Verify'}
      </button>
    </form>
  )
}

/** Whether a value that is no JWT is signed in a form that can be verified with a key. */
export function isSignedOpaque({ token, recognised: { kind } }: FoundToken): boolean {
  if (token.form !== 'opaque' || token.encrypted) return false
  return kind === 'cookie' || /^v[24]\.public\.|^[\w-]{43}\.eyJ/.test(token.text)
}

import { useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import { isDetached } from '#knowledge/token/detached.ts'
import type { FlattenedJws } from '#knowledge/token/take-apart.ts'
import { serverNow } from '../../clock.ts'
import { publishedKeys } from '../../cryptography/published-keys.ts'
import type { KeyMaterial, SignatureOutcome } from '../../cryptography/verify.ts'
import button from '../../elements/button.module.css'
import { KeyBox } from '../../elements/key-box.tsx'
import styles from './signature-form.module.css'

/** Verifies a token's signature in the browser, with the keys that the person chooses. */
export function SignatureForm({
  jws,
  header,
  environment,
  onOutcome,
}: {
  jws: FlattenedJws
  header: Record<string, unknown>
  environment: EnvironmentConfig | undefined
  onOutcome: (outcome: SignatureOutcome) => void
}) {
  const [chosen, setFrom] = useState<KeyMaterial['from']>()
  // The key of a token from elsewhere is at nobody's hand here, so there is a field for it at once.
  const from = chosen ?? (environment ? 'environment' : 'pasted')
  const [text, setText] = useState('')
  const [content, setContent] = useState('')
  const [busy, setBusy] = useState(false)
  const isShared = /^HS/.test(String(header.alg))
  const bringsKey = header.jwk !== undefined || header.x5c !== undefined
  const verify = async (material: () => Promise<KeyMaterial | SignatureOutcome> | KeyMaterial) => {
    setBusy(true)
    const given = await material()
    if ('from' in given) {
      const { verifySignature } = await import('../../cryptography/verify.ts')
      onOutcome(await verifySignature(jws, header, given, { now: Math.floor(serverNow()), content }))
    } else onOutcome(given)
    setBusy(false)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (from === 'pasted') void verify(() => ({ from, text }))
        else if (from === 'token') void verify(() => ({ from }))
        else if (environment) void verify(() => publishedKeys(environment))
      }}
    >
      <fieldset className={styles.choices}>
        <legend>Verify the signature with</legend>
        {environment && (
          <label>
            <input type="radio" name="keys" checked={from === 'environment'} onChange={() => setFrom('environment')} />
            the keys that {environment.name} publishes
          </label>
        )}
        <label>
          <input type="radio" name="keys" checked={from === 'pasted'} onChange={() => setFrom('pasted')} />a pasted key
        </label>
        {bringsKey && (
          <label>
            <input type="radio" name="keys" checked={from === 'token'} onChange={() => setFrom('token')} />
            the key in its header
          </label>
        )}
      </fieldset>
      {from === 'environment' && (
        <p className={styles.note}>
          This asks Claimcheck’s own server for the public keys. No part of the token is sent. It is verified here.
        </p>
      )}
      {from === 'pasted' && (
        <KeyBox
          label={isShared ? 'The shared secret, or a JWK' : 'A key: PEM, JWK, JWKS, certificate, SSH'}
          value={text}
          isSecret={isShared}
          onChange={setText}
        />
      )}
      {isDetached(jws, header) && (
        <label className={styles.content}>
          The signed content, which was sent separately
          <textarea
            value={content}
            rows={3}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setContent(event.target.value)}
          />
        </label>
      )}
      <button type="submit" className={button.button} disabled={busy}>
        {busy ? 'Verifying' : 'Verify'}
      </button>
    </form>
  )
}

import { useState } from 'react'
import type { EnvironmentConfig } from '#contract/config.ts'
import type { Keys } from '#contract/keys.ts'
import type { FlattenedJws } from '#knowledge/token/take-apart.ts'
import { Refused } from '../../bff.ts'
import button from '../../elements/button.module.css'
import { keysQuery, queryClient } from '../../queries.ts'
import styles from './signature-form.module.css'
import type { KeyMaterial, SignatureOutcome } from './verify.ts'

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
  const [from, setFrom] = useState<'environment' | 'pasted'>('environment')
  const [text, setText] = useState('')
  const [secretIn, setSecretIn] = useState<'text' | 'base64url'>('text')
  const [busy, setBusy] = useState(false)
  const shared = /^HS/.test(String(header.alg))
  const verify = async (material: () => Promise<KeyMaterial | SignatureOutcome> | KeyMaterial) => {
    setBusy(true)
    const given = await material()
    if ('from' in given) {
      const { verifySignature } = await import('./verify.ts')
      onOutcome(await verifySignature(jws, header, given))
    } else onOutcome(given)
    setBusy(false)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (from === 'pasted') void verify(() => ({ from, text, secretIn }))
        else if (environment) void verify(() => publishedKeys(environment))
      }}
    >
      <fieldset className={styles.choices}>
        <legend>Verify the signature with</legend>
        <label>
          <input type="radio" name="keys" checked={from === 'environment'} onChange={() => setFrom('environment')} />
          the keys that {environment ? environment.name : 'the environment'} publishes
        </label>
        <label>
          <input type="radio" name="keys" checked={from === 'pasted'} onChange={() => setFrom('pasted')} />a key that I
          paste
        </label>
      </fieldset>
      {from === 'environment' ? (
        <p className={styles.note}>
          {environment
            ? 'This asks Claimcheck’s own server for the public keys. Nothing of the token is sent; it is verified here.'
            : 'Choose the environment above first: the token does not say which one it is of.'}
        </p>
      ) : (
        <div className={styles.key}>
          <label>
            {shared ? 'The shared secret, or a JWK' : 'A public key: JWK, JWKS or PEM'}
            <textarea
              className={shared ? styles.secret : styles.text}
              value={text}
              rows={4}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          {shared && (
            <label>
              The secret is written as{' '}
              <select value={secretIn} onChange={(event) => setSecretIn(event.target.value as typeof secretIn)}>
                <option value="text">text</option>
                <option value="base64url">base64url</option>
              </select>
            </label>
          )}
          <p className={styles.note}>It stays in this page.</p>
        </div>
      )}
      <button type="submit" className={button.button} disabled={busy || (from === 'environment' && !environment)}>
        {busy ? 'Verifying' : 'Verify'}
      </button>
    </form>
  )
}

async function publishedKeys(environment: EnvironmentConfig): Promise<KeyMaterial | SignatureOutcome> {
  const unchecked = (why: string): SignatureOutcome => ({ outcome: 'not-checked', why })
  try {
    const keys: Keys = await queryClient.fetchQuery(keysQuery(environment.id))
    if (keys.state === 'known') return { from: 'environment', name: environment.name, keys: keys.keys }
    return unchecked(
      keys.state === 'unavailable'
        ? keys.message
        : `No key set is configured for ${environment.name}. Paste a key instead.`,
    )
  } catch (error) {
    if (error instanceof Refused) return unchecked(`${error.refusal.message} ${error.refusal.fix}`)
    throw error
  }
}

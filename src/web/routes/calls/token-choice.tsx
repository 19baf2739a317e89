import { useState } from 'react'
import type { SignedIn } from '#contract/session.ts'
import { type DeliberateFault, deliberateFaults } from '#knowledge/token/test-token/deliberate-faults.ts'
import { serverNow } from '../../clock.ts'
import { Field } from '../../elements/field.tsx'
import { decodeOwnToken } from '../../exchange/own-token.ts'

const own = 'own'
const none = 'no-token'
const given = 'given'
const faults = deliberateFaults.filter(({ change, signer, spoil }) => change || signer || spoil)

/** What a built-in gateway is called with: the session's token, none, one broken on purpose, or a pasted test token. */
export function TokenChoice({
  session,
  token,
  choose,
}: {
  session: SignedIn
  /** The test token; empty for none, undefined for the session's own. */
  token: string | undefined
  choose: (token: string | undefined) => void
}) {
  const [chosen, setChosen] = useState(token === undefined ? own : given)
  const take = async (id: string) => {
    setChosen(id)
    const fault = faults.find((one) => one.id === id)
    if (fault) choose(await faulty(session.accessToken, fault))
    else choose(id === own ? undefined : '')
  }
  return (
    <>
      <Field
        label="Token to send"
        hint={
          chosen === own
            ? undefined
            : 'For testing the built-in environments. Changed tokens are signed again with a temporary key.'
        }
      >
        {(attributes) => (
          <select {...attributes} value={chosen} onChange={({ target }) => void take(target.value)}>
            <option value={own}>Your access token</option>
            <option value={none}>No token</option>
            {faults.map(({ id, title }) => (
              <option key={id} value={id}>
                Yours, broken: {title}
              </option>
            ))}
            <option value={given}>A pasted test token</option>
          </select>
        )}
      </Field>
      {chosen === given && (
        <Field
          label="Test token"
          problem={/^[!-~]*$/.test(token ?? '') ? undefined : 'Paste only the token, without spaces.'}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="off"
              value={token ?? ''}
              onChange={({ target }) => choose(target.value.trim())}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** The session's token with a fault: damaged as it is, or signed again where the fault is within what is signed. */
async function faulty(token: string, fault: DeliberateFault): Promise<string> {
  if (fault.spoil) return fault.spoil(token)
  const { header, claims } = decodeOwnToken(token) ?? { header: {}, claims: {} }
  const { makeTestToken } = await import('../../cryptography/make-test-token.ts')
  const made = await makeTestToken({ header, claims }, 'RS256', fault, Math.floor(serverNow()))
  return made.token
}

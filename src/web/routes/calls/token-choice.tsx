import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SignedIn } from '#contract/session.ts'
import { type DeliberateFault, deliberateFaults } from '#knowledge/token/test-token/deliberate-faults.ts'
import { serverNow } from '../../clock.ts'
import { Field } from '../../elements/field.tsx'
import { decodeOwnToken } from '../../exchange/own-token.ts'
import { configQuery } from '../../queries.ts'

const none = 'no-token'
const given = 'given'

/** What a call is sent with. */
export interface TokenToSend {
  /** What was chosen: the session's own, none, one that was pasted, or a fault. */
  id: string
  /** A test token, perhaps still in the making; empty for none, undefined for the session's own. */
  token: string | undefined | Promise<string>
}

export const ownToken: TokenToSend = { id: 'own', token: undefined }

const faults = deliberateFaults.filter(({ change, signer, spoil }) => change || signer || spoil)

/** What a built-in gateway is called with: the session's token, none, one broken on purpose, or a pasted test token. */
export function TokenChoice({
  session,
  chosen: { id: chosen, token },
  choose,
}: {
  session: SignedIn
  chosen: TokenToSend
  choose: (chosen: TokenToSend) => void
}) {
  const take = (id: string) => {
    const fault = faults.find((one) => one.id === id)
    choose(
      fault ? { id, token: faulty(session.accessToken, fault) } : id === ownToken.id ? ownToken : { id, token: '' },
    )
  }
  const { data: config } = useSuspenseQuery(configQuery)
  const expires = config.demonstrations?.find(({ expected }) => expected === 'access-token-expired')
  const isSignedAgain = faults.some(({ id, spoil }) => id === chosen && !spoil)
  const pasted = typeof token === 'string' ? token : ''
  return (
    <>
      <Field
        label="Token to send"
        hint={
          isSignedAgain ? (
            <>
              The gateway does not know the temporary key, so it rejects the key first; whatever else is wrong is listed
              below the verdict.
              {chosen === 'expired' && expires && (
                <>
                  {' '}
                  For a token that its own issuer let expire, run{' '}
                  <Link to={`/demonstrations/${expires.id}`}>{expires.title}</Link>.
                </>
              )}
            </>
          ) : chosen === ownToken.id ? undefined : (
            'For testing the built-in environments.'
          )
        }
      >
        {(attributes) => (
          <select {...attributes} value={chosen} onChange={({ target }) => take(target.value)}>
            <option value={ownToken.id}>Your access token</option>
            <option value={none}>No token</option>
            <option value={given}>Paste a token</option>
            <optgroup label="Your token, signed again with a temporary key">
              <Faults those={faults.filter(({ spoil }) => !spoil)} />
            </optgroup>
            <optgroup label="Your token, damaged">
              <Faults those={faults.filter(({ spoil }) => spoil)} />
            </optgroup>
          </select>
        )}
      </Field>
      {chosen === given && (
        <Field
          label="Test token"
          problem={/^[!-~]*$/.test(pasted) ? undefined : 'Paste only the token, without spaces.'}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="off"
              value={pasted}
              onChange={({ target }) => choose({ id: given, token: target.value.trim() })}
            />
          )}
        </Field>
      )}
    </>
  )
}

function Faults({ those }: { those: DeliberateFault[] }) {
  return those.map(({ id, title }) => (
    <option key={id} value={id}>
      {title}
    </option>
  ))
}

/** The session's token with a fault: damaged as it is, or signed again where the fault is within what is signed. */
async function faulty(token: string, fault: DeliberateFault): Promise<string> {
  if (fault.spoil) return fault.spoil(token)
  const { header, claims } = decodeOwnToken(token) ?? { header: {}, claims: {} }
  const { makeTestToken } = await import('../../cryptography/make-test-token.ts')
  const made = await makeTestToken({ header, claims }, 'RS256', fault, Math.floor(serverNow()))
  return made.token
}

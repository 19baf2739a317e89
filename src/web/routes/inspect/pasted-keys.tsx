import { useMemo } from 'react'
import { describeKey } from '#knowledge/token/key/describe-key.ts'
import { judgeKey, judgeKeySet, thumbprintOf } from '#knowledge/token/key/judge-key.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { serverNow } from '../../clock.ts'
import { Notice } from '../../elements/notice.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'

/** More keys than these are only counted. */
const most = 20

/** Keys that were pasted on their own: what each is, whether it gives itself away, and what is wrong with it. */
export function PastedKeys({ text }: { text: string }) {
  const { keys, problem } = useMemo(() => readKeys(text), [text])
  const isPrivate = keys.some((key) => key.isPrivate)
  const remarks = judgeKeySet(keys.map(({ jwk }) => jwk))
  return (
    <Notice
      tone={isPrivate || remarks.length > 0 ? 'warn' : 'plain'}
      title={keys.length === 1 ? 'This is a key' : `These are ${keys.length} keys`}
    >
      {problem !== undefined && <p>{problem}</p>}
      {isPrivate && (
        <p>
          <b>A private key or a shared secret is in it.</b> Keep it out of tickets and chats. If others have seen it,
          replace it.
        </p>
      )}
      <ul>
        {keys.slice(0, most).map((key, at) => {
          const thumbprint = thumbprintOf(key.jwk)
          const judged = judgeKey(key, {
            alg: String(key.jwk.alg ?? ''),
            purpose: key.jwk.use === 'enc' ? 'decrypt' : 'verify',
            now: serverNow(),
          }).filter(({ code }) => code !== 'key-for-other-operations')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one text never change their order
            <li key={at}>
              {describeKey(key)}
              {thumbprint && (
                <>
                  , thumbprint <code>{thumbprint}</code>
                </>
              )}
              {judged.map(({ code, why, basis }) => (
                <p key={code}>
                  {why} <SourceChip basis={basis} />
                </p>
              ))}
            </li>
          )
        })}
      </ul>
      {keys.length > most && <p>And {keys.length - most} more.</p>}
      {remarks.map(({ code, why, basis }) => (
        <p key={code}>
          {why} <SourceChip basis={basis} />
        </p>
      ))}
      <p>To verify a token with it, paste the token here, then the key under “Checks”.</p>
    </Notice>
  )
}

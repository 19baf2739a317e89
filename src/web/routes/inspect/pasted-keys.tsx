import { useMemo } from 'react'
import { describeKey } from '#knowledge/token/key/describe-key.ts'
import { judgeKey, judgeKeySet, thumbprintOf } from '#knowledge/token/key/judge-key.ts'
import type { KeyInText } from '#knowledge/token/key/keys-in-text.ts'
import type { ReadKey } from '#knowledge/token/key/read-key.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { serverNow } from '../../clock.ts'
import { Notice } from '../../elements/notice.tsx'
import { SourceChip } from '../../elements/source-chip.tsx'
import { VerdictCard } from '../../elements/verdict-card.tsx'
import styles from './pasted-keys.module.css'

/** More keys than these are only counted. */
const most = 20

/** Keys that were pasted on their own: what each is, whether it gives itself away, and what is wrong with it. */
export function PastedKeys({ text, fresh }: { text: string; fresh: string | undefined }) {
  const { keys, problem } = useMemo(() => readKeys(text), [text])
  const isPrivate = keys.some((key) => key.isPrivate)
  const remarks = judgeKeySet(keys.map(({ jwk }) => jwk))
  return (
    <VerdictCard
      tone={isPrivate ? 'bad' : remarks.length > 0 ? 'warn' : 'plain'}
      label="Key"
      title={
        keys.length === 1 ? (isPrivate ? 'A private key or shared secret' : 'A public key') : `${keys.length} keys`
      }
      under={isPrivate && 'Keep it out of tickets and chats. If others have seen it, replace it.'}
      level={2}
      fresh={fresh}
      foot={<span>To verify a token with it, paste the token here, then the key under “Checks”.</span>}
    >
      <div className={styles.keys}>
        {problem !== undefined && <p>{problem}</p>}
        <KeyList keys={keys} />
        {remarks.map(({ code, why, basis }) => (
          <p key={code}>
            {why} <SourceChip basis={basis} />
          </p>
        ))}
      </div>
    </VerdictCard>
  )
}

/** Keys and secrets beside a token, those that must not be seen first; of a secret only its name and its length. */
export function KeysBeside({ found }: { found: readonly KeyInText[] }) {
  const secret = found.filter(({ isSecret }) => isSecret)
  const shared = secret.filter(({ keys }) => keys.length === 0)
  const isPrivate = secret.length > shared.length
  const what =
    shared.length === 0 ? 'a private key' : isPrivate ? 'a private key and a shared secret' : 'a shared secret'
  return (
    <Notice
      tone={isPrivate ? 'bad' : secret.length > 0 ? 'warn' : 'plain'}
      title={secret.length > 0 ? `The text contains ${what}` : 'Keys in the text'}
    >
      {secret.length > 0 && (
        <p>
          Anyone who has seen it can create tokens or sign in with it. If the text was sent to anyone, replace it. It is
          masked here and has not left this browser.
        </p>
      )}
      <ul>
        {shared.map(({ from, material, start }) => (
          <li key={`${start} ${material.length}`}>
            {from === undefined ? 'A secret' : <code>{from}</code>}, {material.length} characters
          </li>
        ))}
      </ul>
      <KeyList keys={[...secret, ...found.filter(({ isSecret }) => !isSecret)].flatMap(({ keys }) => keys)} />
    </Notice>
  )
}

function KeyList({ keys }: { keys: readonly ReadKey[] }) {
  return (
    <>
      <ul className={styles.list}>
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
    </>
  )
}

import { FileUp } from 'lucide-react'
import { useId, useMemo, useRef } from 'react'
import { describeKey } from '#knowledge/token/key/describe-key.ts'
import { readKeys } from '#knowledge/token/key/read-keys.ts'
import { keyFileText } from '../cryptography/key-file.ts'
import button from './button.module.css'
import field from './field.module.css'
import styles from './key-box.module.css'

/** Says of more keys than these only how many there are. */
const described = 4

/**
 * A box for keys in any form, by paste or by file. What was read is said below it; a private key or a secret is masked
 * while it is there.
 */
export function KeyBox({
  label,
  value,
  isSecret,
  onChange,
}: {
  label: string
  value: string
  /** True where any text is a secret, such as a password. */
  isSecret: boolean
  onChange: (text: string) => void
}) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { keys, problem } = useMemo(() => readKeys(value), [value])
  const isPrivate = keys.some((key) => key.isPrivate)
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <input
          ref={picker}
          type="file"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void keyFileText(file).then(onChange)
            event.target.value = ''
          }}
        />
        <button type="button" className={button.quiet} onClick={() => picker.current?.click()}>
          <FileUp size={15} aria-hidden />
          Open a key file
        </button>
      </div>
      <textarea
        id={id}
        className={`${field.control} ${isSecret || isPrivate || problem !== undefined ? styles.masked : ''}`}
        value={value}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles.read} aria-live="polite">
        {keys.slice(0, described).map((key, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one text never change their order
          <p key={at}>Read as {describeKey(key)}.</p>
        ))}
        {keys.length > described && <p>And {keys.length - described} more.</p>}
        {problem !== undefined && <p>{problem}</p>}
        {isPrivate && (
          <p>
            This is a private key or a secret, so it is masked. Keep it out of tickets and chats. To verify, the public
            key is enough.
          </p>
        )}
        <p>It stays in this page.</p>
      </div>
    </div>
  )
}

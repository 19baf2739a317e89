import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyOut, type HandedOver, type Leaving } from '../privacy/hand-over.ts'
import button from './button.module.css'

/**
 * Copies `text`, made only then where it is a function; says so for two seconds, and says what to do where the browser
 * refuses or something in it still looks like a secret.
 *
 * @param leaving what the text is, by which it is made safe
 * @param field the field that it is the value of, which tells more than a value alone
 * @param words set where copying is what one came for: they are written on the button
 */
export function CopyButton({
  text,
  what,
  leaving,
  field,
  words,
}: {
  text: string | (() => string)
  what: string
  leaving: Leaving
  field?: string
  words?: string
}) {
  const [state, setState] = useState<'idle' | HandedOver>('idle')
  const label = {
    idle: `Copy ${what}`,
    copied: 'Copied',
    refused: 'The browser did not allow copying. Select the text and copy it manually.',
    stopped: 'Not copied: it may still contain a secret. Use the ticket report instead.',
    unread: 'Not copied: the check for secrets could not be loaded. Check the connection and try again.',
  }[state]
  return (
    <>
      <button
        type="button"
        className={words ? button.primary : button.icon}
        aria-label={`Copy ${what}`}
        title={label}
        onClick={async () => {
          setState(await copyOut(typeof text === 'string' ? text : text(), leaving, field))
          setTimeout(() => setState('idle'), 2000)
        }}
      >
        {state === 'copied' ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        {words}
      </button>
      <span role="status" className="visually-hidden">
        {state === 'idle' ? '' : label}
      </span>
    </>
  )
}

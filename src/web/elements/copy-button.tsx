import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import button from './button.module.css'

/** Copies `text`, made only then where it is a function; says so for two seconds, and says what to do where the browser refuses. */
export function CopyButton({ text, what }: { text: string | (() => string); what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const label = {
    idle: `Copy ${what}`,
    copied: 'Copied',
    refused: 'The browser refused to copy. Select the text and copy it by hand.',
  }[state]
  return (
    <>
      <button
        type="button"
        className={button.icon}
        aria-label={`Copy ${what}`}
        title={label}
        onClick={async () => {
          setState(
            await navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
              () => 'copied' as const,
              () => 'refused' as const,
            ),
          )
          setTimeout(() => setState('idle'), 2000)
        }}
      >
        {state === 'copied' ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      </button>
      <span role="status" className="visually-hidden">
        {state === 'idle' ? '' : label}
      </span>
    </>
  )
}

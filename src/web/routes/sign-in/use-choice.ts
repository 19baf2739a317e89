import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Config } from '#contract/config.ts'
import { asSearch, type Choice, readChoice } from './choice.ts'

/**
 * The choice on the screen and what changes it. The address follows it, a moment later, so that it can be linked; where
 * the address changes by other means (a link, Back), the choice follows the address.
 */
export function useChoice(config: Config): [Choice | undefined, (changed: Partial<Choice>) => void] {
  const [address, setAddress] = useSearchParams()
  const text = address.toString()
  const [{ choice, written }, set] = useState(() => ({ choice: readChoice(address, config), written: [text] }))
  if (!written.includes(text)) set({ choice: readChoice(address, config), written: [text] })

  const change = (changed: Partial<Choice>) => {
    if (!choice) return
    const next = { ...choice, ...changed }
    const search = asSearch(next)
    set({ choice: next, written: [...written, search.toString()] })
    setAddress(search, { replace: true, preventScrollReset: true })
  }
  return [choice, change]
}

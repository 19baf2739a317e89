import { useEffect, useState } from 'react'

/** The screens that a text can be handed over to. */
type Receiver = 'explain' | 'call'

/** A text on its way from one screen to the next: in memory alone, and only once, so that it never meets the address. */
let handedOver: { to: Receiver; text: string } | undefined

export function handOff(to: Receiver, text: string): void {
  handedOver = { to, text }
}

/** Forgets a text that no screen has taken: its person has signed out. */
export function forgetHandOff(): void {
  handedOver = undefined
}

/**
 * The text that another screen handed over to this one; undefined where there was none, or where it was taken already.
 * It counts as taken once the screen stands: React may begin to render a screen, drop that and begin anew, and the
 * second attempt has to find the text as the first did.
 */
export function useHandOff(by: Receiver): string | undefined {
  const [text] = useState(() => (handedOver?.to === by ? handedOver.text : undefined))
  useEffect(() => {
    if (handedOver?.to === by) handedOver = undefined
  }, [by])
  return text
}

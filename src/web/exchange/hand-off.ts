import { useEffect, useState } from 'react'

/** The body of a call on its way to the Calls screen: in memory alone, and only once, so that it never meets the address. */
let handedOver: string | undefined

export function handOff(body: string): void {
  handedOver = body
}

/** Forgets a body that no screen has taken: its person has signed out. */
export function forgetHandOff(): void {
  handedOver = undefined
}

/**
 * The body that another screen handed over; undefined where there was none, or where it was taken already. It counts as
 * taken once the screen stands: React may begin to render a screen, drop that and begin again, and the second attempt must find the body as the first did.
 */
export function useHandOff(): string | undefined {
  const [body] = useState(() => handedOver)
  useEffect(() => {
    handedOver = undefined
  }, [])
  return body
}

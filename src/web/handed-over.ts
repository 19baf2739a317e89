/** A text on its way from one screen to the next: in memory alone, and only once, so that it never meets the address. */
let handedOver: string | undefined

export function handOver(text: string): void {
  handedOver = text
}

/** The text that the screen before handed over; undefined where there was none, or where it was looked at already. */
export function takeHandedOver(): string | undefined {
  const text = handedOver
  // React may ask twice for the first state of a screen; both have to get the same answer.
  queueMicrotask(() => {
    handedOver = undefined
  })
  return text
}

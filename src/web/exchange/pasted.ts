import { useSyncExternalStore } from 'react'
import { serverNow } from '../clock.ts'

/**
 * What is in a box for whatever people have: a text, or a HAR file, which may be too large to be one. A text was
 * `taken` whole, or is made by typing alone; one that was taken can be typed on.
 */
export type Pasted = { text: string; typed: boolean; taken: boolean; at: number } | { file: Blob; at: number }

/** What the Inspect screen was given. It lives in memory, while the tab does, and never meets address or storage. */
export interface PastedBoxes {
  one?: Pasted
  /** What the first is compared with. */
  other?: Pasted
  /** The token that was sent, where it is not in the text. */
  token: string
  /** When that was given, in epoch seconds. */
  tokenAt: number
  /** Counts what was taken, so that nothing of one text is shown with the next. */
  generation: number
}

const nothing: PastedBoxes = { token: '', tokenAt: 0, generation: 0 }
let boxes = nothing
const listeners = new Set<() => void>()

export const usePasted = (): PastedBoxes => useSyncExternalStore(subscribe, () => boxes)

/** Files up to this many bytes are read as text; larger ones are left to the reader of HAR files. */
const largestText = 4_000_000

/** Takes a text whole, as from the clipboard. */
export function takePasted(text: string, box: 'one' | 'other' = 'one'): void {
  if (text.trim() === '') return
  const at = serverNow()
  put({ [box]: isHar(text) ? { file: new Blob([text]), at } : { text, typed: false, taken: true, at } }, true)
}

export async function takePastedFile(file: File, box: 'one' | 'other' = 'one'): Promise<void> {
  if (file.size > largestText || /\.har$/i.test(file.name)) put({ [box]: { file, at: serverNow() } }, true)
  else takePasted(await file.text(), box)
}

/** Keeps what is being typed; it is read as one types. */
export function typePasted(text: string, box: 'one' | 'other' = 'one'): void {
  const before = boxes[box]
  const taken = before !== undefined && 'text' in before && before.taken
  put({ [box]: text === '' ? undefined : { text, typed: true, taken, at: serverNow() } }, false)
}

/** Has a text be typed on, or, as when the tab is left, taken as it is. */
export function editPasted(typed: boolean, box: 'one' | 'other' = 'one'): void {
  const pasted = boxes[box]
  if (pasted && 'text' in pasted && pasted.typed !== typed) put({ [box]: { ...pasted, typed } }, false)
}

/** Rewrites a part of the text, wherever it is in it. What was taken stays taken, and its result stays in sight. */
export function rewritePasted(part: string, anew: string): void {
  const { one } = boxes
  if (one && 'text' in one)
    put({ one: { ...one, text: one.text.replaceAll(part, () => anew), at: serverNow() } }, false)
}

export const givePastedToken = (token: string): void => put({ token, tokenAt: serverNow() }, false)

export function clearPasted(box: 'one' | 'other' = 'one'): void {
  put(box === 'one' ? { one: undefined, token: '' } : { other: undefined }, true)
}

/** Forgets all of it: its person has signed out. */
export const forgetPasted = (): void => put({ one: undefined, other: undefined, token: '' }, true)

function put(changed: Partial<PastedBoxes>, anew: boolean): void {
  boxes = { ...boxes, ...changed, generation: boxes.generation + (anew ? 1 : 0) }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** HAR 1.2: an object whose only member is `log`. */
function isHar(text: string): boolean {
  return /^\s*\{\s*"log"\s*:\s*\{/.test(text.slice(0, 1_000)) && text.includes('"entries"')
}

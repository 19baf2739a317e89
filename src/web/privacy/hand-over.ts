/**
 * What a text is that leaves the page.
 *
 * - `safe`: a copy that was made safe and looked through before it was shown
 * - `own`: written by Claimcheck, without a value of a message: a path, code, an address of its own
 * - `secret`: one value that a person wants as it is, and that is masked beside the button
 * - `message`: part of a message: what opens something is removed, and while presenting what describes a person too
 */
export type Leaving = 'safe' | 'own' | 'secret' | 'message'

/**
 * How it went: `refused` by the browser, `stopped` because something in it still looks like a secret, `unread` because
 * what looks for secrets could not be loaded.
 */
export type HandedOver = 'copied' | 'refused' | 'stopped' | 'unread'

/** The one way to the clipboard. A text that is not safe by what it is is made so, and looked through once more. */
export async function copyOut(text: string, leaving: Leaving, field?: string): Promise<HandedOver> {
  const written = leaving === 'message' ? await madeSafe(text, field).catch(() => null) : text
  if (written === null) return 'unread'
  if (written === undefined) return 'stopped'
  return navigator.clipboard.writeText(written).then(
    () => 'copied' as const,
    () => 'refused' as const,
  )
}

/** What looks for secrets is large, and comes with the first copy of a message. */
async function madeSafe(text: string, field?: string): Promise<string | undefined> {
  const { withoutSecrets } = await import('./without-secrets.ts')
  return withoutSecrets(text, field)
}

/** The one way into a file; nothing passes over the network. */
export function saveFile(content: BlobPart, name: string, type: string): void {
  const { address, free } = fileAddressOf(content, type)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(free, 10_000)
}

/** An address of this page at which something can be saved, until it is freed. */
export function fileAddressOf(content: BlobPart, type: string): { address: string; free: () => void } {
  const address = URL.createObjectURL(new Blob([content], { type }))
  return { address, free: () => URL.revokeObjectURL(address) }
}

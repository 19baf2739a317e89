import { createEntryCutter } from '#knowledge/har/cut-entries.ts'
import { isJson } from '#knowledge/text/json.ts'

/** An entry of a HAR file as the text of its JSON, with the bytes that it is in. */
export interface EntryText {
  text: string
  start: number
  end: number
}

/** What a file is beside its entries. */
export interface ReadThrough {
  /** Entries that are broken or too large. */
  unreadable: number
  /** False where the file ends before its list of entries does. */
  whole: boolean
  /** HAR files that are in it, one after the other. */
  documents: number
  frame: { before: Uint8Array; after: Uint8Array }
}

/** Gives each entry of a HAR file in turn, without ever holding the whole file. Throws where there is no list of entries. */
export async function eachEntry(
  file: Blob,
  take: (entry: EntryText) => void,
  tell: (bytes: number, of: number) => void,
): Promise<ReadThrough> {
  const cutter = createEntryCutter()
  const decoder = new TextDecoder()
  const reader = file.stream().getReader()
  let [done, unreadable] = [0, 0]
  for (;;) {
    const { value, done: ended } = await reader.read()
    if (ended) break
    for (const { bytes, start, end } of cutter.push(value)) {
      const text = bytes && decoder.decode(bytes)
      if (text === undefined || !isJson(text)) unreadable += 1
      else take({ text, start, end })
    }
    done += value.length
    tell(done, file.size)
  }
  if (cutter.state() === 'before')
    throw new Error('The file contains no list called “entries” inside an object, so it is not a HAR file (HAR 1.2).')
  return { unreadable, whole: cutter.state() === 'after', documents: cutter.documents(), frame: cutter.frame() }
}

import type { Known } from '#knowledge/paste/read-pasted.ts'
import { type Told, tell } from '#knowledge/told.ts'

const page = self as unknown as {
  postMessage: (told: Told) => void
  onmessage: (event: { data: { text: string; known: Known; personal: boolean } }) => void
}

page.onmessage = ({ data: { text, known, personal } }) => page.postMessage(tell(text, known, { personal }))

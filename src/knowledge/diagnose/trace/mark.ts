import type { MessageKind } from './message.ts'

/** Something that is in a text. */
export type Mark = { at: number } & (
  | { is: 'address'; kind: MessageKind; method?: string; url: string }
  | { is: 'form'; kind?: MessageKind; parameters: [name: string, value: string][]; whole?: boolean; json?: boolean }
  | { is: 'tokens' }
  | { is: 'pair'; name: string; written: string; value: string; json: boolean; came: boolean }
  | { is: 'header'; name: string; value: string }
  | { is: 'basic'; value: string }
  | { is: 'masked' }
  | { is: 'bearer'; value: string }
  | { is: 'answer'; status?: number; code?: string; description?: string; means?: string }
)

/** A part of a text with its end. */
export type Spanned<Part> = Part & { end: number }

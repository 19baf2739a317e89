import type { NamedErrors } from '#knowledge/diagnose/named-errors.ts'
import type { Config } from './config.ts'
import type { Messages } from './messages.ts'
import type { HeldSession } from './session.ts'

/** Id of the element of the page that holds what the BFF sends along, as JSON. */
export const inPageId = 'in-page'

/** What comes with the page, so that nothing waits for a second journey. */
export interface InPage {
  config: Config
  /** None, where the browser has none for sure; left out where the page must ask. */
  sessions?: HeldSession[]
  /** None, where nothing can have been recorded for the browser; left out where the page must ask. */
  messages?: Messages
  /** On the page of an error, what goes by the name in its path, at the environment that its query names. */
  error?: NamedErrors & { name: string; environment: string | null }
  /** Set where the page shows the whole screen, as the app would. */
  painted?: true
}

/** The page's painter of errors as the build makes it for the BFF, which shares no code with the page. */
export type PaintError = (page: {
  /** Of the page, without its query. */
  path: string
  config: Config
  named: NamedErrors
  /** Those of the screen, all of them. */
  styles: string
}) => {
  /** What is in the root of the page. */
  frame: string
  /** Those of the styles that apply to the frame. */
  styles: string
}

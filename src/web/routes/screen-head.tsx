import { PageHead } from '../elements/page-head.tsx'

/** The headings of the screens by their paths. They are in the page already when it comes, before any script. */
export const heads = {
  '/': { title: 'Sign in', lead: 'Sign in, see what your tokens grant, and find out why a call failed.' },
  '/token': { title: 'Token', lead: undefined },
  '/calls': { title: 'Calls', lead: undefined },
  '/flow': { title: 'Flow', lead: undefined },
  '/inspect': {
    title: 'Inspect',
    lead: 'Paste a token, an error, or any text that contains one: a response, a log line, a HAR file.',
  },
  '/demonstrations': {
    title: 'Demonstrations',
    lead: 'Real sign-ins and calls against the built-in sandbox. Run each with one click, or step through it.',
  },
  '/errors': {
    title: 'Errors',
    lead: 'Causes and error codes that Claimcheck explains. Search by keyword, error code, gateway code or status.',
  },
  '/guide': {
    title: 'API guide',
    lead: 'The passages of the API guide that Claimcheck cites, section by section.',
  },
} as const

/** The heading of a screen that always has the same. */
export function ScreenHead({
  of,
  documentTitle,
  brief,
}: {
  of: keyof typeof heads
  documentTitle?: string
  /** Set where the screen has a result. */
  brief?: boolean
}) {
  const { title, lead } = heads[of]
  return (
    <PageHead title={title} documentTitle={documentTitle} brief={brief}>
      {lead}
    </PageHead>
  )
}

import { type ComponentProps, lazy, Suspense } from 'react'

const CodeInLanguages = lazy(() => import('./code-in-languages.tsx'))

/** The request as code in several languages, which is loaded when it is opened. */
export function CodePanel(shown: ComponentProps<typeof CodeInLanguages>) {
  return (
    <Suspense fallback={<p>Loading the code</p>}>
      <CodeInLanguages {...shown} />
    </Suspense>
  )
}

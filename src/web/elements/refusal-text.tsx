import type { Refusal } from '#contract/refusal.ts'

/** What to do about a refusal of the BFF, and the id by which the operator finds it in the log. */
export function RefusalText({ refusal: { fix, requestId } }: { refusal: Pick<Refusal, 'fix' | 'requestId'> }) {
  return (
    <>
      <p>{fix}</p>
      {requestId && (
        <p>
          Request ID: <code>{requestId}</code>
        </p>
      )}
    </>
  )
}

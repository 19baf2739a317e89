/** What is there at once, or comes. Who gets it at once need not wait for a turn of the event loop. */
export type Soon<Result> = Result | Promise<Result>

/** Continues with a result at once where it is there, and else as soon as it comes. */
export function whenThere<Result, Next>(soon: Soon<Result>, goOn: (result: Result) => Soon<Next>): Soon<Next> {
  return soon instanceof Promise ? soon.then(goOn) : goOn(soon)
}

/**
 * Work that a request which was just sent does not need. A connection that is used again is written to only once its socket
 * was looked at, at the end of this turn of the event loop: the work is done after that, while the other side is busy.
 *
 * @param work never throws
 * @returns the result, for which the work is done at once where it has not been
 */
export function meanwhile<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined
  const result = () => {
    done ??= { result: work() }
    return done.result
  }
  setImmediate(result)
  return result
}

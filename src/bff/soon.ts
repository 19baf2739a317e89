/** What is there at once, or comes. Who gets it at once need not wait for a turn of the event loop. */
export type Soon<Result> = Result | Promise<Result>

/** Continues with a result at once where it is there, and else as soon as it comes. */
export function whenThere<Result, Next>(soon: Soon<Result>, goOn: (result: Result) => Soon<Next>): Soon<Next> {
  return soon instanceof Promise ? soon.then(goOn) : goOn(soon)
}

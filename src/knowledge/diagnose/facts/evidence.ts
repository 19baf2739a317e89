import { readSignals, type Signals, signalLimit, unwrapped } from '../../text/signals.ts'
import { type Parameter, parametersIn } from './parameters.ts'

/** A text in the forms in which the families look at it; each is made when it is first asked for. */
export interface Evidence {
  /** Epoch seconds. */
  now: number
  /** Without the layers that programs put around a message; at most as long as signals are read. */
  text: () => string
  /** In small letters and without accents, for words. */
  words: () => string
  signals: () => Signals
  /** Every named value: pairs, and the parameters of forms and addresses, decoded; first to last. */
  parameters: () => Parameter[]
  /** The values of all parameters with one of these names, spelled in any case, each once. */
  valuesOf: (...names: string[]) => string[]
}

export function evidenceIn(text: string, known: { now: number; signals?: Signals }): Evidence {
  const plain = once(() => unwrapped(text.slice(0, signalLimit)))
  const signals = once(() => known.signals ?? readSignals(text))
  const parameters = once(() => parametersIn(plain(), signals()))
  const byName = once(() => Map.groupBy(parameters(), ({ name }) => name))
  return {
    now: known.now,
    text: plain,
    words: once(() => folded(plain())),
    signals,
    parameters,
    valuesOf: (...names) => [...new Set(names.flatMap((name) => byName().get(name) ?? []).map(({ value }) => value))],
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

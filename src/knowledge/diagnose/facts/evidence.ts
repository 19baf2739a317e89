import { readSignals, type Signals, signalLimit, unwrapped } from '../../text/signals.ts'
import { type Addressed, addressedIn } from './addressed.ts'
import { folded } from './folded.ts'
import { type Parameter, parametersIn } from './parameters.ts'
import { type Stated, statedByName, statedIn } from './stated.ts'
import { topicOf } from './subjects.ts'
import { type TextToken, tokensIn } from './tokens-in-text.ts'

/** A text in the forms in which the families look at it; each is made when it is first asked for. */
export interface Evidence {
  /** Epoch seconds. */
  now: number
  /** With the layers around it and signs that are not seen; at most as long as signals are read. */
  raw: () => string
  /** Without the layers that programs put around a message; at most as long as signals are read. */
  text: () => string
  /** In small letters and without accents, for words. */
  words: () => string
  signals: () => Signals
  /** Every named value: pairs, and the parameters of forms and addresses, decoded; first to last. */
  parameters: () => Parameter[]
  /** The values of all parameters with one of these names, spelled in any case, each once. */
  valuesOf: (...names: string[]) => string[]
  /** Addresses with what is said of them. */
  addressed: () => Addressed[]
  /** What is said of two values, or of an expected one. */
  stated: () => Stated[]
  /** Tokens that can be read, first to last. */
  tokens: () => TextToken[]
}

export function evidenceIn(text: string, known: { now: number; signals?: Signals }): Evidence {
  const plain = once(() => unwrapped(text.slice(0, signalLimit)))
  const words = once(() => folded(plain()))
  const topic = once(() => topicOf(words()))
  const signals = once(() => known.signals ?? readSignals(text))
  const parameters = once(() => parametersIn(plain(), signals()))
  const byName = once(() => Map.groupBy(parameters(), ({ name }) => name))
  return {
    now: known.now,
    raw: () => text.slice(0, signalLimit),
    text: plain,
    words,
    signals,
    parameters,
    addressed: once(() =>
      addressedIn(plain()).map((one) => ({
        ...one,
        about: one.about ?? (one.role && !endpoint.test(one.value) ? topic() : undefined),
      })),
    ),
    stated: once(() =>
      [...statedIn(plain()), ...statedByName(parameters())].map((one) => ({ ...one, about: one.about ?? topic() })),
    ),
    tokens: once(() => tokensIn(plain(), parameters())),
    valuesOf: (...names) => [...new Set(names.flatMap((name) => byName().get(name) ?? []).map(({ value }) => value))],
  }
}

/** An address of the identity service itself, whatever the text is about. */
const endpoint =
  /\/(?:tokens?|authorize|authorization|auth|jwks|certs|userinfo|introspect|logout)\/?(?:[?#]|$)|\.well-known\//i

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

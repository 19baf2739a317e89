import type { Environment } from '../../protocol/call.ts'
import type { Credentials } from './credentials.ts'

export type MessageKind = 'authorization-request' | 'callback' | 'token-request' | 'api-request'

/** A message of the flow as a text shows it, in whatever syntax; what is not shown is absent. */
export interface Message {
  kind: MessageKind
  /** Where it begins in the text. */
  at: number
  /** Upper case. */
  method?: string
  /** As it is written, without query. */
  address?: string
  /** Lower case, with the port on this machine alone (`hostOf`); empty where a path alone is shown. */
  host: string
  path: string
  /** Of the query, the form or a list of them, by their usual names, decoded; the first of each name. */
  parameters: Map<string, Parameter>
  /** The parameters stood in the address. */
  inQuery: boolean
  /** The parameters were shown as a whole: a query, a form, a list that names the grant. */
  whole: boolean
  /** The body was JSON. */
  json: boolean
  /** Lower-case names. */
  headers: Map<string, string>
  credentials?: Credentials
  /** What stood behind Bearer. */
  bearer?: string
  answer?: Answer
}

export interface Parameter {
  /** The name as it is written. */
  written: string
  value: string
  /** It stood in a query or a form, by this name; a list or a program may name it otherwise than it was sent. */
  sent: boolean
  /** Another value that was sent under this name. */
  again?: string
}

export interface Answer {
  at: number
  status?: number
  /** Of the token endpoint, the redirect or the gateway. */
  code?: string
  description?: string
  /** The code that a sentence amounts to, where no code is shown. */
  means?: string
}

/** Whether a response is a refusal or a failure. */
export function failed({ answer }: Message): boolean {
  return answer !== undefined && ((answer.code ?? answer.means) !== undefined || (answer.status ?? 0) >= 400)
}

/** The value of a parameter; undefined where it is not shown. */
export function valueIn({ parameters }: Message, name: string): string | undefined {
  return parameters.get(name)?.value
}

/** All messages of a text in their order, and what stands around them. */
export interface Trace {
  messages: Message[]
  /** Without the layers that programs put around a message. */
  text: string
  /** The text in small letters and without accents. */
  words: () => string
  /** The configured environments, which values are held against. */
  places?: readonly Environment[]
}

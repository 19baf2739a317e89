import type { TokenPlace } from '../find.ts'

/** A request of a text: a command of curl, a line of HTTP with its host, or a method and an address. */
export interface RequestInText {
  method?: string
  address: string
  /** Characters of the text before it. */
  at: number
}

/** The request that a token is sent in: the last one that begins before it, else the first of all. */
export function requestOf(requests: readonly RequestInText[], place?: TokenPlace): RequestInText | undefined {
  return requests.filter(({ at }) => place !== undefined && at <= place.start).at(-1) ?? requests[0]
}

/** The requests of a text, in its order; at most the first twenty. */
export function requestsIn(words: string): RequestInText[] {
  const plain = [...words.matchAll(/\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(https?:\/\/[^\s"'`<>]{4,500})/g)].map(
    ({ 1: method, 2: address = '', index }) => ({ method, address, at: index }),
  )
  return [...plain, ...curlsIn(words), ...linesIn(words)].sort((one, other) => one.at - other.at).slice(0, most)
}

const most = 20

function curlsIn(words: string): RequestInText[] {
  return [...words.matchAll(/\bcurl\b[^\n]{0,3000}(?:\\\r?\n[^\n]{0,3000}){0,30}/g)]
    .slice(0, most)
    .flatMap(({ 0: curl, index }) => {
      const target = /(?<![\w=:/-])["']?(https?:\/\/[^\s"'`<>\\]{4,500})/.exec(curl)?.[1]
      const said = /(?:-X|--request)[\s=]{0,3}["']?([A-Z]{3,7})/.exec(curl)?.[1]
      const method = said ?? (/\s(?:-d|--data[\w-]*|-F|--json)\b/.test(curl) ? 'POST' : 'GET')
      return target === undefined ? [] : [{ method, address: target, at: index }]
    })
}

/** `POST /token HTTP/1.1` with the host that follows it. */
function linesIn(words: string): RequestInText[] {
  const lines = words.matchAll(/^[>\s]{0,4}(GET|POST|PUT|PATCH|DELETE|HEAD) (\/\S{0,500})(?: HTTP\/[\d.]+)?$/gm)
  return [...lines].slice(0, most).flatMap(({ 1: method, 2: path = '', index }) => {
    const host = /^[>\s]{0,4}host:\s*(\S{3,200})$/im.exec(words.slice(index, index + 5_000))?.[1]
    return host === undefined ? [] : [{ method, address: `https://${host}${path}`, at: index }]
  })
}

import { durationInWords } from '../text/duration.ts'
import { readTime } from './times.ts'

/** How long it lives from its issue to its end; empty where that is not known. */
export function lifetime({ iat, exp }: Record<string, unknown>): string {
  const [start, end] = [readTime(iat)?.at, readTime(exp)?.at]
  return start === undefined || end === undefined || end <= start
    ? ''
    : ` Its lifetime is ${durationInWords(end - start)}.`
}

/** What a time in a smaller unit comes to where it is taken for what it must be. */
export function asSeconds(time: unknown, now: number): string {
  return typeof time === 'number' && time > 1e11
    ? ` A recipient that reads it as seconds takes it to be ${durationInWords(time - now)} in the future.`
    : ''
}

/** That a fraction is allowed, where there is one. */
export function fraction(time: unknown): string {
  return Number.isInteger(time) ? '' : ' A fraction of a second is allowed (RFC 7519 §2).'
}

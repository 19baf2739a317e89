import type { Exchange } from '#contract/exchange.ts'
import { useNow } from '../clock.ts'

/** Whole seconds until the time that a response asks to wait for has passed; 0 when it has, or none was asked for. */
export function useSecondsLeft(exchange: Exchange | undefined): number {
  const now = useNow()
  if (!exchange) return 0
  return Math.max(0, Math.ceil(exchange.at + retryAfterSeconds(exchange) - now))
}

/** `Retry-After` in seconds: a number, or the time until a date (RFC 9110 §10.2.3); 0 where there is none. */
export function retryAfterSeconds({ response, at }: Pick<Exchange, 'response' | 'at'>): number {
  const value = response?.headers['retry-after']
  if (value === undefined) return 0
  if (/^\d{1,9}$/.test(value.trim())) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? 0 : Math.max(0, date / 1000 - at)
}

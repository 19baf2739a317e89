import { writeHar } from '../har/write.ts'
import type { Scrubber } from '../privacy/scrub.ts'
import { scrubExchange } from '../privacy/scrub-exchange.ts'
import type { Exchange } from '../protocol/exchange.ts'
import { asMarkdown } from './report-document.ts'
import { type Receipt, receiptBlocks } from './ticket-report.ts'

/** Messages as a HAR 1.2 file, made safe, with what was removed told in its comment. */
export function safeHar(exchanges: Exchange[], scrubber: Scrubber): { text: string; receipt: Receipt } {
  const safe = exchanges.map((exchange) => scrubExchange(exchange, scrubber))
  const receipt = { account: scrubber.account(), contains: ['every visible message'] }
  return { text: JSON.stringify(writeHar(safe, asMarkdown(receiptBlocks(receipt))), null, 2), receipt }
}

import type { CallView } from '../call-view.ts'

/**
 * The status that a response represents. nginx, and what is built on it, answers a request with too large headers with
 * 400 and a page of its own that tells it apart; RFC 6585 §5 has 431 for it.
 */
export function meantStatus(view: CallView): number | undefined {
  const page = view.status === 400 && view.body.kind === 'html' ? view.call.response?.body : undefined
  return page !== undefined && largeHeaders.test(page.slice(0, 1000)) ? 431 : view.status
}

const largeHeaders = /<title>400 Request Header Or Cookie Too Large<\/title>/i

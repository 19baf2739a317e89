import type { Page } from './pages.ts'

/** Puts a page into the response, with a policy under which nothing is fetched from elsewhere, and nothing runs but the page's own script where it has one. */
export function show(ctx: Answer, page: Page, status = 200): void {
  const scripts = page.hasScript ? " script-src 'self';" : ''
  const formTargets = ["'self'", ...(page.formTargets ?? [])].join(' ')
  ctx.status = status
  ctx.set({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // The response to the consent form is a redirect to the client, which browsers hold against form-action too.
    'content-security-policy': `default-src 'none';${scripts} style-src 'self'; img-src 'self'; font-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  ctx.body = page.markup
}

/** The part of a Koa context that takes the response. */
interface Answer {
  status: number
  body: unknown
  set(headers: Record<string, string>): void
}

import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'
import { isOnThisMachine, recordTraffic, type Traffic } from './traffic.ts'

export { expect } from 'playwright/test'

/**
 * What is held against a page: errors and warnings in its console (among them every violation of its content security
 * policy), uncaught errors, and requests that go beyond this machine.
 */
export interface Complaints {
  heard: string[]
  /**
   * Lets complaints that match pass, for a story whose point is a refusal: Chromium writes every answer from 400 up to
   * the console. At least one must come, so that no story excuses what does not happen.
   */
  expect: (pattern: RegExp) => void
}

/**
 * A story in a real browser. It fails when one of its pages writes an error or a warning to the console, throws, breaks
 * its content security policy, or asks for anything beyond this machine.
 */
export const test = base.extend<{ traffic: Traffic; complaints: Complaints }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern.
  traffic: async ({}, use) => {
    const traffic = await recordTraffic()
    await use(traffic)
    await traffic.stop()
  },

  proxy: async ({ traffic }, use) => use({ server: traffic.proxy }),

  complaints: [
    async ({ context }, use) => {
      const heard: string[] = []
      const expected: RegExp[] = []
      context.on('console', (message) => {
        // Chromium tells violations of the content security policy as errors here.
        if (!['error', 'warning'].includes(message.type())) return
        // Playwright's own word for what its settings ask for.
        if (message.text() === 'Service Worker registration blocked by Playwright') return
        heard.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('request', (request) => {
        const beyond = /^(https?|wss?):/.test(request.url()) && !isOnThisMachine(request.url())
        if (beyond) heard.push(`beyond this machine: ${request.method()} ${request.url()}`)
      })
      context.on('weberror', (failure) => heard.push(`uncaught: ${failure.error()}`))
      await use({ heard, expect: (pattern) => expected.push(pattern) })
      // What a page says last arrives before its end does.
      await context.close()
      expectNoOtherComplaint(heard, expected)
    },
    { auto: true },
  ],
})

/** Fails over each complaint that was not expected, and over each expectation that no complaint met. */
export function expectNoOtherComplaint(heard: string[], expected: RegExp[]): void {
  const others = heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
  expect(others, 'complaints of the pages').toEqual([])
  for (const pattern of expected)
    expect(heard, 'a complaint that was expected').toContainEqual(expect.stringMatching(pattern))
}

/** Fails with every barrier that axe finds on the page as it is, in each of the themes. */
export async function expectAccessible(page: Page, themes: ('light' | 'dark')[] = ['light', 'dark']): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const barriers = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${help}. ${failureSummary ?? ''}`),
    )
    expect(barriers, `barriers in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

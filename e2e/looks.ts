import type { Page } from 'playwright/test'
import { expect, expectAccessible } from './story.ts'

const widths = [390, 768, 1440]

/**
 * Fails when the screen, as it stands, has a barrier in light or dark, or has to be scrolled sideways: on a phone, on a
 * tablet and on a desk.
 */
export async function expectGoodLooks(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways, `pixels beyond the edge at ${width}`).toBeLessThanOrEqual(0)
    if (width !== 768) await expectAccessible(page)
  }
}

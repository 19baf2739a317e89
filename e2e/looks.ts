import type { Page } from 'playwright/test'
import { expect, expectAccessible } from './story.ts'

/** CSS pixels: from the narrowest width that WCAG 1.4.10 asks for to a desk. */
const narrowest = 320
const widest = 1440
const step = 80

/**
 * Fails when the screen, as it is, must be scrolled sideways at any width, in the app's own typefaces or in those
 * that replace them, or has a barrier on a phone in dark or on a desk in light.
 */
export async function expectGoodLooks(page: Page): Promise<void> {
  const before = page.viewportSize()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 900 })
  await expectAccessible(page, ['dark'])
  await page.setViewportSize({ width: widest, height: 900 })
  await expectAccessible(page, ['light'])
  if (before) await page.setViewportSize(before)
}

/** Sweeps the widths, and fails with each at which something stands out beyond the edge, and with what it is. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()
  const steps = Array.from({ length: (widest - narrowest) / step + 1 }, (_, at) => narrowest + at * step)
  const widths = [...new Set([...steps, ...(await page.evaluate(layoutEdges))])].sort((one, other) => one - other)
  const tooWide: string[] = []
  for (const width of widths.filter((one) => one >= narrowest && one <= widest)) {
    await page.setViewportSize({ width, height: 900 })
    for (const found of await page.evaluate(beyondTheEdge)) tooWide.push(`at ${width}: ${found}`)
  }
  expect(tooWide, `what stands out beyond the edge of ${page.url()}`).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** Where the page's style sheets begin another layout: there, and just before, its room is the scarcest. */
function layoutEdges(): number[] {
  const conditions = [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].filter((rule) => rule instanceof CSSMediaRule).map(({ conditionText }) => conditionText),
  )
  const edges = conditions.flatMap((condition) => [
    ...Array.from(condition.matchAll(/min-width: (\d+)px/g), ([, pixels]) => Number(pixels)),
    ...Array.from(condition.matchAll(/max-width: (\d+)px/g), ([, pixels]) => Number(pixels) + 1),
  ])
  return edges.flatMap((edge) => [edge - 1, edge])
}

/** What makes the page wider than its window, in each of the two sets of typefaces; nothing when it is not. */
function beyondTheEdge(): string[] {
  const root = document.documentElement
  const standIns = { '--sans': '"Inter Stand-in", system-ui, sans-serif', '--mono': 'ui-monospace, monospace' }
  const found = widest('the app’s typefaces')
  for (const [name, fonts] of Object.entries(standIns)) root.style.setProperty(name, fonts)
  found.push(...widest('typefaces of the machine'))
  for (const name of Object.keys(standIns)) root.style.removeProperty(name)
  return found

  function widest(typefaces: string): string[] {
    const beyond = root.scrollWidth - root.clientWidth
    if (beyond <= 0) return []
    const culprits = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 0.5 && !isClipped(element))
      .filter((element, _, all) => !all.some((other) => other !== element && element.contains(other)))
      .slice(0, 3)
      .map(({ localName, className, textContent }) => `${localName}.${className} “${textContent?.slice(0, 60)}”`)
    return [`${beyond} pixels in ${typefaces}: ${culprits.join('; ')}`]
  }

  function isClipped(element: Element): boolean {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== 'visible') return true
    return false
  }
}

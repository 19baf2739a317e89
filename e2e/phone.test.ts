import { expect, test } from './product-story.ts'
import { expectAccessible } from './story.ts'

test('on a phone the fifth tab has the screens that have no tab, and the switches', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Screens' })
  const more = tabs.getByRole('button', { name: 'More' })
  await more.click()
  const errors = tabs.getByRole('link', { name: /^Errors/ })
  await expect(errors).toBeInViewport({ ratio: 1 })
  await expect(tabs.getByRole('link', { name: /^Demonstrations/ })).toBeInViewport({ ratio: 1 })
  await expect(tabs.getByRole('link', { name: /^Token/ })).toContainText('after a sign-in')
  const mask = tabs.getByRole('button', { name: 'Mask secrets' })
  await mask.click()
  await expect(mask).toHaveAttribute('aria-pressed', 'true')

  await page.keyboard.press('Escape')
  await expect(errors).toBeHidden()
  await expect(more).toBeFocused()

  await page.keyboard.press('Enter')
  await errors.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  await expect(errors).toBeHidden()
  await more.click()
  await expect(errors).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
})

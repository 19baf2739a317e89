import type { Page } from 'playwright/test'
import { operations } from '../src/knowledge/service/apis.ts'
import { type Scenario, scenarios } from '../src/sandbox/scenarios.ts'
import { expectVerdict, openOperation, send, signIn } from './people.ts'
import { expect, test } from './product-story.ts'

for (const scenario of scenarios) {
  test(`${scenario.id}: ${scenario.story}`, async ({ page }) => {
    await signIn(page, scenario)
    if (scenario.call) await makeCall(page, scenario.call)
    if (scenario.expected) return expectVerdict(page, scenario.expected)
    await expect(page.getByRole('region', { name: 'Answer' })).toContainText('200')
    await expect(page.getByRole('article', { name: 'Why it failed' })).toBeHidden()
  })
}

async function makeCall(page: Page, call: NonNullable<Scenario['call']>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Token' })).toBeVisible()
  const operation = operations.find(({ id }) => id === call.operation)
  if (!operation) throw new Error(`There is no operation ${call.operation}.`)
  await openOperation(page, operation.title)
  for (const [name, value] of Object.entries(call.parameters ?? {})) await page.getByLabel(name).fill(value)
  if (call.gateway) await page.getByLabel('Send to the gateway of').selectOption(call.gateway)
  if (call.afterSeconds)
    await expect(page.getByRole('timer')).toHaveText('expired', { timeout: (call.afterSeconds + 5) * 1000 })
  await send(page)
}

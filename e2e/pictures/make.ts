import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { chromium } from 'playwright/test'
import { findBrowser } from '../browser.ts'
import { chooseAccount, hasLeft } from '../people.ts'
import { buildPages, startProduct } from '../product.ts'

/** Takes the pictures of the README: a failing call from the first press to the verdict, as one picture that moves; its flow; a token. */
await buildPages()
const product = await startProduct()
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, colorScheme: 'light' })
  const frames: Frame[] = []
  const take = async (seconds: number) => void frames.push({ png: await page.screenshot(), seconds })
  await page.goto(product.address)
  await page.getByRole('button', { name: /^Run a failing call/ }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  await take(2)
  await page.getByRole('button', { name: /^Run a failing call/ }).click()
  await hasLeft(page)
  await take(2)
  await chooseAccount(page)
  await page.getByRole('button', { name: 'Allow selected' }).waitFor()
  await take(2)
  await page.getByRole('button', { name: 'Allow selected' }).click()
  const verdict = page.getByRole('article', { name: 'Why it failed' }).first()
  await verdict.waitFor()
  await verdict.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await take(6)
  writeFileSync(new URL('failing-call.png', import.meta.url), animated(frames))
  await page.goto(`${product.address}/flow`)
  await page.getByRole('list', { name: 'Messages, oldest first' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: fileURLToPath(new URL('flow.png', import.meta.url)) })
  await page.goto(`${product.address}/inspect`)
  await page.getByRole('button', { name: /^Expired token/ }).click()
  await page.getByRole('tablist').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: fileURLToPath(new URL('token.png', import.meta.url)) })
} finally {
  await browser.close()
  await product.stop()
}

interface Frame {
  png: Buffer
  seconds: number
}

/** Pictures of one size as one that moves for ever (Animated PNG, part of PNG since its third edition). */
function animated(frames: Frame[]): Buffer {
  let sequence = 0
  const [first] = frames
  if (!first) throw new Error('There is no picture.')
  const header = chunksOf(first.png).find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0)
  const parts = [first.png.subarray(0, 8), chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))]
  for (const [at, { png, seconds }] of frames.entries()) {
    const control = Buffer.alloc(26)
    control.writeUInt32BE(sequence++, 0)
    header.copy(control, 4, 0, 8)
    control.writeUInt16BE(seconds * 10, 20)
    control.writeUInt16BE(10, 22)
    parts.push(chunk('fcTL', control))
    for (const { type, data } of chunksOf(png)) {
      if (type !== 'IDAT') continue
      parts.push(at === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])))
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))])
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

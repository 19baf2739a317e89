import { expect, test } from 'vitest'
import { drawingScale } from './pdf-scale.ts'

const a4 = { width: 595, height: 842 }

test('a page of the usual size is drawn at twice its size', () => expect(drawingScale(a4, 1)).toBe(2))

test.each([
  ['a large page', { width: 8_000, height: 8_000 }, 1],
  ['a page without bounds', { width: 200_000, height: 200_000 }, 1],
  ['a page as narrow as a hair', { width: 1, height: 1_000_000 }, 1],
  ['a page as flat as a hair', { width: 1_000_000, height: 1 }, 20],
  ['many large pages', { width: 8_000, height: 8_000 }, 20],
  ['many usual pages', a4, 20],
])('%s takes a bounded canvas', (_, size, pages) => {
  const scale = drawingScale(size, pages)
  const [width, height] = [size.width * scale, size.height * scale]
  expect(width * height).toBeLessThanOrEqual(4_000_001)
  expect(width * height * pages).toBeLessThanOrEqual(40_000_001)
  expect(Math.max(width, height)).toBeLessThanOrEqual(8_192.001)
})

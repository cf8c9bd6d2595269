import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reductionOf } from './reduction.ts'

const jpeg = (width: number, height: number) => ({
  format: 'jpeg' as const,
  autoOrient: { width, height },
})

test('4.2 a large JPEG is divided while it is decoded, never below its final size', () => {
  const divisors = [
    [4_000, 3_000, 2, 1_600, 1_200],
    [3_000, 4_000, 2, 1_200, 1_600],
    [3_200, 2_401, 2, 1_600, 1_201],
    [6_399, 4_799, 2, 1_600, 1_200],
    [8_000, 6_000, 4, 1_600, 1_200],
    [12_000, 4_166, 4, 1_600, 555],
  ] as const
  for (const [width, height, divisor, shownWidth, shownHeight] of divisors) {
    const { divisor: found, resize } = reductionOf(jpeg(width, height))
    assert.deepEqual([found, resize.width, resize.height], [divisor, shownWidth, shownHeight])
    assert.ok(Math.floor(Math.max(width, height) / divisor) >= 1_600)
  }
})

test('small, narrow and other images are decoded in full', () => {
  const inFull = [
    jpeg(3_199, 3_199),
    jpeg(12_000, 1),
    jpeg(12_000, 399),
    { ...jpeg(4_000, 3_000), format: 'png' as const },
    null,
  ]
  for (const header of inFull) assert.equal(reductionOf(header).divisor, 1)
})

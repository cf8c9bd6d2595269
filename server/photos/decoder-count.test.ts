import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoderCount } from './decoder-count.ts'

const gibibytes = (count: number) => count * 1024 ** 3

test('decoders scale with the cores, within the memory, and are two to eight', () => {
  const counts = [
    [1, 16, 2],
    [2, 16, 2],
    [4, 16, 4],
    [8, 4, 3],
    [8, 1, 2],
    [64, 256, 8],
  ] as const
  for (const [cores, memory, count] of counts)
    assert.equal(
      decoderCount({ cores, memoryBytes: gibibytes(memory) }),
      count,
      `${cores} cores, ${memory} GiB`,
    )
})

test('this machine gets at least two', () => assert.ok(decoderCount() >= 2))
